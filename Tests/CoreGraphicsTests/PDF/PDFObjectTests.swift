import Foundation
import Testing

@testable import CoreGraphics

@Suite("Values of PDF files")
struct PDFObjectTests {
    private func parse(_ text: String) throws -> PDFObject {
        var parser = PDFParser(ByteBuffer(Data(text.utf8)))
        return try parser.object()
    }

    @Test("Values are parsed as the standard's examples are meant")
    func values() throws {
        #expect(
            try parse("[+17 -98 0 34.5 -3.62 +123.6 4. -.002 0.0]").array?.map(\.number) == [17, -98, 0, 34.5, -3.62, 123.6, 4, -0.002, 0])
        #expect(try parse("(a\\)\\\\(b)\\053\\53x\\n\\\r\nc\\q)") == .string(Array("a)\\(b)++x\ncq".utf8)))
        #expect(try parse("<4E6f 7>") == .string([0x4E, 0x6F, 0x70]))
        #expect(try parse("/A#20name#2F(") == .name("A name/"))
        #expect(
            try parse("<</A 1 0 R/B[true false null 7 0]/C<</D/E>>% no end\n>>")
                == .dictionary([
                    "A": .reference(1), "B": .array([.boolean(true), .boolean(false), .null, .integer(7), .integer(0)]),
                    "C": .dictionary(["D": .name("E")]),
                ]))
    }

    @Test("Every value is written so that it is read again")
    func writing() throws {
        let value = PDFObject.dictionary([
            "Plain": .name("A b/#é"), "Numbers": .array([.integer(-3), .real(0.000001), .real(-12.5), .real(1234567.25)]),
            "Text": PDFObject(text: "Grüße, 世界"), "ASCII": PDFObject(text: "(a)"), "Link": .reference(12), "Nothing": .null,
        ])
        var data = Data()
        value.write(to: &data)
        var parser = PDFParser(ByteBuffer(data))
        let read = try parser.object()
        #expect(read == value)
        #expect(read.dictionary?["Text"]?.text == "Grüße, 世界" && read.dictionary?["ASCII"]?.text == "(a)")
    }

    @Test(
        "Numbers have no exponent and no more than six decimals",
        arguments: [
            (0.1, "0.1"), (-1e-7, "0"), (1e-6, "0.000001"), (100, "100"), (2.5000001, "2.5"), (-0.05, "-0.05"), (1e20, "1000000000000"),
            (.nan, "0"),
        ])
    func digits(_ value: Double, _ text: String) { #expect(PDFObject.digits(value) == text) }

    @Test("Texts are read in UTF-16, UTF-8 and PDF's own encoding")
    func encodings() {
        #expect(PDFObject.string([0xFE, 0xFF, 0x20, 0xAC]).text == "€")
        #expect(PDFObject.string([0xEF, 0xBB, 0xBF, 0xC3, 0xA9]).text == "é")
        #expect(PDFObject.string([0x41, 0x8D, 0xE4, 0x8E, 0xA0, 0x18, 0x9E]).text == "A“ä”€˘ž")
    }

    @Test(
        "Values without an end, and others that are none, throw",
        arguments: [
            "", "(a", "<12", "<1G>", "[1 2", "<</A 1", "<</A>>", "<<1 2>>", "]", ">>", "1e5", "--3", "foo",
            String(repeating: "[", count: 1000),
        ])
    func damage(_ text: String) { #expect(throws: PDFError.self) { try parse(text) } }

    @Test("Packed bytes are unpacked up to a limit, and damaged ones are not")
    func packing() throws {
        let bytes = Data((0..<5000).map { UInt8($0 * $0 % 7) })
        let packed = try #require(bytes.deflated())
        #expect(packed.count < 1000 && packed.inflated(limit: 5000) == bytes && packed.inflated(limit: 4999) == nil)
        #expect(packed.dropLast(20).inflated(limit: 5000) == nil && Data().inflated(limit: 10) == nil && bytes.inflated(limit: 10) == nil)
    }
}

import Foundation
import TestSupport
import Testing

@testable import CoreGraphics

/// Files made by hand.
enum HandmadePDF {
    /// A file with objects of the given texts, numbered from 1 on. The first is the root.
    static func file(_ objects: [String], trailer: String = "") -> Data {
        var text = "%PDF-1.4\n"
        var positions: [Int] = []
        for (index, object) in objects.enumerated() {
            positions.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for position in positions { text += String(repeating: "0", count: 10 - String(position).count) + "\(position) 00000 n \n" }
        text += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R\(trailer)>>\nstartxref\n\(start)\n%%EOF\n"
        return Data(text.utf8)
    }

    /// A file with one page.
    static func page(_ entries: String, content: String = "") -> Data {
        file([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/Contents 4 0 R \(entries)>>",
            "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream",
        ])
    }
}

@Suite("The structure of PDF files")
struct PDFFileTests {
    private func file(_ data: Data) throws -> PDFFile { try PDFFile(ByteBuffer(data)) }
    private func fixture(_ name: String) throws -> Data { try Data(contentsOf: Fixtures.common("pdf/\(name).pdf")) }

    @Test("Pages are found in tables and in streams of objects", arguments: ["plain", "streams"])
    func pages(_ name: String) throws {
        let file = try file(fixture(name))
        let pages = try file.pages()
        #expect(pages.map(\.geometry.rotation) == [0, 90, 180, 270])
        for page in pages {
            #expect(page.geometry[.mediaBox] == CGRect(x: 5, y: 10, width: 200, height: 150.5))
            #expect(page.geometry[.cropBox] == CGRect(x: 10, y: 20, width: 90, height: 80))
            #expect(page.geometry[.artBox] == page.geometry[.cropBox])
        }
        #expect(try file.information()["Title"] == "Über Käse" && file.information()["Author"] == "A\nPages: 77")
        #expect(!file.isEncrypted && file.version.major == 1)
        // The parts of the second page's content are put together.
        let content = try pages.map { try file.content(of: file.content(of: $0)) }.map { String(decoding: $0, as: UTF8.self) }
        #expect(content.allSatisfy { $0.hasPrefix("1 0 0 rg 10 20 30 40 re f") && $0.contains("(Hello PDF) Tj ET") })
    }

    @Test("Encrypted files say so")
    func encryption() throws {
        for name in ["restricted", "locked"] { #expect(try file(fixture(name)).isEncrypted) }
    }

    @Test("A page takes over boxes, rotation and resources from the nodes above it")
    func inheritance() throws {
        let data = HandmadePDF.file([
            "<</Pages 2 0 R>>", "<</Kids[3 0 R 5 0 R]/MediaBox[0 0 10 20]/Resources<</A 1>>>>",
            "<</Kids[4 0 R]/Rotate -90/MediaBox[30 40 10 0]>>",
            "<</Contents 6 0 R>>", "<</Rotate 45/CropBox 6 0 R>>", "[2 2 99 5]",
        ])
        let pages = try file(data).pages()
        #expect(pages.count == 2 && pages.allSatisfy { $0.resources == .dictionary(["A": .integer(1)]) })
        #expect(pages[0].geometry == PDFPageGeometry([CGRect(x: 10, y: 0, width: 20, height: 40)], rotation: 270))
        #expect(
            pages[1].geometry
                == PDFPageGeometry([CGRect(x: 0, y: 0, width: 10, height: 20), CGRect(x: 2, y: 2, width: 8, height: 3)], rotation: 0))
    }

    @Test("Newer tables replace the entries of older ones")
    func updates() throws {
        let first = HandmadePDF.page("/MediaBox[0 0 10 10]")
        let old = try #require(
            String(decoding: first, as: UTF8.self).range(of: "xref\n0").map {
                $0.lowerBound.utf16Offset(in: String(decoding: first, as: UTF8.self))
            })
        var text = String(decoding: first, as: UTF8.self)
        let object = text.utf8.count
        text += "3 0 obj\n<</Type/Page/MediaBox[0 0 30 30]>>\nendobj\n"
        let table = text.utf8.count
        let digits = String(repeating: "0", count: 10 - String(object).count) + String(object)
        text += "xref\n3 1\n\(digits) 00000 n \ntrailer\n<</Size 5/Root 1 0 R/Prev \(old)>>\nstartxref\n\(table)\n%%EOF\n"
        #expect(try file(Data(text.utf8)).pages().map(\.geometry[.mediaBox].width) == [30])
    }

    @Test(
        "Circles throw",
        arguments: [
            // Of pages, of references, of a stream's length, of a stream of objects.
            ["<</Pages 2 0 R>>", "<</Kids[2 0 R]>>"], ["<</Pages 2 0 R>>", "3 0 R", "2 0 R"],
            ["<</Pages 2 0 R>>", "<</Length 2 0 R>>\nstream\nx\nendstream"],
            ["<</Pages 2 0 R>>", "<</Kids[3 0 R 3 0 R]>>", "<</Type/Page>>"], ["<</Pages<</Kids[<</Kids[]>>]>>>>"], ["[]"], ["<<>>"],
        ])
    func circles(_ objects: [String]) {
        #expect(throws: PDFError.self) { try file(HandmadePDF.file(objects)).pages() }
    }

    @Test("A table that leads back to itself throws")
    func tables() throws {
        let text = String(decoding: HandmadePDF.file(["<</Pages 2 0 R>>", "<</Kids[]>>"]), as: UTF8.self)
        let start = try #require(text.range(of: "xref\n0")).lowerBound.utf16Offset(in: text)
        #expect(throws: PDFError.self) { try file(HandmadePDF.file(["<</Pages 2 0 R>>", "<</Kids[]>>"], trailer: "/Prev \(start)")) }
    }

    @Test("Damage at any place ends in pages or in an error", arguments: ["plain", "streams"])
    func damage(_ name: String) throws {
        let data = try fixture(name)
        var failures = 0
        func read(_ data: Data) {
            do {
                let file = try file(data)
                for page in try file.pages() { _ = try file.content(of: page) }
                _ = try file.information()
            } catch {
                failures += 1
            }
        }
        for count in stride(from: 0, to: data.count, by: 3) { read(data.prefix(count)) }
        // Only the end of the last line may be missing.
        #expect(failures >= data.count / 3 - 3)
        for position in data.indices {
            for byte in [data[position] ^ 1, data[position] &+ 0x10, UInt8(ascii: "9"), 0, UInt8(ascii: "<")] {
                var changed = data
                changed[position] = byte
                read(changed)
            }
        }
        #expect(failures > data.count / 2)
    }

    @Test("Values and streams that would take too much memory throw")
    func memory() throws {
        var parser = PDFParser(ByteBuffer(Data("[".utf8) + Data(String(repeating: "0 ", count: 4_000_001).utf8) + Data("]".utf8)))
        #expect(throws: PDFError.self) { try parser.object() }
        // A table of objects whose 65 MB are packed into less than a hundred kilobytes.
        let packed = try #require(Data(count: 65 << 20).deflated())
        var data = Data("%PDF-1.5\n".utf8)
        let start = data.count
        data += "1 0 obj\n<</Type/XRef/Size 1/W[1 8 8]/Root 1 0 R/Filter/FlateDecode/Length \(packed.count)>>\nstream\n".utf8
        data += packed
        data += "\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8
        #expect(data.count < 100_000)
        #expect(throws: PDFError.self) { try file(data) }
    }

    @Test("Boxes are finite, have an area and are not gigantic")
    func boxes() {
        #expect(PDFPageGeometry.rect([0, 0, .nan, 5]) == nil && PDFPageGeometry.rect([0, 0, .infinity, 5]) == nil)
        #expect(PDFPageGeometry.rect([3, 3, 3, 9]) == nil && PDFPageGeometry.rect([1, 2, 3]) == nil)
        #expect(PDFPageGeometry.rect([0, 0, 1e300, 5]) == CGRect(x: 0, y: 0, width: 1e6, height: 5))
        let geometry = PDFPageGeometry([nil, CGRect(x: -500, y: -500, width: 10, height: 10)], rotation: 30)
        #expect(geometry[.mediaBox] == CGRect(x: 0, y: 0, width: 612, height: 792) && geometry[.cropBox] == geometry[.mediaBox])
        #expect(geometry.rotation == 0)
    }

    @Test("The page as it is shown is mapped to the page's coordinates", arguments: [0, 90, 180, 270])
    func rotations(_ rotation: Int) {
        let media = CGRect(x: 5, y: 10, width: 200, height: 100)
        let geometry = PDFPageGeometry([media], rotation: rotation)
        let shown = CGRect(origin: .zero, size: geometry.shownSize)
        #expect(shown.applying(geometry.fromShown) == media)
        // The upper left corner of the page is turned clockwise.
        let corners = [0: CGPoint(x: 0, y: 100), 90: CGPoint(x: 100, y: 200), 180: CGPoint(x: 200, y: 0), 270: CGPoint.zero]
        #expect(corners[rotation]?.applying(geometry.fromShown) == CGPoint(x: 5, y: 110))
    }
}

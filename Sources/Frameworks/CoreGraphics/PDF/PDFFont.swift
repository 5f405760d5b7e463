import Foundation

/// A font that shows nothing. Text in it has a place and a size, and can be found, selected and copied.
///
/// Each character of the file gets a glyph of its own with the width that the character has when it is drawn. The font is a TrueType font
/// (ISO 32000-1, 9.7.4). A glyph is a line there and back through its box, because readers take the box from the outline. `ToUnicode` gives the
/// characters (9.10.3).
struct PDFFont {
    /// The heights of a line above and below the baseline, in thousandths of the size.
    static let (ascent, descent) = (722, -278)
    /// The maximum number of characters: glyph numbers have 16 bits, and 0 is the glyph of missing characters.
    private static let largestCount = 65534

    /// The characters by their glyph numbers, beginning with 1.
    private var characters: [Character] = []
    private var glyphs: [Character: Int] = [:]
    /// The widths of the characters in thousandths of the size.
    private var widths: [Int] = []

    /// Whether no text has used the font.
    var isEmpty: Bool { characters.isEmpty }

    /// The glyph numbers of a text, and the width of the text for a size of 1. Characters beyond the maximum number are left out.
    mutating func glyphs(of text: String) -> (numbers: [Int], width: CGFloat) {
        let numbers = text.compactMap { glyph($0) }
        return (numbers, CGFloat(numbers.reduce(0) { $0 + widths[$1 - 1] }) / 1000)
    }

    private mutating func glyph(_ character: Character) -> Int? {
        if let known = glyphs[character] { return known }
        guard characters.count < Self.largestCount else { return nil }
        characters.append(character)
        let width = CGContext.textAdvance(String(character), size: 1000)
        widths.append(width.isFinite ? Int(min(max(width.rounded(), 1), 30000)) : 500)
        glyphs[character] = characters.count
        return characters.count
    }

    /// Writes the font's objects. The font itself gets the given number.
    func write(to writer: PDFWriter, as number: Int) {
        let file = fontFile()
        let name = PDFObject.name("OspreyTextLayer")
        let data = writer.write(.stream(PDFStream(deflating: file, ["Length1": .integer(file.count)])))
        let descriptor = writer.write(
            .dictionary([
                "Type": .name("FontDescriptor"), "FontName": name, "Flags": .integer(4), "ItalicAngle": .integer(0),
                "FontBBox": .array([0, Self.descent, widths.max() ?? 0, Self.ascent].map { .integer($0) }), "Ascent": .integer(Self.ascent),
                "Descent": .integer(Self.descent), "CapHeight": .integer(Self.ascent), "StemV": .integer(80), "FontFile2": .reference(data),
            ]))
        let descendant = writer.write(
            .dictionary([
                "Type": .name("Font"), "Subtype": .name("CIDFontType2"), "BaseFont": name, "CIDToGIDMap": .name("Identity"),
                "CIDSystemInfo": .dictionary([
                    "Registry": .string(Array("Adobe".utf8)), "Ordering": .string(Array("Identity".utf8)), "Supplement": .integer(0),
                ]),
                "FontDescriptor": .reference(descriptor), "W": .array([.integer(1), .array(widths.map { .integer($0) })]),
            ]))
        let map = writer.write(.stream(PDFStream(deflating: characterMap())))
        writer.write(
            .dictionary([
                "Type": .name("Font"), "Subtype": .name("Type0"), "BaseFont": name, "Encoding": .name("Identity-H"),
                "DescendantFonts": .array([.reference(descendant)]), "ToUnicode": .reference(map),
            ]), as: number)
    }

    // MARK: Characters

    static func hexadecimal(_ value: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The text of each glyph, in blocks of at most 100.
    private func characterMap() -> Data {
        var text = """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange

            """
        for start in stride(from: 0, to: characters.count, by: 100) {
            let block = start..<min(start + 100, characters.count)
            text += "\(block.count) beginbfchar\n"
            for index in block {
                let units = String(characters[index]).utf16.map { Self.hexadecimal(Int($0)) }
                text += "<\(Self.hexadecimal(index + 1))> <\(units.joined())>\n"
            }
            text += "endbfchar\n"
        }
        text += "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        return Data(text.utf8)
    }

    // MARK: TrueType

    /// The number of bytes of a glyph's outline.
    private static let outlineSize = 24

    /// A font file (ISO/IEC 14496-22). Its first glyph, that of missing characters, is empty.
    private func fontFile() -> Data {
        let count = widths.count + 1
        let tables: [(name: String, data: Data)] = [
            ("glyf", Data(widths.flatMap(Self.outline))),
            ("head", head()),
            ("hhea", horizontalHeader(count)),
            ("hmtx", Data(([500] + widths).flatMap { Self.bytes($0) + Self.bytes(0) })),
            ("loca", Data(([0] + (0..<count).map { $0 * Self.outlineSize }).flatMap { Self.bytes(UInt32($0)) })),
            ("maxp", Data([0, 1, 0, 0]) + Self.bytes(count) + Data(count: 26)),
        ]
        // The largest power of two in the number of tables is 4.
        var file = Data([0, 1, 0, 0])
        file += [tables.count, 64, 2, tables.count * 16 - 64].flatMap { Self.bytes($0) }
        var offset = file.count + 16 * tables.count
        var content = Data()
        for (name, data) in tables {
            let padded = data + Data(count: (4 - data.count % 4) % 4)
            file += name.utf8
            file += [Self.checksum(padded), UInt32(offset), UInt32(data.count)].flatMap { Self.bytes($0) }
            content += padded
            offset += padded.count
        }
        file += content
        // The file's checksum is in the table `head`, which follows the first one.
        let position = 12 + 16 * tables.count + (tables[0].data.count + 3) / 4 * 4 + 8
        file.replaceSubrange(position..<(position + 4), with: Self.bytes(0xB1B0_AFBA &- Self.checksum(file)))
        return file
    }

    /// A contour of two points: from the lower left corner of the glyph's box to the upper right one.
    private static func outline(_ width: Int) -> [UInt8] {
        // The number of contours, the box, the last point of the contour, no instructions, and two points that are on the contour.
        [1, 0, descent, width, ascent, 1, 0].flatMap { bytes($0) } + [1, 1] + [0, width, descent, ascent - descent].flatMap { bytes($0) }
    }

    private func head() -> Data {
        var data = Data([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        data += Self.bytes(UInt32(0x5F0F_3CF5)) + Self.bytes(0) + Self.bytes(1000)
        // No dates, the box of all glyphs, no style, the smallest readable size, the direction, positions of 32 bits.
        data += Data(count: 16)
        data += [0, Self.descent, widths.max() ?? 0, Self.ascent, 0, 8, 2, 1, 0].flatMap { Self.bytes($0) }
        return data
    }

    private func horizontalHeader(_ count: Int) -> Data {
        var data = Data([0, 1, 0, 0])
        data += [Self.ascent, Self.descent, 0, widths.max() ?? 500].flatMap { Self.bytes($0) }
        data += Data(count: 22)
        data += Self.bytes(count)
        return data
    }

    private static func bytes(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }

    private static func bytes(_ value: UInt32) -> [UInt8] { bytes(Int(value >> 16)) + bytes(Int(value & 0xFFFF)) }

    /// The sum of a table's words of 32 bits.
    private static func checksum(_ data: Data) -> UInt32 {
        let bytes = [UInt8](data)
        return stride(from: 0, to: bytes.count - 3, by: 4).reduce(0) { sum, index in
            sum &+ bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}

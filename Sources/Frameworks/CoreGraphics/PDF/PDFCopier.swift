import Foundation

/// Copies pages of a PDF file into another one, as objects that can be drawn (ISO 32000-1, 8.10). Fonts and images that pages share are copied once.
final class PDFCopier {
    private let file: PDFFile
    private let writer: PDFWriter
    private let pages: [PDFPageEntry]
    /// The new numbers of the objects that are copied.
    private var numbers: [Int: Int] = [:]
    private var waiting: [Int] = []
    private var forms: [Int: Int] = [:]

    /// - Throws: ``PDFError`` if the file is encrypted or damaged.
    init(_ buffer: ByteBuffer, _ writer: PDFWriter) throws {
        self.writer = writer
        file = try PDFFile(buffer)
        guard !file.isEncrypted else { throw PDFError("the file is encrypted") }
        pages = try file.pages()
    }

    /// The number of an object that draws a page in the page's own coordinates, clipped to its media box.
    ///
    /// - Throws: ``PDFError`` if the page is damaged.
    func form(ofPage index: Int) throws -> Int {
        if let known = forms[index] { return known }
        guard pages.indices.contains(index) else { throw PDFError("there is no page \(index + 1)") }
        let page = pages[index]
        var stream = try file.content(of: page)
        // The operators may be packed with parameters. All other entries belong to a page's content, not to a form.
        var entries = stream.dictionary.filter { ["Filter", "DecodeParms"].contains($0.key) }
        entries["Type"] = .name("XObject")
        entries["Subtype"] = .name("Form")
        entries["BBox"] = PDFObject(page.geometry[.mediaBox])
        entries["Resources"] = page.resources
        entries["Group"] = page.dictionary["Group"]
        stream.dictionary = entries
        let number = writer.write(try copy(.stream(stream)))
        try copyWaiting()
        forms[index] = number
        return number
    }

    /// A copy of a value with new numbers. The objects to which it refers are copied later.
    private func copy(_ value: PDFObject) throws -> PDFObject {
        switch value {
        case .reference(let number):
            if let known = numbers[number] { return .reference(known) }
            let new = writer.reserve()
            numbers[number] = new
            waiting.append(number)
            return .reference(new)
        case .array(let values): return .array(try values.map(copy))
        case .dictionary(let entries): return .dictionary(try copy(entries))
        case .stream(let stream): return .stream(PDFStream(try copy(stream.dictionary.filter { $0.key != "Length" }), stream.bytes))
        default: return value
        }
    }

    private func copy(_ entries: [String: PDFObject]) throws -> [String: PDFObject] {
        // `Parent` would lead from a part of a page to all pages.
        try entries.filter { $0.key != "Parent" && $0.key != "StructParent" && $0.key != "StructParents" }.mapValues(copy)
    }

    private func copyWaiting() throws {
        while let number = waiting.popLast() {
            guard let new = numbers[number] else { continue }
            writer.write(try copy(try file.object(number)), as: new)
        }
    }
}

import CoreGraphics
import Foundation

/// A PDF document whose pages can be read, drawn, reordered and written.
///
/// The conditions of `CGPDFDocument` apply: the package `poppler-utils` draws pages and finds their text.
open class PDFDocument: NSObject, NSCopying, @unchecked Sendable {
    private let file: CGPDFDocument?
    private var pages: [PDFPage] = []
    /// Whether the pages differ from those of the file.
    var isChanged = false
    private var attributes: [AnyHashable: Any]?

    /// The file of the document; `nil` if it was not made from a file.
    open private(set) var documentURL: URL?

    private init(_ file: CGPDFDocument?) {
        self.file = file
        super.init()
        addPages()
    }

    /// Makes a document without pages.
    public convenience override init() { self.init(nil as CGPDFDocument?) }

    /// The document in a file; `nil` if there is none. The reason is written to standard error.
    public convenience init?(url: URL) {
        guard let file = CGPDFDocument(url as CFURL) else { return nil }
        self.init(file)
        documentURL = url
    }

    /// The document in bytes; `nil` if there is none. The reason is written to standard error.
    public convenience init?(data: Data) {
        guard let file = CGDataProvider(data: data as CFData).flatMap({ CGPDFDocument($0) }) else { return nil }
        self.init(file)
    }

    /// A document with the same pages.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PDFDocument(nil as CGPDFDocument?)
        for (index, page) in pages.enumerated() { (page.copy() as? PDFPage).map { copy.insert($0, at: index) } }
        copy.documentAttributes = documentAttributes
        return copy
    }

    private func addPages() {
        guard let file, file.numberOfPages > 0 else { return }
        pages = (1...file.numberOfPages).compactMap { file.page(at: $0).map { PDFPage($0) } }
        for page in pages { page.document = self }
    }

    // MARK: Properties

    /// The document of the file; `nil` if there is none.
    open var documentRef: CGPDFDocument? { file }

    /// The first number of the version of the file's format; 1 without a file.
    open var majorVersion: Int { version.major }
    /// The second number of the version of the file's format; 4 without a file.
    open var minorVersion: Int { version.minor }

    private var version: (major: Int, minor: Int) {
        guard let file else { return (1, 4) }
        var (major, minor): (Int32, Int32) = (1, 4)
        file.getVersion(majorVersion: &major, minorVersion: &minor)
        return (Int(major), Int(minor))
    }

    /// Whether the file is encrypted.
    open var isEncrypted: Bool { file?.isEncrypted ?? false }
    /// Whether a password is needed. A locked document has no pages.
    open var isLocked: Bool { file.map { !$0.isUnlocked } ?? false }
    /// Whether the document's author permits copying.
    open var allowsCopying: Bool { file?.allowsCopying ?? true }
    /// Whether the document's author permits printing.
    open var allowsPrinting: Bool { file?.allowsPrinting ?? true }

    /// Unlocks the document with its user or owner password. Returns whether it is unlocked now.
    @discardableResult
    open func unlock(withPassword password: String) -> Bool {
        guard let file, isLocked else { return true }
        guard file.unlockWithPassword(password) else { return false }
        addPages()
        return true
    }

    /// The description of the document, by ``PDFDocumentAttribute``.
    open var documentAttributes: [AnyHashable: Any]? {
        get { attributes ?? file.map { PDFDocumentAttribute.attributes($0.information) } }
        set {
            attributes = newValue
            isChanged = true
        }
    }

    /// The text of all pages, with a line end between them; `nil` if the document is locked.
    open var string: String? {
        guard !isLocked else { return nil }
        if let file, !isChanged, file.numberOfPages > 0 {
            return file.texts(ofPages: 1...file.numberOfPages).joined(separator: "\n")
        }
        return pages.map { $0.string ?? "" }.joined(separator: "\n")
    }

    // MARK: Pages

    /// The number of pages; 0 if the document is locked.
    open var pageCount: Int { pages.count }

    /// A page by its index, from 0 on; `nil` if there is none.
    open func page(at index: Int) -> PDFPage? { pages.indices.contains(index) ? pages[index] : nil }

    /// The index of a page; `NSNotFound` if it is not in the document.
    open func index(for page: PDFPage) -> Int { pages.firstIndex { $0 === page } ?? NSNotFound }

    /// Inserts a page before the page with the given index. An index outside the document is the nearest one inside.
    open func insert(_ page: PDFPage, at index: Int) {
        pages.insert(page, at: min(max(index, 0), pages.count))
        page.document = self
        isChanged = true
    }

    /// Removes a page. Has no effect if there is none with the index.
    open func removePage(at index: Int) {
        guard pages.indices.contains(index) else { return }
        pages.remove(at: index).document = nil
        isChanged = true
    }

    /// Exchanges two pages. Has no effect if one of them does not exist.
    open func exchangePage(at indexA: Int, withPageAt indexB: Int) {
        guard pages.indices.contains(indexA), pages.indices.contains(indexB) else { return }
        pages.swapAt(indexA, indexB)
        isChanged = true
    }

    // MARK: Files

    /// The bytes of the document. An unchanged document has the bytes of its file. A changed document keeps the paths, texts and images of its pages,
    /// but not their links, notes and forms. `nil` if the document is locked.
    open func dataRepresentation() -> Data? {
        guard !isLocked else { return nil }
        if let file, !isChanged { return Data(file.data) }
        let data = NSMutableData()
        guard let consumer = CGDataConsumer(data: data), draw(consumer) else { return nil }
        return data as Data
    }

    /// Writes the document to a file, like ``dataRepresentation()``. Returns whether it was written.
    @discardableResult
    open func write(to url: URL) -> Bool {
        // The document may still need the file that is replaced.
        guard let data = dataRepresentation() else { return false }
        return (try? data.write(to: url, options: .atomic)) != nil
    }

    /// Writes the document to a file, like ``write(to:)``.
    @discardableResult
    open func write(toFile path: String) -> Bool { write(to: URL(fileURLWithPath: path)) }

    /// Writes the document to a file. If the options have a password, it is not written, because Osprey does not write encrypted documents. Other
    /// options have no effect.
    @discardableResult
    open func write(to url: URL, withOptions options: [PDFDocumentWriteOption: Any]?) -> Bool {
        guard options?[.ownerPasswordOption] == nil, options?[.userPasswordOption] == nil else { return false }
        return write(to: url)
    }

    private func draw(_ consumer: CGDataConsumer) -> Bool {
        guard let context = CGContext(consumer: consumer, mediaBox: nil, PDFDocumentAttribute.information(documentAttributes)) else {
            return false
        }
        for page in pages {
            context.beginPDFPage([
                kCGPDFContextMediaBox: page.bounds(for: .mediaBox), kCGPDFContextCropBox: page.bounds(for: .cropBox),
                CGContext.pageRotationKey: page.rotation,
            ])
            page.drawContent(with: .mediaBox, to: context)
            context.endPDFPage()
        }
        return context.closeDocument()
    }
}

/// The keys of a document's description.
public struct PDFDocumentAttribute: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The title, a string.
    public static let titleAttribute = PDFDocumentAttribute(rawValue: "Title")
    /// The author, a string.
    public static let authorAttribute = PDFDocumentAttribute(rawValue: "Author")
    /// The subject, a string.
    public static let subjectAttribute = PDFDocumentAttribute(rawValue: "Subject")
    /// The program that made the original document, a string.
    public static let creatorAttribute = PDFDocumentAttribute(rawValue: "Creator")
    /// The program that wrote the PDF document, a string.
    public static let producerAttribute = PDFDocumentAttribute(rawValue: "Producer")
    /// The time at which the document was made, a `Date`.
    public static let creationDateAttribute = PDFDocumentAttribute(rawValue: "CreationDate")
    /// The time at which the document was changed, a `Date`.
    public static let modificationDateAttribute = PDFDocumentAttribute(rawValue: "ModDate")
    /// The keywords, an array of strings.
    public static let keywordsAttribute = PDFDocumentAttribute(rawValue: "Keywords")

    /// The attributes of a file's texts.
    static func attributes(_ information: [String: String]) -> [AnyHashable: Any] {
        var result: [AnyHashable: Any] = [:]
        for (name, text) in information {
            let key = PDFDocumentAttribute(rawValue: name)
            switch key {
            case .creationDateAttribute, .modificationDateAttribute: result[key] = date(text)
            case .keywordsAttribute:
                result[key] = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            default: result[key] = text
            }
        }
        return result
    }

    /// The description for a new file.
    static func information(_ attributes: [AnyHashable: Any]?) -> [String: Any] {
        var result: [String: Any] = [:]
        for (attribute, key) in [
            (titleAttribute, kCGPDFContextTitle), (authorAttribute, kCGPDFContextAuthor), (subjectAttribute, kCGPDFContextSubject),
            (creatorAttribute, kCGPDFContextCreator), (keywordsAttribute, kCGPDFContextKeywords),
        ] {
            result[key] = attributes?[attribute] ?? attributes?[attribute.rawValue]
        }
        return result
    }

    /// A date such as `D:20240131235959+01'00'`, without the parts that may be missing at its end (ISO 32000-1, 7.9.4); `nil` for other texts.
    private static func date(_ text: String) -> Date? {
        let digits = text.dropFirst(text.hasPrefix("D:") ? 2 : 0)
        let numbers = digits.prefix { $0.isASCII && $0.isNumber }
        func number(_ start: Int, _ count: Int, _ standard: Int) -> Int {
            numbers.count >= start + count ? Int(numbers.dropFirst(start).prefix(count)) ?? standard : standard
        }
        guard numbers.count >= 4, numbers.count <= 14 else { return nil }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (number(0, 4, 1970), number(4, 2, 1), number(6, 2, 1))
        (parts.hour, parts.minute, parts.second) = (number(8, 2, 0), number(10, 2, 0), number(12, 2, 0))
        let zone = digits.dropFirst(numbers.count)
        let offset = zone.dropFirst().split(separator: "'").prefix(2).compactMap { Int($0) }
        let minutes = zone.first == "+" || zone.first == "-" ? (offset.first ?? 0) * 60 + (offset.dropFirst().first ?? 0) : 0
        guard abs(minutes) < 24 * 60 else { return nil }
        parts.timeZone = TimeZone(secondsFromGMT: (zone.first == "-" ? -60 : 60) * minutes)
        return Calendar(identifier: .gregorian).date(from: parts)
    }
}

/// The options for writing a document.
public struct PDFDocumentWriteOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The owner password. Documents with a password are not written.
    public static let ownerPasswordOption = PDFDocumentWriteOption(rawValue: "PDFDocumentOwnerPasswordOption")
    /// The user password. Documents with a password are not written.
    public static let userPasswordOption = PDFDocumentWriteOption(rawValue: "PDFDocumentUserPasswordOption")
}

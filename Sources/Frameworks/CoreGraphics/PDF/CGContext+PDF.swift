import Foundation

/// The key of a document's title, a string.
public let kCGPDFContextTitle: CFString = "kCGPDFContextTitle"
/// The key of a document's author, a string.
public let kCGPDFContextAuthor: CFString = "kCGPDFContextAuthor"
/// The key of a document's subject, a string.
public let kCGPDFContextSubject: CFString = "kCGPDFContextSubject"
/// The key of a document's keywords: a string, or an array of strings.
public let kCGPDFContextKeywords: CFString = "kCGPDFContextKeywords"
/// The key of the program that made a document, a string.
public let kCGPDFContextCreator: CFString = "kCGPDFContextCreator"
/// The key of a document's owner password. Osprey does not write encrypted documents, and makes no context if there is a password.
public let kCGPDFContextOwnerPassword: CFString = "kCGPDFContextOwnerPassword"
/// The key of a document's user password. Osprey does not write encrypted documents, and makes no context if there is a password.
public let kCGPDFContextUserPassword: CFString = "kCGPDFContextUserPassword"
/// The key of the number of bits of an encryption key. It has no effect.
public let kCGPDFContextEncryptionKeyLength: CFString = "kCGPDFContextEncryptionKeyLength"
/// The key of the permission to print a document. It has no effect, because only encrypted documents have permissions.
public let kCGPDFContextAllowsPrinting: CFString = "kCGPDFContextAllowsPrinting"
/// The key of the permission to copy from a document. It has no effect, because only encrypted documents have permissions.
public let kCGPDFContextAllowsCopying: CFString = "kCGPDFContextAllowsCopying"
/// The key of a page's media box: a `CGRect`, its bytes as data, or an `NSValue`.
public let kCGPDFContextMediaBox: CFString = "kCGPDFContextMediaBox"
/// The key of a page's crop box: a `CGRect`, its bytes as data, or an `NSValue`.
public let kCGPDFContextCropBox: CFString = "kCGPDFContextCropBox"
/// The key of a page's bleed box: a `CGRect`, its bytes as data, or an `NSValue`.
public let kCGPDFContextBleedBox: CFString = "kCGPDFContextBleedBox"
/// The key of a page's trim box: a `CGRect`, its bytes as data, or an `NSValue`.
public let kCGPDFContextTrimBox: CFString = "kCGPDFContextTrimBox"
/// The key of a page's art box: a `CGRect`, its bytes as data, or an `NSValue`.
public let kCGPDFContextArtBox: CFString = "kCGPDFContextArtBox"

extension CGContext {
    /// The key of the clockwise rotation with which a page is shown: an `Int`, a multiple of 90.
    package static let pageRotationKey = "osprey.rotation"

    /// A context that writes a PDF document.
    ///
    /// `nil` if the consumer does not take bytes, or if there is a password. The reason is written to standard error.
    ///
    /// - Parameters:
    ///   - consumer: takes the bytes, page by page.
    ///   - mediaBox: the box of pages that have none of their own. The default is US Letter, 612 by 792 points.
    ///   - auxiliaryInfo: the description of the document, such as ``kCGPDFContextTitle``.
    public convenience init?(consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
        let information = auxiliaryInfo ?? [:]
        let passwords = [kCGPDFContextOwnerPassword, kCGPDFContextUserPassword].compactMap { information[$0] as? String }
        guard passwords.allSatisfy(\.isEmpty) else {
            CGPDFDocument.report("documents with a password cannot be written")
            return nil
        }
        let box = (mediaBox?.pointee).flatMap(Self.box) ?? PDFPageGeometry.standardBox
        guard let canvas = PDFCanvas(consumer, mediaBox: box, information: Self.description(information)) else {
            CGPDFDocument.report("a document cannot be written")
            return nil
        }
        self.init(canvas)
    }

    /// A context that writes a PDF document to a file. An existing file is replaced.
    ///
    /// `nil` if the file cannot be written, or if there is a password. The reason is written to standard error.
    ///
    /// - Parameters:
    ///   - mediaBox: the box of pages that have none of their own. The default is US Letter, 612 by 792 points.
    ///   - auxiliaryInfo: the description of the document, such as ``kCGPDFContextTitle``.
    public convenience init?(_ url: CFURL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
        guard let consumer = CGDataConsumer(url: url) else { return nil }
        self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
    }

    /// Begins a page, with the initial graphics state. Has no effect if the context does not write PDF.
    ///
    /// - Parameter pageInfo: the page's boxes, such as ``kCGPDFContextMediaBox``.
    public func beginPDFPage(_ pageInfo: CFDictionary?) {
        guard let canvas else { return }
        let information = pageInfo ?? [:]
        var entries: [String: PDFObject] = [:]
        for (name, key) in [
            ("CropBox", kCGPDFContextCropBox), ("BleedBox", kCGPDFContextBleedBox), ("TrimBox", kCGPDFContextTrimBox),
            ("ArtBox", kCGPDFContextArtBox),
        ] {
            if let box = information[key].flatMap(Self.box) { entries[name] = PDFObject(box) }
        }
        if let rotation = information[Self.pageRotationKey] as? Int, rotation != 0 { entries["Rotate"] = .integer(rotation) }
        canvas.beginPage(information[kCGPDFContextMediaBox].flatMap(Self.box) ?? canvas.mediaBox, entries)
        resetGState()
    }

    /// Ends the page. Has no effect if the context does not write PDF.
    public func endPDFPage() {
        guard let canvas else { return }
        canvas.endPage()
        resetGState()
    }

    /// Begins a page of a PDF document. Has no effect on a bitmap, which has only one page.
    ///
    /// - Parameter mediaBox: the page's box; `nil` for the context's.
    public func beginPage(mediaBox: UnsafePointer<CGRect>?) {
        beginPDFPage(mediaBox.map { [kCGPDFContextMediaBox: $0.pointee] })
    }

    /// Ends the page of a PDF document. Has no effect on a bitmap, which has only one page.
    public func endPage() { endPDFPage() }

    /// Writes the end of the document. Later calls have no effect. A context that is no longer used does this, too.
    public func closePDF() { closeDocument() }

    /// Writes the end of the document. Returns whether the consumer has taken all bytes.
    @discardableResult
    package func closeDocument() -> Bool { canvas?.close() ?? false }

    /// The media box of the current PDF page; `nil` if there is none.
    package var pageBox: CGRect? { canvas?.page?.mediaBox }

    /// A box from the value of a key; `nil` if it is none, or if it has no area.
    private static func box(_ value: Any) -> CGRect? {
        var box: CGRect?
        if let rect = value as? CGRect {
            box = rect
        } else if let data = value as? Data, data.count == MemoryLayout<CGRect>.size {
            box = data.withUnsafeBytes { $0.loadUnaligned(as: CGRect.self) }
        } else if let value = value as? NSValue {
            box = value as? CGRect
        }
        return box.flatMap { PDFPageGeometry.rect([$0.minX, $0.minY, $0.maxX, $0.maxY].map { Double($0) }) }
    }

    private static func description(_ information: CFDictionary) -> [String: PDFObject] {
        var entries: [String: PDFObject] = ["Producer": PDFObject(text: "Osprey")]
        for (name, key) in [
            ("Title", kCGPDFContextTitle), ("Author", kCGPDFContextAuthor), ("Subject", kCGPDFContextSubject),
            ("Keywords", kCGPDFContextKeywords), ("Creator", kCGPDFContextCreator),
        ] {
            let text = (information[key] as? String) ?? (information[key] as? [String])?.joined(separator: ", ")
            if let text { entries[name] = PDFObject(text: text) }
        }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "'D:'yyyyMMddHHmmss'Z'"
        entries["CreationDate"] = PDFObject(text: format.string(from: Date()))
        return entries
    }
}

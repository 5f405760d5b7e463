import CoreGraphics
import Foundation
import UIFoundation

/// The format of a renderer of PDF documents.
open class UIGraphicsPDFRendererFormat: UIGraphicsRendererFormat {
    /// The description of the document, such as `kCGPDFContextTitle`.
    open var documentInfo: [String: Any] = [:]

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        (copy as? UIGraphicsPDFRendererFormat)?.documentInfo = documentInfo
        return copy
    }
}

/// The context of the drawing actions of a renderer of PDF documents.
open class UIGraphicsPDFRendererContext: UIGraphicsRendererContext {
    /// The rectangle of the current page, in points.
    open private(set) var pdfContextBounds: CGRect

    init(_ context: CGContext, _ format: UIGraphicsPDFRendererFormat) {
        pdfContextBounds = format.bounds
        super.init(context, format)
    }

    /// Begins a page with the bounds of the renderer.
    open func beginPage() { beginPage(withBounds: format.bounds, pageInfo: [:]) }

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - bounds: the page's rectangle in points. If it has no area, the page is US Letter.
    ///   - pageInfo: other boxes of the page, such as `kCGPDFContextCropBox`.
    open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) {
        pdfContextBounds = PDFDrawing.beginPage(cgContext, bounds, pageInfo)
    }
}

/// Makes PDF documents by drawing.
open class UIGraphicsPDFRenderer: NSObject {
    private let pdfFormat: UIGraphicsPDFRendererFormat

    /// The format of the documents.
    open var format: UIGraphicsPDFRendererFormat { pdfFormat }

    /// A renderer of documents with pages of the given bounds.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    /// A renderer of documents with pages of the given bounds.
    public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
        pdfFormat = (format.copy() as? UIGraphicsPDFRendererFormat) ?? format
        pdfFormat.bounds = bounds
    }

    /// Makes a document by calling `actions`, which draw its pages. Returns the bytes of the document.
    open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
        let data = NSMutableData()
        if let consumer = CGDataConsumer(data: data) { draw(consumer, actions) }
        return data as Data
    }

    /// Makes a document by calling `actions`, which draw its pages, and writes it to a file.
    ///
    /// - Throws: `CocoaError` if the file cannot be written.
    open func writePDF(to url: URL, withActions actions: (UIGraphicsPDFRendererContext) -> Void) throws {
        guard let consumer = CGDataConsumer(url: url), draw(consumer, actions) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url])
        }
    }

    /// Returns whether the document was written.
    @discardableResult
    private func draw(_ consumer: CGDataConsumer, _ actions: (UIGraphicsPDFRendererContext) -> Void) -> Bool {
        guard let context = PDFDrawing.context(consumer, pdfFormat.bounds, pdfFormat.documentInfo) else { return false }
        DrawingStack.drawing(in: DrawingTarget(context, isFlipped: true)) {
            actions(UIGraphicsPDFRendererContext(context, pdfFormat))
        }
        return context.closeDocument()
    }
}

// MARK: - Functions

/// Makes a PDF document current until ``UIGraphicsEndPDFContext()``. Its bytes are appended to `data`.
///
/// - Parameters:
///   - bounds: the bounds of pages that have none of their own. If they have no area, pages are US Letter.
///   - documentInfo: the description of the document, such as `kCGPDFContextTitle`.
public func UIGraphicsBeginPDFContextToData(_ data: NSMutableData, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?) {
    let context = CGDataConsumer(data: data).flatMap { PDFDrawing.context($0, bounds, PDFDrawing.names(documentInfo)) }
    DrawingStack.push(context.map { DrawingTarget($0, isFlipped: true) })
}

/// Makes a PDF document in a file current until ``UIGraphicsEndPDFContext()``. Returns whether the file can be written.
///
/// - Parameters:
///   - bounds: the bounds of pages that have none of their own. If they have no area, pages are US Letter.
///   - documentInfo: the description of the document, such as `kCGPDFContextTitle`.
@discardableResult
public func UIGraphicsBeginPDFContextToFile(_ path: String, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?) -> Bool {
    let consumer = CGDataConsumer(url: URL(fileURLWithPath: path))
    guard let context = consumer.flatMap({ PDFDrawing.context($0, bounds, PDFDrawing.names(documentInfo)) }) else { return false }
    DrawingStack.push(DrawingTarget(context, isFlipped: true))
    return true
}

/// Begins a page of the current PDF document, with the document's bounds.
public func UIGraphicsBeginPDFPage() { UIGraphicsBeginPDFPageWithInfo(.zero, nil) }

/// Begins a page of the current PDF document.
///
/// - Parameters:
///   - bounds: the page's rectangle in points. If it has no area, the page has the document's bounds.
///   - pageInfo: other boxes of the page, such as `kCGPDFContextCropBox`.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
    guard let context = DrawingStack.current?.context else { return }
    PDFDrawing.beginPage(context, bounds, PDFDrawing.names(pageInfo))
}

/// The rectangle of the current page of the current PDF document; zero if there is none.
public func UIGraphicsGetPDFContextBounds() -> CGRect { DrawingStack.current?.context.pageBox ?? .zero }

/// Ends the current PDF document.
public func UIGraphicsEndPDFContext() { DrawingStack.pop()?.context.closePDF() }

/// PDF contexts whose y axis points downwards.
private enum PDFDrawing {
    static func context(_ consumer: CGDataConsumer, _ bounds: CGRect, _ information: [String: Any]) -> CGContext? {
        withUnsafePointer(to: bounds) { CGContext(consumer: consumer, mediaBox: $0, information) }
    }

    static func names(_ values: [AnyHashable: Any]?) -> [String: Any] {
        var result: [String: Any] = [:]
        for (key, value) in values ?? [:] { if let name = key as? String { result[name] = value } }
        return result
    }

    /// Begins a page whose origin is its upper left corner. Returns the page's rectangle.
    @discardableResult
    static func beginPage(_ context: CGContext, _ bounds: CGRect, _ information: [String: Any]) -> CGRect {
        context.beginPDFPage(information.merging([kCGPDFContextMediaBox: bounds]) { $1 })
        guard let box = context.pageBox else { return .zero }
        context.translateBy(x: 0, y: box.minY + box.maxY)
        context.scaleBy(x: 1, y: -1)
        return box
    }
}

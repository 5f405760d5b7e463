import AppKit
import CoreGraphics
import Foundation
import UIFoundation
import UIKit

/// The boxes of a page.
public enum PDFDisplayBox: Int, Sendable {
    /// The paper.
    case mediaBox = 0
    /// The part that is shown.
    case cropBox = 1
    /// The part that is printed, with margins that are cut off.
    case bleedBox = 2
    /// The page after it is cut.
    case trimBox = 3
    /// The page's content.
    case artBox = 4

    var box: CGPDFBox {
        switch self {
        case .mediaBox: .mediaBox
        case .cropBox: .cropBox
        case .bleedBox: .bleedBox
        case .trimBox: .trimBox
        case .artBox: .artBox
        }
    }
}

/// A page of a PDF document: a page of a file, an image, or an empty page.
open class PDFPage: NSObject, NSCopying, @unchecked Sendable {
    private enum Content {
        case page(CGPDFPage)
        case image(CGImage)
        case nothing
    }

    private let content: Content
    /// The boxes that the program has set.
    private var boxes: [PDFDisplayBox: CGRect] = [:]
    private var turns: Int?
    /// The boxes and the rotation of pages that are not from a file.
    private let size: CGSize

    /// The document of the page; `nil` if the page is in none.
    open internal(set) weak var document: PDFDocument?

    private init(_ content: Content, _ size: CGSize) { (self.content, self.size) = (content, size) }

    convenience init(_ page: CGPDFPage) { self.init(.page(page), page.getBoxRect(.mediaBox).size) }

    /// Makes an empty page of 612 by 792 points.
    public convenience override init() { self.init(.nothing, CGSize(width: 612, height: 792)) }

    /// A page with an upright image. `nil` if the image has no pixels.
    public convenience init?(image: UIImage) {
        guard let pixels = image.shown, image.size.width > 0, image.size.height > 0 else { return nil }
        self.init(.image(pixels), image.size)
    }

    /// A page with an image. `nil` if the image has no pixels.
    public convenience init?(image: NSImage) {
        guard let pixels = image.cgImage(forProposedRect: nil, context: nil, hints: nil), image.size.width > 0, image.size.height > 0
        else { return nil }
        self.init(.image(pixels), image.size)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PDFPage(content, size)
        (copy.boxes, copy.turns) = (boxes, turns)
        return copy
    }

    // MARK: Properties

    /// The page of a file; `nil` if the page is not from a file.
    open var pageRef: CGPDFPage? { if case .page(let page) = content { page } else { nil } }

    /// The page's number in its document, from 1 on, as a text; `nil` if the page is in none.
    open var label: String? {
        document.map { $0.index(for: self) }.flatMap { $0 == NSNotFound ? nil : String($0 + 1) }
    }

    /// A box of the page in points, without the rotation. Boxes that are missing are the crop box or the media box.
    open func bounds(for box: PDFDisplayBox) -> CGRect {
        if let own = boxes[box] { return own }
        if let page = pageRef, boxes[.mediaBox] == nil || box == .mediaBox { return page.getBoxRect(box.box) }
        return boxes[.cropBox] ?? boxes[.mediaBox] ?? CGRect(origin: .zero, size: size)
    }

    /// Sets a box. Rectangles that are not finite or have no area are ignored.
    open func setBounds(_ bounds: CGRect, for box: PDFDisplayBox) {
        let edges = [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]
        guard edges.allSatisfy({ abs($0) <= 1_000_000 }), bounds.width > 0, bounds.height > 0 else { return }
        boxes[box] = bounds.standardized
        document?.isChanged = true
    }

    /// The clockwise rotation with which the page is shown: 0, 90, 180 or 270 degrees. Other multiples of 90 are converted, and other numbers are
    /// ignored.
    open var rotation: Int {
        get { turns ?? Int(pageRef?.rotationAngle ?? 0) }
        set {
            guard newValue % 90 == 0 else { return }
            turns = (newValue % 360 + 360) % 360
            document?.isChanged = true
        }
    }

    /// The text of the page; `nil` if it has none, or if it cannot be read.
    open var string: String? {
        guard let page = pageRef, let text = page.document?.texts(ofPages: page.pageNumber...page.pageNumber).first, !text.isEmpty else {
            return nil
        }
        return text
    }

    /// The text of the page without attributes; `nil` if it has none.
    open var attributedString: NSAttributedString? { string.map { NSAttributedString(string: $0) } }

    /// The number of UTF-16 units of the page's text.
    open var numberOfCharacters: Int { string?.utf16.count ?? 0 }

    // MARK: Drawing

    /// The transform that moves a box of the page to the origin, as it is shown with its rotation.
    open func transform(for box: PDFDisplayBox) -> CGAffineTransform {
        let area = bounds(for: box)
        switch rotation {
        case 90: return CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: -area.minY, ty: area.maxX)
        case 180: return CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: area.maxX, ty: area.maxY)
        case 270: return CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: area.maxY, ty: -area.minX)
        default: return CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: -area.minX, ty: -area.minY)
        }
    }

    /// Applies the transform of a box to a context.
    open func transform(_ context: CGContext, for box: PDFDisplayBox) { context.concatenate(transform(for: box)) }

    /// Draws the page as it is shown with its rotation. The lower left corner of the box is at the origin. The part outside the box is not drawn.
    open func draw(with box: PDFDisplayBox, to context: CGContext) {
        context.saveGState()
        transform(context, for: box)
        drawContent(with: box, to: context)
        context.restoreGState()
    }

    /// Draws the page in its own coordinates. The part outside the box is not drawn.
    func drawContent(with box: PDFDisplayBox, to context: CGContext) {
        context.clip(to: bounds(for: box))
        switch content {
        case .page(let page): context.drawPDFPage(page)
        case .image(let image): context.draw(image, in: CGRect(origin: .zero, size: size))
        case .nothing: break
        }
    }

    /// The size of a box as it is shown.
    private func shownSize(_ box: PDFDisplayBox) -> CGSize {
        let size = bounds(for: box).size
        return rotation % 180 == 0 ? size : CGSize(width: size.height, height: size.width)
    }

    /// The pixels of the page on white, scaled to fit into a size, one for each point.
    private func pixels(of size: CGSize, for box: PDFDisplayBox) -> CGImage? {
        let shown = shownSize(box)
        let scale = min(size.width / shown.width, size.height / shown.height)
        let fitted = CGSize(width: (shown.width * scale).rounded(), height: (shown.height * scale).rounded())
        guard scale > 0, let target = DrawingTarget(size: fitted, scale: 1, isOpaque: true, isFlipped: false) else { return nil }
        let context = target.context
        context.setFillColor(gray: 1, alpha: 1)
        context.fill(CGRect(origin: .zero, size: fitted))
        context.scaleBy(x: fitted.width / shown.width, y: fitted.height / shown.height)
        draw(with: box, to: context)
        return context.makeImage()
    }

    /// A picture of the page on white, as it is shown, with its aspect ratio. It fits into the size in points, and a point is a pixel.
    ///
    /// The type of the result chooses between AppKit's picture and UIKit's. AppKit's is the default.
    open func thumbnail(of size: CGSize, for box: PDFDisplayBox) -> NSImage {
        pixels(of: size, for: box).map { NSImage(cgImage: $0, size: .zero) } ?? NSImage(size: .zero)
    }

    /// A picture of the page on white, as it is shown, with its aspect ratio. It fits into the size in points, and a point is a pixel.
    ///
    /// The type of the result chooses between AppKit's picture and UIKit's. AppKit's is the default.
    @_disfavoredOverload
    open func thumbnail(of size: CGSize, for box: PDFDisplayBox) -> UIImage {
        pixels(of: size, for: box).map { UIImage(cgImage: $0) } ?? UIImage()
    }
}

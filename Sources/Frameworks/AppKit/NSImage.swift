import CoreGraphics
import CoreImage
import Foundation
import ImageIO
import UIFoundation

/// A picture with a size. A picture has one or more representations, or a drawing function.
open class NSImage: NSObject, NSCopying, @unchecked Sendable {
    /// The name of a picture in the program's bundle.
    public typealias Name = String

    private var reps: [NSImageRep] = []
    private var handler: (isFlipped: Bool, draw: (NSRect) -> Bool)?

    /// The size in points.
    open var size: NSSize

    /// The colour that is drawn behind the picture. The initial colour is transparent.
    open var backgroundColor = NSColor.clear
    /// Whether the picture is only a shape that is drawn in another colour. It has no effect.
    open var isTemplate = false

    /// The part of the picture that is used for alignment. The initial value is the whole picture.
    open var alignmentRect: NSRect {
        get { alignment ?? NSRect(origin: .zero, size: size) }
        set { alignment = newValue }
    }
    private var alignment: NSRect?

    /// A picture of a size without a representation. ``lockFocus()`` creates one.
    public init(size: NSSize) { self.size = size }

    /// A picture without a size and a representation.
    public override convenience init() { self.init(size: .zero) }

    private convenience init(_ reps: [NSImageRep]) {
        self.init(size: reps.first?.size ?? .zero)
        self.reps = reps
    }

    /// A picture with the pixels of a `CGImage`.
    ///
    /// - Parameter size: the size in points. If it is zero, each pixel is a point.
    public convenience init(cgImage: CGImage, size: NSSize) {
        let rep = NSBitmapImageRep(cgImage: cgImage)
        if size != .zero { rep.size = size }
        self.init([rep])
    }

    /// A picture that a function draws in the current context whenever the picture is needed.
    ///
    /// - Parameters:
    ///   - drawingHandlerShouldBeCalledWithFlippedContext: whether y points downwards in that context.
    ///   - drawingHandler: draws in a rectangle, and returns `true` on success.
    public convenience init(
        size: NSSize, flipped drawingHandlerShouldBeCalledWithFlippedContext: Bool, drawingHandler: @escaping (NSRect) -> Bool
    ) {
        self.init(size: size)
        handler = (drawingHandlerShouldBeCalledWithFlippedContext, drawingHandler)
    }

    /// A picture from a file's bytes, with its orientation applied; `nil` if the bytes cannot be read.
    public convenience init?(data: Data) { self.init(CGImageSourceCreateWithData(data as CFData, nil), upright: true) }

    /// A picture from a file's bytes, in the stored orientation; `nil` if the bytes cannot be read.
    public convenience init?(dataIgnoringOrientation data: Data) {
        self.init(CGImageSourceCreateWithData(data as CFData, nil), upright: false)
    }

    /// The picture of a file, with its orientation applied; `nil` if it cannot be read.
    public convenience init?(contentsOf url: URL) {
        guard url.isFileURL else { return nil }
        self.init(CGImageSourceCreateWithURL(url, nil), upright: true)
    }

    /// The picture of a file, with its orientation applied; `nil` if it cannot be read.
    public convenience init?(contentsOfFile fileName: String) { self.init(contentsOf: URL(fileURLWithPath: fileName)) }

    /// The picture of a file. The file is read immediately. If it cannot be read, there is no representation, and ``isValid`` is `false`.
    public convenience init(byReferencing url: URL) {
        self.init(CGImageSourceCreateWithURL(url, nil).map { NSBitmapImageRep.reps($0, upright: true) } ?? [])
    }

    /// The picture of a file. The file is read immediately. If it cannot be read, there is no representation, and ``isValid`` is `false`.
    public convenience init?(byReferencingFile fileName: String) { self.init(byReferencing: URL(fileURLWithPath: fileName)) }

    /// A picture from the bytes of a file, or from the text of a file's URL, on a pasteboard; `nil` if they cannot be read.
    public required convenience init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType) {
        let data = (propertyList as? Data) ?? (propertyList as? String).map { Data($0.utf8) }
        guard let data, let reps = NSImage.reps(data, type) else { return nil }
        self.init(size: .zero)
        addRepresentations(reps)
    }

    /// A picture file in the main bundle, by its name with or without an extension; `nil` if there is none. Asset catalogues are not read.
    public convenience init?(named name: NSImage.Name) {
        guard let url = PictureFile.url(named: name, in: .main) else { return nil }
        self.init(contentsOf: url)
    }

    /// The picture of a literal `#imageLiteral`: a file in the main bundle, which must exist.
    public required convenience init(imageLiteralResourceName name: String) {
        guard let image = NSImage(named: name) else { preconditionFailure("there is no picture '\(name)' in the main bundle") }
        self.init(image.reps)
    }

    private convenience init?(_ source: CGImageSource?, upright: Bool) {
        let reps = source.map { NSBitmapImageRep.reps($0, upright: upright) } ?? []
        guard !reps.isEmpty else { return nil }
        self.init(reps)
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSImage(size: size)
        (copy.reps, copy.handler, copy.backgroundColor, copy.isTemplate, copy.alignment) = (
            reps, handler, backgroundColor, isTemplate, alignment
        )
        return copy
    }

    // MARK: Representations

    /// The representations of the picture.
    open var representations: [NSImageRep] { reps }
    /// Adds a representation. If the picture has no size, it gets the size of the representation.
    open func addRepresentation(_ imageRep: NSImageRep) {
        if size == .zero { size = imageRep.size }
        reps.append(imageRep)
    }
    /// Adds representations.
    open func addRepresentations(_ imageReps: [NSImageRep]) { imageReps.forEach(addRepresentation) }
    /// Removes a representation.
    open func removeRepresentation(_ imageRep: NSImageRep) { reps.removeAll { $0 === imageRep } }
    /// Whether there is anything to draw.
    open var isValid: Bool { !reps.isEmpty || handler != nil }

    /// The representation with the most pixels; `nil` if there is none.
    open func bestRepresentation(for rect: NSRect, context referenceContext: NSGraphicsContext?, hints: [NSImageRep.HintKey: Any]?)
        -> NSImageRep?
    {
        reps.max { $0.pixelsWide * $0.pixelsHigh < $1.pixelsWide * $1.pixelsHigh }
    }

    /// The pixels of the representation with the most pixels. If the picture has a drawing function instead, it draws one pixel for each
    /// point.
    ///
    /// - Parameters:
    ///   - proposedDestRect: ignored, and not changed.
    ///   - referenceContext: ignored.
    ///   - hints: ignored.
    open func cgImage(
        forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?, context referenceContext: NSGraphicsContext?,
        hints: [NSImageRep.HintKey: Any]?
    ) -> CGImage? {
        if let handler {
            guard let target = DrawingTarget(size: size, scale: 1, isOpaque: false, isFlipped: handler.isFlipped) else { return nil }
            let isDrawn = DrawingStack.drawing(in: target) { handler.draw(NSRect(origin: .zero, size: size)) }
            return isDrawn ? target.context.makeImage() : nil
        }
        let best = bestRepresentation(for: .zero, context: nil, hints: nil)
        return best?.cgImage(forProposedRect: nil, context: nil, hints: nil)
    }

    /// The bytes of a TIFF file with all representations that have pixels; `nil` if there are none.
    open var tiffRepresentation: Data? {
        let images = handler == nil ? reps.compactMap { $0.cgImage(forProposedRect: nil, context: nil, hints: nil) } : []
        let pages = images.isEmpty ? [cgImage(forProposedRect: nil, context: nil, hints: nil)].compactMap { $0 } : images
        let data = NSMutableData()
        guard !pages.isEmpty, let destination = CGImageDestinationCreateWithData(data, "public.tiff", pages.count, nil) else { return nil }
        for page in pages { CGImageDestinationAddImage(destination, page, nil) }
        return CGImageDestinationFinalize(destination) ? data as Data : nil
    }

    /// The bytes of a TIFF file. It has no compression, even if one is requested.
    open func tiffRepresentation(using comp: NSBitmapImageRep.TIFFCompression, factor: Float) -> Data? { tiffRepresentation }

    // MARK: Drawing

    /// Draws the picture in the current context, stretched to a rectangle. It is upright both if y points upwards and if y points
    /// downwards.
    open func draw(in rect: NSRect) { draw(in: rect, from: .zero, operation: .sourceOver, fraction: 1, respectFlipped: true, hints: nil) }

    /// Draws a part of the picture in the current context, stretched to a rectangle. If y points downwards, the picture is upside down.
    ///
    /// - Parameters:
    ///   - fromRect: the part, in points from the lower left corner; zero for the whole picture.
    ///   - delta: the opacity, from 0 to 1.
    open func draw(in dstRect: NSRect, from fromRect: NSRect, operation op: NSCompositingOperation, fraction delta: CGFloat) {
        draw(in: dstRect, from: fromRect, operation: op, fraction: delta, respectFlipped: false, hints: nil)
    }

    /// Draws a part of the picture in the current context, with its lower left corner at a point. If y points downwards, the picture is
    /// upside down.
    open func draw(at point: NSPoint, from fromRect: NSRect, operation op: NSCompositingOperation, fraction delta: CGFloat) {
        let part = fromRect == .zero ? size : fromRect.size
        draw(in: NSRect(origin: point, size: part), from: fromRect, operation: op, fraction: delta)
    }

    /// Draws a part of the picture in the current context, stretched to a rectangle.
    ///
    /// - Parameters:
    ///   - srcSpacePortionRect: the part, in points from the lower left corner; zero for the whole picture.
    ///   - requestedAlpha: the opacity, from 0 to 1.
    ///   - respectContextIsFlipped: whether the picture is drawn upright if y points downwards.
    ///   - hints: ignored.
    open func draw(
        in dstSpacePortionRect: NSRect, from srcSpacePortionRect: NSRect, operation op: NSCompositingOperation,
        fraction requestedAlpha: CGFloat, respectFlipped respectContextIsFlipped: Bool, hints: [NSImageRep.HintKey: Any]?
    ) {
        guard let current = DrawingStack.current, let image = cgImage(forProposedRect: nil, context: nil, hints: nil) else { return }
        let target = DrawingTarget(current.context, isFlipped: current.isFlipped && respectContextIsFlipped)
        let (rect, part) = (dstSpacePortionRect, srcSpacePortionRect == .zero ? NSRect(origin: .zero, size: size) : srcSpacePortionRect)
        guard rect.width > 0, rect.height > 0, part.width > 0, part.height > 0 else { return }
        let (x, y) = (rect.width / part.width, rect.height / part.height)
        // The rectangle of the whole picture. Only the requested part of it is in the destination rectangle.
        let below = part.minY * y
        let whole = NSRect(
            x: rect.minX - part.minX * x, y: target.isFlipped ? rect.maxY + below - size.height * y : rect.minY - below,
            width: size.width * x, height: size.height * y)
        target.context.saveGState()
        if part != NSRect(origin: .zero, size: size) { target.context.clip(to: rect) }
        if backgroundColor.alphaComponent > 0 {
            target.context.setFillColor(backgroundColor.cgColor)
            target.context.fill(rect)
        }
        target.draw(image, in: whole, blendMode: op.blendMode, alpha: requestedAlpha)
        target.context.restoreGState()
    }

    /// Directs drawing to the picture until ``unlockFocus()``. It goes to a bitmap with one pixel for each point, which initially contains
    /// the current picture.
    open func lockFocus() { lockFocusFlipped(false) }

    /// Directs drawing to the picture, like ``lockFocus()``.
    ///
    /// - Parameter flipped: whether y points downwards.
    open func lockFocusFlipped(_ flipped: Bool) {
        let target = DrawingTarget(size: size, scale: 1, isOpaque: false, isFlipped: flipped)
        if let target, let image = cgImage(forProposedRect: nil, context: nil, hints: nil) {
            target.draw(image, in: NSRect(origin: .zero, size: size))
        }
        DrawingStack.push(target)
    }

    /// Ends ``lockFocus()``. The bitmap becomes the picture's only representation.
    open func unlockFocus() {
        guard let target = DrawingStack.pop(), let image = target.context.makeImage() else { return }
        let rep = NSBitmapImageRep(cgImage: image)
        rep.size = size
        (reps, handler) = ([rep], nil)
    }
}

import CoreGraphics
import Foundation
import UIFoundation

/// The format of a renderer.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
    /// The rectangle that is drawn, in points.
    open internal(set) var bounds = CGRect.zero

    /// Makes the default format.
    public required override init() {}

    /// The default format.
    open class func `default`() -> Self { self.init() }

    /// The format for the screen.
    open class func preferred() -> Self { self.init() }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.bounds = bounds
        return copy
    }
}

/// The format of a renderer's pictures.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// The colour range of a picture.
    public enum Range: Int, Sendable {
        /// The range is not specified.
        case unspecified = -1
        /// The range of the screen.
        case automatic = 0
        /// A range that is larger than sRGB.
        case extended = 1
        /// The range of sRGB.
        case standard = 2
    }

    /// The number of pixels per point. The initial value is 1, because there is no screen.
    open var scale: CGFloat = 1
    /// Whether the picture has no alpha. An opaque picture is initially black.
    open var opaque = false
    /// The requested colour range. It has no effect, because pictures are always in sRGB.
    open var preferredRange = Range.standard

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? UIGraphicsImageRendererFormat {
            (copy.scale, copy.opaque, copy.preferredRange) = (scale, opaque, preferredRange)
        }
        return copy
    }
}

/// The context of a renderer's actions.
open class UIGraphicsRendererContext: NSObject {
    /// The context. Its y axis points downwards.
    public let cgContext: CGContext
    /// The format of the renderer.
    public let format: UIGraphicsRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsRendererFormat) { (cgContext, self.format) = (context, format) }

    /// Fills a rectangle with the fill colour.
    open func fill(_ rect: CGRect) { cgContext.fill(rect) }

    /// Fills a rectangle with the fill colour and a blend mode.
    open func fill(_ rect: CGRect, blendMode: CGBlendMode) { with(blendMode) { cgContext.fill(rect) } }

    /// Strokes a rectangle with the stroke colour.
    open func stroke(_ rect: CGRect) { cgContext.stroke(rect) }

    /// Strokes a rectangle with the stroke colour and a blend mode.
    open func stroke(_ rect: CGRect, blendMode: CGBlendMode) { with(blendMode) { cgContext.stroke(rect) } }

    /// Clips the context to a rectangle.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

    private func with(_ mode: CGBlendMode, _ body: () -> Void) {
        cgContext.saveGState()
        cgContext.setBlendMode(mode)
        body()
        cgContext.restoreGState()
    }
}

/// The context of the drawing actions of an image renderer.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
    private let scale: CGFloat

    init(_ target: DrawingTarget, _ format: UIGraphicsImageRendererFormat) {
        scale = target.scale
        super.init(target.context, format)
    }

    /// The picture that has been drawn so far.
    open var currentImage: UIImage {
        cgContext.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? UIImage()
    }
}

/// Makes pictures by drawing.
open class UIGraphicsImageRenderer: NSObject {
    private let imageFormat: UIGraphicsImageRendererFormat

    /// The format of the pictures.
    open var format: UIGraphicsImageRendererFormat { imageFormat }

    /// A renderer of pictures of the given size in points.
    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    /// A renderer of pictures of the given size in points.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// A renderer of pictures that show the given rectangle.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    /// A renderer of pictures that show the given rectangle.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        imageFormat = (format.copy() as? UIGraphicsImageRendererFormat) ?? format
        imageFormat.bounds = bounds
    }

    /// Makes a picture by calling `actions`, which draw it. If the picture has no area, it is empty, and `actions` is not called.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let (bounds, scale) = (imageFormat.bounds.standardized, imageFormat.scale == 0 ? 1 : imageFormat.scale)
        guard let target = DrawingTarget(size: bounds.size, scale: scale, isOpaque: imageFormat.opaque, isFlipped: true) else {
            return UIImage()
        }
        target.context.translateBy(x: -bounds.minX, y: -bounds.minY)
        let context = UIGraphicsImageRendererContext(target, imageFormat)
        DrawingStack.drawing(in: target) { actions(context) }
        return context.currentImage
    }

    /// Makes a picture by calling `actions`, and returns the bytes of a PNG file; empty if the picture has no area.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { image(actions: actions).pngData() ?? Data() }

    /// Makes a picture by calling `actions`, and returns the bytes of a JPEG file; empty if the picture has no area.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }
}

import CoreGraphics
import Foundation
import UIFoundation

/// How a renderer draws.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
    /// The rectangle that is drawn, in points.
    open internal(set) var bounds = CGRect.zero

    /// Makes the usual way to draw.
    public required override init() {}

    /// The usual way to draw.
    open class func `default`() -> Self { self.init() }

    /// The way to draw for the screen.
    open class func preferred() -> Self { self.init() }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.bounds = bounds
        return copy
    }
}

/// How a renderer makes pictures.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// The colours of a picture.
    public enum Range: Int, Sendable {
        /// Unknown.
        case unspecified = -1
        /// As the screen has them.
        case automatic = 0
        /// More than sRGB has.
        case extended = 1
        /// Those of sRGB.
        case standard = 2
    }

    /// Pixels of a point: 1 at first, as there is no screen.
    open var scale: CGFloat = 1
    /// Whether the picture has no alpha. It is black at first then.
    open var opaque = false
    /// The colours: pictures have those of sRGB, whatever is asked for.
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
    /// The context, whose y grows downwards.
    public let cgContext: CGContext
    /// How the renderer draws.
    public let format: UIGraphicsRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsRendererFormat) { (cgContext, self.format) = (context, format) }

    /// Fills a rectangle in the colour for areas.
    open func fill(_ rect: CGRect) { cgContext.fill(rect) }

    /// Fills a rectangle in the colour for areas.
    open func fill(_ rect: CGRect, blendMode: CGBlendMode) { with(blendMode) { cgContext.fill(rect) } }

    /// Draws along a rectangle in the colour for lines.
    open func stroke(_ rect: CGRect) { cgContext.stroke(rect) }

    /// Draws along a rectangle in the colour for lines.
    open func stroke(_ rect: CGRect, blendMode: CGBlendMode) { with(blendMode) { cgContext.stroke(rect) } }

    /// Draws nowhere but inside a rectangle from now on.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

    private func with(_ mode: CGBlendMode, _ body: () -> Void) {
        cgContext.saveGState()
        cgContext.setBlendMode(mode)
        body()
        cgContext.restoreGState()
    }
}

/// The context of the actions of a renderer of pictures.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
    private let scale: CGFloat

    init(_ target: DrawingTarget, _ format: UIGraphicsImageRendererFormat) {
        scale = target.scale
        super.init(target.context, format)
    }

    /// The picture as it is until now.
    open var currentImage: UIImage {
        cgContext.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? UIImage()
    }
}

/// Makes pictures by drawing.
open class UIGraphicsImageRenderer: NSObject {
    private let imageFormat: UIGraphicsImageRendererFormat

    /// How the pictures are made.
    open var format: UIGraphicsImageRendererFormat { imageFormat }

    /// A renderer of pictures of a size, in points.
    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    /// A renderer of pictures of a size, in points.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// A renderer of pictures that show a rectangle.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    /// A renderer of pictures that show a rectangle.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        imageFormat = (format.copy() as? UIGraphicsImageRendererFormat) ?? format
        imageFormat.bounds = bounds
    }

    /// The picture that actions draw. Without an area it is empty, and nothing is drawn.
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

    /// A PNG file of the picture that actions draw; empty where there is no area.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { image(actions: actions).pngData() ?? Data() }

    /// A JPEG file of the picture that actions draw; empty where there is no area.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }
}

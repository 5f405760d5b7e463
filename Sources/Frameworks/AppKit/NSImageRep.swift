import CoreGraphics
import CoreImage
import Foundation
import UIFoundation

/// One form of a picture, such as its pixels in one size.
open class NSImageRep: NSObject, @unchecked Sendable {
    /// Advice on how a picture is made. It is not needed.
    public struct HintKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A transform, for which the best size may be chosen.
        public static let ctm = HintKey(rawValue: "NSImageHintCTM")
        /// How carefully the picture is scaled.
        public static let interpolation = HintKey(rawValue: "NSImageHintInterpolation")
    }

    /// Makes a form without a size.
    public override init() {}

    /// The size in points.
    open var size = NSSize.zero
    /// Columns of pixels; 0 where the form has none of its own.
    open var pixelsWide: Int { 0 }
    /// Rows of pixels; 0 where the form has none of its own.
    open var pixelsHigh: Int { 0 }
    /// The bits of a component.
    open var bitsPerSample: Int { 8 }
    /// Whether there is alpha.
    open var hasAlpha: Bool { true }
    /// Whether every pixel is known to be opaque.
    open var isOpaque: Bool { !hasAlpha }

    /// The picture's pixels; `nil` where there are none.
    ///
    /// - Parameters:
    ///   - proposedDestRect: not needed, and not changed.
    ///   - context: not needed.
    ///   - hints: not needed.
    open func cgImage(
        forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?, context: NSGraphicsContext?, hints: [HintKey: Any]?
    ) -> CGImage? { nil }

    /// Draws the picture in the current context, with its lower left corner at the origin. Whether there was something to draw.
    @discardableResult
    open func draw() -> Bool { draw(in: NSRect(origin: .zero, size: size)) }

    /// Draws the picture in the current context, stretched over a rectangle. Whether there was something to draw.
    @discardableResult
    open func draw(in rect: NSRect) -> Bool {
        guard let target = DrawingStack.current, let image = cgImage(forProposedRect: nil, context: nil, hints: nil) else { return false }
        target.draw(image, in: rect)
        return true
    }
}

/// A recipe of Core Image's as a form of a picture. It is computed where it is drawn.
open class NSCIImageRep: NSImageRep, @unchecked Sendable {
    /// The recipe.
    public let ciImage: CIImage

    /// The form of a recipe, as large as its extent; 0 for one without end.
    public init(ciImage image: CIImage) {
        ciImage = image
        super.init()
        size = image.extent.isInfinite || image.extent.isNull ? .zero : image.extent.size
    }

    open override var pixelsWide: Int { Int(size.width) }
    open override var pixelsHigh: Int { Int(size.height) }

    open override func cgImage(
        forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?, context: NSGraphicsContext?, hints: [HintKey: Any]?
    ) -> CGImage? {
        CIContext().createCGImage(ciImage, from: ciImage.extent)
    }
}

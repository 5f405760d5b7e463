import CoreGraphics
import CoreImage
import Foundation
import UIFoundation

/// A representation of a picture, such as its pixels in one size.
open class NSImageRep: NSObject, @unchecked Sendable {
    /// A hint for rendering a picture. Osprey ignores hints.
    public struct HintKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The transform for which the best size is selected.
        public static let ctm = HintKey(rawValue: "NSImageHintCTM")
        /// The quality with which the picture is scaled.
        public static let interpolation = HintKey(rawValue: "NSImageHintInterpolation")
    }

    /// Makes a representation without a size.
    public override init() {}

    /// The size in points.
    open var size = NSSize.zero
    /// The number of columns of pixels; 0 if the representation has no pixels of its own.
    open var pixelsWide: Int { 0 }
    /// The number of rows of pixels; 0 if the representation has no pixels of its own.
    open var pixelsHigh: Int { 0 }
    /// The number of bits in a component.
    open var bitsPerSample: Int { 8 }
    /// Whether the picture has alpha.
    open var hasAlpha: Bool { true }
    /// Whether every pixel is known to be opaque.
    open var isOpaque: Bool { !hasAlpha }

    /// The picture's pixels; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - proposedDestRect: ignored, and not changed.
    ///   - context: ignored.
    ///   - hints: ignored.
    open func cgImage(
        forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?, context: NSGraphicsContext?, hints: [HintKey: Any]?
    ) -> CGImage? { nil }

    /// Draws the picture in the current context, with its lower left corner at the origin. Returns whether anything was drawn.
    @discardableResult
    open func draw() -> Bool { draw(in: NSRect(origin: .zero, size: size)) }

    /// Draws the picture in the current context, stretched to a rectangle. Returns whether anything was drawn.
    @discardableResult
    open func draw(in rect: NSRect) -> Bool {
        guard let target = DrawingStack.current, let image = cgImage(forProposedRect: nil, context: nil, hints: nil) else { return false }
        target.draw(image, in: rect)
        return true
    }
}

/// A Core Image picture as a representation. It is computed when it is drawn.
open class NSCIImageRep: NSImageRep, @unchecked Sendable {
    /// The Core Image picture.
    public let ciImage: CIImage

    /// The representation of a Core Image picture. It has the size of the picture's extent, or 0 if the extent is infinite.
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

import CoreGraphics

/// A part of an image at a reduced resolution.
package struct ReducedView: Sendable {
    /// The part of the image, in pixels of the upright image at its full size, with the origin at the top left.
    package let region: CGRect
    /// The size of the view, in its own pixels.
    package let width: Int
    package let height: Int
    private let frame: FrameInfo

    /// - Parameters:
    ///   - regionOfInterest: normalised to the upright image, origin at the lower left.
    ///   - maximumDimension: the maximum length of the longer side. The unit is pixels.
    ///   - maximumScale: the maximum magnification of a small part; 1 for none.
    package init(of regionOfInterest: CGRect, in frame: FrameInfo, maximumDimension: Int, maximumScale: CGFloat = 1) {
        region = frame.wholePixels(in: regionOfInterest)
        let scale = min(CGFloat(maximumDimension) / max(region.width, region.height), maximumScale)
        width = max(1, Int((region.width * scale).rounded()))
        height = max(1, Int((region.height * scale).rounded()))
        self.frame = frame
    }

    /// The demand for the luminance of the view.
    package var demand: FrameDemand { FrameDemand(region: region, size: CGSize(width: width, height: height), isGray: true) }

    /// - Throws: `VisionFailure` that names the image.
    package func gray(of frame: Frame) throws -> GrayPlane { try frame.gray(region, width: width, height: height) }

    /// The size of a pixel of the view, in pixels of the full-size image.
    package var scale: CGSize { CGSize(width: region.width / CGFloat(width), height: region.height / CGFloat(height)) }

    /// The aspect ratio of the whole image: the width divided by the height.
    package var aspectRatio: CGFloat { frame.size.width / frame.size.height }

    /// Converts a point to coordinates normalised to the upright image, origin at the lower left.
    ///
    /// - Parameter point: in pixels of the view; (0, 0) is the corner of the top left pixel.
    package func normalized(_ point: CGPoint) -> CGPoint { point.applying(normalization) }

    /// The transform of `normalized(_:)`.
    package var normalization: CGAffineTransform {
        let (x, y) = (1 / CGFloat(frame.width), 1 / CGFloat(frame.height))
        return CGAffineTransform(
            a: scale.width * x, b: 0, c: 0, d: -scale.height * y, tx: region.minX * x, ty: 1 - region.minY * y)
    }
}

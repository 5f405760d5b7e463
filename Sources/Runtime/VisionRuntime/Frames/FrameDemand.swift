import CoreGraphics
import CoreML
import CoreMedia

/// The properties of a frame that are known before anything is decoded.
package struct FrameInfo: Sendable {
    /// The upright image's size in pixels.
    package let width: Int
    package let height: Int
    /// When the frame was seen; zero where unknown.
    package let timeRange: CMTimeRange
    /// Whether the frame came with a time.
    package let isTimed: Bool

    package var size: CGSize { CGSize(width: width, height: height) }

    /// The part of the image that a region covers, in pixels, origin at the top left.
    ///
    /// - Parameter region: normalised to the upright image, origin at the lower left.
    package func pixels(in region: CGRect) -> CGRect {
        CGRect(
            x: region.minX * CGFloat(width), y: (1 - region.maxY) * CGFloat(height), width: region.width * CGFloat(width),
            height: region.height * CGFloat(height))
    }

    /// - Parameter point: normalised to the upright image, origin at the lower left.
    /// - Returns: in pixels, origin at the top left.
    func pixel(at point: CGPoint) -> CGPoint {
        CGPoint(x: point.x * CGFloat(width), y: (1 - point.y) * CGFloat(height))
    }

    /// - Parameter point: in pixels, origin at the top left.
    /// - Returns: normalised to the upright image, origin at the lower left.
    func normalized(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x / CGFloat(width), y: 1 - point.y / CGFloat(height))
    }

    /// - Parameter box: in pixels, origin at the top left.
    /// - Returns: normalised to the upright image, origin at the lower left.
    func normalized(_ box: CGRect) -> CGRect {
        CGRect(
            x: box.minX / CGFloat(width), y: 1 - box.maxY / CGFloat(height), width: box.width / CGFloat(width),
            height: box.height / CGFloat(height))
    }

    /// The pixels that a region touches, at least one, origin at the top left.
    ///
    /// - Parameter region: normalised to the upright image, origin at the lower left.
    package func wholePixels(in region: CGRect) -> CGRect {
        let exact = pixels(in: region)
        // Less than a thousandth of a pixel is rounding.
        let whole = exact.insetBy(dx: 0.001, dy: 0.001).integral.intersection(CGRect(origin: .zero, size: size))
        guard whole.isEmpty else { return whole }
        let (right, bottom) = (CGFloat(width - 1), CGFloat(height - 1))
        return CGRect(
            x: min(max(exact.minX.rounded(.down), 0), right), y: min(max(exact.minY.rounded(.down), 0), bottom), width: 1, height: 1)
    }
}

/// The pixels that an analysis is going to look at.
package struct FrameDemand: Hashable, Sendable {
    /// A part of the upright image in its full resolution, origin at the top left.
    package var region: CGRect
    /// The number of pixels that the part needs; `nil` for full resolution.
    package var size: CGSize?
    /// Whether only luminance is looked at.
    package var isGray: Bool

    package init(region: CGRect, size: CGSize?, isGray: Bool = false) {
        self.region = region
        self.size = size
        self.isGray = isGray
    }

    /// The whole image in its full resolution.
    package static func whole(_ frame: FrameInfo, isGray: Bool = false) -> FrameDemand {
        FrameDemand(region: CGRect(origin: .zero, size: frame.size), size: nil, isGray: isGray)
    }

    /// The fraction of the full resolution that the demand needs, from 0 to 1.
    package var scale: CGFloat {
        guard let size, region.width > 0, region.height > 0 else { return 1 }
        return min(max(size.width / region.width, size.height / region.height), 1)
    }
}

extension FrameDemand {
    /// The part of the upright image that a crop reads.
    package init(_ crop: CropAndScale) {
        self.init(region: crop.region, size: crop.destination.size)
        if crop.isRotated {
            // Only how many pixels it takes matters.
            region = CGRect(origin: .zero, size: CGSize(width: crop.region.height, height: crop.region.width))
            size = CGSize(width: crop.destination.height, height: crop.destination.width)
        }
    }
}

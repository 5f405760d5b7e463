import CoreGraphics
import CoreML
import CoreMedia

/// The properties of a frame that are known before anything is decoded.
package struct FrameInfo: Sendable {
    /// The upright image's size in pixels.
    package let width: Int
    package let height: Int
    /// The time range at which the frame was seen; zero if it is not known.
    package let timeRange: CMTimeRange
    /// Whether the time range is known.
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

    /// Converts a point to pixels.
    ///
    /// - Parameter point: normalised to the upright image, origin at the lower left.
    /// - Returns: the point in pixels, origin at the top left.
    func pixel(at point: CGPoint) -> CGPoint {
        CGPoint(x: point.x * CGFloat(width), y: (1 - point.y) * CGFloat(height))
    }

    /// Converts a point to normalised coordinates.
    ///
    /// - Parameter point: in pixels, origin at the top left.
    /// - Returns: the point normalised to the upright image, origin at the lower left.
    func normalized(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x / CGFloat(width), y: 1 - point.y / CGFloat(height))
    }

    /// Converts a rectangle to normalised coordinates.
    ///
    /// - Parameter box: in pixels, origin at the top left.
    /// - Returns: the rectangle normalised to the upright image, origin at the lower left.
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

/// The pixels that an analysis needs.
package struct FrameDemand: Hashable, Sendable {
    /// The region, in pixels of the upright image at its full resolution, origin at the top left.
    package var region: CGRect
    /// The size in pixels to which the region may be reduced; `nil` for full resolution.
    package var size: CGSize?
    /// Whether luminance is enough.
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
    /// The demand of a crop: the part of the upright image that is read, and the resolution.
    package init(_ crop: CropAndScale) {
        self.init(region: crop.region, size: crop.destination.size)
        if crop.isRotated {
            // Only the number of pixels matters here, so the region begins at the origin.
            region = CGRect(origin: .zero, size: CGSize(width: crop.region.height, height: crop.region.width))
            size = CGSize(width: crop.destination.height, height: crop.destination.width)
        }
    }
}

import CoreGraphics

/// The checks and conversions that all trackers share.
enum TrackedRegion {
    /// - Parameter box: normalised, origin at the lower left.
    /// - Throws: `invalidArgument` if the box is not a number, is empty or lies outside of the image.
    static func check(_ box: CGRect) throws {
        let numbers = [box.origin.x, box.origin.y, box.size.width, box.size.height]
        let image = CGRect(x: 0, y: 0, width: 1, height: 1)
        guard numbers.allSatisfy(\.isFinite), box.size.width > 0, box.size.height > 0, max(box.size.width, box.size.height) <= 4,
            case let shared = box.intersection(image), !shared.isNull, shared.width > 0, shared.height > 0
        else { throw VisionFailure(.invalidArgument, "the box \(numbers) is empty or does not lie within the image") }
    }

    /// The pixels of a region, origin at the upper left. The first pixel is in an even row and column.
    static func pixels(_ region: CGRect, of frame: FrameInfo) -> CGRect {
        let pixels = frame.wholePixels(in: region)
        let (x, y) = ((pixels.minX / 2).rounded(.down) * 2, (pixels.minY / 2).rounded(.down) * 2)
        return CGRect(x: x, y: y, width: max(pixels.maxX - x, 1), height: max(pixels.maxY - y, 1))
    }
}

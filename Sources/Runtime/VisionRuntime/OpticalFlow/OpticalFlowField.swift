import CKernels
import CoreGraphics

/// The displacement of each pixel from one image to another.
package struct OpticalFlowField: Sendable {
    /// The width of the upright images, in pixels.
    package let width: Int
    package let height: Int
    /// The displacement of each pixel, top row first: a number of columns to the right and a number of rows down. Both are zero outside of the region
    /// of interest.
    package let vectors: [Float]

    /// The least length of a side. Shorter sides have room for too few patches.
    private static let shortestSide = 16

    /// - Parameters:
    ///   - part: the part of both images to compare, in pixels, origin at the top left.
    ///   - size: the size of both images.
    init(from first: GrayPlane, to second: GrayPlane, accuracy: OpticalFlowAccuracy, part: CGRect, size: CGSize) throws {
        guard min(first.width, first.height) >= Self.shortestSide else {
            throw VisionFailure(
                .invalidImage,
                "optical flow needs \(Self.shortestSide) × \(Self.shortestSide) pixels, and there are \(first.width) × \(first.height)")
        }
        let width = Int(size.width), height = Int(size.height)
        var vectors = [Float](repeating: 0, count: 2 * width * height)
        let offset = 2 * (Int(part.minY) * width + Int(part.minX))
        let status = withExtendedLifetime((first, second)) {
            vectors.withUnsafeMutableBufferPointer { vectors -> Int32 in
                guard let base = vectors.baseAddress else { return -1 }
                var from = first.view, to = second.view, effort = accuracy.effort
                return optical_flow_find(&from, &to, &effort, base + offset, Int64(2 * width))
            }
        }
        guard status == 0 else { throw VisionFailure(.outOfMemory, "there is no memory for the flow of \(width) × \(height) pixels") }
        (self.width, self.height, self.vectors) = (width, height, vectors)
    }

    /// - Throws: `VisionFailure` of kind `invalidArgument` if the images differ in size.
    static func checkSizes(_ one: FrameInfo, _ other: FrameInfo) throws {
        guard (one.width, one.height) == (other.width, other.height) else {
            throw VisionFailure(
                .invalidArgument,
                "optical flow needs images of one size, but one has \(one.width) × \(one.height) pixels and the other "
                    + "\(other.width) × \(other.height)")
        }
    }
}

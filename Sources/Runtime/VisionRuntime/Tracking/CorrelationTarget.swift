import CKernels
import CoreGraphics

/// A correlation filter of an object's appearance. It is updated with every frame.
///
/// It is updated in place, because a copy would take longer than all other work on a frame. If `advance` throws, the filter is unchanged.
final class CorrelationTarget: @unchecked Sendable {
    // Guarded by the sequence's state: frames are processed one after the other.
    private let target: OpaquePointer
    private let part: CGRect
    private let size: CGSize

    /// - Parameters:
    ///   - box: the object's box, in pixels of the upright image. The origin is at the upper left.
    ///   - part: the part of the image to search, in the same coordinates.
    init(_ box: CGRect, in frame: Frame, part: CGRect, level: TrackingLevel) throws {
        self.part = part
        size = frame.info.size
        var settings = level.settings
        var first = TrackingBox(
            x: Float(box.minX - part.minX), y: Float(box.minY - part.minY), width: Float(box.width), height: Float(box.height))
        let made = try frame.withTrackingPicture(part) { tracking_begin(&$0, &settings, &first) }
        guard let made else { throw VisionFailure(.outOfMemory, "there is no memory for a tracker") }
        target = made
    }

    deinit { tracking_end(target) }

    /// Finds the object in the next frame. The box is in pixels of the upright image, with the origin at the upper left.
    ///
    /// - Throws: `invalidArgument` if the frame's size differs from the first frame's.
    func advance(_ frame: Frame) throws -> (box: CGRect, confidence: Float) {
        guard frame.info.size == size else {
            throw VisionFailure(
                .invalidArgument,
                "a frame of \(frame.info.width) × \(frame.info.height) pixels follows frames of \(Int(size.width)) × \(Int(size.height))")
        }
        var result = TrackingResult()
        let status = try frame.withTrackingPicture(part) { tracking_advance(target, &$0, &result) }
        guard status == 0 else { throw VisionFailure(.outOfMemory, "there is no memory for a tracker") }
        let box = CGRect(
            x: CGFloat(result.box.x) + part.minX, y: CGFloat(result.box.y) + part.minY, width: CGFloat(result.box.width),
            height: CGFloat(result.box.height))
        // A peak that hardly stands out means that the picture has no texture to follow.
        let distinct = min(max((result.peak_to_sidelobe - 4) / 4, 0), 1)
        return (box, result.confidence * distinct)
    }
}

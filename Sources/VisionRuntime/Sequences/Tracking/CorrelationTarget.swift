import CKernels
import CoreGraphics

/// What an object looks like, which every frame teaches.
///
/// It changes in place: a copy would be larger than all else that a frame costs. An advance that throws has not changed it.
final class CorrelationTarget: @unchecked Sendable {
    // Guarded by the state of the sequence that it belongs to: frames come one after the other.
    private let target: OpaquePointer
    private let part: CGRect
    private let size: CGSize

    /// - Parameters:
    ///   - box: in pixels of the upright image, the origin at the upper left.
    ///   - part: of the image, in the same pixels: nothing else is looked at.
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

    /// The box, in pixels of the upright image, the origin at the upper left, and a confidence.
    ///
    /// - Throws: `invalidArgument` where the frame is of another size than the first one.
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
        // A peak that hardly stands out is that of a picture without anything to hold on to.
        let distinct = min(max((result.peak_to_sidelobe - 4) / 4, 0), 1)
        return (box, result.confidence * distinct)
    }
}

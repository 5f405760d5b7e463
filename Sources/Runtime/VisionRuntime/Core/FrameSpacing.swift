import CoreMedia

/// The least time between the analyzed frames of a sequence.
struct FrameSpacing: Sendable {
    let time: CMTime

    /// - Parameter time: the least time; zero to analyze every frame.
    init(_ time: CMTime) {
        self.time = time
    }

    /// Whether to analyze a frame. Frames without times, and frames with an earlier time than the last one, are always analyzed.
    ///
    /// - Parameter last: the time of the last analyzed frame.
    func isDue(_ frame: CMTime, after last: CMTime?) -> Bool {
        guard let last, time > .zero, frame > last else { return true }
        return frame - last >= time
    }
}

extension FrameInfo {
    /// The time at which the frame is shown; `nil` if it is not given.
    var presentationTime: CMTime? { isTimed ? timeRange.start : nil }

    /// Checks that the frame is not earlier than the last analyzed frame. Frames without times are always in order.
    ///
    /// - Throws: `invalidArgument` if the frame is earlier.
    func checkOrder(after last: CMTime?) throws {
        guard let time = presentationTime, let last, time < last else { return }
        throw VisionFailure(.invalidArgument, "the frame at \(time.seconds) s does not follow the one at \(last.seconds) s")
    }
}

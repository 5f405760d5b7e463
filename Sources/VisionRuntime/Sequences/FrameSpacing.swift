import CoreMedia

/// How far apart the frames of a sequence are that an analysis looks at.
struct FrameSpacing: Sendable {
    let time: CMTime

    /// - Parameter time: zero to look at every frame.
    init(_ time: CMTime) {
        self.time = time
    }

    /// Whether a frame is to be looked at. Frames without times, and those that lie before the last one, are.
    ///
    /// - Parameter last: the time of the last frame that was looked at.
    func isDue(_ frame: CMTime, after last: CMTime?) -> Bool {
        guard let last, time > .zero, frame > last else { return true }
        return frame - last >= time
    }
}

extension FrameInfo {
    /// When the frame is shown; `nil` where nobody says.
    var presentationTime: CMTime? { isTimed ? timeRange.start : nil }

    /// Checks that the frame does not come before the one that was looked at last.
    ///
    /// - Throws: `invalidArgument` for one that does. Frames without times come in the order in which they are given.
    func checkOrder(after last: CMTime?) throws {
        guard let time = presentationTime, let last, time < last else { return }
        throw VisionFailure(.invalidArgument, "the frame at \(time.seconds) s does not follow the one at \(last.seconds) s")
    }
}

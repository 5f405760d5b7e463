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

import CoreMedia

/// The choice of the frames of a video that are analyzed.
package struct FrameCadence: Sendable {
    package enum Rule: Sendable, Hashable {
        case everyFrame
        /// The first frame, and then every nth frame, where n is this number.
        case frames(Int)
        /// The first frame, and then the first frame after each interval, in seconds.
        case seconds(Double)
    }

    package let rule: Rule
    private var count = 0
    private var origin: CMTime?
    private var interval = -1.0

    package init(_ rule: Rule) { self.rule = rule }

    /// Takes the next frame, and returns whether it is to be analyzed.
    package mutating func isDue(at time: CMTime) -> Bool {
        defer { count += 1 }
        switch rule {
        case .everyFrame: return true
        case .frames(let step): return count % max(step, 1) == 0
        case .seconds(let seconds):
            guard seconds > 0, time.isNumeric else { return true }
            // If the time goes back, the intervals are counted from this frame on.
            if let origin, time >= origin {} else { (origin, interval) = (time, -1) }
            // The tolerance absorbs rounding errors: a frame barely before an interval's start belongs to that interval.
            let number = (((time - (origin ?? time)).seconds / seconds) + 1e-6).rounded(.down)
            guard number > interval else { return false }
            interval = number
            return true
        }
    }
}

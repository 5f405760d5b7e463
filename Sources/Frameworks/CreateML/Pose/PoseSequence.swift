import Foundation

/// The poses of one person or hand, frame after frame.
struct PoseSequence: Sendable, Equatable {
    /// The sequence's origin: a file, or a session of a table.
    var name: String
    var label: String
    /// The numbers of each frame: the x of every joint, then every y, then every confidence. Coordinates are in 0…1. The origin lies at the lower
    /// left. A joint that was not found has the confidence 0.
    var frames: [[Float]]

    /// The maximum number of frames in a sequence: two hours at 30 frames per second.
    static let maximumFrameCount = 216_000
    /// The largest coordinate that is accepted.
    private static let coordinateLimit: Float = 1e4

    /// Makes a frame from numbers that may be invalid.
    ///
    /// A joint with numbers that are not finite counts as not found.
    /// - Throws: `MLCreateError.generic` if the count of numbers is wrong, or if a coordinate is too large.
    static func frame(_ numbers: [Double], _ skeleton: PoseSkeleton) throws -> [Float] {
        let count = skeleton.count
        guard numbers.count == skeleton.frameSize else {
            throw MLCreateError.generic(
                reason: "it has \(numbers.count) numbers; \(count) joints of a \(skeleton.name) have \(skeleton.frameSize)")
        }
        var frame = numbers.map { Float($0) }
        for joint in 0..<count {
            let (x, y, confidence) = (frame[joint], frame[count + joint], frame[2 * count + joint])
            guard x.isFinite, y.isFinite, confidence.isFinite, confidence > 0 else {
                (frame[joint], frame[count + joint], frame[2 * count + joint]) = (0, 0, 0)
                continue
            }
            guard abs(x) < coordinateLimit, abs(y) < coordinateLimit else {
                throw MLCreateError.generic(reason: "the \(skeleton.joints[joint]) is at (\(x), \(y)), which is no place in a picture")
            }
            frame[2 * count + joint] = min(confidence, 1)
        }
        return frame
    }

    /// The sequence at another frame rate.
    ///
    /// New frames are interpolated between two neighbours. If a joint is missing in one neighbour, its numbers are those of the nearer neighbour.
    /// - Parameter times: the times of the frames in seconds, in ascending order.
    /// - Throws: `MLCreateError.generic` if the result has too many frames.
    static func resampled(_ frames: [[Float]], times: [Double], rate: Double, _ skeleton: PoseSkeleton) throws -> [[Float]] {
        guard let first = times.first, let last = times.last, frames.count == times.count, frames.count > 1 else { return frames }
        let steps = ((last - first) * rate + 1e-6).rounded(.down)
        guard steps < Double(maximumFrameCount) else {
            throw MLCreateError.generic(
                reason: "it lasts \(last - first) seconds, which is more than \(maximumFrameCount) frames at \(rate) a second")
        }
        let count = Int(steps) + 1
        var place = 0
        return (0..<count).map { index in
            let time = first + Double(index) / rate
            while place + 2 < times.count, times[place + 1] <= time { place += 1 }
            let span = times[place + 1] - times[place]
            let part = span > 0 ? Float(min(max((time - times[place]) / span, 0), 1)) : 0
            return blended(frames[place], frames[place + 1], part, skeleton)
        }
    }

    /// Interpolates a frame between `a` and `b`. A `part` of 0 gives `a`, and 1 gives `b`.
    static func blended(_ a: [Float], _ b: [Float], _ part: Float, _ skeleton: PoseSkeleton) -> [Float] {
        if part < 1e-5 { return a }
        if part > 1 - 1e-5 { return b }
        var frame = part < 0.5 ? a : b
        let count = skeleton.count
        for joint in 0..<count where a[2 * count + joint] > 0 && b[2 * count + joint] > 0 {
            for row in 0..<3 {
                let place = row * count + joint
                frame[place] = a[place] + part * (b[place] - a[place])
            }
        }
        return frame
    }
}

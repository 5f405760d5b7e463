import Foundation
import Vision

/// The player's poses of the last frames.
struct PoseHistory {
    /// The number of poses that a classifier takes, and their frame rate.
    static let windowLength = 45
    static let frameRate = 60.0
    /// The number of poses that are stored. It is enough for a window and the longest flight.
    private static let capacity = 600

    private(set) var poses: [(time: Double, pose: PlayerPose)] = []

    mutating func append(_ pose: PlayerPose, at time: Double) {
        poses.append((time, pose))
        if poses.count > PoseHistory.capacity { poses.removeFirst(poses.count - PoseHistory.capacity) }
    }

    /// The poses around a release at the classifier's frame rate. Two thirds of them are from before the release. With a slow camera, one pose is
    /// used for several instants. Instants without a pose nearby are left out.
    func window(around release: Double) -> [PlayerPose] {
        (1...PoseHistory.windowLength).compactMap { index in
            let time = release + Double(index - PoseHistory.windowLength * 2 / 3) / PoseHistory.frameRate
            return nearest(to: time, count: 1).first?.pose
        }
    }

    /// The poses that are nearest to a time, up to a tenth of a second before or after it.
    private func nearest(to time: Double, count: Int) -> ArraySlice<(time: Double, pose: PlayerPose)> {
        poses.filter { abs($0.time - time) <= 0.1 }.sorted { abs($0.time - time) < abs($1.time - time) }.prefix(count)
    }

    /// The angle of the forearm against the horizon when the bag left the hand, in degrees; upwards is positive.
    ///
    /// A fast hand is blurred, so its wrist is detected badly. But the bag is in the hand until the release, and its flight shows where the hand was.
    /// The forearm is therefore the line from the elbow to the place where the flight begins. The elbow moves evenly through the poses around the
    /// release.
    ///
    /// - Parameters:
    ///   - time: when the bag left the hand, in seconds.
    ///   - place: where the bag left the hand, in pixels.
    ///   - direction: 1 if the board is to the right of the player, -1 if it is to the left.
    /// - Returns: `nil` if the arm was not seen.
    func releaseAngle(at time: Double, from place: CGPoint, direction: CGFloat, frameSize: CGSize) -> Double? {
        let poses = nearest(to: time, count: 7)
        let arms = PoseHistory.arms.map { joints in poses.compactMap { Arm($0.pose, joints, in: frameSize, after: $0.time - time) } }
        func distance(_ arm: [Arm]) -> CGFloat { arm.map { hypot($0.wrist.x - place.x, $0.wrist.y - place.y) }.min() ?? .infinity }
        guard let arm = arms.min(by: { distance($0) < distance($1) }), let best = arm.map(\.confidence).max() else { return nil }
        // If an elbow is detected wrongly, its confidence is lower.
        let certain = arm.filter { $0.confidence >= 0.9 * best }
        let elbow = PoseHistory.elbow(of: certain)
        return Double(atan2(place.y - elbow.y, (place.x - elbow.x) * direction)) * 180 / .pi
    }

    /// The place of the elbow at the release. A straight line over time is fitted to the elbow's places. With fewer than four poses, it is the median
    /// of the places.
    private static func elbow(of arms: [Arm]) -> CGPoint {
        let count = Double(arms.count)
        let mean = arms.reduce(0) { $0 + $1.time } / count
        let spread = arms.reduce(0) { $0 + ($1.time - mean) * ($1.time - mean) }
        func place(_ axis: KeyPath<CGPoint, CGFloat>) -> CGFloat {
            let values = arms.map { Double($0.elbow[keyPath: axis]) }
            guard arms.count >= 4, spread > 0 else { return median(of: values) }
            let slope = zip(arms, values).reduce(0) { $0 + ($1.0.time - mean) * $1.1 } / spread
            return values.reduce(0, +) / count - slope * mean
        }
        return CGPoint(x: place(\.x), y: place(\.y))
    }

    /// An arm in a frame, in pixels with the origin at the lower left.
    private struct Arm {
        /// The time after the release, in seconds.
        let time: Double
        let elbow: CGPoint
        let wrist: CGPoint
        /// The confidence of the elbow.
        let confidence: VNConfidence

        /// The arm in a pose; `nil` if one of the joints was not found.
        init?(_ pose: PlayerPose, _ joints: (elbow: Joint, wrist: Joint), in size: CGSize, after time: Double) {
            guard let elbow = pose.location(of: joints.elbow, in: size), let wrist = pose.location(of: joints.wrist, in: size),
                let confidence = pose.confidence(of: joints.elbow)
            else { return nil }
            (self.time, self.elbow, self.wrist, self.confidence) = (time, elbow, wrist, confidence)
        }
    }

    private static func median(of values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private typealias Joint = VNHumanBodyPoseObservation.JointName

    private static let arms: [(elbow: Joint, wrist: Joint)] = [
        (.leftElbow, .leftWrist), (.rightElbow, .rightWrist),
    ]
}

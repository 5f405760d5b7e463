import Foundation
import Vision

/// The player's poses of the last frames.
struct PoseHistory {
    /// Poses of a throw that a classifier looks at: two thirds up to the release, the rest after it.
    static let windowLength = 45
    /// More than a window and the longest flight.
    private static let capacity = 600

    private(set) var poses: [(time: Double, pose: VNHumanBodyPoseObservation)] = []

    mutating func append(_ pose: VNHumanBodyPoseObservation, at time: Double) {
        poses.append((time, pose))
        if poses.count > PoseHistory.capacity { poses.removeFirst(poses.count - PoseHistory.capacity) }
    }

    /// The poses around a time; fewer than a window where the game is not old enough.
    func window(around time: Double) -> [VNHumanBodyPoseObservation] {
        let release = poses.firstIndex { $0.time > time } ?? poses.count
        let start = max(release - PoseHistory.windowLength * 2 / 3, 0)
        return poses[start..<min(start + PoseHistory.windowLength, poses.count)].map(\.pose)
    }

    /// The angle of elbow → wrist against the horizon when the bag left the hand, in degrees; upwards is positive.
    ///
    /// The throwing arm and the release are those where the wrist and the bag, whose flight is followed back, are nearest. A pose network's
    /// joints jump now and then. So the angle is that of a line through the angles of the frames around, which few wrong ones do not move.
    ///
    /// - Parameter direction: 1 where the board is to the right, -1 to the left.
    /// - Returns: `nil` where the arm was not seen.
    func releaseAngle(of flight: Flight, direction: CGFloat, frameSize: CGSize) -> Double? {
        guard let (release, elbow, wrist) = release(of: flight, frameSize: frameSize) else { return nil }
        let angles = poses.filter { abs($0.time - release) <= PoseHistory.angleSpan }.compactMap { time, pose -> (x: Double, y: Double)? in
            guard let elbow = pose.location(of: elbow, in: frameSize), let wrist = pose.location(of: wrist, in: frameSize) else {
                return nil
            }
            let angle = Double(atan2(wrist.y - elbow.y, (wrist.x - elbow.x) * direction)) * 180 / .pi
            return (time - release, angle)
        }
        return RobustLine(through: angles)?.y(at: 0)
    }

    /// Angles this far from the release tell of it, in seconds.
    private static let angleSpan = 0.085

    private typealias Joint = VNHumanBodyPoseObservation.JointName

    /// When the bag was thrown, and the joints of the arm that threw it.
    private func release(of flight: Flight, frameSize: CGSize) -> (time: Double, elbow: Joint, wrist: Joint)? {
        guard let first = flight.points.first, let last = flight.points.last, let parabola = Parabola(through: flight.points),
            flight.end > flight.start
        else { return nil }
        let speed = Double(last.x - first.x) / (flight.end - flight.start)
        var best: (distance: CGFloat, time: Double, elbow: Joint, wrist: Joint)?
        for (time, pose) in poses where time >= flight.start - 0.1 && time <= flight.start + 0.02 {
            let x = Double(first.x) + speed * (time - flight.start)
            let bag = CGPoint(x: x, y: parabola.y(at: x))
            for (elbow, wrist) in PoseHistory.arms {
                guard let place = pose.location(of: wrist, in: frameSize) else { continue }
                let distance = hypot(place.x - bag.x, place.y - bag.y)
                if distance < best?.distance ?? .infinity { best = (distance, time, elbow, wrist) }
            }
        }
        return best.map { ($0.time, $0.elbow, $0.wrist) }
    }

    private static let arms: [(Joint, Joint)] = [
        (.leftElbow, .leftWrist), (.rightElbow, .rightWrist),
    ]
}

extension VNHumanBodyPoseObservation {
    /// Joints that are less certain are not used.
    static let minimumConfidence: VNConfidence = 0.1

    /// A joint in pixels, origin at the lower left; `nil` where it was not found.
    func location(of joint: JointName, in size: CGSize) -> CGPoint? {
        guard let point = try? recognizedPoint(joint), point.confidence >= Self.minimumConfidence else { return nil }
        return CGPoint(x: point.x * Double(size.width), y: point.y * Double(size.height))
    }

    /// The box around all joints that were found, normalised, origin at the lower left; `nil` for fewer than six.
    var boundingBox: CGRect? {
        let points = (try? recognizedPoints(.all))?.values.filter { $0.confidence >= Self.minimumConfidence } ?? []
        guard points.count >= 6 else { return nil }
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return nil }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

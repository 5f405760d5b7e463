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
    /// A bag is seen apart from the hand a frame or two after it left that. So the angle is the median of the three frames before the flight
    /// was first seen, of the arm whose wrist is nearest to the flight's first point.
    ///
    /// - Parameter direction: 1 where the board is to the right, -1 to the left.
    /// - Returns: `nil` where the arm was not seen.
    func releaseAngle(of flight: Flight, direction: CGFloat, frameSize: CGSize) -> Double? {
        guard let first = flight.points.first else { return nil }
        let release = poses.filter { $0.time < flight.start }.suffix(3).map(\.pose)
        let arms = PoseHistory.arms.map { elbow, wrist in
            release.compactMap { pose -> (elbow: CGPoint, wrist: CGPoint)? in
                guard let elbow = pose.location(of: elbow, in: frameSize), let wrist = pose.location(of: wrist, in: frameSize) else {
                    return nil
                }
                return (elbow, wrist)
            }
        }
        func distance(_ arm: [(elbow: CGPoint, wrist: CGPoint)]) -> CGFloat {
            arm.map { hypot($0.wrist.x - first.x, $0.wrist.y - first.y) }.min() ?? .infinity
        }
        guard let arm = arms.min(by: { distance($0) < distance($1) }), !arm.isEmpty else { return nil }
        let angles = arm.map { Double(atan2($0.wrist.y - $0.elbow.y, ($0.wrist.x - $0.elbow.x) * direction)) * 180 / .pi }.sorted()
        return (angles[(angles.count - 1) / 2] + angles[angles.count / 2]) / 2
    }

    private typealias Joint = VNHumanBodyPoseObservation.JointName

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

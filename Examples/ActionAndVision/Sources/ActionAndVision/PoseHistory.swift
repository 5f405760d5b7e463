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

    /// The arm that threw, in the frame of the release: the one in which a wrist and the bag, whose flight is followed back, are nearest.
    ///
    /// - Returns: elbow and wrist in pixels, origin at the lower left; `nil` where no arm was seen.
    func throwingArm(of flight: Flight, frameSize: CGSize) -> (elbow: CGPoint, wrist: CGPoint)? {
        guard let first = flight.points.first, let last = flight.points.last, let parabola = Parabola(through: flight.points),
            flight.end > flight.start
        else { return nil }
        let speed = Double(last.x - first.x) / (flight.end - flight.start)
        var best: (distance: CGFloat, elbow: CGPoint, wrist: CGPoint)?
        for (time, pose) in poses where time >= flight.start - 0.2 && time <= flight.start + 0.07 {
            let x = Double(first.x) + speed * (time - flight.start)
            let bag = CGPoint(x: x, y: parabola.y(at: x))
            for (elbowName, wristName) in PoseHistory.arms {
                guard let elbow = pose.location(of: elbowName, in: frameSize), let wrist = pose.location(of: wristName, in: frameSize)
                else { continue }
                let distance = hypot(wrist.x - bag.x, wrist.y - bag.y)
                if distance < best?.distance ?? .infinity { best = (distance, elbow, wrist) }
            }
        }
        return best.map { ($0.elbow, $0.wrist) }
    }

    private static let arms: [(VNHumanBodyPoseObservation.JointName, VNHumanBodyPoseObservation.JointName)] = [
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

import Foundation
import TestSupport

/// The angles of a body in degrees. A limb that hangs down has 0; `forward` lifts it to the front, `outward` to its side.
struct Pose {
    struct Limb {
        var forward = 0.0
        var outward = 0.0
        /// The angle that the elbow or the knee adds.
        var bend = 0.0
        var bendOutward = 0.0
    }

    var rightArm = Limb(forward: 3, outward: 8, bend: 10)
    var leftArm = Limb(forward: 3, outward: 8, bend: 10)
    var rightLeg = Limb(outward: 4)
    var leftLeg = Limb(outward: 4)
    var lean = 0.0
    /// Where the hips are moved to, beside standing on the lower foot.
    var root = Point()

    /// The pose in a motion; `phase` goes through 2π a cycle.
    init(_ motion: String, phase: Double, style: Double, time: Double, _ gesture: Gesture) {
        let swing = sin(phase)
        let rise = (1 - cos(phase)) / 2 * style
        switch motion {
        case "jumping jacks":
            for arm in [\Pose.rightArm, \Pose.leftArm] { self[keyPath: arm].outward = 12 + 140 * rise }
            for leg in [\Pose.rightLeg, \Pose.leftLeg] { self[keyPath: leg].outward = 3 + 24 * rise }
            root.y = 0.05 * abs(swing)
        case "squats":
            for leg in [\Pose.rightLeg, \Pose.leftLeg] {
                self[keyPath: leg] = Limb(forward: 75 * rise, outward: 8 + 8 * rise, bend: -120 * rise)
            }
            for arm in [\Pose.rightArm, \Pose.leftArm] { self[keyPath: arm].forward = 80 * rise }
            lean = 25 * rise
        case "lunges":
            let (front, back) = swing > 0 ? (\Pose.rightLeg, \Pose.leftLeg) : (\Pose.leftLeg, \Pose.rightLeg)
            let depth = abs(swing) * style
            self[keyPath: front] = Limb(forward: 60 * depth, outward: 4, bend: -65 * depth)
            self[keyPath: back] = Limb(forward: -25 * depth, outward: 4, bend: -60 * depth)
        case "punching":
            for (arm, reach) in [(\Pose.rightArm, max(swing, 0)), (\Pose.leftArm, max(-swing, 0))] {
                self[keyPath: arm] = Limb(forward: 35 + 50 * reach, outward: 10, bend: 115 * (1 - reach))
            }
            (rightLeg.forward, leftLeg.forward) = (-12, 12)
        case "walking":
            rightLeg = Limb(forward: 26 * swing * style, outward: 2, bend: -35 * max(cos(phase), 0))
            leftLeg = Limb(forward: -26 * swing * style, outward: 2, bend: -35 * max(-cos(phase), 0))
            (rightArm.forward, leftArm.forward) = (-22 * swing * style, 22 * swing * style)
            root.y = 0.015 * abs(cos(phase))
        case "waving left": leftArm = Limb(outward: 95 * style, bend: 5, bendOutward: 55 + 35 * swing)
        case "waving right": rightArm = Limb(outward: 95 * style, bend: 5, bendOutward: 55 + 35 * swing)
        default:
            let height = gesture.height * max(0, sin(0.9 * time + gesture.start))
            let arm = gesture.isLeft ? \Pose.leftArm : \Pose.rightArm
            self[keyPath: arm] = Limb(forward: 5 + height, outward: 10, bend: 15 + height)
            lean = 4 * sin(0.7 * time + gesture.start)
        }
    }
}

/// The lengths of a body, in its heights.
struct Body {
    private let torso: Double
    private let shoulders: Double
    private let hips: Double
    private let arm: Double
    private let leg: Double

    init(_ generator: inout SplitMix64) {
        torso = 0.29 * generator.number(0.9, 1.1)
        shoulders = 0.12 * generator.number(0.85, 1.15)
        hips = 0.07 * generator.number(0.85, 1.15)
        arm = 0.165 * generator.number(0.9, 1.1)
        leg = 0.24 * generator.number(0.9, 1.1)
    }

    /// The 18 joints in the order of the multi-array. The person looks along z; their right is at −x.
    func joints(_ pose: Pose) -> [Point] {
        let legs = [(pose.rightLeg, -1.0), (pose.leftLeg, 1.0)].map { limb(Point(x: $1 * hips), $0, side: $1, leg) }
        // The lower foot is on the ground.
        let ground = min(legs[0].end.y, legs[1].end.y)
        let root = pose.root + Point(y: -ground - 2 * leg)
        let lean = pose.lean * .pi / 180
        let up = Point(y: cos(lean), z: sin(lean))
        let neck = root + up * torso
        let head = neck + up * 0.1
        let arms = [(pose.rightArm, -1.0), (pose.leftArm, 1.0)].map {
            limb(neck + Point(x: $1 * shoulders) + up * -0.02, $0, side: $1, arm)
        }
        let (right, left) = (legs[0], legs[1])
        return [
            head + Point(z: 0.06), neck, arms[0].start, arms[0].middle, arms[0].end, arms[1].start, arms[1].middle, arms[1].end,
            right.start + root, right.middle + root, right.end + root, left.start + root, left.middle + root, left.end + root,
            head + Point(x: -0.02, y: 0.025, z: 0.05), head + Point(x: 0.02, y: 0.025, z: 0.05), head + Point(x: -0.045, y: 0.015),
            head + Point(x: 0.045, y: 0.015),
        ]
    }

    private func limb(_ start: Point, _ limb: Pose.Limb, side: Double, _ length: Double) -> (start: Point, middle: Point, end: Point) {
        func direction(_ forward: Double, _ outward: Double) -> Point {
            let (f, o) = (forward * .pi / 180, outward * .pi / 180)
            return Point(x: side * sin(o) * cos(f), y: -cos(o) * cos(f), z: sin(f))
        }
        let middle = start + direction(limb.forward, limb.outward) * length
        // Lower parts bend in the plane of the upper ones, about beyond what a sine can show.
        let total = limb.forward + limb.bend
        return (start, middle, middle + direction(total, limb.outward + limb.bendOutward) * length)
    }
}

/// Where a person is seen from.
struct Camera {
    /// The height of a person in the picture.
    let scale: Double
    private let yaw: Double
    private let tilt: Double
    private let x: Double
    private let y: Double

    init(_ generator: inout SplitMix64, _ motion: String) {
        // Walking is seen from the side as often as from the front.
        let reach = motion == "walking" ? 80.0 : 40.0
        yaw = generator.number(-reach, reach) * .pi / 180
        tilt = generator.number(-8, 8) * .pi / 180
        scale = generator.number(0.3, 0.75)
        x = generator.number(0.3, 0.7)
        y = generator.number(0.4, 0.6)
    }

    func project(_ point: Point) -> (x: Double, y: Double) {
        let side = point.x * cos(yaw) + point.z * sin(yaw)
        let depth = -point.x * sin(yaw) + point.z * cos(yaw)
        let height = point.y * cos(tilt) - depth * sin(tilt)
        let near = 1 / (1 - 0.15 * depth)
        return (x + scale * near * side, y + scale * near * height)
    }
}

import Foundation
import TestSupport

/// Draws people who do something, as the keypoints that a body-pose request would find: with noise, joints that are not found, and people,
/// tempos and cameras that differ.
public struct PoseSimulator {
    /// The motions of people. `idle` is none of the others: standing about, with a gesture now and then.
    public static let motions = ["idle", "jumping jacks", "lunges", "punching", "squats", "walking", "waving left", "waving right"]

    private var generator: SplitMix64

    public init(seed: UInt64) { generator = SplitMix64(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

    /// Frames of x, y and confidence of 18 joints in the order of Apple's multi-arrays, with the origin at the lower left.
    public mutating func sequence(_ motion: String, frames: Int, rate: Double = 30) -> [[Float]] {
        let body = Body(&generator)
        let camera = Camera(&generator, motion)
        var tempo = generator.number(0.55, 1.1) * (motion == "punching" || motion.hasPrefix("waving") ? 1.5 : 1)
        var phase = generator.number(0, 1)
        let style = generator.number(0.8, 1.15)
        let gesture = Gesture(&generator)
        var missing = [Bool](repeating: false, count: 18)
        // Sometimes something stands before a limb.
        let limbs = [[3, 4], [6, 7], [9, 10], [12, 13]]
        let hidden = generator.number(0, 1) < 0.15 ? limbs[Int(generator.number(0, 4))] : []
        return (0..<frames).map { frame in
            let time = Double(frame) / rate
            tempo *= exp(generator.normal(0.01))
            phase += tempo / rate
            var pose = Pose(motion, phase: 2 * .pi * phase, style: style, time: time, gesture)
            pose.root.x += 0.01 * sin(1.7 * time + gesture.start)
            let places = body.joints(pose).map { camera.project($0) }
            var numbers = [Float](repeating: 0, count: 54)
            for joint in 0..<18 {
                // Joints come and go for several frames at once.
                missing[joint] = generator.number(0, 1) < (missing[joint] ? 0.7 : 0.03)
                if missing[joint] || hidden.contains(joint) { continue }
                numbers[joint] = Float(places[joint].x + generator.normal(0.012) * camera.scale)
                numbers[18 + joint] = Float(places[joint].y + generator.normal(0.012) * camera.scale)
                numbers[36 + joint] = Float(generator.number(0.4, 0.95))
            }
            return numbers
        }
    }

    /// A folder with a folder for each motion, with `count` files.
    public static func write(
        to folder: URL, count: Int, frames: Int, seed: UInt64, rate: Double = 30, motions: [String] = PoseSimulator.motions
    ) throws {
        for (number, motion) in motions.enumerated() {
            let place = folder.appendingPathComponent(motion)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 0..<count {
                var simulator = PoseSimulator(seed: seed &* 100_003 &+ UInt64(number * 1009 + index))
                let sequence = simulator.sequence(motion, frames: frames, rate: rate)
                try json(sequence, rate: rate).write(to: place.appendingPathComponent("\(index).json"), atomically: true, encoding: .utf8)
            }
        }
    }

    /// The text of a file of keypoints.
    public static func json(_ sequence: [[Float]], rate: Double) -> String {
        let frames = sequence.map { frame in
            "["
                + (0..<3).map { row in
                    "[" + frame[row * 18..<row * 18 + 18].map { String(format: "%.4f", $0) }.joined(separator: ",") + "]"
                }.joined(separator: ",") + "]"
        }
        return "{\"frameRate\": \(rate), \"frames\": [\n\(frames.joined(separator: ",\n"))\n]}\n"
    }
}

/// A gesture of somebody who stands about.
struct Gesture {
    let start: Double
    let height: Double
    let isLeft: Bool

    init(_ generator: inout SplitMix64) {
        start = generator.number(0, 6)
        height = generator.number(0, 60)
        isLeft = generator.number(0, 1) < 0.5
    }
}

struct Point {
    var x = 0.0
    var y = 0.0
    var z = 0.0

    static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
    static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor, z: a.z * factor) }
}

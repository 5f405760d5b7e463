import Foundation

/// Renders what an accelerometer of three axes feels, 50 times a second: with noise, and with places, tempos and strengths that differ from
/// recording to recording.
package struct SensorSimulator {
    package static let activities = ["resting", "running", "shaking", "walking"]
    package static let axes = ["x", "y", "z"]

    private var generator: SplitMix64

    package init(seed: UInt64) { generator = SplitMix64(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

    /// Rows of three numbers, in multiples of gravity.
    package mutating func recording(_ activity: String, rows: Int) -> [[Float]] {
        // Steps a second, how strong they are, and the part of the second harmonic.
        let motion: (tempo: Double, strength: Double, harmonic: Double) =
            switch activity {
            case "walking": (generator.number(1.6, 2.2), generator.number(0.2, 0.4), 0.5)
            case "running": (generator.number(2.4, 3.2), generator.number(0.7, 1.3), 0.3)
            case "shaking": (generator.number(4.5, 6), generator.number(0.6, 1.5), 0)
            default: (0.3, 0.01, 0)
            }
        // The device is held more or less upright.
        let (turn, tilt) = (generator.number(0, 2 * .pi), generator.number(0, 0.4))
        let down = [sin(tilt) * cos(turn), sin(tilt) * sin(turn), cos(tilt)]
        let sway = [generator.number(-0.5, 0.5), generator.number(-0.5, 0.5), generator.number(-0.5, 0.5)]
        var phase = generator.number(0, 2 * .pi)
        return (0..<rows).map { _ in
            phase += 2 * .pi * motion.tempo / 50 * (1 + generator.normal(0.05))
            let push = motion.strength * (sin(phase) + motion.harmonic * sin(2 * phase + 1))
            return (0..<3).map { Float(down[$0] * (1 + push) + sway[$0] * motion.strength * sin(phase / 2) + generator.normal(0.03)) }
        }
    }

    /// A table of recordings with the columns x, y, z, `activity` and `recording`: `count` recordings of each activity.
    package static func csv(_ activities: [String] = activities, count: Int, rows: Int, seed: UInt64) -> String {
        var simulator = SensorSimulator(seed: seed)
        var lines = ["x,y,z,activity,recording"]
        for activity in activities {
            for number in 0..<count {
                lines += simulator.recording(activity, rows: rows).map { row in
                    row.map { "\($0)" }.joined(separator: ",") + ",\(activity),\(activity) \(number)"
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

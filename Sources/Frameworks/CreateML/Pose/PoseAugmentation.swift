import CoreMLRuntime
import Foundation

/// Random changes to a window of poses. They do not change its label. Each option is applied to half of the windows, drawn anew every time.
package struct PoseAugmentation: OptionSet, Codable, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Mirrors the window: x becomes 1 − x, and left and right joints are exchanged.
    static let flip = PoseAugmentation(rawValue: 1 << 0)
    /// Rotates the pose about the middle of the picture, by up to 15 degrees.
    static let rotate = PoseAugmentation(rawValue: 1 << 1)
    /// Moves the pose by up to a tenth of the picture.
    static let translate = PoseAugmentation(rawValue: 1 << 2)
    /// Scales the pose by a factor of 0.8 to 1.25.
    static let scale = PoseAugmentation(rawValue: 1 << 3)
    /// Slows the pose down, to at least 0.8 of its speed, by interpolating frames.
    static let interpolateFrames = PoseAugmentation(rawValue: 1 << 4)
    /// Speeds the pose up by leaving out one frame in five.
    static let dropFrames = PoseAugmentation(rawValue: 1 << 5)

    private static let named: [(name: String, option: PoseAugmentation)] = [
        ("flip", .flip), ("rotate", .rotate), ("translate", .translate), ("scale", .scale), ("interpolateFrames", .interpolateFrames),
        ("dropFrames", .dropFrames),
    ]

    /// The option with a name; `nil` if the name is unknown.
    package init?(name: String) {
        guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
        self = known.option
    }

    package var names: [String] { Self.named.filter { contains($0.option) }.map(\.name) }

    func apply(
        to frames: ArraySlice<[Float]>, _ skeleton: PoseSkeleton, _ generator: inout SplitMix64
    ) -> ArraySlice<[Float]> {
        var frames = frames
        if contains(.dropFrames), generator.unit() < 0.5 {
            frames = frames.filter { _ in generator.unit() >= 0.2 }[...]
        }
        if contains(.interpolateFrames), generator.unit() < 0.5 {
            frames = Self.slowed(Array(frames), speed: 0.8 + 0.2 * generator.unit(), skeleton)
        }
        var transform = PoseTransform.identity
        if contains(.flip), generator.unit() < 0.5 {
            frames = frames.map { Self.mirrored($0, skeleton) }[...]
        }
        if contains(.rotate), generator.unit() < 0.5 { transform.rotate((generator.unit() * 2 - 1) * .pi / 12) }
        if contains(.scale), generator.unit() < 0.5 { transform.scale(exp((generator.unit() * 2 - 1) * log(1.25))) }
        if contains(.translate), generator.unit() < 0.5 {
            transform.translate((generator.unit() * 2 - 1) * 0.1, (generator.unit() * 2 - 1) * 0.1)
        }
        return transform == .identity ? frames : frames.map { transform.apply(to: $0, skeleton) }[...]
    }

    /// The mirror image of a frame. Joints that were not found stay at 0.
    static func mirrored(_ frame: [Float], _ skeleton: PoseSkeleton) -> [Float] {
        var result = frame
        let count = skeleton.count
        for (joint, other) in skeleton.mirrored.enumerated() {
            let confidence = frame[2 * count + other]
            result[joint] = confidence > 0 ? 1 - frame[other] : 0
            result[count + joint] = frame[count + other]
            result[2 * count + joint] = confidence
        }
        return result
    }

    /// The frames at a lower speed. The number of frames does not change.
    private static func slowed(_ frames: [[Float]], speed: Double, _ skeleton: PoseSkeleton) -> ArraySlice<[Float]> {
        frames.indices.map { index in
            let place = Double(index) * speed
            let low = min(Int(place), frames.count - 1)
            return PoseSequence.blended(frames[low], frames[min(low + 1, frames.count - 1)], Float(place - Double(low)), skeleton)
        }[...]
    }
}

/// A similarity transform about the middle of the picture.
private struct PoseTransform: Equatable {
    static let identity = PoseTransform(a: 1, b: 0, dx: 0, dy: 0)

    private var a: Float
    private var b: Float
    private var dx: Float
    private var dy: Float

    private init(a: Float, b: Float, dx: Float, dy: Float) { (self.a, self.b, self.dx, self.dy) = (a, b, dx, dy) }

    mutating func rotate(_ angle: Double) {
        let (c, s) = (Float(cos(angle)), Float(sin(angle)))
        (a, b) = (a * c - b * s, a * s + b * c)
    }

    mutating func scale(_ factor: Double) { (a, b) = (a * Float(factor), b * Float(factor)) }
    mutating func translate(_ x: Double, _ y: Double) { (dx, dy) = (dx + Float(x), dy + Float(y)) }

    func apply(to frame: [Float], _ skeleton: PoseSkeleton) -> [Float] {
        var result = frame
        let count = skeleton.count
        for joint in 0..<count where frame[2 * count + joint] > 0 {
            let (x, y) = (frame[joint] - 0.5, frame[count + joint] - 0.5)
            result[joint] = 0.5 + a * x - b * y + dx
            result[count + joint] = 0.5 + b * x + a * y + dy
        }
        return result
    }
}

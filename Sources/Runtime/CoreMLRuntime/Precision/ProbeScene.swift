import Locks

/// The colours of a probe's picture before it is lit. They are made once for all lights and predictions.
final class ProbeScene: Sendable {
    typealias Color = SIMD4<Float>

    /// The maximum number of pixels of a picture that is kept for the next probe.
    private static let largestCount = 1 << 22

    private struct Latest {
        weak var scene: ProbeScene?
    }

    private static let latest = Locked(Latest())

    private let width: Int
    private let height: Int
    /// Red, green and blue, row by row.
    let colors: [Color]

    /// The scene of a size; `nil` for a size that is too large to be kept. It lives as long as it is in use.
    static func shared(width: Int, height: Int) -> ProbeScene? {
        guard width * height <= largestCount else { return nil }
        if let scene = latest.withLock({ $0.scene }), scene.width == width, scene.height == height { return scene }
        let scene = ProbeScene(width: width, height: height)
        latest.withLock { $0.scene = scene }
        return scene
    }

    private init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        let count = width * height
        colors = [Color](unsafeUninitializedCapacity: count) { colors, initialized in
            // The threads write different elements.
            nonisolated(unsafe) let first = colors.baseAddress
            ParallelLoop.run(count, threads: Threads.limit) { range in
                for index in range { first?.advanced(by: index).initialize(to: Self.color(index % width, index / width, width, height)) }
            }
            initialized = count
        }
    }

    /// An ellipse or a rectangle. Its place and size are fractions of the picture's size.
    private struct Thing {
        var center: SIMD2<Float>
        var size: SIMD2<Float>
        var isRound: Bool
        var color: Color

        func covers(_ point: SIMD2<Float>) -> Bool {
            let offset = (point - center) / size
            if isRound { return (offset * offset).sum() <= 1 }
            return offset.x >= -1 && offset.x <= 1 && offset.y >= -1 && offset.y <= 1
        }
    }

    /// The things of the picture: a figure between a house and a tree, a ball and a window.
    private static let things = [
        Thing(center: [0.24, 0.46], size: [0.18, 0.22], isRound: false, color: [176, 92, 70, 0]),
        Thing(center: [0.2, 0.44], size: [0.05, 0.07], isRound: false, color: [52, 60, 82, 0]),
        Thing(center: [0.84, 0.56], size: [0.03, 0.2], isRound: false, color: [84, 58, 38, 0]),
        Thing(center: [0.84, 0.34], size: [0.13, 0.19], isRound: true, color: [52, 98, 44, 0]),
        Thing(center: [0.54, 0.64], size: [0.075, 0.17], isRound: true, color: [44, 62, 128, 0]),
        Thing(center: [0.51, 0.85], size: [0.025, 0.11], isRound: false, color: [58, 50, 54, 0]),
        Thing(center: [0.575, 0.85], size: [0.025, 0.11], isRound: false, color: [58, 50, 54, 0]),
        Thing(center: [0.54, 0.4], size: [0.045, 0.075], isRound: true, color: [214, 164, 136, 0]),
        Thing(center: [0.54, 0.345], size: [0.047, 0.035], isRound: true, color: [48, 34, 28, 0]),
        Thing(center: [0.7, 0.9], size: [0.05, 0.05], isRound: true, color: [222, 204, 58, 0]),
    ]

    private static let horizon: Float = 0.58

    static func color(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Color {
        let point = SIMD2((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
        let thing = things.last { $0.covers(point) }
        var color: Color
        if let thing {
            // Lit from the left.
            color = thing.color * (1.1 - 0.3 * (point.x - thing.center.x + thing.size.x) / (2 * thing.size.x))
        } else if point.y < horizon {
            color = [96, 146, 214, 0] + (point.y / horizon) * [110, 76, 22, 0]
        } else {
            color = [92, 112, 58, 0] + (point.y - horizon) * [80, 40, 60, 0]
        }
        return color + 255 * Octave.texture(point) * (thing == nil && point.y < horizon ? 0.1 : 0.3)
    }

    /// Random numbers of −0.5…0.5 at whole coordinates, interpolated linearly between them.
    private struct Octave {
        let amplitude: Float
        let frequency: Float
        private let side: Int
        private let values: [Float]

        init(amplitude: Float, frequency: Int) {
            (self.amplitude, self.frequency, side) = (amplitude, Float(frequency), frequency + 1)
            values = (0...frequency).flatMap { y in
                (0...frequency).map { x in
                    let place = UInt64(x) << 32 | UInt64(y)
                    var random = SplitMix64(state: place &* 0x9E37_79B9 ^ UInt64(frequency) << 48)
                    return Float(random.unit()) - 0.5
                }
            }
        }

        /// Six octaves of noise. Each octave has half the amplitude and half the size of the previous octave.
        private static let all = (0..<6).map { Octave(amplitude: 0.5 / Float(1 << $0), frequency: 4 << $0) }

        /// The noise at a point: the sum of all octaves. Its values lie around 0. Both coordinates of the point are above 0 and below 1.
        static func texture(_ point: SIMD2<Float>) -> Float {
            all.reduce(0) { $0 + $1.amplitude * $1.noise(point * $1.frequency) }
        }

        private func noise(_ point: SIMD2<Float>) -> Float {
            let (x, y) = (Int(point.x), Int(point.y))
            let part = point - SIMD2(Float(x), Float(y))
            let first = y * side + x
            let (top, bottom) = (values[first], values[first + side])
            let (above, below) = (top + (values[first + 1] - top) * part.x, bottom + (values[first + side + 1] - bottom) * part.x)
            return above + (below - above) * part.y
        }
    }
}

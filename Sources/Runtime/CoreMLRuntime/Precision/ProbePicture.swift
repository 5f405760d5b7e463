/// A picture that resembles a photograph: a sky above a ground, things with edges in other colours, and on all of it a texture whose contrast grows
/// with its size, as in nature. It is the same in every process.
struct ProbePicture: ImageTensorSource {
    /// How the picture is lit.
    enum Light: Int, CaseIterable {
        case day
        /// A tenth of the light.
        case night
        /// A negative with three times the contrast, in which some colours lose their shades, as in drawings.
        case drawing
    }

    let width: Int
    let height: Int
    let light: Light

    /// The longest side.
    private static let largest = 1 << 14

    /// `nil` for sizes that no image has.
    init?(width: some BinaryInteger, height: some BinaryInteger, light: Light = .day) {
        (self.width, self.height, self.light) = (Int(clamping: width), Int(clamping: height), light)
        guard 1...Self.largest ~= self.width, 1...Self.largest ~= self.height else { return nil }
    }

    private typealias Color = SIMD4<Float>

    /// An ellipse or rectangle. Places and sizes are parts of the picture's.
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

    /// A figure between a house and a tree, a ball and a window.
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

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let order =
            switch preprocessing.channels {
            case .rgb: [0, 1, 2]
            case .bgr: [2, 1, 0]
            case .gray: [3]
            }
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                for (plane, channel) in order.enumerated() {
                    destination[(plane * height + y) * width + x] = color[channel] * preprocessing.scale + preprocessing.biases[plane]
                }
            }
        }
    }

    /// Red, green, blue and gray, whole numbers of 0…255.
    private func color(_ x: Int, _ y: Int) -> Color {
        let point = SIMD2((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
        let thing = Self.things.last { $0.covers(point) }
        var color: Color
        if let thing {
            // Lit from the left.
            color = thing.color * (1.1 - 0.3 * (point.x - thing.center.x + thing.size.x) / (2 * thing.size.x))
        } else if point.y < Self.horizon {
            color = [96, 146, 214, 0] + (point.y / Self.horizon) * [110, 76, 22, 0]
        } else {
            color = [92, 112, 58, 0] + (point.y - Self.horizon) * [80, 40, 60, 0]
        }
        color += 255 * texture(point) * (thing == nil && point.y < Self.horizon ? 0.1 : 0.3)
        switch light {
        case .day: break
        case .night: color *= 0.1
        case .drawing: color = 127.5 - 3 * (color - 127.5)
        }
        color.clamp(lowerBound: .zero, upperBound: Color(repeating: 255))
        color.round(.toNearestOrEven)
        color.w = (0.299 * color.x + 0.587 * color.y + 0.114 * color.z).rounded()
        return color
    }

    /// Noise of half the amplitude at half the size, around 0.
    private func texture(_ point: SIMD2<Float>) -> Float {
        var (sum, amplitude, frequency): (Float, Float, Float) = (0, 0.5, 4)
        while amplitude > 0.01 {
            sum += amplitude * Self.noise(point * frequency, seed: UInt64(frequency))
            (amplitude, frequency) = (amplitude / 2, frequency * 2)
        }
        return sum
    }

    /// Random numbers of −0.5…0.5 at whole places, with straight lines between them.
    private static func noise(_ point: SIMD2<Float>, seed: UInt64) -> Float {
        let corner = point.rounded(.down)
        let part = point - corner
        func value(_ dx: Int, _ dy: Int) -> Float {
            let place = UInt64(Int(corner.x) + dx) << 32 | UInt64(Int(corner.y) + dy)
            var random = SplitMix64(state: place &* 0x9E37_79B9 ^ seed << 48)
            return Float(random.unit()) - 0.5
        }
        let (top, bottom) = (value(0, 0), value(0, 1))
        let (above, below) = (top + (value(1, 0) - top) * part.x, bottom + (value(1, 1) - bottom) * part.x)
        return above + (below - above) * part.y
    }
}

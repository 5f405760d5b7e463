import VisionRuntime

/// A texture without end whose brightness is known everywhere, so that shifted and warped pictures of it are exact: smooth noise of several
/// sizes.
struct RenderedTexture {
    private let seed: UInt64

    init(seed: Int) {
        let bits = UInt64(seed) &* 0xD6E8_FEB8_6659_FD93
        self.seed = (bits ^ (bits >> 32)) &* 0xD6E8_FEB8_6659_FD93
    }

    /// From about -100 to 100.
    func value(_ x: Double, _ y: Double) -> Double {
        100 * (noise(x / 61, y / 61, 1) + 0.7 * noise(x / 23, y / 23, 2) + 0.5 * noise(x / 9, y / 9, 3)) / 1.5
    }

    /// Random numbers from -1 to 1 on a lattice, joined by polynomials whose first two derivatives are smooth.
    private func noise(_ x: Double, _ y: Double, _ layer: UInt64) -> Double {
        let column = x.rounded(.down)
        let row = y.rounded(.down)
        let across = Self.smooth(x - column)
        let down = Self.smooth(y - row)
        let upper = corner(column, row, layer) * (1 - across) + corner(column + 1, row, layer) * across
        let lower = corner(column, row + 1, layer) * (1 - across) + corner(column + 1, row + 1, layer) * across
        return upper * (1 - down) + lower * down
    }

    private static func smooth(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }

    private func corner(_ column: Double, _ row: Double, _ layer: UInt64) -> Double {
        var bits = seed &+ UInt64(bitPattern: Int64(column)) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 29)) &+ UInt64(bitPattern: Int64(row)) &* 0xBF58_476D_1CE4_E5B9 &+ layer
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-52 - 1
    }
}

/// How a picture is taken of a texture.
struct Exposure {
    var brightness = 128.0
    var contrast = 0.9
    /// The standard deviation of the noise, in gray values.
    var noise = 0.0
    var seed = 1
}

/// A picture of whatever is at the point of the scene that a pixel's middle shows.
func picture(
    width: Int, height: Int, exposure: Exposure = Exposure(), scene: (_ x: Double, _ y: Double) -> Double
) throws -> GrayPlane {
    var random = NoiseGenerator(seed: exposure.seed)
    return try GrayPlane(width: width, height: height) { base, bytesPerRow in
        for y in 0..<height {
            for x in 0..<width {
                var value = exposure.brightness + exposure.contrast * scene(Double(x) + 0.5, Double(y) + 0.5)
                if exposure.noise > 0 { value += exposure.noise * random.normal() }
                base[y * bytesPerRow + x] = UInt8(min(max(value.rounded(), 0), 255))
            }
        }
    }
}

/// Normally distributed numbers, the same for one seed: sums of uniform ones.
struct NoiseGenerator {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(seed) &* 0x2545_F491_4F6C_DD1D &+ 1
    }

    mutating func normal() -> Double {
        var sum = 0.0
        for _ in 0..<2 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Three uniform numbers of 20 bits each.
            let bits = state >> 4
            sum += Double(bits & 0xFFFFF) + Double((bits >> 20) & 0xFFFFF) + Double((bits >> 40) & 0xFFFFF)
        }
        // Six uniform numbers have the variance one half.
        return (sum / Double(1 << 20) - 3) * 2.0.squareRoot()
    }
}

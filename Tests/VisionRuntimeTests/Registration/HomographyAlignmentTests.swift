import Foundation
import Testing
import VisionRuntime

@Suite("Alignment by a homography")
struct HomographyAlignmentTests {
    private let texture = RenderedTexture(seed: 11)
    private let width = 480
    private let height = 360

    private var corners: [SIMD2<Double>] {
        [SIMD2(0, 0), SIMD2(Double(width), 0), SIMD2(Double(width), Double(height)), SIMD2(0, Double(height))]
    }

    private func apply(_ matrix: [Double], _ point: SIMD2<Double>) -> SIMD2<Double> {
        let w = matrix[6] * point.x + matrix[7] * point.y + matrix[8]
        return SIMD2(
            (matrix[0] * point.x + matrix[1] * point.y + matrix[2]) / w, (matrix[3] * point.x + matrix[4] * point.y + matrix[5]) / w)
    }

    /// Pictures of the texture: `matrix` maps points of the floating one to the reference's.
    private func pair(
        _ matrix: [Double], reference: Exposure = Exposure(), floating: Exposure = Exposure()
    ) throws -> (floating: HomographyImage, reference: HomographyImage) {
        let one = try picture(width: width, height: height, exposure: floating) { x, y in
            let point = apply(matrix, SIMD2(x, y))
            return texture.value(point.x, point.y)
        }
        let other = try picture(width: width, height: height, exposure: reference) { texture.value($0, $1) }
        return (try HomographyImage(one), try HomographyImage(other))
    }

    /// How far the worst corner of the floating picture is from where it should be.
    private func error(_ alignment: HomographyAlignment, _ matrix: [Double]) -> Double {
        corners.map { corner in
            let difference = apply(alignment.matrix, corner) - apply(matrix, corner)
            return (difference * difference).sum().squareRoot()
        }.max() ?? .infinity
    }

    /// About the middle of the picture: turned, larger or smaller, seen from aside.
    private func view(degrees: Double = 0, scale: Double = 1, perspective: SIMD2<Double> = .zero, shift: SIMD2<Double> = .zero) -> [Double]
    {
        let angle = degrees * .pi / 180
        let (c, s) = (scale * cos(angle), scale * sin(angle))
        let (x, y) = (Double(width) / 2, Double(height) / 2)
        let (g, h) = (perspective.x / Double(width), perspective.y / Double(height))
        let centred = Homography([c, -s, shift.x, s, c, shift.y, g, h, 1])
        let map = Homography([1, 0, x, 0, 1, y, 0, 0, 1]) * centred * Homography([1, 0, -x, 0, 1, -y, 0, 0, 1])
        return map.elements.map { $0 / map.elements[8] }
    }

    @Test(
        "Corners are found to a pixel at ten per cent of perspective",
        arguments: [SIMD2(0.1, 0.0), SIMD2(0.0, -0.1), SIMD2(0.2, 0.15), SIMD2(-0.2, 0.1), SIMD2(0.15, -0.2)])
    func perspective(_ perspective: SIMD2<Double>) throws {
        let matrix = view(degrees: 4, perspective: perspective, shift: SIMD2(11.4, -8.7))
        let (floating, reference) = try pair(matrix)
        let alignment = try HomographyAlignment.align(floating: floating, reference: reference)
        #expect(error(alignment, matrix) < 0.5)
        #expect(alignment.confidence > 0.9)
        #expect(alignment.matrix[8] == 1)
    }

    @Test("Turned pictures are aligned, whatever the angle", arguments: [12.0, 35, 90, 180, -140])
    func rotation(_ degrees: Double) throws {
        let matrix = view(degrees: degrees)
        let (floating, reference) = try pair(matrix)
        #expect(error(try HomographyAlignment.align(floating: floating, reference: reference), matrix) < 0.5)
    }

    @Test("Pictures of another scale are aligned", arguments: [0.5, 0.83, 1.2, 2])
    func scale(_ scale: Double) throws {
        let matrix = view(scale: scale)
        let (floating, reference) = try pair(matrix)
        #expect(error(try HomographyAlignment.align(floating: floating, reference: reference), matrix) < 0.7)
    }

    @Test("A dim, noisy picture is aligned to a pixel with a bright one")
    func exposure() throws {
        let matrix = view(degrees: -6, perspective: SIMD2(0.12, 0.1), shift: SIMD2(20.3, 15.2))
        let (floating, reference) = try pair(
            matrix, reference: Exposure(noise: 4, seed: 2), floating: Exposure(brightness: 60, contrast: 0.4, noise: 6, seed: 3))
        let alignment = try HomographyAlignment.align(floating: floating, reference: reference)
        #expect(error(alignment, matrix) < 1)
        #expect(alignment.confidence > 0.7)
    }

    @Test("An object that moves by itself in a quarter of the picture does not matter")
    func foreground() throws {
        let matrix = view(degrees: 3, perspective: SIMD2(0.08, -0.05))
        let other = RenderedTexture(seed: 12)
        let inside = { (x: Double, y: Double) in (120..<360).contains(x) && (90..<270).contains(y) }
        let floating = try picture(width: width, height: height) { x, y in
            let point = apply(matrix, SIMD2(x, y))
            return inside(x - 14, y + 9) ? other.value(x - 14, y + 9) : texture.value(point.x, point.y)
        }
        let reference = try picture(width: width, height: height) { inside($0, $1) ? other.value($0, $1) : texture.value($0, $1) }
        let alignment = try HomographyAlignment.align(floating: HomographyImage(floating), reference: HomographyImage(reference))
        #expect(error(alignment, matrix) < 1)
        #expect(alignment.confidence > 0.5)
    }

    @Test("Pictures of different things have next to no confidence", arguments: 30..<33)
    func unrelated(_ seed: Int) throws {
        let other = RenderedTexture(seed: seed)
        let floating = try HomographyImage(picture(width: width, height: height) { other.value($0, $1) })
        let reference = try HomographyImage(picture(width: width, height: height) { texture.value($0, $1) })
        #expect(try HomographyAlignment.align(floating: floating, reference: reference).confidence < 0.2)
    }

    @Test(
        "Where there is nothing to see the answer is the identity with no confidence",
        arguments: [(480, 360), (1, 1), (3000, 1), (20, 900)])
    func nothing(_ width: Int, _ height: Int) throws {
        let flat = try HomographyImage(picture(width: width, height: height) { _, _ in 0 })
        let alignment = try HomographyAlignment.align(floating: flat, reference: flat)
        #expect(alignment == HomographyAlignment(matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], confidence: 0))
    }

    @Test("A picture with little room for blocks is aligned by a shift at least", arguments: [(40, 40), (64, 48)])
    func small(_ width: Int, _ height: Int) throws {
        let floating = try HomographyImage(picture(width: width, height: height) { texture.value($0 + 2.4, $1 - 1.3) })
        let reference = try HomographyImage(picture(width: width, height: height) { texture.value($0, $1) })
        let alignment = try HomographyAlignment.align(floating: floating, reference: reference)
        let middle = SIMD2(Double(width), Double(height)) / 2
        let moved = apply(alignment.matrix, middle) - middle
        #expect(abs(moved.x - 2.4) < 0.3 && abs(moved.y + 1.3) < 0.3)
    }

    @Test("Pictures of different sizes are refused")
    func sizes() throws {
        let one = try HomographyImage(picture(width: 64, height: 48) { texture.value($0, $1) })
        let other = try HomographyImage(picture(width: 48, height: 64) { texture.value($0, $1) })
        #expect(throws: RegistrationFailure.self) { try HomographyAlignment.align(floating: one, reference: other) }
    }
}

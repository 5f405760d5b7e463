import Testing
import VisionRuntime

@Suite("Alignment by a shift")
struct TranslationAlignmentTests {
    private let texture = RenderedTexture(seed: 7)

    /// The reference shows the texture as it is; a point of the floating picture is found in the reference by adding the shift.
    private func pair(
        _ shift: SIMD2<Double>, width: Int = 320, height: Int = 240, reference: Exposure = Exposure(), floating: Exposure = Exposure()
    ) throws -> (floating: RegistrationImage, reference: RegistrationImage) {
        let one = try picture(width: width, height: height, exposure: floating) { texture.value($0 + shift.x, $1 + shift.y) }
        let other = try picture(width: width, height: height, exposure: reference) { texture.value($0, $1) }
        return (try RegistrationImage(one), try RegistrationImage(other))
    }

    private func error(_ alignment: TranslationAlignment, _ shift: SIMD2<Double>) -> Double {
        max(abs(alignment.dx - shift.x), abs(alignment.dy - shift.y))
    }

    @Test(
        "A shift is found to a tenth of a pixel, up to a third of the picture",
        arguments: [SIMD2(0.0, 0.0), SIMD2(0.4, -0.3), SIMD2(-3.25, 7.5), SIMD2(79.7, 60.2), SIMD2(-80.5, 58.9), SIMD2(106.3, -79.6)])
    func shift(_ shift: SIMD2<Double>) throws {
        let (floating, reference) = try pair(shift)
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(error(alignment, shift) < 0.1)
        #expect(alignment.confidence > 0.9)
    }

    @Test("A dim, noisy picture is aligned to 0.3 pixels with a bright one", arguments: [SIMD2(31.6, -22.1), SIMD2(-70.2, 50.4)])
    func exposure(_ shift: SIMD2<Double>) throws {
        let (floating, reference) = try pair(
            shift, reference: Exposure(noise: 4, seed: 2), floating: Exposure(brightness: 60, contrast: 0.4, noise: 6, seed: 3))
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(error(alignment, shift) < 0.3)
        #expect(alignment.confidence > 0.7)
    }

    @Test("Negative pictures are not taken for the same")
    func negative() throws {
        let (floating, reference) = try pair(SIMD2(12.0, 5.0), floating: Exposure(contrast: -0.9))
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(alignment.confidence < 0.3)
    }

    @Test("An object that moves by itself in a third of the picture does not matter")
    func foreground() throws {
        let shift = SIMD2(14.3, -9.6)
        let other = RenderedTexture(seed: 8)
        let scene = { (x: Double, y: Double, background: SIMD2<Double>, foreground: SIMD2<Double>) in
            (100..<377).contains(x + foreground.x) && (75..<283).contains(y + foreground.y)
                ? other.value(x + foreground.x, y + foreground.y) : texture.value(x + background.x, y + background.y)
        }
        let floating = try picture(width: 480, height: 360) { scene($0, $1, shift, SIMD2(-6, 4)) }
        let reference = try picture(width: 480, height: 360) { scene($0, $1, .zero, .zero) }
        let alignment = try TranslationAlignment.align(floating: RegistrationImage(floating), reference: RegistrationImage(reference))
        #expect(error(alignment, shift) < 0.2)
        #expect(alignment.confidence > 0.5)
    }

    @Test("A texture of a few gray values in the noise is found, and noise alone is not")
    func faint() throws {
        let shift = SIMD2(-17.4, 11.3)
        let (floating, reference) = try pair(
            shift, reference: Exposure(contrast: 0.08, noise: 1, seed: 4), floating: Exposure(contrast: 0.08, noise: 1, seed: 5))
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(error(alignment, shift) < 0.3)
        #expect(alignment.confidence > 0.7)
        let (noise, otherNoise) = try pair(
            .zero, reference: Exposure(contrast: 0, noise: 10, seed: 4), floating: Exposure(contrast: 0, noise: 10, seed: 5))
        #expect(try TranslationAlignment.align(floating: noise, reference: otherNoise).confidence < 0.1)
    }

    @Test("Pictures of different things have next to no confidence", arguments: 20..<24)
    func unrelated(_ seed: Int) throws {
        let other = RenderedTexture(seed: seed)
        let floating = try picture(width: 320, height: 240) { other.value($0, $1) }
        let reference = try picture(width: 320, height: 240) { texture.value($0, $1) }
        let alignment = try TranslationAlignment.align(floating: RegistrationImage(floating), reference: RegistrationImage(reference))
        #expect(alignment.confidence < 0.2)
    }

    @Test("A large picture is aligned as finely as a small one")
    func large() throws {
        let shift = SIMD2(-131.3, 77.8)
        let (floating, reference) = try pair(shift, width: 1000, height: 520, floating: Exposure(noise: 5))
        #expect(reference.width == 1000 && reference.height == 520)
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(error(alignment, shift) < 0.1)
    }

    @Test("A strip is aligned along itself")
    func strip() throws {
        let shift = SIMD2(150.3, 0.6)
        let (floating, reference) = try pair(shift, width: 1600, height: 40)
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(error(alignment, shift) < 0.2)
    }

    @Test("Where there is nothing to see the answer is no shift with no confidence")
    func flat() throws {
        let (flat, textured) = try pair(.zero, reference: Exposure(), floating: Exposure(contrast: 0))
        let nothing = TranslationAlignment(dx: 0, dy: 0, confidence: 0)
        #expect(try TranslationAlignment.align(floating: flat, reference: flat) == nothing)
        #expect(try TranslationAlignment.align(floating: textured, reference: flat) == nothing)
        #expect(try TranslationAlignment.align(floating: flat, reference: textured).confidence == 0)
    }

    @Test(
        "Pictures that are too small to tell give no shift with no confidence",
        arguments: [(1, 1), (1, 5000), (5000, 1), (31, 31), (2, 2), (31, 4000)])
    func tiny(_ width: Int, _ height: Int) throws {
        let (floating, reference) = try pair(SIMD2(1, 1), width: width, height: height)
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(alignment == TranslationAlignment(dx: 0, dy: 0, confidence: 0))
    }

    @Test(
        "The smallest picture that is enough, and ones of odd sizes, are aligned", arguments: [(32, 32), (33, 47), (257, 65), (515, 129)])
    func small(_ width: Int, _ height: Int) throws {
        let shift = SIMD2(2.3, -1.6)
        let (floating, reference) = try pair(shift, width: width, height: height)
        #expect(error(try TranslationAlignment.align(floating: floating, reference: reference), shift) < 0.2)
    }

    @Test("Pictures of different sizes are refused with both sizes")
    func sizes() throws {
        let one = try RegistrationImage(picture(width: 64, height: 48) { texture.value($0, $1) })
        let other = try RegistrationImage(picture(width: 64, height: 50) { texture.value($0, $1) })
        let failure = RegistrationFailure.differentSizes(floatingWidth: 64, floatingHeight: 48, referenceWidth: 64, referenceHeight: 50)
        #expect(throws: failure) { try TranslationAlignment.align(floating: one, reference: other) }
        #expect(failure.description.contains("64 × 48") && failure.description.contains("64 × 50"))
    }

    @Test("Pictures of 50 megapixels are aligned within seconds")
    func huge() throws {
        let tile = try picture(width: 1200, height: 900) { texture.value($0, $1) }
        let whole = try GrayPlane(width: 8800, height: 5800) { base, bytesPerRow in
            for y in 0..<5800 {
                for x in stride(from: 0, to: 8800, by: 1200) {
                    (base + y * bytesPerRow + x).update(from: tile.row(y % 900), count: min(1200, 8800 - x))
                }
            }
        }
        let reference = try RegistrationImage(whole.part(x: 0, y: 0, width: 8600, height: 5700))
        let floating = try RegistrationImage(whole.part(x: 133, y: 71, width: 8600, height: 5700))
        let start = ContinuousClock.now
        let alignment = try TranslationAlignment.align(floating: floating, reference: reference)
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(error(alignment, SIMD2(133, 71)) < 0.1)
    }
}

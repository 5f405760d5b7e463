import CoreGraphics
import CoreVideo
import Foundation
import Testing

@testable import CreateML

/// Each kind of change against what it says it does.
@Suite struct ImageAugmenterTests {
    private static let side = 64

    /// A picture whose brightness is `shade` of the place, 0…1 from the left and from the top.
    private func augmenter(seed: Int, _ shade: (Double, Double) -> Double) throws -> ImageAugmenter {
        let side = Self.side
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, side, side, kCVPixelFormatType_32BGRA, nil, &buffer)
        let pixels = try #require(buffer)
        CVPixelBufferLockBaseAddress(pixels, [])
        defer { CVPixelBufferUnlockBaseAddress(pixels, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(pixels)).assumingMemoryBound(to: UInt8.self)
        let bytesPerRow = CVPixelBufferGetBytesPerRow(pixels)
        for y in 0..<side {
            for x in 0..<side {
                let value = UInt8((shade((Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side)) * 255).rounded())
                for channel in 0..<4 { base[y * bytesPerRow + x * 4 + channel] = channel == 3 ? 255 : value }
            }
        }
        return ImageAugmenter(pixels, width: side, height: side, seed: seed)
    }

    /// The red values of a copy, row after row.
    private func values(_ image: CGImage) throws -> [Double] {
        let data = try #require(image.dataProvider?.data as Data?)
        return (0..<Self.side * Self.side).map { Double(data[data.startIndex + $0 * 4 + 2]) }
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private func deviation(_ values: [Double]) -> Double {
        let mean = mean(values)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }

    @Test("A flip is the mirror image")
    func aFlipIsTheMirrorImage() throws {
        var augmenter = try augmenter(seed: 1) { x, y in x * 0.7 + y * 0.2 }
        let copy = try values(augmenter.image(.flip))
        for y in [0, 20, 63] {
            for x in [0, 10, 63] {
                let expected = (1 - (Double(x) + 0.5) / 64) * 0.7 + (Double(y) + 0.5) / 64 * 0.2
                #expect(abs(copy[y * 64 + x] - expected * 255) <= 1)
            }
        }
    }

    @Test("A crop shows six to nine tenths of the side", arguments: 1...8)
    func aCropShowsSixToNineTenthsOfTheSide(seed: Int) throws {
        var augmenter = try augmenter(seed: seed) { x, _ in x }
        let copy = try values(augmenter.image(.crop))
        let shown = (copy[63] - copy[0]) / 255 * 64 / 63
        #expect((0.58...0.92).contains(shown))
        #expect(copy[0] >= 0 && copy[63] <= 255)
        #expect(copy[0] == copy[63 * 64], "it is not turned")
    }

    @Test("A rotation turns by twenty degrees at most", arguments: 1...8)
    func aRotationTurnsByTwentyDegreesAtMost(seed: Int) throws {
        // The copy's slope tells the angle: brightness rises with x in the source, by cos(angle) along x and -sin(angle) along y in the copy.
        var augmenter = try augmenter(seed: seed) { x, _ in 0.25 + x / 2 }
        let copy = try values(augmenter.image(.rotation))
        let across = copy[32 * 64 + 40] - copy[32 * 64 + 24]
        let down = copy[40 * 64 + 32] - copy[24 * 64 + 32]
        let angle = atan2(-down, across)
        #expect(abs(angle) <= 0.36)
        #expect(abs((across * across + down * down).squareRoot() - 255.0 / 2 / 64 * 16) < 2)
    }

    @Test("Exposure changes by eight tenths of a stop at most", arguments: 1...8)
    func exposureChangesByEightTenthsOfAStopAtMost(seed: Int)
        throws
    {
        var augmenter = try augmenter(seed: seed) { _, _ in 0.4 }
        let copy = try values(augmenter.image(.exposure))
        #expect(abs(log2(copy[0] / 102)) <= 0.82)
        #expect(deviation(copy) == 0)
    }

    @Test("Blur takes contrast away and keeps the mean", arguments: 1...4)
    func blurTakesContrastAwayAndKeepsTheMean(seed: Int) throws {
        var augmenter = try augmenter(seed: seed) { x, y in (Int(x * 64) + Int(y * 64)) % 2 == 0 ? 0.2 : 0.8 }
        let copy = try values(augmenter.image(.blur))
        #expect(abs(mean(copy) - 127.5) < 1.5)
        #expect(deviation(copy) < 30, "of 76.5")
    }

    @Test("Noise has its deviation", arguments: 1...4)
    func noiseHasItsDeviation(seed: Int) throws {
        var augmenter = try augmenter(seed: seed) { _, _ in 0.5 }
        let copy = try values(augmenter.image(.noise))
        #expect((3.5...14.5).contains(deviation(copy)))
        #expect(abs(mean(copy) - 128) < 1.5)
    }
}

import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("Which lines of the networks count as text")
struct NetworkTextBarTests {
    /// A line of letters, read with a confidence.
    private func line(_ count: Int, _ confidence: Float) throws -> ReadLine {
        let symbols = (0..<count).map { index in
            ReadWord.Symbol(
                choices: [ReadWord.Choice(text: "a", confidence: confidence)], box: CGRect(x: 10 * index, y: 0, width: 10, height: 20))
        }
        let word = ReadWord(
            symbols: symbols, confidence: confidence, isKnown: false,
            box: CGRect(x: 0, y: 0, width: 10 * count, height: 20), language: nil)
        let plane = try GrayPlane(width: 10 * count, height: 20) { base, bytesPerRow in
            for index in 0..<20 * bytesPerRow { base[index] = 128 }
        }
        let place = LinePlace(CGRect(x: 0, y: 0, width: 10 * count, height: 20))
        let strip = try LineStrip(place, in: plane, height: 20, isNormalized: false)
        return try #require(ReadLine([word], in: strip, line: place))
    }

    @Test("In a scene a line passes by its confidence, its length and how much it looks like text together")
    func scene() throws {
        let bar = NetworkTextBar([try line(4, 0.3)])
        #expect(bar.isPassed(by: try line(12, 0.3), likeness: 0.92))
        #expect(!bar.isPassed(by: try line(12, 0.3), likeness: 0.7))
        #expect(!bar.isPassed(by: try line(12, 0.01), likeness: 0.92))
        #expect(!bar.isPassed(by: try line(1, 0.6), likeness: 0.75))
        #expect(bar.isPassed(by: try line(1, 0.98), likeness: 0.95))
    }

    @Test("On a page of certain lines a doubtful one passes, too")
    func page() throws {
        let doubtful = try line(6, 0.1)
        #expect(!NetworkTextBar([doubtful]).isPassed(by: doubtful, likeness: 0.85))
        let page = try (0..<10).map { _ in try line(20, 0.97) }
        #expect(NetworkTextBar(page + [doubtful]).isPassed(by: doubtful, likeness: 0.85))
    }
}

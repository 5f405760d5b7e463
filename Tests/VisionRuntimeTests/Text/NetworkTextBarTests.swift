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

    @Test("Words in a scene are less certain than they were read, words in a document are not")
    func confidences() throws {
        let scene = NetworkTextBar([try line(4, 0.3)])
        let words = try [0.3, 0.9, 0.99].map { try scene.weighed(line(6, $0)).words[0].confidence }
        #expect(words == words.sorted() && words[1] < 0.8 && words[2] < 0.95)
        let document = NetworkTextBar(try (0..<20).map { _ in try line(20, 0.97) })
        #expect(abs(document.weighed(try line(6, 0.9)).words[0].confidence - 0.9) < 1e-3)
    }

    @Test("On a page of certain lines a doubtful one passes, too")
    func page() throws {
        let doubtful = try line(6, 0.1)
        #expect(!NetworkTextBar([doubtful]).isPassed(by: doubtful, likeness: 0.85))
        let page = try (0..<10).map { _ in try line(20, 0.97) }
        #expect(NetworkTextBar(page + [doubtful]).isPassed(by: doubtful, likeness: 0.85))
    }
}

import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("Which lines of the networks count as text")
struct NetworkTextBarTests {
    /// A line of words with numbers of letters, each word read with a confidence.
    private func line(_ counts: [Int], _ confidences: [Float]) throws -> ReadLine {
        var start = 0
        let words = zip(counts, confidences).map { count, confidence in
            let symbols = (start..<start + count).map { index in
                ReadWord.Symbol(
                    choices: [ReadWord.Choice(text: "a", confidence: confidence)], box: CGRect(x: 10 * index, y: 0, width: 10, height: 20))
            }
            start += count + 1
            return ReadWord(
                symbols: symbols, confidence: confidence, isKnown: false, box: CGRect(around: symbols.map(\.box)), language: nil)
        }
        let plane = try GrayPlane(width: 10 * start, height: 20) { base, bytesPerRow in
            for index in 0..<20 * bytesPerRow { base[index] = 128 }
        }
        let place = LinePlace(CGRect(x: 0, y: 0, width: 10 * start, height: 20))
        let strip = try LineStrip(place, in: plane, height: 20, isNormalized: false)
        return try #require(ReadLine(words, in: strip, line: place))
    }

    private func line(_ count: Int, _ confidence: Float) throws -> ReadLine { try line([count], [confidence]) }

    @Test("In a scene a line passes by its confidence, its length and how much it looks like text together")
    func scene() throws {
        let bar = NetworkTextBar([try line(4, 0.3)])
        #expect(bar.isPassed(by: try line(12, 0.5), likeness: 0.92))
        #expect(!bar.isPassed(by: try line(12, 0.5), likeness: 0.5))
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

    @Test("The least certain word decides whether a line is text")
    func leastCertainWord() throws {
        let bar = NetworkTextBar([try line(4, 0.3)])
        #expect(bar.isPassed(by: try line([6, 6], [0.9, 0.6]), likeness: 0.9))
        #expect(!bar.isPassed(by: try line([6, 6], [0.99, 0.01]), likeness: 0.9))
    }

    @Test("On a page of certain lines a doubtful one passes, too")
    func page() throws {
        let doubtful = try line(6, 0.1)
        #expect(!NetworkTextBar([doubtful]).isPassed(by: doubtful, likeness: 0.85))
        let page = try (0..<10).map { _ in try line(20, 0.97) }
        #expect(NetworkTextBar(page + [doubtful]).isPassed(by: doubtful, likeness: 0.85))
    }
}

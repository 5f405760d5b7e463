import CoreGraphics
import Foundation
import Testing

@testable import VisionRuntime

@Suite("Words in the answers of the network that reads lines")
struct TextSymbolDecoderTests {
    private let decoder = TextSymbolDecoder(characters: [" ", "a", "b", "o", "0", "о"])  // the last one is Cyrillic

    /// Answers with the given classes; `rest` is the probability that goes to another class.
    private func answers(_ classes: [Int], _ others: [Int: (number: Int, probability: Float)] = [:]) -> [Float] {
        var values = [Float](repeating: 0, count: decoder.classCount * classes.count)
        for (step, number) in classes.enumerated() {
            let other = others[step]
            values[number * classes.count + step] = 1 - (other?.probability ?? 0)
            if let other { values[other.number * classes.count + step] = other.probability }
        }
        return values
    }

    private func words(
        _ classes: [Int], _ others: [Int: (number: Int, probability: Float)] = [:], isAllowed: [Bool]? = nil,
        by decoder: TextSymbolDecoder? = nil
    ) -> [ReadWord] {
        let decoder = decoder ?? self.decoder
        let output = TextSymbolDecoder.Output(
            probabilities: answers(classes, others), steps: classes.count, isAllowed: isAllowed ?? decoder.classes { _ in true },
            size: CGSize(width: classes.count * 4, height: 32), line: CGRect(x: 0, y: 4, width: classes.count * 4, height: 24))
        return decoder.texts(output, by: TextBeamSearch(width: 8, language: nil)).first ?? []
    }

    @Test("Equal answers beside each other are one letter; a pause between them makes two")
    func repetitions() {
        #expect(words([0, 2, 2, 0, 2, 3, 0]).map(\.text) == ["aab"])
        #expect(words([2, 2, 2, 3, 3]).map(\.text) == ["ab"])
    }

    @Test("A letter is read twice where the sum over all ways of reading two is greater than that of one")
    func doubled() {
        // At none of the steps a blank is likelier than the letter, but at one of the middle ones it is likely.
        let blanks: [Int: (number: Int, probability: Float)] = [1: (0, 0.45), 2: (0, 0.45), 3: (0, 0.45)]
        #expect(words([2, 2, 2, 2, 2], blanks).map(\.text) == ["aa"])
        #expect(words([2, 2, 2, 2, 2], [2: (0, 0.3)]).map(\.text) == ["a"])
        #expect(words([2, 2, 2, 2, 2]).map(\.text) == ["a"])
    }

    @Test("Spaces part words, and none at the ends makes an empty word")
    func spaces() {
        #expect(words([1, 2, 1, 1, 3, 3, 0, 1]).map(\.text) == ["a", "b"])
        #expect(words([0, 0, 1, 0]).isEmpty)
        #expect(words([]).isEmpty)
    }

    @Test("Letters lie where the network answered them, side by side and without overlap")
    func boxes() throws {
        let word = try #require(words([0, 2, 0, 0, 3, 0, 4, 0]).first)
        let boxes = word.symbols.map(\.box)
        let middles: [CGFloat] = [6, 18, 26]
        for (box, middle) in zip(boxes, middles) {
            #expect(box.minX <= middle && middle <= box.maxX)
            #expect(box.minY == 4 && box.maxY == 28)
        }
        for (left, right) in zip(boxes, boxes.dropFirst()) { #expect(left.maxX <= right.minX + 1e-6) }
    }

    @Test("A word's confidence is the probability of all alignments of its text, and doubtful letters have other candidates")
    func confidence() throws {
        let word = try #require(words([2, 0, 4], [0: (3, 0.25), 2: (5, 0.4)]).first)
        #expect(abs(word.confidence - 0.75 * 0.6) < 1e-4)
        #expect(word.symbols[0].choices.map(\.text) == ["a", "b"])
        #expect(word.symbols[1].choices.map(\.text) == ["o", "0"])
        #expect(abs(word.symbols[1].choices[1].confidence - 0.4) < 1e-5)
    }

    @Test("The log odds of a word become those of its confidence by the two numbers of the calibration")
    func calibration() throws {
        let decoder = TextSymbolDecoder(characters: [" ", "a", "b", "o", "0", "о"], calibration: (slope: 0.5, offset: -1))
        let word = try #require(words([2, 0, 4], [0: (3, 0.25), 2: (5, 0.4)], by: decoder).first)
        let odds = 0.5 * log(0.45 / 0.55) - 1
        #expect(abs(Double(word.confidence) - 1 / (1 + exp(-odds))) < 1e-4)
    }

    @Test("Further texts of a line follow in the order of their probability")
    func texts() {
        let output = TextSymbolDecoder.Output(
            probabilities: answers([2, 0, 4], [0: (3, 0.25), 2: (5, 0.4)]), steps: 3, isAllowed: decoder.classes { _ in true },
            size: CGSize(width: 12, height: 32), line: CGRect(x: 0, y: 4, width: 12, height: 24))
        let texts = decoder.texts(output, by: TextBeamSearch(width: 8, language: nil))
        #expect(texts.map { $0.map(\.text).joined(separator: " ") } == ["ao", "a0", "bo", "b0"])
    }

    @Test("Letters of a script that is not asked for are not read")
    func scripts() throws {
        let latin = decoder.classes { TextScript(of: $0).map { $0 == .latin } ?? true }
        #expect(words([6, 0], [0: (4, 0.3)], isAllowed: latin).map(\.text) == ["o"])
        #expect(words([6, 0], [0: (4, 0.3)]).map(\.text) == ["о"])
    }
}

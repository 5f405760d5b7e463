import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@testable import VisionRuntime

@Suite("Likely characters of the words of a language")
struct CharacterLanguageModelTests {
    /// A file of one language with the letters a and b.
    private func file(keys: [UInt32], costs: [UInt8], factors: [UInt8], alphabet: String = "ab", count: UInt32? = nil) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
        func bytes(_ text: String) -> [UInt8] { bytes(UInt32(text.utf8.count)) + Array(text.utf8) }
        return Array("OSPREYNG".utf8) + bytes(1) + bytes("en") + bytes(alphabet) + bytes(count ?? UInt32(keys.count))
            + keys.flatMap { bytes($0) } + costs + factors
    }

    private let a: UInt32 = 3
    private let b: UInt32 = 4

    @Test("A sequence that is listed has its cost; any other costs as much as the shorter one and what is added for that")
    func costs() throws {
        let keys = [a, b, CharacterSequences.edge << 6 | a, a << 6 | b]
        let table = try #require(
            try CharacterSequences.read(Bytes(copying: file(keys: keys, costs: [20, 40, 10, 6], factors: [8, 0, 2, 0]))).first)
        let start = CharacterSequences.edge
        #expect(table.code(of: "A") == a && table.code(of: "b") == b && table.code(of: "c") == 2)
        #expect(table.cost(of: a, after: start) == 0.5)
        // After the beginning nothing is listed for b, and the beginning alone has no factor.
        #expect(table.cost(of: b, after: start) == 2)
        // The beginning and a are no context of b, but a is; a step back costs what the longer context says.
        #expect(abs(table.cost(of: b, after: CharacterSequences.appending(a, to: start)) - 0.4) < 1e-6)
        #expect(abs(table.cost(of: a, after: CharacterSequences.appending(a, to: 0)) - 1.4) < 1e-6)
        #expect(table.cost(of: 60, after: start) == 12)
    }

    @Test("A damaged file is an error, wherever it is cut off and whatever it claims to have")
    func damage() throws {
        let good = file(keys: [a, b], costs: [1, 2], factors: [3, 4])
        for count in good.indices {
            #expect(throws: SpecificationError.self) { try CharacterSequences.read(Bytes(copying: good[..<count])) }
        }
        let bad = [
            file(keys: [a], costs: [1], factors: [1], count: .max),
            file(keys: [], costs: [], factors: [], alphabet: String(repeating: "a", count: 2000)),
            file(keys: [], costs: [], factors: [], alphabet: String((0..<70).map { Character(Unicode.Scalar(0x100 + $0)!) })),
        ]
        for bytes in bad { #expect(throws: SpecificationError.self) { try CharacterSequences.read(Bytes(copying: bytes)) } }
    }

    /// The score of a text by the tables that come with the recogniser.
    private func score(_ text: String, in languages: [String]) throws -> Float {
        let characters = Array(" abcdefghijklmnopqrstuvwxyzäABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-вечр")
        let asked = try TextLanguage.reading(languages, andOthers: false, by: .networks).languages
        let sequences = try ModelStore.shared.characterSequences("textReader", for: "VNRecognizeTextRequest")
        let model = try #require(CharacterLanguageModel(asked, characters: characters, sequences: sequences))
        var (state, sum) = (model.start, Float(0))
        for character in text {
            let number = try #require(characters.firstIndex(of: character)) + 1
            sum += model.score(of: number, after: state)
            state = model.state(after: number, state)
        }
        return sum
    }

    @Test(
        "Words of a language score higher than what looks like them", arguments: [["en"], ["en", "de"], ["en", "de", "fr", "es", "it"]])
    func words(languages: [String]) throws {
        #expect(try score("the", in: languages) > score("tbe", in: languages))
        #expect(try score("Street", in: languages) > score("Streef", in: languages))
        #expect(try score("STREET", in: languages) > score("STrEET", in: languages))
        #expect(try score("open now ", in: languages) > score("opon naw ", in: languages))
    }

    @Test("The score depends on the language; digits are as likely as each other; a letter continues words of its own script")
    func languages() throws {
        let gain = try ["de", "en"].map { try score("während", in: [$0]) - score("wahrend", in: [$0]) }
        #expect(gain[0] > gain[1])
        #expect(try score("1234", in: ["en"]) == score("9876", in: ["en"]))
        #expect(try score("вечер", in: ["en", "ru"]) > score("вeчep", in: ["en", "ru"]))
        #expect(try score("вечер", in: ["ru", "uk", "bg", "sr"]) > score("вчерe", in: ["ru", "uk", "bg", "sr"]))
    }

    @Test("Without a table for the first language's script there is no model")
    func missing() throws {
        let english = try TextLanguage.reading(["en"], andOthers: false, by: .networks).languages
        #expect(CharacterLanguageModel(english, characters: ["a"], sequences: []) == nil)
    }
}

import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("Word correction")
struct WordCorrectionTests {
    /// A word of letters ten pixels wide; other letters that each may be stand behind it.
    private func word(_ letters: [String], confidence: Float = 0.5, isKnown: Bool = false) -> ReadWord {
        let symbols = letters.enumerated().map { place, choices in
            let list = choices.enumerated().map { ReadWord.Choice(text: String($1), confidence: $0 == 0 ? 0.9 : 0.5) }
            return ReadWord.Symbol(choices: list, box: CGRect(x: 10 * place, y: 0, width: 8, height: 12))
        }
        let box = CGRect(x: 0, y: 0, width: 10 * letters.count, height: 12)
        return ReadWord(
            symbols: symbols, confidence: confidence, isKnown: isKnown, box: box, language: nil)
    }

    @Test("A word becomes the one of the list that looks like it, and keeps the marks around it")
    func listed() {
        let correction = WordCorrection(["Osprey", "Heron"], readsNumbers: false)
        #expect(correction.corrected(word(["0O", "s", "p", "r", "c", "y"])).text == "Osprey")
        #expect(correction.corrected(word(["(", "H", "e", "r", "a", "n", ")", ","])).text == "(Heron),")
        // A letter too few; the box around all stays.
        let longer = correction.corrected(word(["O", "s", "r", "e", "y"]))
        #expect(longer.text == "Osprey" && longer.symbols.map(\.box.maxX).max() == 48)
        // Case counts little.
        #expect(correction.corrected(word(["O", "S", "P", "R", "E", "Y"])).text == "Osprey")
    }

    @Test("A word that looks like none of the list, or that the language has, stays")
    func kept() {
        let correction = WordCorrection(["Osprey"], readsNumbers: true)
        #expect(correction.corrected(word(["S", "p", "a", "r", "r", "o", "w"])).text == "Sparrow")
        #expect(correction.corrected(word(["P", "r", "e", "y"])).text == "Prey")
        let known = word(["o", "s", "p", "r", "a", "y"], confidence: 0.95, isKnown: true)
        #expect(correction.corrected(known).text == "ospray")
        #expect(correction.corrected(word(["-", "-"])).text == "--")
        #expect(WordCorrection([""], readsNumbers: false).corrected(word(["a"])).text == "a")
    }

    @Test("A letter among digits is the digit that it may be, where words are corrected")
    func numbers() {
        let correction = WordCorrection([], readsNumbers: true)
        #expect(correction.corrected(word(["§5", "3", "2", "0", "0", ","])).text == "53200,")
        #expect(correction.corrected(word(["A", "4", "2"])).text == "A42")
        #expect(correction.corrected(word(["1", "s5", "t"])).text == "1st")
        #expect(WordCorrection([], readsNumbers: false).corrected(word(["§5", "3", "2"])).text == "§32")
    }

    @Test("An upright stroke before a word in small letters is the English pronoun, and one before anything else stays")
    func pronoun() {
        let line = [word(["|"]), word(["n", "e", "e", "d"]), word(["|"]), word(["4"]), word(["|"])]
        let correction = WordCorrection([], readsNumbers: true, readsPronoun: true)
        #expect(correction.corrected(line).map(\.text) == ["I", "need", "|", "4", "|"])
        #expect(WordCorrection([], readsNumbers: true).corrected(line).map(\.text) == ["|", "need", "|", "4", "|"])
    }
}

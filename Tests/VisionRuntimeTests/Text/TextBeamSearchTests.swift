import Testing

@testable import VisionRuntime

@Suite("Search for the likeliest text of a line")
struct TextBeamSearchTests {
    private func texts(_ rows: [[Float]], width: Int = 8, isAllowed: [Bool]? = nil) -> [TextBeamSearch.Text] {
        TextBeamSearch(width: width, language: nil)
            .texts(rows.flatMap { $0 }, steps: rows[0].count, isAllowed: isAllowed ?? rows.map { _ in true })
    }

    @Test("The probability of a text is the sum of its alignments, not the best of them")
    func sums() throws {
        // At both steps the blank is likelier than the letter: alone, the best alignment is empty.
        let found = texts([[0.6, 0.6], [0.4, 0.4]])
        #expect(found.map(\.classes) == [[1], []])
        // Scores are relative to the best text.
        #expect(abs(found[0].score - found[1].score - 0.5753641) < 1e-4)  // log(0.64 / 0.36)
    }

    @Test("Twice the same letter needs a blank between")
    func repetitions() {
        #expect(texts([[0, 1, 0], [1, 0, 1]]).first?.classes == [1, 1])
        #expect(texts([[0, 0, 0], [1, 1, 1]]).first?.classes == [1])
    }

    @Test("Classes that are not allowed are not read")
    func allowed() {
        #expect(texts([[0.1], [0.6], [0.3]], isAllowed: [true, false, true]).first?.classes == [2])
    }

    @Test("Ten thousand steps keep their text, and the search of noise stays small", .timeLimit(.minutes(1)))
    func longLines() {
        let steps = 10_000
        let rows = [1, 2].map { number in (0..<steps).map { Float($0 % 4 == 1 && $0 / 4 % 2 == number - 1 ? 0.98 : 0.005) } }
        let blank = zip(rows[0], rows[1]).map { 1 - $0 - $1 }
        #expect(texts([blank] + rows).first?.classes == (0..<steps / 4).map { $0 % 2 + 1 })
        let noise = (0..<50).map { _ in [Float](repeating: 0.02, count: 2000) }
        #expect(texts(noise).count == 8)
    }

    @Test("Letters lie at the steps of the best alignment, and a text that is too long for the steps has none")
    func alignment() {
        let rows: [[Float]] = [[0.9, 0.1, 0.2, 0.9, 0.1], [0.05, 0.85, 0.8, 0.05, 0.05], [0.05, 0.05, 0, 0.05, 0.85]]
        let symbols = CharacterAlignment([1, 2]).symbols(rows.flatMap { $0 }, steps: 5)
        #expect(symbols.map(\.steps) == [1..<3, 4..<5])
        #expect(symbols.map(\.peak) == [1, 4])
        #expect(CharacterAlignment([1, 1]).symbols([0.5, 0.5, 0.5, 0.5], steps: 2).isEmpty)
        #expect(CharacterAlignment([]).symbols([1], steps: 1).isEmpty)
        #expect(CharacterAlignment([1]).symbols([], steps: 0).isEmpty)
    }
}

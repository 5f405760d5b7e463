import NaturalLanguage
import Testing

/// Words, sentences and paragraphs.
@Suite struct TokenizerTests {
    private func tokens(_ unit: NLTokenUnit, _ text: String) -> [String] {
        let tokenizer = NLTokenizer(unit: unit)
        tokenizer.string = text
        return tokenizer.tokens(for: text.startIndex..<text.endIndex).map { String(text[$0]) }
    }

    @Test("Words keep apostrophes and full stops between letters, and commas between digits")
    func words() {
        #expect(tokens(.word, "Don't panic, it's 1,000.5 m (U.S.A.)") == ["Don't", "panic", "it's", "1,000.5", "m", "U.S.A"])
        #expect(tokens(.word, "日本 naïve 😀 5:30") == ["日", "本", "naïve", "😀", "5", "30"])
        #expect(tokens(.word, "") == [] && tokens(.word, "... \n") == [])
    }

    @Test("Sentences end with a sign before a space and no small letter, and with a line")
    func sentences() {
        #expect(
            tokens(.sentence, "I paid 3.50 today. \"Yes!\" he said. Why? No") == [
                "I paid 3.50 today. ", "\"Yes!\" he said. ", "Why? ", "No",
            ])
        #expect(tokens(.sentence, "好。不好！\nA line") == ["好。", "不好！", "A line"])
        #expect(tokens(.paragraph, "a\n\nb c\r\nd") == ["a", "b c", "d"] && tokens(.document, "a\nb") == ["a\nb"])
    }

    @Test("The token at an index is the one that it lies in, and words tell of digits and emoji")
    func tokenAtIndex() {
        let text = "two 22 😀"
        let tokenizer = NLTokenizer(unit: .word)
        tokenizer.string = text
        #expect(text[tokenizer.tokenRange(at: text.index(text.startIndex, offsetBy: 5))] == "22")
        #expect(tokenizer.tokenRange(at: text.index(text.startIndex, offsetBy: 3)).isEmpty)
        var found: [(String, NLTokenizer.Attributes)] = []
        tokenizer.enumerateTokens(in: text.startIndex..<text.endIndex) { range, attributes in
            found.append((String(text[range]), attributes))
            return found.count < 3
        }
        #expect(found.map(\.0) == ["two", "22", "😀"] && found.map(\.1) == [[], .numeric, .emoji])
    }
}

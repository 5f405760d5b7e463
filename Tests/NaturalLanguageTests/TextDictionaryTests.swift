import Testing

@testable import NaturalLanguage

/// The dictionary that text classifiers take.
@Suite struct TextDictionaryTests {
    @Test("Words are letters, digits and apostrophes between letters, and some signs are words")
    func words() {
        #expect(TextDictionary.words("Don’t WIN £1,000 -- 'Now'!") == ["don't", "win", "£", "1", "000", "now", "!"])
        #expect(TextDictionary.words("snake_case 2nd café cafe\u{301} 😀") == ["snake_case", "2nd", "café", "café", "😀"])
        #expect(TextDictionary.words("日本語の本 ไทย") == ["日", "本", "語", "の", "本", "ไ", "ท", "ย"])
        #expect(TextDictionary.words(" \n.,;'’") == [])
    }

    @Test("The values of a text's keys grow with the logarithm of their number, and their squares add up to one")
    func values() {
        let dictionary = TextDictionary.make("a b a")
        let twice = 1 + 0.6931471805599453
        let norm = (twice * twice + 3).squareRoot()
        #expect(Set(dictionary.keys) == ["a", "b", "a b", "b a"])
        #expect(abs((dictionary["a"] ?? 0) - twice / norm) < 1e-15 && abs((dictionary["b a"] ?? 0) - 1 / norm) < 1e-15)
        #expect(TextDictionary.make("").isEmpty)
    }

    @Test("Parts are the runs of three to five characters within a word, marked where the word goes on")
    func parts() {
        #expect(TextDictionary.parts(of: "walk") == ["wal-", "-alk"])
        #expect(TextDictionary.parts(of: "baker") == ["bak-", "-ake-", "-ker", "bake-", "-aker"])
        #expect(TextDictionary.parts(of: "the").isEmpty && TextDictionary.parts(of: "").isEmpty)
        #expect(Set(TextDictionary.make("the walk", .parts).keys) == ["the", "walk", "wal-", "-alk"])
        #expect(Set(TextDictionary.make("a walk", [.pairs, .parts]).keys) == ["a", "walk", "a walk", "wal-", "-alk"])
        let values = TextDictionary.make("walk, walking", [.pairs, .parts]).values
        #expect(abs(values.map { $0 * $0 }.reduce(0, +) - 1) < 1e-12)
    }

    @Test("The kind of a model in its metadata names the keys of its dictionary")
    func kinds() {
        for keys in [TextDictionary.Keys.pairs, .parts, [.pairs, .parts]] {
            let kind = TextModelKind(keys: keys)
            #expect(kind.keys == keys)
            #expect(kind.metadata(language: nil)[TextModelKind.inputKey]?.contains("parts are all runs") == keys.contains(.parts))
        }
        #expect(TextModelKind.tagger.keys == nil)
    }

    @Test("A word of a megabyte is one short key")
    func longWord() {
        #expect(TextDictionary.make(String(repeating: "x", count: 1 << 20)).keys.map(\.count) == [64])
    }
}

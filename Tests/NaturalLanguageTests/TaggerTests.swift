import NaturalLanguage
import Testing

/// Tokens and their tags.
@Suite struct TaggerTests {
    private func tags(
        _ text: String, _ unit: NLTokenUnit = .word, _ scheme: NLTagScheme = .tokenType, _ options: NLTagger.Options = []
    ) -> [String] {
        let tagger = NLTagger(tagSchemes: [scheme])
        tagger.string = text
        let range = text.startIndex..<text.endIndex
        return tagger.tags(in: range, unit: unit, scheme: scheme, options: options).map { "\(text[$1]):\($0?.rawValue ?? "-")" }
    }

    @Test("Words, signs, spaces and symbols are tokens, and together they are the text")
    func types() {
        #expect(
            tags("Don't go, 3.5 €!") == [
                "Don't:Word", " :Whitespace", "go:Word", ",:Punctuation", " :Whitespace", "3.5:Word", " :Whitespace", "€:Other",
                "!:Punctuation",
            ])
        let text = "  日本?!\n\n\t(naïve) 😀 a_b..."
        let tagger = NLTagger(tagSchemes: [.tokenType])
        tagger.string = text
        var whole = ""
        tagger.enumerateTags(in: text.startIndex..<text.endIndex, unit: .word, scheme: .tokenType) { _, range in
            whole += text[range]
            return true
        }
        #expect(whole == text && tags("").isEmpty && tags(" ") == [" :Whitespace"])
        #expect(tags("a\n\nb") == ["a:Word", "\n\n:Whitespace", "b:Word"] && tags("😀") == ["😀:Other"])
    }

    @Test("Kinds of tokens are left out, and the calls end when the closure says so")
    func options() {
        #expect(tags("a, b", .word, .tokenType, [.omitWhitespace]) == ["a:Word", ",:Punctuation", "b:Word"])
        #expect(tags("a, b €", .word, .tokenType, [.omitWhitespace, .omitPunctuation, .omitOther]) == ["a:Word", "b:Word"])
        #expect(tags("a, b", .word, .tokenType, [.omitWords, .omitWhitespace]) == [",:Punctuation"])
        let text = "one two three"
        let tagger = NLTagger(tagSchemes: [.tokenType])
        tagger.string = text
        var words: [String] = []
        let end = text.index(text.startIndex, offsetBy: 5)
        tagger.enumerateTags(in: text.startIndex..<text.endIndex, unit: .word, scheme: .tokenType, options: .omitWhitespace) { tag, range in
            #expect(tag == .word)
            words.append(String(text[range]))
            return words.count < 2
        }
        #expect(words == ["one", "two"])
        #expect(tagger.tags(in: text.startIndex..<end, unit: .word, scheme: .tokenType).map { String(text[$1]) } == ["one", " ", "two"])
    }

    @Test("A token is found by an index in it, and a range of tokens by a range")
    func places() {
        let text = "one, two"
        let tagger = NLTagger(tagSchemes: [.tokenType, .language])
        #expect(tagger.tag(at: text.startIndex, unit: .word, scheme: .tokenType).0 == nil && tagger.dominantLanguage == nil)
        tagger.string = text
        let index = text.index(text.startIndex, offsetBy: 6)
        let (tag, range) = tagger.tag(at: index, unit: .word, scheme: .tokenType)
        #expect(tag == .word && text[range] == "two" && text[tagger.tokenRange(at: index, unit: .word)] == "two")
        #expect(text[tagger.tokenRange(for: text.index(after: text.startIndex)..<index, unit: .word)] == "one, two")
        #expect(tagger.tag(at: text.endIndex, unit: .word, scheme: .tokenType).0 == nil)
        #expect(tagger.tokenRange(at: text.endIndex, unit: .word).isEmpty)
    }

    @Test("Sentences have languages and scripts, words those of their sentence and of themselves")
    func languages() {
        let text = "This is the house of my father. Das ist nicht das Haus und der Garten."
        #expect(tags(text, .sentence, .language).map { $0.suffix(3) } == [":en", ":de"])
        let words = tags(text, .word, .language, [.omitWhitespace, .omitPunctuation])
        #expect(words.first == "This:en" && words.last == "Garten:de" && words.count == 15)
        #expect(tags("Москва 東京 abc 12", .word, .script, .omitWhitespace) == ["Москва:Cyrl", "東:Hani", "京:Hani", "abc:Latn", "12:-"])
        #expect(tags(text, .document, .script) == ["\(text):Latn"] && tags("12", .document, .language) == ["12:-"])

        let tagger = NLTagger(tagSchemes: [.language])
        tagger.string = text
        #expect(tagger.dominantLanguage == .german || tagger.dominantLanguage == .english)
        let first = tagger.tokenRange(at: text.startIndex, unit: .word)
        tagger.setLanguage(.dutch, range: first)
        #expect(tagger.tag(at: text.startIndex, unit: .word, scheme: .language).0 == NLTag("nl"))
        #expect(tagger.tagHypotheses(at: text.startIndex, unit: .word, scheme: .language, maximumCount: 2).0 == ["nl": 1])
        let found = tagger.tagHypotheses(at: text.index(before: text.endIndex), unit: .sentence, scheme: .language, maximumCount: 1).0
        #expect(found.count == 1 && (found["de"] ?? 0) > 0.5)
        tagger.string = text
        #expect(tagger.tag(at: text.startIndex, unit: .word, scheme: .language).0 == NLTag("en"))
    }

    @Test("Schemes without data give no tags, and say so")
    func missing() {
        for scheme in [NLTagScheme.lexicalClass, .nameType, .nameTypeOrLexicalClass, .lemma] {
            #expect(tags("Paris sleeps", .word, scheme) == ["Paris:-", " :-", "sleeps:-"])
            #expect(!NLTagger.availableTagSchemes(for: .word, language: .english).contains(scheme))
        }
        #expect(tags("I am happy.", .paragraph, .sentimentScore) == ["I am happy.:-"])
        #expect(NLTagger.availableTagSchemes(for: .word, language: .english).contains(.tokenType))
        #expect(!NLTagger.availableTagSchemes(for: .sentence, language: .english).contains(.tokenType))
        #expect(tags("a b", .sentence, .tokenType) == ["a b:-"])
    }

    @Test("A gazetteer's label replaces the tag of a word")
    func gazetteers() throws {
        let text = "We saw Mars."
        let tagger = NLTagger(tagSchemes: [.nameType, .tokenType])
        tagger.string = text
        tagger.setGazetteers([try NLGazetteer(dictionary: ["planet": ["Mars"]], language: .english)], for: .nameType)
        let range = text.startIndex..<text.endIndex
        let found = tagger.tags(in: range, unit: .word, scheme: .nameType, options: .omitWhitespace).map { $0.0?.rawValue }
        #expect(found == [nil, nil, "planet", nil] && tagger.gazetteers(for: .nameType).count == 1)
        #expect(tagger.tag(at: text.index(text.startIndex, offsetBy: 8), unit: .word, scheme: .tokenType).0 == .word)
    }
}

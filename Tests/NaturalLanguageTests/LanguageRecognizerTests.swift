import NaturalLanguage
import Testing

/// The language of a text.
@Suite struct LanguageRecognizerTests {
    @Test(
        "A sentence tells its language",
        arguments: [
            ("en", "The weather is nice and we will go for a walk"), ("de", "Das Wetter ist schön und wir gehen spazieren"),
            ("fr", "Le temps est beau et nous allons nous promener"), ("es", "El tiempo es bueno y vamos a dar un paseo por la ciudad"),
            ("pl", "Pogoda jest ładna i idziemy na spacer"), ("uk", "Погода гарна, і ми йдемо гуляти"), ("ja", "天気がいいので散歩に行きます"),
            ("zh-Hant", "天氣很好，我們去散步吧"), ("fa", "هوا خوب است و ما به پیاده روی می رویم"), ("ko", "날씨가 좋아서 산책을 갑니다"),
        ])
    func sentences(_ language: String, _ text: String) {
        #expect(NLLanguageRecognizer.dominantLanguage(for: text)?.rawValue == language)
    }

    @Test("A text without letters, and one without a sign of a language, has none")
    func unknown() {
        #expect(NLLanguageRecognizer.dominantLanguage(for: "") == nil && NLLanguageRecognizer.dominantLanguage(for: "12 + 3") == nil)
        #expect(NLLanguageRecognizer.dominantLanguage(for: "xqzt") == nil)
    }

    @Test("Probabilities add up to one, and constraints and hints change them")
    func hypotheses() {
        let recognizer = NLLanguageRecognizer()
        recognizer.processString("og det er en")
        let all = recognizer.languageHypotheses(withMaximum: 100)
        #expect(abs(all.values.reduce(0, +) - 1) < 1e-9 && recognizer.languageHypotheses(withMaximum: 2).count == 2)
        recognizer.languageHints = [.danish: 1, .norwegian: 9]
        #expect(recognizer.dominantLanguage == .norwegian)
        recognizer.languageConstraints = [.swedish, .danish]
        #expect(
            recognizer.dominantLanguage == .danish
                && Set(recognizer.languageHypotheses(withMaximum: 9).keys).isSubset(of: [.swedish, .danish]))
        recognizer.reset()
        #expect(recognizer.languageHypotheses(withMaximum: 9).isEmpty)
    }
}

import Vision

/// The options of reading text.
package struct TextOptions: Sendable {
    /// The languages as BCP 47 tags, the most likely one first; empty for the default of the request.
    package var languages: [String] = []
    package var level = VNRequestTextRecognitionLevel.accurate
    /// Words that are preferred to similar words.
    package var customWords: [String] = []

    /// Whether the networks `textLines` and `textReader` read the text (`true`), or Tesseract (`false`). If it is `nil`, the languages decide.
    package var usesNetworks: Bool?

    package init() {}

    /// A request with these options.
    func request() -> VNRecognizeTextRequest {
        let request = VNRecognizeTextRequest()
        if !languages.isEmpty { request.recognitionLanguages = languages }
        request.recognitionLevel = level
        request.customWords = customWords
        request.reader = usesNetworks.map { $0 ? .networks : .tesseract }
        return request
    }

    /// A request for a page with these options. The recognition level is not used: a page is always read with the accurate level.
    func pageRequest() -> RecognizePageRequest {
        let request = RecognizePageRequest()
        if !languages.isEmpty { request.textOptions.recognitionLanguages = languages.map { Locale.Language(identifier: $0) } }
        request.textOptions.customWords = customWords
        return request
    }
}

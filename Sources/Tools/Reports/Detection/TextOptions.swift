import Vision

/// The options of reading text.
package struct TextOptions: Sendable {
    /// The languages, as BCP 47 tags, the likeliest first; none for the request's own.
    package var languages: [String] = []
    package var level = VNRequestTextRecognitionLevel.accurate
    /// Words that are preferred to others that look like them.
    package var customWords: [String] = []

    /// Who reads lines: Tesseract, or the networks `textLines` and `textReader`.
    package enum Reader: Sendable {
        case tesseract, networks
    }

    package var reader = Reader.tesseract

    package init() {}

    /// A request with these options.
    func request() -> VNRecognizeTextRequest {
        let request = VNRecognizeTextRequest()
        if !languages.isEmpty { request.recognitionLanguages = languages }
        request.recognitionLevel = level
        request.customWords = customWords
        switch reader {
        case .tesseract: request.reader = .tesseract
        case .networks: request.reader = .networks
        }
        return request
    }

    /// A request for a page with these options. A page is always read accurately.
    func pageRequest() -> RecognizePageRequest {
        let request = RecognizePageRequest()
        if !languages.isEmpty { request.textOptions.recognitionLanguages = languages.map { Locale.Language(identifier: $0) } }
        request.textOptions.customWords = customWords
        return request
    }
}

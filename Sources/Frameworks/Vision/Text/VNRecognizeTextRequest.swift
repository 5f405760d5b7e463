import VisionRuntime

/// Revision 1 of ``VNRecognizeTextRequest``.
public let VNRecognizeTextRequestRevision1 = 1
/// Revision 2 of ``VNRecognizeTextRequest``.
public let VNRecognizeTextRequestRevision2 = 2
/// Revision 3 of ``VNRecognizeTextRequest``, the first that can detect the language.
public let VNRecognizeTextRequestRevision3 = 3

/// The balance between accuracy and speed.
public enum VNRequestTextRecognitionLevel: Int, Sendable {
    /// Makes several attempts at text that is hard to read.
    case accurate = 0
    /// Makes one attempt at each line.
    case fast = 1
}

/// Finds and reads lines of text. Lines may have any direction, and may be dark on light or light on dark.
///
/// Osprey's networks read languages in Latin, Greek and Cyrillic letters. If the request's languages include any other language, the library
/// Tesseract reads all of the request's languages. Tesseract is loaded on first use. If Tesseract or its network for a language is not installed,
/// performing the request fails with `dataUnavailable`. The error names the Debian package to install.
open class VNRecognizeTextRequest: VNImageBasedRequest, VNRequestProgressProviding, @unchecked Sendable {
    /// The lines, from the top of the image down. Lines that are side by side are ordered from left to right.
    public var results: [VNRecognizedTextObservation]? { latestResults as? [VNRecognizedTextObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNRecognizeTextRequestRevision1...VNRecognizeTextRequestRevision3)
    }

    private struct Settings: OwnSettings {
        var level = VNRequestTextRecognitionLevel.accurate
        var languages = ["en-US"]
        var usesLanguageCorrection = true
        var detectsLanguage = false
        var customWords: [String] = []
        var minimumTextHeight: Float?
        var reader: TextRecognitionAnalysis.Reader?
        var progress = Progress { _, _, _ in }
    }

    /// A wrapper that makes the progress handler `Sendable`. The handler's author must ensure that any thread can call it safely.
    private struct Progress: @unchecked Sendable {
        let handler: VNRequestProgressHandler

        init(_ handler: @escaping VNRequestProgressHandler) { self.handler = handler }
    }

    /// The balance between accuracy and speed; `accurate` by default.
    public var recognitionLevel: VNRequestTextRecognitionLevel {
        get { self[own: \Settings.level] }
        set { self[own: \Settings.level] = newValue }
    }

    /// The languages of the text, as BCP 47 tags, the most probable first; `en-US` by default.
    ///
    /// `en` and `en-GB` stand for `en-US`. Performing the request fails with `invalidArgument` if a language is unknown, or if there is none and
    /// languages are not detected automatically. It fails with `dataUnavailable` if a language needs a Tesseract network that is not installed.
    public var recognitionLanguages: [String] {
        get { self[own: \Settings.languages] }
        set { self[own: \Settings.languages] = newValue }
    }

    /// Whether words of the language are preferred to similar-looking strings; `true` by default. Set it to `false` for codes and serial numbers.
    public var usesLanguageCorrection: Bool {
        get { self[own: \Settings.usesLanguageCorrection] }
        set { self[own: \Settings.usesLanguageCorrection] = newValue }
    }

    /// Whether the request also reads languages that are not in ``recognitionLanguages``; `false` by default. If `true`, it reads all languages of
    /// Osprey's networks, or all installed languages of Tesseract if Tesseract reads the text. The languages in ``recognitionLanguages`` come first.
    public var automaticallyDetectsLanguage: Bool {
        get { self[own: \Settings.detectsLanguage] }
        set { self[own: \Settings.detectsLanguage] = newValue }
    }

    /// Additional words, such as names. A word that was read with low certainty is replaced by a custom word that looks like it. Custom words are
    /// used only if ``usesLanguageCorrection`` is `true`.
    public var customWords: [String] {
        get { self[own: \Settings.customWords] }
        set { self[own: \Settings.customWords] = newValue }
    }

    /// The minimum height of a line, relative to the image's height. Lines below this height are not read. Until the property is set, its
    /// value is 1/32, but lines of any height are read, as on Apple's platforms.
    ///
    /// Performing the request fails with `invalidArgument` if the value is not within 0…1.
    public var minimumTextHeight: Float {
        get { self[own: \Settings.minimumTextHeight] ?? 1 / 32 }
        set { self[own: \Settings.minimumTextHeight] = newValue }
    }

    /// The reader of the lines. With `nil`, the default, the request's languages determine the reader.
    package var reader: TextRecognitionAnalysis.Reader? {
        get { self[own: \Settings.reader] }
        set { self[own: \Settings.reader] = newValue }
    }

    /// Called on any thread while lines are read, with the fraction of lines that are done.
    public var progressHandler: VNRequestProgressHandler {
        get { self[own: \Settings.progress].handler }
        set { self[own: \Settings.progress] = Progress(newValue) }
    }

    /// Always `false`: the number of lines is known before the first line is read.
    public var indeterminate: Bool { false }

    /// The languages that can be read: the languages of Osprey's networks, and the languages whose Tesseract networks are installed.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    public func supportedRecognitionLanguages() throws -> [String] {
        try validate(settings)
        return TextLanguage.readable.map(\.identifier)
    }

    /// The languages that can be read. The languages are the same for both levels and all revisions.
    ///
    /// - Throws: `unsupportedRevision` if the request does not have the revision.
    @available(*, deprecated, message: "use supportedRecognitionLanguages()")
    open class func supportedRecognitionLanguages(
        for recognitionLevel: VNRequestTextRecognitionLevel, revision requestRevision: Int
    ) throws -> [String] {
        let request = VNRecognizeTextRequest()
        request.recognitionLevel = recognitionLevel
        request.revision = requestRevision
        return try request.supportedRecognitionLanguages()
    }

    override func makeTwin() -> VNRequest { VNRecognizeTextRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let own = performance.settings.own(Settings.self)
        let (languages, reader) = try withVisionErrors {
            try TextLanguage.reading(own.languages, andOthers: own.detectsLanguage, by: own.reader)
        }
        var analysis = TextRecognitionAnalysis(
            languages: languages, by: reader, regionOfInterest: performance.settings.regionOfInterest)
        analysis.level = own.level == .fast ? .fast : .accurate
        analysis.usesLanguageCorrection = own.usesLanguageCorrection
        analysis.customWords = own.usesLanguageCorrection ? own.customWords : []
        analysis.minimumTextHeight = own.minimumTextHeight ?? 0
        let progress = own.progress
        analysis.progress = ProgressReceiver { [self] in progress.handler(self, $0, nil) }
        return performance.regionJob(analysis) { VNRecognizedTextObservation($1, $0) }
    }

    override func validate(_ settings: RequestSettings) throws {
        try super.validate(settings)
        let height = settings.own(Settings.self).minimumTextHeight ?? 0
        guard height >= 0, height <= 1 else {
            throw VNErrorCode.invalidArgument.error("The minimum text height \(height) is not within 0…1")
        }
    }
}

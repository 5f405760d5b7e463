import CoreML
import Foundation
import VisionRuntime

/// Finds and reads lines of text. Lines may have any direction, and may be dark on light or light on dark.
///
/// Osprey's networks read languages in Latin, Greek and Cyrillic letters. If the request's languages include any other language, the library
/// Tesseract reads all of the request's languages. Tesseract is loaded on first use. If Tesseract or its network for a language is not installed,
/// performing the request fails with `dataUnavailable`. The error names the Debian package to install.
public struct RecognizeTextRequest: ImageProcessingRequest, AnalysisRequest {
    /// The lines, from the top of the image down. Lines that are side by side are ordered from left to right.
    public typealias Result = [RecognizedTextObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision

    /// The minimum height of a line, relative to the image's height. Lines below this height are not read. Until the property is set, its
    /// value is 1/32, but lines of any height are read, as on Apple's platforms.
    ///
    /// Performing the request fails with `invalidArgument` if the value is not within 0…1.
    public var minimumTextHeightFraction: Float {
        get { minimumHeight ?? 1 / 32 }
        set { minimumHeight = newValue }
    }
    private var minimumHeight: Float?

    /// The balance between accuracy and speed; `accurate` by default.
    public var recognitionLevel = RecognitionLevel.accurate
    /// Whether the request also reads languages that are not in ``recognitionLanguages``; `false` by default. If `true`, it reads all languages of
    /// Osprey's networks, or all installed languages of Tesseract if Tesseract reads the text. The languages in ``recognitionLanguages`` come first.
    public var automaticallyDetectsLanguage = false
    /// The languages of the text, the most probable first; English by default.
    ///
    /// Performing the request fails with `invalidArgument` if a language is unknown, or if there is none and languages are not detected
    /// automatically. It fails with `dataUnavailable` if a language needs a Tesseract network that is not installed.
    public var recognitionLanguages = [Locale.Language(identifier: "en-US")]
    /// Whether words of the language are preferred to similar-looking strings; `true` by default. Set it to `false` for codes and serial numbers.
    public var usesLanguageCorrection = true
    /// Additional words, such as names. A word that was read with low certainty is replaced by a custom word that looks like it. Custom words are
    /// used only if ``usesLanguageCorrection`` is `true`.
    public var customWords: [String] = []
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 3 of the request.
        case revision3
    }

    /// The balance between accuracy and speed.
    public enum RecognitionLevel: CaseIterable, Sendable, Equatable, Codable, Hashable {
        /// Makes several attempts at text that is hard to read.
        case accurate
        /// Makes one attempt at each line.
        case fast
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision3
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision3]

    public var descriptor: RequestDescriptor { .recognizeTextRequest(revision) }

    /// The languages that can be read: the languages of Osprey's networks, and the languages whose Tesseract networks are installed.
    public var supportedRecognitionLanguages: [Locale.Language] {
        TextLanguage.readable.map { Locale.Language(identifier: $0.identifier) }
    }

    /// The analysis with the request's settings.
    func analysis() throws -> TextRecognitionAnalysis {
        let height = minimumHeight ?? 0
        guard height >= 0, height <= 1 else {
            throw VisionError.invalidArgument("The minimum text height \(height) is not within 0…1")
        }
        let (languages, reader) = try TextLanguage.reading(
            recognitionLanguages.map(\.maximalIdentifier), andOthers: automaticallyDetectsLanguage, by: nil)
        var analysis = TextRecognitionAnalysis(languages: languages, by: reader, regionOfInterest: regionOfInterest.cgRect)
        analysis.level = recognitionLevel == .fast ? .fast : .accurate
        analysis.usesLanguageCorrection = usesLanguageCorrection
        analysis.customWords = usesLanguageCorrection ? customWords : []
        analysis.minimumTextHeight = height
        return analysis
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        try regionJob(analysis(), cancellation) { findings, origin in findings.map { RecognizedTextObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .recognizeText(self, result) }
}

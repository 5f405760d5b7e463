import CoreML
import Foundation
import VisionRuntime

/// Finds and reads text, dark on light and light on dark, in lines that are turned by less than 45°.
///
/// Lines are read by Tesseract, which is loaded when text is first read. Where it, or its network for a language, is not installed,
/// performing the request fails with `dataUnavailable` and names the Debian package that has it.
public struct RecognizeTextRequest: ImageProcessingRequest, AnalysisRequest {
    /// The lines, from the top of the image down, and from left to right where they stand side by side.
    public typealias Result = [RecognizedTextObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision

    /// The height below which lines are not read, as a part of the image's height: 1/32 by name, but as long as it has not been set, lines
    /// of any height are read, as they are on Apple's platforms.
    ///
    /// Performing the request fails with `invalidArgument` for what is not within 0…1.
    public var minimumTextHeightFraction: Float {
        get { minimumHeight ?? 1 / 32 }
        set { minimumHeight = newValue }
    }
    private var minimumHeight: Float?

    /// How much time reading may take; `accurate` by default.
    public var recognitionLevel = RecognitionLevel.accurate
    /// Whether every word is read in all languages that are installed, those of ``recognitionLanguages`` first; not by default.
    public var automaticallyDetectsLanguage = false
    /// The languages to read in, the likeliest first; English by default. The fewer, the faster.
    ///
    /// Performing the request fails with `invalidArgument` where there are none or one is not known, and with `dataUnavailable` where one's
    /// network is not installed.
    public var recognitionLanguages = [Locale.Language(identifier: "en-US")]
    /// Whether words that the language has are preferred to others that look like them; so by default. Codes and serial numbers are better
    /// read without.
    public var usesLanguageCorrection = true
    /// Words beside those of the languages, such as names. A word that was read with little certainty becomes the one of them that looks
    /// like it. They count only where ``usesLanguageCorrection`` is set.
    public var customWords: [String] = []
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 3 of the request.
        case revision3
    }

    /// How much time reading may take.
    public enum RecognitionLevel: CaseIterable, Sendable, Equatable, Codable, Hashable {
        /// Looks at what is hard to read in several ways.
        case accurate
        /// Looks at each line once.
        case fast
    }

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision3
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision3]

    public var descriptor: RequestDescriptor { .recognizeTextRequest(revision) }

    /// The languages whose networks are installed.
    public var supportedRecognitionLanguages: [Locale.Language] {
        TextLanguage.installed.map { Locale.Language(identifier: $0.identifier) }
    }

    /// The analysis that the settings ask for.
    func analysis() throws -> TextRecognitionAnalysis {
        let height = minimumHeight ?? 0
        guard height >= 0, height <= 1 else {
            throw VisionError.invalidArgument("The minimum text height \(height) is not within 0…1")
        }
        let languages = try TextLanguage.languages(
            recognitionLanguages.map(\.maximalIdentifier), andInstalled: automaticallyDetectsLanguage)
        var analysis = TextRecognitionAnalysis(languages: languages, regionOfInterest: regionOfInterest.cgRect)
        analysis.level = recognitionLevel == .fast ? .fast : .accurate
        analysis.usesLanguageCorrection = usesLanguageCorrection
        analysis.customWords = usesLanguageCorrection ? customWords : []
        analysis.minimumTextHeight = height
        return analysis
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        try job(analysis(), cancellation) { findings, origin in findings.map { RecognizedTextObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .recognizeText(self, result) }
}

import CoreML
import Foundation
import VisionRuntime

/// Reads a page and finds how it is arranged: its title, paragraphs, lists, tables and barcodes.
///
/// The text is what a ``RecognizeTextRequest`` reads with the same settings, and the barcodes are those of a ``DetectBarcodesRequest``:
/// performed on the same image they share the work. The whole image counts as one page.
public struct RecognizeDocumentsRequest: ImageProcessingRequest, AnalysisRequest {
    /// One document, or none where there is neither text nor a barcode.
    public typealias Result = [DocumentObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    /// How text is read.
    public var textRecognitionOptions = TextRecognitionOptions()
    /// Whether barcodes are looked for, and which.
    public var barcodeDetectionOptions = BarcodeDetectionOptions()
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// How text is read.
    public struct TextRecognitionOptions: Sendable, Equatable, Codable, Hashable {
        /// The height below which lines are not read, as a part of the image's height; 0 by default.
        ///
        /// Performing the request fails with `invalidArgument` for what is not within 0…1.
        public var minimumTextHeightFraction: Float = 0
        /// Whether every word is read in all languages that are installed, those of ``recognitionLanguages`` first; not by default.
        public var automaticallyDetectLanguage = false
        /// The languages to read in, the likeliest first; English by default. The fewer, the faster.
        ///
        /// Performing the request fails with `invalidArgument` where there are none or one is not known, and with `dataUnavailable` where
        /// one's network is not installed.
        public var recognitionLanguages = [Locale.Language(identifier: "en-US")]
        /// Whether words that the language has are preferred to others that look like them; so by default.
        public var useLanguageCorrection = true
        /// Words beside those of the languages, such as names. They count only where ``useLanguageCorrection`` is set.
        public var customWords: [String] = []
        /// How many candidates a line has at most: 1 to 10, which is the default.
        ///
        /// Performing the request fails with `invalidArgument` for others.
        public var maximumCandidateCount = TextCandidate.most
    }

    /// How barcodes are found.
    public struct BarcodeDetectionOptions: Sendable, Equatable, Codable, Hashable {
        /// What is looked for: at first all that can be read. The fewer, the faster.
        ///
        /// Performing the request fails with `invalidArgument` where one of them is not among
        /// ``RecognizeDocumentsRequest/supportedBarcodeSymbologies``.
        public var symbologies: [BarcodeSymbology] = BarcodeSymbology.readable
        /// As ``DetectBarcodesRequest/coalescesCompositeSymbologies``.
        public var coalesceCompositeSymbologies = false
        /// Whether barcodes are looked for at all; so by default.
        public var enabled = true
    }

    /// - Parameter revision: `nil` for the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    public var descriptor: RequestDescriptor { .recognizeDocumentsRequest(revision) }

    /// The languages whose networks are installed.
    public var supportedRecognitionLanguages: [Locale.Language] { RecognizeTextRequest().supportedRecognitionLanguages }

    /// The symbologies that can be read, with the library that is installed.
    public var supportedBarcodeSymbologies: [BarcodeSymbology] { BarcodeSymbology.readable }

    /// The analysis that the settings ask for.
    func analysis() throws -> PageAnalysis {
        PageAnalysis(text: try textRequest.analysis(), barcodes: try barcodeRequest?.analysis())
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let candidateCount = textRecognitionOptions.maximumCandidateCount
        guard 1...TextCandidate.most ~= candidateCount else {
            throw VisionError.invalidArgument("A line cannot have \(candidateCount) candidates: 1 to \(TextCandidate.most) are possible")
        }
        return try job(analysis(), cancellation) { try observations($0, &$1) }
    }

    /// What the analysis found.
    func observations(_ findings: [PageFinding], _ origin: inout ObservationOrigin) throws -> Result {
        try findings.map { try DocumentObservation($0, candidateCount: textRecognitionOptions.maximumCandidateCount, &origin) }
    }

    private var textRequest: RecognizeTextRequest {
        var request = RecognizeTextRequest()
        request.regionOfInterest = regionOfInterest
        request.minimumTextHeightFraction = textRecognitionOptions.minimumTextHeightFraction
        request.automaticallyDetectsLanguage = textRecognitionOptions.automaticallyDetectLanguage
        request.recognitionLanguages = textRecognitionOptions.recognitionLanguages
        request.usesLanguageCorrection = textRecognitionOptions.useLanguageCorrection
        request.customWords = textRecognitionOptions.customWords
        return request
    }

    /// `nil` where barcodes are not asked for.
    private var barcodeRequest: DetectBarcodesRequest? {
        guard barcodeDetectionOptions.enabled, !barcodeDetectionOptions.symbologies.isEmpty else { return nil }
        var request = DetectBarcodesRequest()
        request.regionOfInterest = regionOfInterest
        request.symbologies = barcodeDetectionOptions.symbologies
        request.coalescesCompositeSymbologies = barcodeDetectionOptions.coalesceCompositeSymbologies
        return request
    }

    func visionResult(_ result: Result) -> VisionResult { .recognizeDocuments(self, result) }
}

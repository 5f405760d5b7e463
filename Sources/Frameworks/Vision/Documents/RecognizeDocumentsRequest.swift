import CoreML
import Foundation
import VisionRuntime

/// Reads a page and finds its layout: title, paragraphs, lists, tables and barcodes.
///
/// A ``RecognizeTextRequest`` and a ``DetectBarcodesRequest`` with the same settings find the same text and barcodes. If one handler performs these
/// requests on the same image, the common work is done once. The image, or its region of interest, is treated as one page.
public struct RecognizeDocumentsRequest: ImageProcessingRequest, AnalysisRequest {
    /// A single document. Empty if there is neither text nor a barcode.
    public typealias Result = [DocumentObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The settings for reading text.
    public var textRecognitionOptions = TextRecognitionOptions()
    /// The settings for barcodes: whether to look for them, and for which symbologies.
    public var barcodeDetectionOptions = BarcodeDetectionOptions()
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// The settings for reading text.
    public struct TextRecognitionOptions: Sendable, Equatable, Codable, Hashable {
        /// The minimum height of a line, relative to the image's height; 0 by default. Lines below this height are not read.
        ///
        /// Performing the request fails with `invalidArgument` if the value is not within 0…1.
        public var minimumTextHeightFraction: Float = 0
        /// Whether the request also reads languages that are not in ``recognitionLanguages``; `false` by default. If `true`, it reads all languages
        /// of Osprey's networks, or all installed languages of Tesseract if Tesseract reads the text. The languages in ``recognitionLanguages`` come
        /// first.
        public var automaticallyDetectLanguage = false
        /// The languages of the text, the most probable first; English by default.
        ///
        /// Performing the request fails with `invalidArgument` if a language is unknown, or if there is none and languages are not detected
        /// automatically. It fails with `dataUnavailable` if a language needs a Tesseract network that is not installed.
        public var recognitionLanguages = [Locale.Language(identifier: "en-US")]
        /// Whether words of the language are preferred to similar-looking strings; `true` by default.
        public var useLanguageCorrection = true
        /// Additional words, such as names. They are used only if ``useLanguageCorrection`` is `true`.
        public var customWords: [String] = []
        /// The maximum number of candidates for a line, from 1 to 10; 10 by default.
        ///
        /// With any other number, performing the request fails with `invalidArgument`.
        public var maximumCandidateCount = TextCandidate.maximumCount
    }

    /// The settings for finding barcodes.
    public struct BarcodeDetectionOptions: Sendable, Equatable, Codable, Hashable {
        /// The symbologies to look for. The default is all symbologies that can be read. A request for few symbologies takes less time than
        /// a request for all.
        ///
        /// Performing the request fails with `invalidArgument` if a symbology is not in
        /// ``RecognizeDocumentsRequest/supportedBarcodeSymbologies``.
        public var symbologies: [BarcodeSymbology] = BarcodeSymbology.readable
        /// The counterpart of ``DetectBarcodesRequest/coalescesCompositeSymbologies``.
        public var coalesceCompositeSymbologies = false
        /// Whether the request looks for barcodes; `true` by default.
        public var enabled = true
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    public var descriptor: RequestDescriptor { .recognizeDocumentsRequest(revision) }

    /// The languages that can be read: the languages of Osprey's networks, and the languages whose Tesseract networks are installed.
    public var supportedRecognitionLanguages: [Locale.Language] { RecognizeTextRequest().supportedRecognitionLanguages }

    /// The symbologies that the installed barcode library can read.
    public var supportedBarcodeSymbologies: [BarcodeSymbology] { BarcodeSymbology.readable }

    /// The analysis with the request's settings.
    func analysis() throws -> PageAnalysis {
        PageAnalysis(text: try textRequest.analysis(), barcodes: try barcodeRequest?.analysis())
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let candidateCount = textRecognitionOptions.maximumCandidateCount
        guard 1...TextCandidate.maximumCount ~= candidateCount else {
            throw VisionError.invalidArgument(
                "A line cannot have \(candidateCount) candidates: 1 to \(TextCandidate.maximumCount) are possible")
        }
        return try regionJob(analysis(), cancellation) { try observations($0, &$1) }
    }

    /// Converts the analysis's findings to observations.
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

    /// The request for barcodes; `nil` if no barcodes are requested.
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

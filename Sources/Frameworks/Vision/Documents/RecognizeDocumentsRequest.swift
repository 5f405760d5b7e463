import CoreML
import Foundation
import VisionRuntime

/// Reads a page and finds its layout: title, paragraphs, lists, tables and barcodes.
///
/// A ``RecognizeTextRequest`` and a ``DetectBarcodesRequest`` with the same settings find the same text and barcodes. Requests that are
/// performed on the same image share the work. The whole image counts as one page.
public struct RecognizeDocumentsRequest: ImageProcessingRequest, AnalysisRequest {
    /// One document. Empty if there is neither text nor a barcode.
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
        /// The least height of a line to be read, relative to the image's height; 0 by default.
        ///
        /// Performing the request fails with `invalidArgument` if the value is not within 0…1.
        public var minimumTextHeightFraction: Float = 0
        /// Whether every word is read in all languages of the reader, ``recognitionLanguages`` first. `false` by default.
        public var automaticallyDetectLanguage = false
        /// The languages to read in, the likeliest first; English by default.
        ///
        /// Performing the request fails with `invalidArgument` if there are no languages or one is unknown, and with `dataUnavailable` if a
        /// language needs a network of Tesseract's that is not installed.
        public var recognitionLanguages = [Locale.Language(identifier: "en-US")]
        /// Whether words of the language are preferred to similar-looking strings; `true` by default.
        public var useLanguageCorrection = true
        /// Further words, such as names. They are used only if ``useLanguageCorrection`` is `true`.
        public var customWords: [String] = []
        /// The greatest number of candidates for a line, from 1 to 10; 10 by default.
        ///
        /// With another number, performing the request fails with `invalidArgument`.
        public var maximumCandidateCount = TextCandidate.maximumCount
    }

    /// The settings for finding barcodes.
    public struct BarcodeDetectionOptions: Sendable, Equatable, Codable, Hashable {
        /// The symbologies to look for. The default is all that can be read. Fewer symbologies are faster.
        ///
        /// Performing the request fails with `invalidArgument` if one of them is not in ``RecognizeDocumentsRequest/supportedBarcodeSymbologies``.
        public var symbologies: [BarcodeSymbology] = BarcodeSymbology.readable
        /// The same as ``DetectBarcodesRequest/coalescesCompositeSymbologies``.
        public var coalesceCompositeSymbologies = false
        /// Whether barcodes are looked for at all; `true` by default.
        public var enabled = true
    }

    /// - Parameter revision: the revision; `nil` for the newest.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision1
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    public var descriptor: RequestDescriptor { .recognizeDocumentsRequest(revision) }

    /// The languages that can be read: those of Osprey's networks, and those whose networks for Tesseract are installed.
    public var supportedRecognitionLanguages: [Locale.Language] { RecognizeTextRequest().supportedRecognitionLanguages }

    /// The symbologies that can be read with the installed library.
    public var supportedBarcodeSymbologies: [BarcodeSymbology] { BarcodeSymbology.readable }

    /// The analysis that the settings ask for.
    func analysis() throws -> PageAnalysis {
        PageAnalysis(text: try textRequest.analysis(), barcodes: try barcodeRequest?.analysis())
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let candidateCount = textRecognitionOptions.maximumCandidateCount
        guard 1...TextCandidate.maximumCount ~= candidateCount else {
            throw VisionError.invalidArgument(
                "A line cannot have \(candidateCount) candidates: 1 to \(TextCandidate.maximumCount) are possible")
        }
        return try job(analysis(), cancellation) { try observations($0, &$1) }
    }

    /// The analysis's findings as observations.
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

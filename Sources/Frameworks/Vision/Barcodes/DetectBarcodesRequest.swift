import CoreML
import VisionRuntime

/// Finds and reads all barcodes in an image. Codes may have any rotation, and may be dark on light or light on dark.
public struct DetectBarcodesRequest: ImageProcessingRequest, AnalysisRequest {
    /// The barcodes, from the top of the image to its bottom.
    public typealias Result = [BarcodeObservation]

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// The symbologies to look for. The default is all symbologies that can be read. A request for few symbologies takes less time than a
    /// request for all.
    ///
    /// Performing the request fails with `invalidArgument` if a symbology is not in ``supportedSymbologies``.
    public var symbologies: [BarcodeSymbology]
    /// Whether the two parts of a GS1 composite code become one observation.
    ///
    /// The value has no effect: Osprey cannot read the two-dimensional part, and always returns the linear part alone.
    public var coalescesCompositeSymbologies = false
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 4 of the request.
        case revision4
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision4
        symbologies = BarcodeSymbology.readable
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision4]

    public var descriptor: RequestDescriptor { .detectBarcodesRequest(revision) }

    /// The symbologies that the installed barcode library can read.
    public var supportedSymbologies: [BarcodeSymbology] { BarcodeSymbology.readable }

    /// The analysis with the request's settings.
    func analysis() throws -> BarcodeAnalysis {
        if let stranger = symbologies.first(where: { !BarcodeSymbology.readable.contains($0) }) {
            throw VisionError.invalidArgument("\(self) cannot read the symbology \(stranger)")
        }
        return BarcodeAnalysis(kinds: Set(symbologies.compactMap(\.kind)), regionOfInterest: regionOfInterest.cgRect)
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        try regionJob(analysis(), cancellation) { findings, origin in
            try findings.map { try BarcodeObservation($0, &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectBarcodes(self, result) }
}

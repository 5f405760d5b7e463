import CoreML
import CoreMLRuntime
import VisionRuntime

/// Describes an image by a vector. The more similar two images are, the smaller the distance between their vectors is.
///
/// Revision 2 of ``VNGenerateImageFeaturePrintRequest`` gives the same vector. The module `OspreyExtras` creates requests with other networks.
public struct GenerateImageFeaturePrintRequest: ImageProcessingRequest, AnalysisRequest {
    public typealias Result = FeaturePrintObservation

    public var regionOfInterest: NormalizedRect = .fullImage
    /// The revision of the algorithm.
    public let revision: Revision
    /// How the image, or its region of interest, is cropped and scaled to the network's square input.
    public var cropAndScaleAction: ImageCropAndScaleAction = .scaleToFill
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// The network that computes the vector.
    package var network = PrintNetwork.scene

    /// Creates a request with the default settings.
    ///
    /// - Parameter revision: the revision of the algorithm; `nil` for the newest revision.
    public init(_ revision: Revision? = nil) {
        self.revision = revision ?? .revision2
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2]

    public var descriptor: RequestDescriptor { .generateImageFeaturePrintRequest(revision) }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = FeaturePrintAnalysis(
            regionOfInterest: regionOfInterest.cgRect, cropAndScale: cropAndScaleAction.cropAndScale, usesCPUOnly: false,
            network: network)
        return job(analysis, cancellation) { [network] findings, origin in
            guard let vector = findings.first else { throw VisionFailure(.internalError, "an image has no feature print") }
            return FeaturePrintObservation(vector.normalized, network, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .generateImageFeaturePrint(self, result) }
}

extension GenerateImageFeaturePrintRequest.Revision {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    /// Decodes a revision. In older files, the revisions 3 and 4 stand for Osprey's own networks. They are decoded as revision 2, because the
    /// observation contains the network's revision itself.
    ///
    /// - Throws: `DecodingError` for any other revision.
    public init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
        guard names.count == 1, ["revision2", "revision3", "revision4"].contains(names[0]) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "there is no revision \(names.joined(separator: ", "))"))
        }
        self = .revision2
    }
}

import CoreML
import CoreMLRuntime
import VisionRuntime

/// Describes an image by a vector: the more alike two images look, the smaller the distance between their vectors.
///
/// The vector is the same as with revision 2 of ``VNGenerateImageFeaturePrintRequest``. The module `OspreyExtras` makes requests with other
/// networks.
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

    /// The network that makes the vector.
    package var network = PrintNetwork.scene

    /// - Parameter revision: the revision; `nil` for the newest.
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

    /// Reads also the revisions 3 and 4 of older files, which stood for networks of Osprey. The decoded observation names the network.
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

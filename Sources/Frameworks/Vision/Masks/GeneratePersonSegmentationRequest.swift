import CoreML
import CoreMedia
import CoreVideo
import Locks
import VisionRuntime

/// Makes a mask of the people in an image.
///
/// The request uses the same model as ``VNGeneratePersonSegmentationRequest``.
public final class GeneratePersonSegmentationRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    /// A picture that covers the whole image. The value of a pixel is the probability that it shows a person. The value goes from 0 to 255
    /// in the 8-bit format, and from 0 to 1 in the other formats. Outside of the region of interest, the value is 0.
    public typealias Result = PixelBufferObservation

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    let settings = Locked(Settings())

    struct Settings: StatefulRequestSettings {
        var regionOfInterest: NormalizedRect = .fullImage
        var computeDevices: [ComputeStage: MLComputeDevice] = [:]
        var level = QualityLevel.accurate
        var format = kCVPixelFormatType_OneComponent8
    }

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// The resolution of the mask. Its longer side has 2,016, 512 or 256 pixels, but never more than the image's longer side.
    public enum QualityLevel: CaseIterable, Sendable, Equatable, Codable, Hashable {
        /// The finest mask: 2,016 pixels on its longer side.
        case accurate
        /// A mask of 512 pixels on its longer side.
        case balanced
        /// A mask of 256 pixels on its longer side.
        case fast
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameters:
    ///   - revision: the revision of the algorithm; `nil` for the newest revision.
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; `nil` to analyze every frame.
    public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    /// The resolution of the mask; `.accurate` by default.
    public var qualityLevel: QualityLevel {
        get { settings.withLock { $0.level } }
        set { settings.withLock { $0.level = newValue } }
    }

    /// The supported values of ``outputPixelFormatType``: one component of 8-bit integers, or of 16-bit or 32-bit floating-point numbers.
    public var supportedOutputPixelFormats: [OSType] { OneComponentFormat.all }

    /// The mask's pixel format, `kCVPixelFormatType_OneComponent8` by default. With an unsupported format, performing the request fails with
    /// `invalidFormat`.
    public var outputPixelFormatType: OSType {
        get { settings.withLock { $0.format } }
        set { settings.withLock { $0.format = newValue } }
    }

    public var descriptor: RequestDescriptor { .generatePersonSegmentationRequest(revision) }

    /// Always 1: each frame is analyzed independently of other frames.
    public var minimumLatencyFrameCount: Int { 1 }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let own = settings.withLock { $0 }
        let format = try OneComponentFormat(own.format)
        let analysis = PersonMaskAnalysis(
            for: "GeneratePersonSegmentationRequest", regionOfInterest: own.regionOfInterest.cgRect, quality: PersonMaskQuality(own.level),
            usesCPUOnly: false)
        return job(analysis, cancellation) { masks, origin in
            guard let mask = masks.first else { throw VisionFailure(.internalError, "an image has no segmentation") }
            let pixels = try mask.pixels(width: mask.width, height: mask.height, format: format.type)
            return PixelBufferObservation(pixels, &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .generatePersonSegmentation(self, result) }
}

extension PersonMaskQuality {
    fileprivate init(_ level: GeneratePersonSegmentationRequest.QualityLevel) {
        self =
            switch level {
            case .accurate: .accurate
            case .balanced: .balanced
            case .fast: .fast
            }
    }
}

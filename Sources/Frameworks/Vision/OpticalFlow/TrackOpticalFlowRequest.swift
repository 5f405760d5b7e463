import CoreGraphics
import CoreML
import CoreMedia
import CoreVideo
import Locks
import VisionRuntime

/// Finds, for each frame, where each pixel of the frame before has moved to. With ``TargetedImageRequestHandler`` it finds where each pixel of the
/// target image is in the source.
///
/// Each request keeps its own last frame. There is no flow for the first frame, nor for a frame that comes less than ``frameAnalysisSpacing`` after
/// the last one. Performing the request fails with `invalidArgument` if the images differ in size, or if a frame's time is earlier than the last
/// frame's. It fails with `invalidImage` if an image has fewer than 16 × 16 pixels. After an error the next frame begins a new sequence.
public final class TrackOpticalFlowRequest: ImageProcessingRequest, StatefulAnalysisRequest, TargetedAnalysisRequest {
    public typealias Result = OpticalFlowObservation?

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    let settings = Locked(Settings())
    private let tracker = RegionSequence<OpticalFlowTracking>()

    struct Settings: StatefulRequestSettings {
        var regionOfInterest: NormalizedRect = .fullImage
        var computeDevices: [ComputeStage: MLComputeDevice] = [:]
        var accuracy = ComputationAccuracy.medium
        var format = OpticalFlowFormat.computed
    }

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// The precision of the flow. Each level takes several times as long as the level before.
    public enum ComputationAccuracy: CaseIterable, Sendable, Equatable, Codable, Hashable {
        /// The fastest and least precise level.
        case low
        /// The default.
        case medium
        /// Slower and more precise than the default.
        case high
        /// The most precise and slowest level.
        case veryHigh
    }

    /// - Parameters:
    ///   - revision: the revision; `nil` for the newest.
    ///   - frameAnalysisSpacing: the least time between two analyzed frames; `nil` to analyze every frame.
    public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The part of both images to compare; the flow is zero elsewhere. Setting another region begins a new sequence.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    /// `.medium` by default.
    public var computationAccuracy: ComputationAccuracy {
        get { settings.withLock { $0.accuracy } }
        set { settings.withLock { $0.accuracy = newValue } }
    }

    /// The formats that ``outputPixelFormatType`` may be.
    public var supportedOutputPixelFormatTypes: [OSType] { OpticalFlowFormat.all }

    /// The picture's pixel format, `kCVPixelFormatType_TwoComponent32Float` by default. With an unsupported format, performing the request fails with
    /// `invalidFormat`.
    public var outputPixelFormatType: OSType {
        get { settings.withLock { $0.format } }
        set { settings.withLock { $0.format = newValue } }
    }

    public var descriptor: RequestDescriptor { .trackOpticalFlowRequest(revision) }

    /// Two, as the flow is computed from one frame to the next.
    public var minimumLatencyFrameCount: Int { 2 }

    func beginSequence() { tracker.reset() }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let own = settings.withLock { $0 }
        let format = try OpticalFlowFormat(own.format)
        let state = tracker.state(
            of: OpticalFlowAccuracy(own.accuracy), region: own.regionOfInterest.cgRect, spacing: frameAnalysisSpacing)
        return job(state, cancellation) { fields, origin in
            try fields.first.map { OpticalFlowObservation(try format.makeBuffer($0), &origin) }
        }
    }

    func job(target: DeferredFrame, _ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let own = settings.withLock { $0 }
        let format = try OpticalFlowFormat(own.format)
        let analysis = OpticalFlowAnalysis(
            target: target, accuracy: OpticalFlowAccuracy(own.accuracy), regionOfInterest: own.regionOfInterest.cgRect)
        return job(analysis, cancellation) { fields, origin in
            try fields.first.map { OpticalFlowObservation(try format.makeBuffer($0), &origin) }
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .trackOpticalFlow(self, result) }
}

extension OpticalFlowAccuracy {
    init(_ accuracy: TrackOpticalFlowRequest.ComputationAccuracy) {
        self =
            switch accuracy {
            case .low: .low
            case .medium: .medium
            case .high: .high
            case .veryHigh: .veryHigh
            }
    }
}

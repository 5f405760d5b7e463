import CoreGraphics
import CoreML
import CoreMedia
import CoreVideo
import Locks
import VisionRuntime

/// Finds the displacement of each pixel from the previous frame to the current frame. With a ``TargetedImageRequestHandler`` it finds the
/// displacement from the target image to the source image.
///
/// Each request stores the last frame that it analyzed. The result is `nil` for the first frame, and for a frame that comes less than
/// ``frameAnalysisSpacing`` after the last analyzed frame. Performing the request fails with `invalidArgument` if the images differ in
/// size. The same error occurs if a frame has an earlier time than the last frame. Performing the request fails with `invalidImage` if an
/// image has fewer than 16 × 16 pixels. After an error the next frame begins a new sequence.
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

    /// The precision of the flow. Each level takes several times as long as the next lower level.
    public enum ComputationAccuracy: CaseIterable, Sendable, Equatable, Codable, Hashable {
        /// The fastest and least precise level.
        case low
        /// The default level.
        case medium
        /// Slower and more precise than the default.
        case high
        /// The most precise and slowest level.
        case veryHigh
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

    /// The part of both images to compare; the flow is zero elsewhere. Setting another region begins a new sequence.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    /// The precision of the flow; `.medium` by default.
    public var computationAccuracy: ComputationAccuracy {
        get { settings.withLock { $0.accuracy } }
        set { settings.withLock { $0.accuracy = newValue } }
    }

    /// The supported values of ``outputPixelFormatType``.
    public var supportedOutputPixelFormatTypes: [OSType] { OpticalFlowFormat.all }

    /// The picture's pixel format, `kCVPixelFormatType_TwoComponent32Float` by default. With an unsupported format, performing the request fails with
    /// `invalidFormat`.
    public var outputPixelFormatType: OSType {
        get { settings.withLock { $0.format } }
        set { settings.withLock { $0.format = newValue } }
    }

    public var descriptor: RequestDescriptor { .trackOpticalFlowRequest(revision) }

    /// Always 2, because the flow is computed between two frames.
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

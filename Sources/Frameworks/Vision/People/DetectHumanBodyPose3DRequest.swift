import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Finds the 3D joints of the most prominent person in an image.
///
/// The model for body poses finds the people in the image, and a second model finds the 3D joints of the most prominent person. The request
/// works on single images and on sequences of frames.
public final class DetectHumanBodyPose3DRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    /// A single observation of the person. The array is empty if nobody was found, or if ``frameAnalysisSpacing`` excluded the frame.
    public typealias Result = [HumanBodyPose3DObservation]

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    let settings = Locked(Settings())
    private let tracker = RegionSequence<SpacedAnalysis<BodyPose3DAnalysis>>()

    struct Settings: StatefulRequestSettings {
        var regionOfInterest: NormalizedRect = .fullImage
        var computeDevices: [ComputeStage: MLComputeDevice] = [:]
        var source = NetworkSource.catalog(BodyPose3DAnalysis.modelName)
    }

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
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

    /// The part of every frame to analyze.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    /// Replaces the request's network. Each image is scaled to fit completely into the input of `model`, and its aspect ratio is preserved.
    ///
    /// - Throws: an error if the model has no image input.
    package func use(_ model: MLModel) throws {
        let source = try NetworkSource(model)
        settings.withLock { $0.source = source }
    }

    public var descriptor: RequestDescriptor { .detectHumanBodyPose3DRequest(revision) }

    public var minimumLatencyFrameCount: Int { 1 }

    /// The joints that the request looks for.
    public var supportedJointNames: [HumanBodyPose3DObservation.JointName] { HumanBodyPose3DObservation.JointName.all }

    /// The groups of joints that the request's observations have.
    public var supportedJointsGroupNames: [HumanBodyPose3DObservation.JointsGroupName] {
        HumanBodyPose3DObservation.JointsGroupName.allCases
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let own = settings.withLock { $0 }
        let region = own.regionOfInterest.cgRect
        let question = BodyPose3DAnalysis(source: own.source, regionOfInterest: region, usesCPUOnly: false)
        let state = tracker.state(of: question, region: region, spacing: frameAnalysisSpacing)
        return job(state, cancellation) { findings, origin in findings.map { HumanBodyPose3DObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectHumanBodyPose3D(self, result) }
}

import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Finds the joints of an image's most prominent person in space.
///
/// The network is the catalogue's model `bodyPose3D`. Where it is missing, performing the request fails with `dataUnavailable`. The request may
/// be performed on single images as well as on frame after frame.
public final class DetectHumanBodyPose3DRequest: ImageProcessingRequest, StatefulRequest, AnalysisRequest {
    /// The person; none where there is nobody, or the frame follows the last one sooner than ``frameAnalysisSpacing``.
    public typealias Result = [HumanBodyPose3DObservation]

    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    private let settings = Locked(Settings())
    private let tracker = RegionSequence<BodyPose3DTracking>()

    private struct Settings {
        var regionOfInterest: NormalizedRect = .fullImage
        var computeDevices: [ComputeStage: MLComputeDevice] = [:]
        var source = NetworkSource.catalog(BodyPose3DAnalysis.modelName)
    }

    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        case revision1
    }

    /// - Parameters:
    ///   - revision: `nil` for the newest.
    ///   - frameAnalysisSpacing: `nil` to analyze every frame.
    public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    public static let supportedRevisions: [Revision] = [.revision1]

    /// The part of every frame that is looked at.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    var computeDevices: [ComputeStage: MLComputeDevice] {
        get { settings.withLock { $0.computeDevices } }
        set { settings.withLock { $0.computeDevices = newValue } }
    }

    public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        settings.withLock { $0.computeDevices[computeStage] = computeDevice }
    }

    /// Makes the request use a network, to whose input the whole image is brought in its own ratio.
    ///
    /// - Throws: an error where the model takes no image.
    package func use(_ model: MLModel) throws {
        let source = try NetworkSource(model)
        settings.withLock { $0.source = source }
    }

    public var descriptor: RequestDescriptor { .detectHumanBodyPose3DRequest(revision) }

    public var minimumLatencyFrameCount: Int { 1 }

    /// The joints that the request looks for.
    public var supportedJointNames: [HumanBodyPose3DObservation.JointName] { HumanBodyPose3DObservation.JointName.all }

    /// The groups of joints that observations have.
    public var supportedJointsGroupNames: [HumanBodyPose3DObservation.JointsGroupName] {
        HumanBodyPose3DObservation.JointsGroupName.allCases
    }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let own = settings.withLock { $0 }
        let state = tracker.state(
            of: own.source, region: own.regionOfInterest.cgRect, spacing: frameAnalysisSpacing, usesCPUOnly: false)
        return job(state, cancellation) { findings, origin in findings.map { HumanBodyPose3DObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectHumanBodyPose3D(self, result) }

    /// Two requests are equal that are one and the same.
    public static func == (left: DetectHumanBodyPose3DRequest, right: DetectHumanBodyPose3DRequest) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

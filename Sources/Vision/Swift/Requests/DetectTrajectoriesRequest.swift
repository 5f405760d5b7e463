import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Finds objects that follow a parabola: balls that are thrown, and whatever else flies. A straight line is a parabola too.
///
/// The request keeps what it needs of the frames before: perform one request on every frame, in order, on sample buffers that carry
/// presentation times. The camera has to stand still. An object that bounces, or leaves the frame, begins a new trajectory.
///
/// Performing the request fails with `timeStampNotFound` for a frame without a time, with `invalidImage` for one of fewer than 16 × 16 pixels,
/// and with `invalidArgument` for one that does not come after the last one or has another size. After each of these errors a new
/// sequence begins.
public final class DetectTrajectoriesRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    /// The trajectories whose objects were seen in the frame.
    public typealias Result = [TrajectoryObservation]

    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// The number of points that a trajectory must have to be found: 5 at least, or performing the request fails with `invalidArgument`.
    public let trajectoryLength: Int
    let settings = Locked(Settings())
    private let tracker = RegionSequence<TrajectoryDetection>()

    struct Settings: StatefulRequestSettings {
        var regionOfInterest: NormalizedRect = .fullImage
        var computeDevices: [ComputeStage: MLComputeDevice] = [:]
        var smallestRadius: Float = 0
        var largestRadius: Float = 1
        var targetTime = CMTime.indefinite
    }

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// - Parameters:
    ///   - trajectoryLength: the number of points that a trajectory must have to be found, at least 5.
    ///   - revision: `nil` for the newest.
    ///   - frameAnalysisSpacing: `nil` to analyze every frame.
    public init(trajectoryLength: Int, _ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.trajectoryLength = trajectoryLength
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The part of every frame that is looked at. Setting another one begins a new sequence.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    /// How long a frame may take. Where one takes longer, the next one is looked at less closely, and more closely again where there is time
    /// for it. Indefinite by default: every frame is looked at as closely as possible.
    public var targetFrameTime: CMTime {
        get { settings.withLock { $0.targetTime } }
        set { settings.withLock { $0.targetTime = newValue } }
    }

    /// The radius of the smallest object that is followed, as a part of the image's longer side; 0 by default.
    ///
    /// Performing the request fails with `invalidArgument` where the radii are not in order and between 0 and 1.
    public var objectMinimumNormalizedRadius: Float {
        get { settings.withLock { $0.smallestRadius } }
        set { settings.withLock { $0.smallestRadius = newValue } }
    }

    /// The radius of the largest object that is followed, as a part of the image's longer side; 1 by default.
    public var objectMaximumNormalizedRadius: Float {
        get { settings.withLock { $0.largestRadius } }
        set { settings.withLock { $0.largestRadius = newValue } }
    }

    public var descriptor: RequestDescriptor { .detectTrajectoriesRequest(revision) }

    /// As many as a trajectory must have points.
    public var minimumLatencyFrameCount: Int { trajectoryLength }

    func beginSequence() { tracker.reset() }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let own = settings.withLock { $0 }
        let wanted = try TrajectorySettings(
            length: trajectoryLength, smallestRadius: own.smallestRadius, largestRadius: own.largestRadius, targetTime: own.targetTime)
        let state = tracker.state(of: wanted, region: own.regionOfInterest.cgRect, spacing: frameAnalysisSpacing)
        return job(state, cancellation) { findings, origin in findings.map { TrajectoryObservation($0, &origin) } }
    }

    func visionResult(_ result: Result) -> VisionResult { .detectTrajectories(self, result) }
}

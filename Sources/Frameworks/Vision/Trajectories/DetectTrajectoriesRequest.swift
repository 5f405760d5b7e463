import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Finds objects that move along a parabola, such as thrown balls. A straight line counts as a parabola.
///
/// The request stores state from earlier frames. Perform the same request on every frame, in order. The frames must be sample buffers with
/// presentation times. The camera must not move. An object that bounces, or leaves the frame, begins a new trajectory.
///
/// Performing the request fails in these cases, and the next frame begins a new sequence:
/// - `timeStampNotFound`: the frame has no time.
/// - `invalidImage`: the frame has fewer than 16 × 16 pixels.
/// - `invalidArgument`: the frame's time is not later than the last frame's time, or the frame's size differs.
public final class DetectTrajectoriesRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    /// The trajectories whose objects were seen in the frame.
    public typealias Result = [TrajectoryObservation]

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// The minimum number of points in a trajectory, at least 5. With a smaller number, performing the request fails with `invalidArgument`.
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

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// Creates a request that finds trajectories.
    ///
    /// - Parameters:
    ///   - trajectoryLength: the minimum number of points in a trajectory, at least 5.
    ///   - revision: the revision of the algorithm; `nil` for the newest revision.
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; `nil` to analyze every frame.
    public init(trajectoryLength: Int, _ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.trajectoryLength = trajectoryLength
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The part of every frame to analyze. Setting another region begins a new sequence.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    /// The time that the analysis of a frame may take. After a frame that exceeds the time, the next frame is analyzed in less detail. The
    /// detail increases again when frames take less time. The default is indefinite: every frame is analyzed in full detail.
    public var targetFrameTime: CMTime {
        get { settings.withLock { $0.targetTime } }
        set { settings.withLock { $0.targetTime = newValue } }
    }

    /// The minimum radius of a tracked object, relative to the image's longer side; 0 by default.
    ///
    /// Performing the request fails with `invalidArgument` if a radius is not between 0 and 1, or if the minimum is larger than the
    /// maximum.
    public var objectMinimumNormalizedRadius: Float {
        get { settings.withLock { $0.smallestRadius } }
        set { settings.withLock { $0.smallestRadius = newValue } }
    }

    /// The maximum radius of a tracked object, relative to the image's longer side; 1 by default.
    public var objectMaximumNormalizedRadius: Float {
        get { settings.withLock { $0.largestRadius } }
        set { settings.withLock { $0.largestRadius = newValue } }
    }

    public var descriptor: RequestDescriptor { .detectTrajectoriesRequest(revision) }

    /// Equal to ``trajectoryLength``.
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

import CoreMedia
import VisionRuntime

/// Revision 1 of ``VNDetectTrajectoriesRequest``.
public let VNDetectTrajectoriesRequestRevision1 = 1

/// Finds objects that follow a parabola: balls that are thrown, and whatever else flies. A straight line is a parabola too.
///
/// The request keeps what it needs of the frames before: perform one request on every frame, in order, with handlers of sample buffers that
/// carry presentation times. The camera has to stand still. An object that bounces, or leaves the frame, begins a new trajectory.
///
/// Performing the request fails with `timeStampNotFound` for a frame without a time, with `invalidImage` for one of fewer than 16 × 16 pixels,
/// and with `invalidArgument` for one that does not come after the last one or has another size. After each of these errors a new
/// sequence begins.
open class VNDetectTrajectoriesRequest: VNStatefulRequest, @unchecked Sendable {
    /// The number of points that a trajectory must have to be found: 5 at least, or performing the request fails with `invalidArgument`.
    public let trajectoryLength: Int
    private let tracker = RegionSequence<TrajectoryDetection>()

    private struct Settings: OwnSettings {
        var smallestRadius: Float = 0
        var largestRadius: Float = 1
        var targetTime = CMTime.indefinite
    }

    /// - Parameters:
    ///   - frameAnalysisSpacing: frames that follow the last one sooner are left out, and give no results; zero for none.
    ///   - trajectoryLength: the number of points that a trajectory must have to be found, at least 5.
    public init(frameAnalysisSpacing: CMTime, trajectoryLength: Int, completionHandler: VNRequestCompletionHandler? = nil) {
        self.trajectoryLength = trajectoryLength
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// The trajectories whose objects were seen in the frame.
    public var results: [VNTrajectoryObservation]? { latestResults as? [VNTrajectoryObservation] }

    /// The radius of the smallest object that is followed, as a part of the image's longer side; 0 by default.
    ///
    /// Performing the request fails with `invalidArgument` where the radii are not in order and between 0 and 1.
    public var objectMinimumNormalizedRadius: Float {
        get { self[own: \Settings.smallestRadius] }
        set { self[own: \Settings.smallestRadius] = newValue }
    }

    /// The radius of the largest object that is followed, as a part of the image's longer side; 1 by default.
    public var objectMaximumNormalizedRadius: Float {
        get { self[own: \Settings.largestRadius] }
        set { self[own: \Settings.largestRadius] = newValue }
    }

    /// The radius of the smallest object that is followed, as a part of the image's longer side.
    @available(*, deprecated, renamed: "objectMinimumNormalizedRadius")
    public var minimumObjectSize: Float {
        get { objectMinimumNormalizedRadius }
        set { objectMinimumNormalizedRadius = newValue }
    }

    /// The radius of the largest object that is followed, as a part of the image's longer side.
    @available(*, deprecated, renamed: "objectMaximumNormalizedRadius")
    public var maximumObjectSize: Float {
        get { objectMaximumNormalizedRadius }
        set { objectMaximumNormalizedRadius = newValue }
    }

    /// How long a frame may take. Where one takes longer, the next one is looked at less closely, and more closely again where there is time
    /// for it. Indefinite by default: every frame is looked at as closely as possible.
    public var targetFrameTime: CMTime {
        get { self[own: \Settings.targetTime] }
        set { self[own: \Settings.targetTime] = newValue }
    }

    /// As many as a trajectory must have points.
    open override var minimumLatencyFrameCount: Int { trajectoryLength }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectTrajectoriesRequestRevision1) }

    override func beginSequence() { tracker.reset() }

    override func makeTwin() -> VNRequest {
        VNDetectTrajectoriesRequest(
            frameAnalysisSpacing: frameAnalysisSpacing, trajectoryLength: trajectoryLength, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let own = performance.settings.own(Settings.self)
        let settings = try withVisionErrors {
            try TrajectorySettings(
                length: trajectoryLength, smallestRadius: own.smallestRadius, largestRadius: own.largestRadius, targetTime: own.targetTime)
        }
        let state = tracker.state(of: settings, region: performance.settings.regionOfInterest, spacing: frameAnalysisSpacing)
        return performance.job(state) { findings, origin in findings.map { VNTrajectoryObservation(origin, $0) } }
    }
}

extension RegionSequence<TrajectoryDetection> {
    /// The state, which goes on with the settings as they are now.
    func state(of settings: TrajectorySettings, region: CGRect, spacing: CMTime) -> SequenceState<TrajectoryDetection> {
        let state = state(region: region) { TrajectoryDetection(regionOfInterest: region, spacing: spacing, settings: settings) }
        state.change { $0.settings = settings }
        return state
    }
}

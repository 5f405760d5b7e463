import CoreMedia
import VisionRuntime

/// Revision 1 of ``VNDetectTrajectoriesRequest``.
public let VNDetectTrajectoriesRequestRevision1 = 1

/// Finds objects that move along a parabola, such as thrown balls. A straight line counts as a parabola.
///
/// The request stores state from earlier frames. Perform the same request on every frame, in order. The frames must be sample buffers with
/// presentation times. The camera must not move. An object that bounces, or leaves the frame, begins a new trajectory.
///
/// Performing the request fails in these cases, and the next frame begins a new sequence:
/// - `timeStampNotFound`: the frame has no time.
/// - `invalidImage`: the frame has fewer than 16 × 16 pixels.
/// - `invalidArgument`: the frame's time is not later than the last frame's time, or the frame's size differs.
open class VNDetectTrajectoriesRequest: VNStatefulRequest, @unchecked Sendable {
    /// The minimum number of points in a trajectory, at least 5. With a smaller number, performing the request fails with `invalidArgument`.
    public let trajectoryLength: Int
    private let tracker = RegionSequence<TrajectoryDetection>()

    private struct Settings: OwnSettings {
        var smallestRadius: Float = 0
        var largestRadius: Float = 1
        var targetTime = CMTime.indefinite
    }

    /// Creates a request that finds trajectories.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames. Frames that come sooner are skipped and give no results. With zero,
    ///     every frame is analyzed.
    ///   - trajectoryLength: the minimum number of points in a trajectory, at least 5.
    public init(frameAnalysisSpacing: CMTime, trajectoryLength: Int, completionHandler: VNRequestCompletionHandler? = nil) {
        self.trajectoryLength = trajectoryLength
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// The trajectories whose objects were seen in the frame.
    public var results: [VNTrajectoryObservation]? { latestResults as? [VNTrajectoryObservation] }

    /// The minimum radius of a tracked object, relative to the image's longer side; 0 by default.
    ///
    /// Performing the request fails with `invalidArgument` if a radius is not between 0 and 1, or if the minimum is larger than the
    /// maximum.
    public var objectMinimumNormalizedRadius: Float {
        get { self[own: \Settings.smallestRadius] }
        set { self[own: \Settings.smallestRadius] = newValue }
    }

    /// The maximum radius of a tracked object, relative to the image's longer side; 1 by default.
    public var objectMaximumNormalizedRadius: Float {
        get { self[own: \Settings.largestRadius] }
        set { self[own: \Settings.largestRadius] = newValue }
    }

    /// The old name of ``objectMinimumNormalizedRadius``.
    @available(*, deprecated, renamed: "objectMinimumNormalizedRadius")
    public var minimumObjectSize: Float {
        get { objectMinimumNormalizedRadius }
        set { objectMinimumNormalizedRadius = newValue }
    }

    /// The old name of ``objectMaximumNormalizedRadius``.
    @available(*, deprecated, renamed: "objectMaximumNormalizedRadius")
    public var maximumObjectSize: Float {
        get { objectMaximumNormalizedRadius }
        set { objectMaximumNormalizedRadius = newValue }
    }

    /// The time that the analysis of a frame may take. After a frame that exceeds the time, the next frame is analyzed in less detail. The
    /// detail increases again when frames take less time. The default is indefinite: every frame is analyzed in full detail.
    public var targetFrameTime: CMTime {
        get { self[own: \Settings.targetTime] }
        set { self[own: \Settings.targetTime] = newValue }
    }

    /// Equal to ``trajectoryLength``.
    open override var minimumLatencyFrameCount: Int { trajectoryLength }

    /// The supported revisions, the newest last.
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
    /// The state of the sequence. The settings of its analysis are first set to `settings`.
    func state(of settings: TrajectorySettings, region: CGRect, spacing: CMTime) -> SequenceState<TrajectoryDetection> {
        let state = state(region: region) { TrajectoryDetection(regionOfInterest: region, spacing: spacing, settings: settings) }
        state.change { $0.settings = settings }
        return state
    }
}

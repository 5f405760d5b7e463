import CoreGraphics
import VisionRuntime

/// Whether a tracker is to be quick or to look closely.
public enum VNRequestTrackingLevel: UInt, Sendable {
    /// Finer places, at about a third of the speed.
    case accurate = 0
    /// The default: three times as fast as `accurate`.
    case fast = 1
}

/// A request that follows something through the frames of a ``VNSequenceRequestHandler``.
///
/// The first frame says what it looks like; in each frame after that it is looked for near its last place, and farther away once it has been
/// lost. What follows one thing is known by the uuid of ``inputObservation``: a request may be performed again and again, or a new one be
/// made for each frame from the observation before. The handler keeps at most 16 trackers of each kind; performing one more fails with
/// `internalError`. A tracker whose frame cannot be looked at, is of another size than the ones before, or has a time before that of the last
/// one, fails and is released.
open class VNTrackingRequest: VNImageBasedRequest, @unchecked Sendable {
    struct Tracking: OwnSettings {
        var input: VNDetectedObjectObservation?
        var level = VNRequestTrackingLevel.fast
        var isLastFrame = false
    }

    /// What is followed: its place in the first frame and its identity. In later frames only the identity counts.
    public var inputObservation: VNDetectedObjectObservation {
        get { self[own: \Tracking.input] ?? VNDetectedObjectObservation(boundingBox: .zero) }
        set { self[own: \Tracking.input] = newValue }
    }

    /// The level of a tracker's first frame counts. By default it is `fast`.
    public var trackingLevel: VNRequestTrackingLevel {
        get { self[own: \Tracking.level] }
        set { self[own: \Tracking.level] = newValue }
    }

    /// Whether the tracker is released after the next frame. What has the same identity afterwards is followed anew.
    public var isLastFrame: Bool {
        get { self[own: \Tracking.isLastFrame] }
        set { self[own: \Tracking.isLastFrame] = newValue }
    }

    init(input: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler?) {
        super.init(completionHandler: completionHandler)
        inputObservation = input
    }

    /// The greatest number of trackers of this request's kind that a handler keeps.
    public func supportedNumberOfTrackers() throws -> Int {
        guard Self.supportedRevisions.contains(revision) else {
            throw VNErrorCode.unsupportedRevision.error("\(Self.self) does not support revision \(revision)")
        }
        return TrackerLimit.perKind
    }

    override func makeTwin() -> VNRequest { VNTrackingRequest(input: inputObservation, completionHandler: completionHandler) }

    /// The next step of the tracker that follows the input observation.
    func job<T: SequenceAnalysis>(
        _ performance: RequestPerformance, make: @escaping @Sendable (TrackingLevel, CGRect) throws -> T,
        observation: @escaping @Sendable (T.Finding, VNObservation.Origin) -> VNObservation
    ) throws -> RequestJob {
        guard let sequence = performance.sequence else {
            throw VNErrorCode.invalidOperation.error("\(Self.self) follows frames, which only VNSequenceRequestHandler performs")
        }
        let settings = performance.settings
        let own = settings.own(Tracking.self)
        guard let identity = own.input?.uuid else { throw VNErrorCode.invalidArgument.error("\(Self.self) has no inputObservation") }
        return RequestJob(
            following: identity, in: sequence.trackers(T.self), isLastFrame: own.isLastFrame, cancellation: performance.cancellation,
            make: { try make(TrackingLevel(own.level), settings.regionOfInterest) },
            output: { findings, frame in
                let origin = VNObservation.Origin(revision: settings.revision, timeRange: frame.timeRange, uuid: identity)
                return findings.map { observation($0, origin) }
            })
    }
}

extension TrackingLevel {
    init(_ level: VNRequestTrackingLevel) {
        self = level == .fast ? .fast : .accurate
    }
}

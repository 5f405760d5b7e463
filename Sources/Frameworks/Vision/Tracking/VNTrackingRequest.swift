import CoreGraphics
import VisionRuntime

/// Whether a tracker is fast or precise.
public enum VNRequestTrackingLevel: UInt, Sendable {
    /// More precise positions, at about a third of the speed.
    case accurate = 0
    /// The default, three times as fast as `accurate`.
    case fast = 1
}

/// A request that tracks an object through the frames of a ``VNSequenceRequestHandler``.
///
/// The first frame defines the object's appearance. Each further frame is searched near the object's last position. The searched area grows
/// after the object is lost. The uuid of ``inputObservation`` identifies the tracker. You can perform one request on every frame, or create
/// a new request for each frame from the last observation. The handler has at most 16 trackers of each request class. Performing a request
/// that needs a further tracker fails with `internalError`. A tracker fails and is released if a frame cannot be read, or differs in size
/// from the previous frames. The same happens if a frame has an earlier time than the last frame.
open class VNTrackingRequest: VNImageBasedRequest, @unchecked Sendable {
    struct Tracking: OwnSettings {
        var input: VNDetectedObjectObservation?
        var level = VNRequestTrackingLevel.fast
        var isLastFrame = false
    }

    /// The observation to track. The first frame uses the position and the `uuid` of the observation. All further frames use only the
    /// `uuid`.
    public var inputObservation: VNDetectedObjectObservation {
        get { self[own: \Tracking.input] ?? VNDetectedObjectObservation(boundingBox: .zero) }
        set { self[own: \Tracking.input] = newValue }
    }

    /// The tracking level, `fast` by default. A tracker keeps the level that was set at its first frame.
    public var trackingLevel: VNRequestTrackingLevel {
        get { self[own: \Tracking.level] }
        set { self[own: \Tracking.level] = newValue }
    }

    /// Whether the tracker is released after the next frame. A later request with the same `uuid` begins a new tracker.
    public var isLastFrame: Bool {
        get { self[own: \Tracking.isLastFrame] }
        set { self[own: \Tracking.isLastFrame] = newValue }
    }

    init(input: VNDetectedObjectObservation, completionHandler: VNRequestCompletionHandler?) {
        super.init(completionHandler: completionHandler)
        inputObservation = input
    }

    /// The maximum number of trackers that a handler has for this class of requests.
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

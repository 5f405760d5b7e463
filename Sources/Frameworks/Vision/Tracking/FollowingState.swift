import CoreML
import Locks
import VisionRuntime

/// The settings of a request that tracks an object or a rectangle.
struct TrackingRequestSettings: StatefulRequestSettings {
    var level: VisionRuntime.TrackingLevel
    var regionOfInterest: NormalizedRect = .fullImage
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]
}

/// A request's tracker. The tracker restarts when the request's tracking level or region of interest changes, and after an error.
final class FollowingState<Tracking: SequenceAnalysis>: Sendable {
    private struct Current {
        let level: VisionRuntime.TrackingLevel
        let region: NormalizedRect
        let state: SequenceState<Tracking>
    }

    private let current = Locked<Current?>(nil)

    func state(_ settings: TrackingRequestSettings, make: (TrackingRequestSettings) throws -> Tracking) throws -> SequenceState<Tracking> {
        try current.withLock { current in
            if let current, current.level == settings.level, current.region == settings.regionOfInterest { return current.state }
            let state = SequenceState(try make(settings))
            current = Current(level: settings.level, region: settings.regionOfInterest, state: state)
            return state
        }
    }

    func reset() {
        current.withLock { $0 = nil }
    }
}

extension AnalysisRequest {
    /// The job that runs the next step of a tracker. The result is `nil` for a frame that is skipped.
    func job<T: SequenceAnalysis, Observation: Sendable>(
        _ tracker: FollowingState<T>, _ settings: TrackingRequestSettings, _ cancellation: Cancellation,
        make: @escaping @Sendable (TrackingRequestSettings) throws -> T,
        result: @escaping @Sendable (T.Finding, inout ObservationOrigin) -> Observation
    ) -> AnalysisJob<Observation?> {
        let descriptor = descriptor
        return AnalysisJob(cancellation: cancellation, demands: { [.whole($0)] }) { context in
            let state = try tracker.state(settings, make: make)
            do {
                var origin = ObservationOrigin(descriptor, context.frame.info)
                return try state.advance(context).first.map { result($0, &origin) }
            } catch {
                tracker.reset()
                throw error
            }
        }
    }
}

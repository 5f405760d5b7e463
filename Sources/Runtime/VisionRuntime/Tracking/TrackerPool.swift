import Foundation
import Locks

/// The trackers of one kind that a sequence request handler keeps, by the identity of the tracked objects.
package final class TrackerPool<Tracking: SequenceAnalysis>: Sendable {
    private let trackers = Locked<[UUID: SequenceState<Tracking>]>([:])

    /// The tracker of an object. If there is none yet, it is made with `make`.
    ///
    /// - Throws: `internalError` if the maximum number of trackers exists, as in Apple's Vision; the errors of `make`.
    package func tracker(of identity: UUID, make: () throws -> Tracking) throws -> SequenceState<Tracking> {
        try trackers.withLock { trackers in
            if let tracker = trackers[identity] { return tracker }
            guard trackers.count < TrackerLimit.perKind else {
                throw VisionFailure(
                    .internalError,
                    "Exceeded maximum allowed number of trackers (\(TrackerLimit.perKind)) of one kind; isLastFrame releases one")
            }
            let tracker = SequenceState(try make())
            trackers[identity] = tracker
            return tracker
        }
    }

    package func remove(_ identity: UUID) {
        _ = trackers.withLock { $0.removeValue(forKey: identity) }
    }
}

package enum TrackerLimit {
    /// The maximum number of trackers of one kind that a sequence request handler keeps.
    package static let perKind = 16
}

extension SequenceMemory {
    /// The trackers of the type `Tracking`.
    package func trackers<Tracking: SequenceAnalysis>(_: Tracking.Type = Tracking.self) -> TrackerPool<Tracking> {
        value(ObjectIdentifier(Tracking.self)) { TrackerPool<Tracking>() }
    }
}

extension AnalysisJob {
    /// Makes a job that advances a tracker by one frame. The first job for an object also makes the tracker. The tracker is released if it fails, or
    /// if `isLastFrame` is set.
    package init<Tracking: SequenceAnalysis>(
        following identity: UUID, in trackers: TrackerPool<Tracking>, isLastFrame: Bool, cancellation: Cancellation,
        make: @escaping @Sendable () throws -> Tracking, output: @escaping @Sendable ([Tracking.Finding], FrameInfo) throws -> Output
    ) {
        self.init(cancellation: cancellation, demands: { [.whole($0)] }) { context in
            let tracker = try trackers.tracker(of: identity, make: make)
            do {
                let findings = try tracker.advance(context)
                if isLastFrame { trackers.remove(identity) }
                return try output(findings, context.frame.info)
            } catch {
                trackers.remove(identity)
                throw error
            }
        }
    }
}

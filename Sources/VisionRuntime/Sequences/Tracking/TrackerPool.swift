import Foundation
import Locks

/// The trackers of one kind that a handler of a sequence keeps, by the identity of what they follow.
package final class TrackerPool<Tracking: SequenceAnalysis>: Sendable {
    private let trackers = Locked<[UUID: SequenceState<Tracking>]>([:])

    /// The tracker of an object, which `make` makes where there is none yet.
    ///
    /// - Throws: `internalError` where there are as many trackers as there may be, as Vision does; what `make` throws.
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
    /// How many trackers of one kind a handler of a sequence keeps.
    package static let perKind = 16
}

extension SequenceMemory {
    /// The trackers of a kind.
    package func trackers<Tracking: SequenceAnalysis>(_: Tracking.Type = Tracking.self) -> TrackerPool<Tracking> {
        value(ObjectIdentifier(Tracking.self)) { TrackerPool<Tracking>() }
    }
}

extension AnalysisJob {
    /// The next step of a tracker, which begins with the first frame that there is. One that failed is released, and so is one whose last
    /// frame this is.
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

import Locks

/// A question about frame after frame, whose answer depends on the frames before: a value that each frame advances.
package protocol SequenceAnalysis: Sendable {
    /// What is found in the newest frame.
    associatedtype Finding: Sendable

    /// What the analysis is going to look at in the next frame.
    func demands(of frame: FrameInfo) throws -> [FrameDemand]

    /// Takes the next frame, whose time is `context.frame.info.timeRange`.
    ///
    /// What an advance that throws has changed is undone.
    mutating func advance(_ context: AnalysisContext) throws -> [Finding]

    /// The analysis before its first frame, for failures after which it cannot go on; `nil`, as by default, where it can.
    func begunAnew(after failure: VisionFailure) -> Self?
}

extension SequenceAnalysis {
    package func begunAnew(after failure: VisionFailure) -> Self? { nil }
}

/// The state of an analysis of a sequence, which whoever follows the sequence keeps: a stateful request, or a sequence request handler.
package final class SequenceState<Sequence: SequenceAnalysis>: Sendable {
    private let sequence: Locked<Sequence>

    package init(_ sequence: Sequence) {
        self.sequence = Locked(sequence)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try sequence.withLock { $0 }.demands(of: frame)
    }

    /// Takes the next frame. Frames of several threads come one after the other.
    package func advance(_ context: AnalysisContext) throws -> [Sequence.Finding] {
        try sequence.withLock { sequence in
            var next = sequence
            do {
                let findings = try next.advance(context)
                sequence = next
                return findings
            } catch let failure as VisionFailure {
                if let anew = sequence.begunAnew(after: failure) { sequence = anew }
                throw failure
            }
        }
    }

    /// Changes settings that do not begin another sequence.
    package func change(_ body: (inout Sequence) -> Void) {
        sequence.withLock { body(&$0) }
    }
}

/// What a handler of a sequence keeps from frame to frame, by key: states of analyses, the frame before.
package final class SequenceMemory: Sendable {
    private let values = Locked<[AnyKey: any Sendable]>([:])

    private struct AnyKey: Hashable, @unchecked Sendable {
        let key: AnyHashable
    }

    package init() {}

    /// The value of a key, which `make` makes where there is none yet.
    package func value<Key: Hashable & Sendable, Value: Sendable>(_ key: Key, make: () throws -> Value) rethrows -> Value {
        let key = AnyKey(key: AnyHashable(key))
        if let value = values.withLock({ $0[key] }) as? Value { return value }
        let made = try make()
        return values.withLock { values in
            if let value = values[key] as? Value { return value }
            values[key] = made
            return made
        }
    }

    /// Forgets the value of a key.
    package func remove<Key: Hashable & Sendable>(_ key: Key) {
        _ = values.withLock { $0.removeValue(forKey: AnyKey(key: AnyHashable(key))) }
    }

    /// The number of values that are kept.
    package var count: Int { values.withLock { $0.count } }
}

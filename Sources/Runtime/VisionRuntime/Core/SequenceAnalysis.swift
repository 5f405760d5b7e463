import Locks

/// An analysis of a sequence of frames. Its findings depend on the frames before. It is a value, and each frame advances it.
package protocol SequenceAnalysis: Sendable {
    /// A finding in the newest frame.
    associatedtype Finding: Sendable

    /// The pixels that the analysis needs from the next frame.
    func demands(of frame: FrameInfo) throws -> [FrameDemand]

    /// Analyzes the next frame. The frame's time is `context.frame.info.timeRange`.
    ///
    /// If the call throws, its changes are undone.
    mutating func advance(_ context: AnalysisContext) throws -> [Finding]

    /// The analysis in its state before the first frame, if this failure ends the sequence. `nil`, the default, continues the sequence.
    func begunAnew(after failure: VisionFailure) -> Self?
}

extension SequenceAnalysis {
    package func begunAnew(after failure: VisionFailure) -> Self? { nil }
}

/// The state of a sequence analysis. A stateful request or a sequence request handler owns it.
package final class SequenceState<Sequence: SequenceAnalysis>: Sendable {
    private let sequence: Locked<Sequence>

    package init(_ sequence: Sequence) {
        self.sequence = Locked(sequence)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try sequence.withLock { $0 }.demands(of: frame)
    }

    /// Analyzes the next frame. Concurrent calls wait for each other.
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

    /// Changes settings. Only settings that do not begin another sequence may be changed in this way.
    package func change(_ body: (inout Sequence) -> Void) {
        sequence.withLock { body(&$0) }
    }
}

/// The values that a sequence request handler keeps from frame to frame, by key, such as states of analyses and the previous frame.
package final class SequenceMemory: Sendable {
    private let values = Locked<[AnyKey: any Sendable]>([:])

    private struct AnyKey: Hashable, @unchecked Sendable {
        let key: AnyHashable
    }

    package init() {}

    /// The value of a key. If there is none yet, `make` makes it.
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

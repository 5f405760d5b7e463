import CoreGraphics
import CoreMedia
import Locks
import VisionRuntime

/// The state of a request on a sequence of frames. When the request's region of interest changes, the sequence starts again.
final class RegionSequence<Sequence: SequenceAnalysis>: Sendable {
    private let current = Locked<(region: CGRect, state: SequenceState<Sequence>)?>(nil)

    /// The state for a region. If the region differs from the region of the last call, a new state is created.
    ///
    /// - Parameter make: makes a new analysis of the region, in its state before the first frame.
    func state(region: CGRect, make: () -> Sequence) -> SequenceState<Sequence> {
        current.withLock { current in
            if let current, current.region == region { return current.state }
            let state = SequenceState(make())
            current = (region, state)
            return state
        }
    }

    /// Discards the state. The next frame is the first of a new sequence.
    func reset() { current.withLock { $0 = nil } }
}

extension RegionSequence<RegistrationTracking> {
    func state(of model: RegistrationModel, region: CGRect, spacing: CMTime) -> SequenceState<RegistrationTracking> {
        state(region: region) { RegistrationTracking(model: model, regionOfInterest: region, spacing: spacing) }
    }
}

extension RegionSequence {
    /// The state of an analysis that uses no earlier frames. The settings of the analysis are first replaced with those of `question`.
    func state<Question: Analysis>(
        of question: Question, region: CGRect, spacing: CMTime
    ) -> SequenceState<Sequence> where Sequence == SpacedAnalysis<Question> {
        let state = state(region: region) { SpacedAnalysis(question, spacing: spacing) }
        state.change { $0.question = question }
        return state
    }
}

import CoreMedia
import Locks
import VisionRuntime

/// A request's state, which begins anew when the request's region of interest changes.
final class RegistrationTracker: Sendable {
    private let model: RegistrationModel
    private let current = Locked<(region: CGRect, state: SequenceState<RegistrationTracking>)?>(nil)

    init(_ model: RegistrationModel) {
        self.model = model
    }

    func state(region: CGRect, spacing: CMTime) -> SequenceState<RegistrationTracking> {
        current.withLock { current in
            if let current, current.region == region { return current.state }
            let state = SequenceState(RegistrationTracking(model: model, regionOfInterest: region, spacing: spacing))
            current = (region, state)
            return state
        }
    }
}

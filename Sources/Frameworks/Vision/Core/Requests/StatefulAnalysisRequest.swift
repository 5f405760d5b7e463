import CoreML
import Locks

/// The settings that all requests on sequences of frames have.
protocol StatefulRequestSettings: Sendable {
    var regionOfInterest: NormalizedRect { get set }
    var computeDevices: [ComputeStage: MLComputeDevice] { get set }
}

/// A request on a sequence of frames, with its analysis. It is a reference type, and threads may change its settings.
protocol StatefulAnalysisRequest: AnalysisRequest, StatefulRequest, AnyObject {
    associatedtype Settings: StatefulRequestSettings

    var settings: Locked<Settings> { get }

    /// Makes the next frame the first of another sequence.
    func beginSequence()
}

extension StatefulAnalysisRequest {
    func beginSequence() {}

    var computeDevices: [ComputeStage: MLComputeDevice] {
        get { settings.withLock { $0.computeDevices } }
        set { settings.withLock { $0.computeDevices = newValue } }
    }

    fileprivate func setDevice(_ device: MLComputeDevice?, for stage: ComputeStage) {
        settings.withLock { $0.computeDevices[stage] = device }
    }
}

extension StatefulRequest where Self: AnyObject {
    /// Two requests are equal if they are the same object.
    public static func == (left: Self, right: Self) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Sets the device for a stage. Has no effect on requests of other modules.
    public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        (self as? any StatefulAnalysisRequest)?.setDevice(computeDevice, for: computeStage)
    }
}

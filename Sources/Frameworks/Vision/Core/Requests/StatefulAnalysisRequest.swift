import CoreML
import Locks

/// The settings that are common to all requests on sequences of frames.
protocol StatefulRequestSettings: Sendable {
    var regionOfInterest: NormalizedRect { get set }
    var computeDevices: [ComputeStage: MLComputeDevice] { get set }
}

/// A request on a sequence of frames that provides its analysis. Conforming types are classes. Any thread may change the settings.
protocol StatefulAnalysisRequest: AnalysisRequest, StatefulRequest, AnyObject {
    associatedtype Settings: StatefulRequestSettings

    var settings: Locked<Settings> { get }

    /// Makes the next frame the first frame of a new sequence.
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

    /// Sets the device for a stage. The call has no effect on requests of other modules.
    public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        (self as? any StatefulAnalysisRequest)?.setDevice(computeDevice, for: computeStage)
    }
}

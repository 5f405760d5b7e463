import CoreGraphics
import CoreML

/// All settings of a request in one value. A copy of the request has a copy of this value. Each performance of the request works with its own copy.
struct RequestSettings: Sendable {
    var revision = VNRequestRevisionUnspecified
    var preferBackgroundProcessing = false
    var usesCPUOnly = false
    var computeDevices: [VNComputeStage: MLComputeDevice] = [:]
    /// The part of the upright image to analyze, normalised, origin at the lower left.
    var regionOfInterest = VNNormalizedIdentityRect
    /// The settings that are specific to the request's class; `nil` for the class's defaults.
    fileprivate(set) var own: (any OwnSettings)?

    /// The settings that are specific to one class of requests.
    func own<Own: OwnSettings>(_: Own.Type = Own.self) -> Own { own as? Own ?? Own() }
}

/// Settings that one class of requests adds. Its initializer sets the defaults.
protocol OwnSettings: Sendable {
    init()
}

extension VNRequest {
    /// A setting that is specific to the request's class.
    subscript<Own: OwnSettings, Value>(own path: WritableKeyPath<Own, Value>) -> Value {
        get { settings.own(Own.self)[keyPath: path] }
        set {
            changeSettings { settings in
                var own = settings.own(Own.self)
                own[keyPath: path] = newValue
                settings.own = own
            }
        }
    }
}

import CoreML

extension MLComputeDevice {
    /// The devices that requests run on.
    static let processors: [MLComputeDevice] = allComputeDevices.filter { device in
        if case .cpu = device { true } else { false }
    }
}

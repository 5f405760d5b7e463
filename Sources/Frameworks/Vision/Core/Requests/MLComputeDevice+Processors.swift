import CoreML

extension MLComputeDevice {
    /// The devices on which requests run: the processors (CPUs).
    static let processors: [MLComputeDevice] = allComputeDevices.filter { device in
        if case .cpu = device { true } else { false }
    }
}

import CoreML
import VisionRuntime

/// The mutable settings of a request that keeps the last frame.
struct RegistrationSettings: StatefulRequestSettings {
    var regionOfInterest: NormalizedRect = .fullImage
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]
}

extension [ImageAlignment] {
    /// - Throws: `dataUnavailable` if the frame was left out.
    func onlyAlignment() throws -> ImageAlignment {
        guard let alignment = first else {
            throw VisionFailure(.dataUnavailable, "the frame follows the last one sooner than frameAnalysisSpacing, and was left out")
        }
        return alignment
    }
}

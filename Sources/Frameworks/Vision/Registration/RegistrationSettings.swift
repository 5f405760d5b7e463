import CoreML
import VisionRuntime

/// The mutable settings of a registration request.
struct RegistrationSettings: StatefulRequestSettings {
    var regionOfInterest: NormalizedRect = .fullImage
    var computeDevices: [ComputeStage: MLComputeDevice] = [:]
}

extension [ImageAlignment] {
    /// The only element of the array: the alignment of the frame.
    ///
    /// - Throws: `dataUnavailable` if the array is empty, because the frame was skipped.
    func onlyAlignment() throws -> ImageAlignment {
        guard let alignment = first else {
            throw VisionFailure(.dataUnavailable, "the frame follows the last one sooner than frameAnalysisSpacing, and was left out")
        }
        return alignment
    }
}

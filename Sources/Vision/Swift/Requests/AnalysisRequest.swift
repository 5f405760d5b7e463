import CoreML
import VisionRuntime

/// A request that knows the analysis behind it: every request of this module. Others cannot be performed.
protocol AnalysisRequest: VisionRequest where Result: Sendable {
    var computeDevices: [ComputeStage: MLComputeDevice] { get set }

    /// The analysis that the request asks for, and what becomes of its findings. The settings that all requests have are checked before.
    ///
    /// - Throws: `VisionFailure` or ``VisionError``.
    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result>

    /// The result in the form that performances of several requests give it.
    func visionResult(_ result: Result) -> VisionResult
}

/// A request that can compare an image with the handler's.
protocol TargetedAnalysisRequest: AnalysisRequest, TargetedRequest {
    /// As ``AnalysisRequest/job(_:)``.
    ///
    /// - Parameter target: the second image.
    func job(target: DeferredFrame, _ cancellation: Cancellation) throws -> AnalysisJob<Result>
}

extension AnalysisRequest {
    /// The job of an analysis.
    func job<A: Analysis>(
        _ analysis: A, _ cancellation: Cancellation, result: @escaping @Sendable ([A.Finding], inout ObservationOrigin) throws -> Result
    ) -> AnalysisJob<Result> {
        let descriptor = descriptor
        return AnalysisJob(analysis, cancellation: cancellation) { findings, frame in
            var origin = ObservationOrigin(descriptor, frame)
            return try result(findings, &origin)
        }
    }

    /// The job of the next step of an analysis of a sequence.
    func job<S: SequenceAnalysis>(
        _ sequence: SequenceState<S>, _ cancellation: Cancellation,
        result: @escaping @Sendable ([S.Finding], inout ObservationOrigin) throws -> Result
    ) -> AnalysisJob<Result> {
        let descriptor = descriptor
        return AnalysisJob(sequence, cancellation: cancellation) { findings, frame in
            var origin = ObservationOrigin(descriptor, frame)
            return try result(findings, &origin)
        }
    }

    /// Checks the settings that all requests have.
    func checkSettings() throws {
        if let request = self as? any ImageProcessingRequest {
            try RegionOfInterest.check(request.regionOfInterest.cgRect)
        }
        let stages = supportedComputeStageDevices
        for (stage, device) in computeDevices {
            guard let devices = stages[stage] else { throw VisionError.unsupportedComputeStage("\(self) has no compute stage \(stage)") }
            guard devices.contains(device) else { throw VisionError.unsupportedComputeDevice("\(self) cannot run \(stage) on \(device)") }
        }
    }
}

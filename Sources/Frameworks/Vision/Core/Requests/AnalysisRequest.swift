import CoreML
import VisionRuntime

/// A request that provides its analysis. All requests of this module conform to it. Other requests cannot be performed.
protocol AnalysisRequest: VisionRequest where Result: Sendable {
    var computeDevices: [ComputeStage: MLComputeDevice] { get set }

    /// Creates the job of the request: the analysis, and the conversion of its findings to a result. The settings that are common to all requests are
    /// checked before the call.
    ///
    /// - Throws: `VisionFailure` or ``VisionError``.
    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result>

    /// Wraps the result in a `VisionResult`, for performances of several requests.
    func visionResult(_ result: Result) -> VisionResult
}

/// A request that can compare the handler's image with a second image.
protocol TargetedAnalysisRequest: AnalysisRequest, TargetedRequest {
    /// Does the same as ``AnalysisRequest/job(_:)``, with two images.
    ///
    /// - Parameter target: the second image.
    func job(target: DeferredFrame, _ cancellation: Cancellation) throws -> AnalysisJob<Result>
}

extension AnalysisRequest {
    /// A job that runs an analysis and converts its findings to the result.
    func job<A: Analysis>(
        _ analysis: A, _ cancellation: Cancellation, result: @escaping @Sendable ([A.Finding], inout ObservationOrigin) throws -> Result
    ) -> AnalysisJob<Result> {
        let descriptor = descriptor
        return AnalysisJob(analysis, cancellation: cancellation) { findings, frame in
            var origin = ObservationOrigin(descriptor, frame)
            return try result(findings, &origin)
        }
    }

    /// A job that runs the next step of a sequence analysis.
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

    /// Checks the settings that are common to all requests.
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

extension AnalysisRequest where Self: ImageProcessingRequest {
    /// A job that runs an analysis and converts its findings to a result whose places are relative to the request's region of interest.
    func regionJob<A: Analysis>(
        _ analysis: A, _ cancellation: Cancellation, result: @escaping @Sendable ([A.Finding], inout ObservationOrigin) throws -> Result
    ) -> AnalysisJob<Result> where A.Finding: PlacedFinding {
        let descriptor = descriptor
        let coordinates = RegionCoordinates(of: regionOfInterest.cgRect)
        return AnalysisJob(analysis, cancellation: cancellation) { findings, frame in
            var origin = ObservationOrigin(descriptor, frame, coordinates)
            return try result(findings.relative(to: coordinates), &origin)
        }
    }
}

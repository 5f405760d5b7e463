import VisionRuntime

/// The work of one performance of a request: an analysis, and the conversion of its findings to observations.
typealias RequestJob = AnalysisJob<[VNObservation]>

/// A performance of a request.
struct RequestPerformance: Sendable {
    let settings: RequestSettings
    let cancellation: Cancellation
    /// The state that the handler stores from frame to frame; `nil` for a handler of one image.
    let sequence: SequenceMemory?

    /// A job that runs an analysis and converts its findings to observations.
    func job<A: Analysis>(
        _ analysis: A, observations: @escaping @Sendable ([A.Finding], VNObservation.Origin) throws -> [VNObservation]
    ) -> RequestJob {
        RequestJob(analysis, cancellation: cancellation) { try observations($0, origin(of: $1)) }
    }

    /// A job that runs an analysis and converts each finding to one observation.
    func job<A: Analysis>(
        _ analysis: A, eachObservation: @escaping @Sendable (A.Finding, VNObservation.Origin) -> VNObservation
    ) -> RequestJob {
        job(analysis) { findings, origin in findings.map { eachObservation($0, origin) } }
    }

    /// A job that runs an analysis and converts its findings to observations whose places are relative to the request's region of interest.
    func regionJob<A: Analysis>(
        _ analysis: A, observations: @escaping @Sendable ([A.Finding], VNObservation.Origin) throws -> [VNObservation]
    ) -> RequestJob where A.Finding: PlacedFinding {
        let coordinates = RegionCoordinates(of: settings.regionOfInterest)
        return job(analysis) { try observations($0.relative(to: coordinates), $1) }
    }

    /// A job that runs an analysis and converts each finding to one observation whose places are relative to the request's region of interest.
    func regionJob<A: Analysis>(
        _ analysis: A, eachObservation: @escaping @Sendable (A.Finding, VNObservation.Origin) -> VNObservation
    ) -> RequestJob where A.Finding: PlacedFinding {
        regionJob(analysis) { findings, origin in findings.map { eachObservation($0, origin) } }
    }

    /// A job that runs the next step of a sequence analysis.
    func job<S: SequenceAnalysis>(
        _ sequence: SequenceState<S>, observations: @escaping @Sendable ([S.Finding], VNObservation.Origin) throws -> [VNObservation]
    ) -> RequestJob {
        RequestJob(sequence, cancellation: cancellation) { try observations($0, origin(of: $1)) }
    }

    private func origin(of frame: FrameInfo) -> VNObservation.Origin {
        VNObservation.Origin(revision: settings.revision, timeRange: frame.timeRange)
    }
}

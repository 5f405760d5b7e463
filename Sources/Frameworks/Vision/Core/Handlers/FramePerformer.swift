import VisionRuntime

/// Performs requests on a frame, and on a second image if there is one.
///
/// Intermediate results that several requests need are computed once, and the frame stores them for later calls.
struct FramePerformer: Sendable {
    let frame: DeferredFrame
    /// The second image, which targeted requests compare with the frame.
    var target: DeferredFrame?

    /// Performs requests concurrently, outside of Swift's cooperative thread pool.
    ///
    /// - Returns: the results, in the order of the requests.
    /// - Throws: the error of the first request that failed, after all requests have been performed.
    func perform(_ requests: [any VisionRequest]) async throws -> PerformedValues {
        let cancellation = Cancellation()
        let outcomes = await Performance.outsideOfTasks(cancellation) {
            run(requests, cancellation)
        }
        do {
            return PerformedValues(try outcomes.map { try $0.get().value })
        } catch {
            throw VisionError.from(error)
        }
    }

    /// Performs requests concurrently on a separate thread, and yields each result as soon as it is ready.
    ///
    /// When the consumer stops listening, requests that are still being performed are cancelled.
    func results(_ requests: [any VisionRequest]) -> AsyncStream<VisionResult> {
        AsyncStream { continuation in
            let cancellation = Cancellation()
            continuation.onTermination = { _ in cancellation.cancel() }
            Performance.start {
                _ = run(requests, cancellation) { index, outcome in
                    switch outcome {
                    case .success(let performed): continuation.yield(performed.result)
                    case .failure(let error): continuation.yield(.error(requests[index], VisionError.from(error)))
                    }
                }
                continuation.finish()
            }
        }
    }

    private func run(
        _ requests: [any VisionRequest], _ cancellation: Cancellation,
        finished: @escaping @Sendable (Int, Result<PerformedRequest, any Error>) -> Void = { _, _ in }
    ) -> [Result<PerformedRequest, any Error>] {
        let jobs = requests.map { request in
            Result { try job(request, cancellation) }
        }
        return Performance.run(jobs, on: Result { try frame.frame() }, finished: finished)
    }

    private func job(_ request: any VisionRequest, _ cancellation: Cancellation) throws -> AnalysisJob<PerformedRequest> {
        if let target, let request = request as? any TargetedAnalysisRequest {
            return try request.performedJob(target: target, cancellation)
        }
        if target == nil, let request = request as? any AnalysisRequest {
            return try request.performedJob(cancellation)
        }
        throw VisionError.unsupportedRequest("\(type(of: request)) is not a request that can be performed here")
    }
}

/// The result of one performance of a request.
private struct PerformedRequest: Sendable {
    let value: any Sendable
    let result: VisionResult
}

extension AnalysisRequest {
    fileprivate func performedJob(_ cancellation: Cancellation) throws -> AnalysisJob<PerformedRequest> {
        try checkSettings()
        return try job(cancellation).map { PerformedRequest(value: $0, result: visionResult($0)) }
    }
}

extension TargetedAnalysisRequest {
    fileprivate func performedJob(target: DeferredFrame, _ cancellation: Cancellation) throws -> AnalysisJob<PerformedRequest> {
        try checkSettings()
        return try job(target: target, cancellation).map { PerformedRequest(value: $0, result: visionResult($0)) }
    }
}

/// The results of several requests in order. The results may have different types, and ``next(_:)`` returns one after the other.
struct PerformedValues: Sendable {
    private var remaining: ArraySlice<any Sendable>

    init(_ values: [any Sendable]) {
        remaining = values[...]
    }

    /// Removes and returns the next value.
    ///
    /// - Throws: `internalError` if the next value has another type.
    mutating func next<Value>(_: Value.Type = Value.self) throws -> Value {
        guard let value = remaining.popFirst() as? Value else { throw VisionError.internalError("a request gave no \(Value.self)") }
        return value
    }
}

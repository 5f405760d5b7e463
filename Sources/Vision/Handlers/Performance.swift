/// Performs requests on one frame: asks all of them what they want to see, then decodes the frame once, then lets each do its work.
struct Performance {
    /// The frame, or why there is none.
    let frame: Result<FrameSource, any Error>

    /// - Throws: the first error of any request, after all of them have been performed.
    func run(_ requests: [VNRequest]) throws {
        var firstError: (any Error)?
        for (request, cancellation, failure) in prepared(requests) {
            let outcome = Result {
                if let failure { throw failure }
                return try perform(request, cancellation)
            }
            if case .failure(let error) = outcome, firstError == nil {
                firstError = error
            }
            request.end(cancellation, with: outcome)
        }
        if let firstError { throw firstError }
    }

    private typealias Prepared = (request: VNRequest, cancellation: Cancellation, failure: (any Error)?)

    private func prepared(_ requests: [VNRequest]) -> [Prepared] {
        requests.map { request in
            let cancellation = request.begin()
            do {
                try cancellation.check()
                try request.validate()
                let frame = try frame.get()
                if let demand = try request.demand(on: frame) {
                    frame.note(demand)
                }
                return (request, cancellation, nil)
            } catch {
                return (request, cancellation, error)
            }
        }
    }

    private func perform(_ request: VNRequest, _ cancellation: Cancellation) throws -> [VNObservation] {
        try cancellation.check()
        let frame = try frame.get()
        let origin = VNObservation.Origin(revision: request.revision, timeRange: frame.timeRange)
        let observations = try request.observations(in: RequestContext(frame: frame, cancellation: cancellation, origin: origin))
        try cancellation.check()
        return observations
    }
}

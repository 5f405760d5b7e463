import Foundation
import VisionRuntime

/// Performs requests on one frame. It copies the settings of every request, runs the analyses, and delivers the observations in the order of the
/// requests.
enum RequestPerformances {
    /// Performs requests on a frame.
    ///
    /// - Parameters:
    ///   - frame: the frame, or the error if it could not be opened.
    ///   - sequence: the state that a sequence handler stores between frames; `nil` for a handler of one image.
    /// - Throws: the error of the first request that failed, after all requests have been performed. If there are several requests, the
    ///   description of the error names the request that failed.
    static func run(_ requests: [VNRequest], on frame: Result<Frame, any Error>, sequence: SequenceMemory? = nil) throws {
        let cancellations = requests.map { $0.begin() }
        let jobs = zip(requests, cancellations).map { request, cancellation in
            Result {
                try cancellation.check()
                let settings = request.settings
                try request.validate(settings)
                return try request.job(RequestPerformance(settings: settings, cancellation: cancellation, sequence: sequence))
            }
        }
        var firstError: (any Error)?
        for (index, outcome) in Performance.run(jobs, on: frame).enumerated() {
            let delivered = Result<[VNObservation], any Error> {
                try withVisionErrors {
                    let observations = try outcome.get()
                    // The completion handler of an earlier request may have cancelled this one.
                    try cancellations[index].check()
                    return observations
                }
            }
            if case .failure(let error) = delivered, firstError == nil {
                // An error of the frame concerns all requests, and names none of them.
                let isOwn = requests.count > 1 && (try? frame.get()) != nil
                firstError = isOwn ? naming(requests[index], error) : error
            }
            requests[index].end(cancellations[index], with: delivered)
        }
        if let firstError { throw firstError }
    }

    /// The error of a request, with the request's name added to its description.
    private static func naming(_ request: VNRequest, _ error: any Error) -> any Error {
        let (own, name) = (error as NSError, "\(type(of: request))")
        guard own.domain == VNErrorDomain, !own.localizedDescription.contains(name) else { return error }
        var information = own.userInfo
        information[NSLocalizedDescriptionKey] = "\(name): \(own.localizedDescription)"
        return NSError(domain: own.domain, code: own.code, userInfo: information)
    }
}

/// Gives a request its `results`.
///
/// On Apple's platforms each request class overrides `results` with an array of its own observation type. A Swift override cannot change the type. So
/// the general `results` comes from this protocol, and each request class declares its own `results`.
public protocol VNResultsProviding: AnyObject {}

extension VNResultsProviding where Self: VNRequest {
    /// The results of the latest performance; `nil` before the first performance and after an error.
    public var results: [VNObservation]? { latestResults }
}

/// Gives a request its `results`.
///
/// On Apple's platforms, each request class overrides `results` with an array of its own observation type. An override in Swift cannot change the
/// type. Therefore this protocol provides the general `results`, and each request class declares a second `results` of its own type.
public protocol VNResultsProviding: AnyObject {}

extension VNResultsProviding where Self: VNRequest {
    /// The results of the latest performance; `nil` before the first performance and after an error.
    public var results: [VNObservation]? { latestResults }
}

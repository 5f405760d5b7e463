/// Gives a request its `results`.
///
/// On Apple's platforms each request overrides `results` with an array of its own kind of observation. Here an override cannot change the
/// type; instead the general `results` comes from this protocol, and each kind of request declares its own.
public protocol VNResultsProviding: AnyObject {}

extension VNResultsProviding where Self: VNRequest {
    /// What the request found the last time that it was performed; `nil` before that and after an error.
    public var results: [VNObservation]? { latestResults }
}

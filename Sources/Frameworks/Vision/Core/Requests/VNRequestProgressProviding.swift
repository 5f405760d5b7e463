/// A handler that is called repeatedly while a request is performed, on any thread. It receives the fraction of the work that is done (0…1), or an
/// error.
public typealias VNRequestProgressHandler = (VNRequest, Double, (any Error)?) -> Void

/// A request that reports its progress.
public protocol VNRequestProgressProviding: NSObjectProtocol {
    /// The handler that receives the request's progress.
    var progressHandler: VNRequestProgressHandler { get set }

    /// Whether the fraction of the work that is done is unknown.
    var indeterminate: Bool { get }
}

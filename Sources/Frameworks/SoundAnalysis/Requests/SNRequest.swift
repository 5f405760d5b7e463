import Foundation

/// A request that an analyzer performs on sound.
public protocol SNRequest: NSObjectProtocol {}

/// A result of a request.
public protocol SNResult: NSObjectProtocol {}

/// An object that receives the results of requests. It is called on the thread that analyzes the sound.
public protocol SNResultsObserving: NSObjectProtocol {
    /// A request has a result.
    func request(_ request: any SNRequest, didProduce result: any SNResult)
    /// A request failed for a part of the sound.
    func request(_ request: any SNRequest, didFailWithError error: any Error)
    /// All of the sound was analyzed.
    func requestDidComplete(_ request: any SNRequest)
}

extension SNResultsObserving {
    public func request(_ request: any SNRequest, didFailWithError error: any Error) {}
    public func requestDidComplete(_ request: any SNRequest) {}
}

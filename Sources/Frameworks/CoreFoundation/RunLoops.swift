@_exported import CCoreFoundation

extension CFAllocator: @retroactive @unchecked Sendable {}
extension CFRunLoop: @retroactive @unchecked Sendable {}
extension CFRunLoopMode: @retroactive @unchecked Sendable {}

extension CFRunLoopMode {
    /// The default mode of a run loop.
    public static var defaultMode: CFRunLoopMode! { kCFRunLoopDefaultMode }
    /// All modes that have been made common.
    public static var commonModes: CFRunLoopMode! { kCFRunLoopCommonModes }
}

/// The reason why a run loop has returned.
public enum CFRunLoopRunResult: Int32, Sendable {
    /// The run loop has nothing to listen to.
    case finished = 1
    /// It was stopped.
    case stopped = 2
    /// The time is over.
    case timedOut = 3
    /// The run loop has handled a source.
    case handledSource = 4
}

/// Runs the thread's run loop for a time, in seconds.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    CFRunLoopRunResult(rawValue: CFRunLoopRunInModeNumbered(mode, seconds, returnAfterSourceHandled)) ?? .finished
}

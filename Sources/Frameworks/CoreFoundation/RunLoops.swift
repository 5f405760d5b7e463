@_exported import CCoreFoundation

extension CFAllocator: @retroactive @unchecked Sendable {}
extension CFRunLoop: @retroactive @unchecked Sendable {}
extension CFRunLoopMode: @retroactive @unchecked Sendable {}

extension CFRunLoopMode {
    /// The default mode of a run loop.
    public static var defaultMode: CFRunLoopMode! { kCFRunLoopDefaultMode }
    /// All modes that have been added to the common modes.
    public static var commonModes: CFRunLoopMode! { kCFRunLoopCommonModes }
}

/// The reason why a run loop has stopped running.
public enum CFRunLoopRunResult: Int32, Sendable {
    /// The run loop has no sources or timers.
    case finished = 1
    /// The run loop was stopped.
    case stopped = 2
    /// The time has run out.
    case timedOut = 3
    /// The run loop has handled a source.
    case handledSource = 4
}

/// Runs the thread's run loop in a mode, for at most the given number of seconds.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    CFRunLoopRunResult(rawValue: CFRunLoopRunInModeNumbered(mode, seconds, returnAfterSourceHandled)) ?? .finished
}

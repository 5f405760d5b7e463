@_exported import CCoreFoundation

extension CFAllocator: @retroactive @unchecked Sendable {}
extension CFRunLoop: @retroactive @unchecked Sendable {}
extension CFRunLoopMode: @retroactive @unchecked Sendable {}

extension CFRunLoopMode {
    /// The mode in which a run loop listens as a rule.
    public static var defaultMode: CFRunLoopMode! { kCFRunLoopDefaultMode }
    /// All modes that have been made common.
    public static var commonModes: CFRunLoopMode! { kCFRunLoopCommonModes }
}

/// Why a run loop has returned.
public enum CFRunLoopRunResult: Int32, Sendable {
    /// It has nothing to listen to.
    case finished = 1
    /// It was stopped.
    case stopped = 2
    /// The time is over.
    case timedOut = 3
    /// It has handled a source.
    case handledSource = 4
}

/// Runs the thread's run loop for a time, in seconds.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    CFRunLoopRunResult(rawValue: CFRunLoopRunInModeNumbered(mode, seconds, returnAfterSourceHandled)) ?? .finished
}

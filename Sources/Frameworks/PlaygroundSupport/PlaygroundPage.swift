import Foundation

/// Something that a playground shows beside its source. Nothing is shown here, so any object may be one.
public protocol PlaygroundLiveViewable {}

/// The page of a playground that runs.
///
/// On Linux, the source of a page is compiled as a program, which ends with its last line or with ``finishExecution()``.
public final class PlaygroundPage: @unchecked Sendable {
    /// The page that runs.
    public static let current = PlaygroundPage()

    private let lock = NSLock()
    private var isKept = false
    private var view: (any PlaygroundLiveViewable)?

    private init() {}

    /// Whether the page is to run on after its last line. It has no effect on its own: a program that waits for something runs
    /// `RunLoop.main` or `dispatchMain()` after its last line.
    public var needsIndefiniteExecution: Bool {
        get { lock.withLock { isKept } }
        set { lock.withLock { isKept = newValue } }
    }

    /// The view beside the source. It is stored and not shown.
    public var liveView: (any PlaygroundLiveViewable)? {
        get { lock.withLock { view } }
        set { lock.withLock { view = newValue } }
    }

    /// Ends the program with the status 0.
    public func finishExecution() -> Never { exit(0) }
}

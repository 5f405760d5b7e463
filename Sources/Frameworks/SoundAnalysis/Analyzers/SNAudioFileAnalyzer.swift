import AVFoundation
import CoreMedia
import Foundation

/// Analyzes the sound of a file, which may be a film.
open class SNAudioFileAnalyzer: NSObject, @unchecked Sendable {
    private let url: URL
    private let format: AVAudioFormat
    private let lock = NSRecursiveLock()
    /// Held by the analysis that reads the file.
    private let turn = NSRecursiveLock()
    private var runs: [RequestRun] = []
    private var isCancelled = false

    /// - Throws: ``SNError`` `invalidFile` if the file cannot be read, or has no sound.
    public init(url: URL) throws {
        self.url = url
        format = try SoundFile.open(url).processingFormat
    }

    /// Adds a request. The analyzer does not keep the observer alive. A request that was added before gets a new observer.
    ///
    /// - Throws: ``SNError`` if the request is of an unknown type, or the file's format cannot be converted.
    open func add(_ request: any SNRequest, withObserver observer: any SNResultsObserving) throws {
        try lock.withLock {
            let run = try RequestRun(request, observer, format: format)
            runs.remove(request)
            runs.append(run)
        }
    }

    /// Removes a request.
    open func remove(_ request: any SNRequest) { lock.withLock { runs.remove(request) } }

    /// Removes all requests.
    open func removeAllRequests() { lock.withLock { runs = [] } }

    /// Analyzes the whole file. The observers have been called when this method returns.
    open func analyze() {
        lock.withLock { isCancelled = false }
        _ = run()
    }

    /// Analyzes the file on another thread.
    ///
    /// - Parameter completionHandler: called at the end, on that thread. Its argument says whether the end of the file was reached.
    open func analyze(completionHandler: (@Sendable (Bool) -> Void)?) {
        lock.withLock { isCancelled = false }
        Thread.detachNewThread {
            let isComplete = self.run()
            completionHandler?(isComplete)
        }
    }

    /// Analyzes the file on another thread.
    ///
    /// - Returns: whether the end of the file was reached.
    open func analyze() async -> Bool {
        await withCheckedContinuation { continuation in analyze { continuation.resume(returning: $0) } }
    }

    /// Ends an analysis that runs on another thread.
    open func cancelAnalysis() { lock.withLock { isCancelled = true } }

    /// Analyzes the file.
    ///
    /// - Returns: whether the end of the file was reached.
    private func run() -> Bool {
        turn.lock()
        defer { turn.unlock() }
        let runs = lock.withLock { self.runs }
        for run in runs { run.begin(at: .zero) }
        /// The requests that were not removed while the file is analyzed.
        func active() -> [RequestRun] { lock.withLock { isCancelled ? [] : runs.filter { run in self.runs.contains { $0 === run } } } }
        do {
            let isComplete = try SoundFile.read(url) { buffer in
                for run in active() { run.append(buffer) }
                return lock.withLock { !isCancelled }
            }
            guard isComplete else { return false }
            for run in active() { run.finish() }
            return true
        } catch {
            for run in active() { run.fail(error) }
            return false
        }
    }
}

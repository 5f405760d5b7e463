import AVFoundation
import CoreMedia
import Foundation

/// Analyzes sound that arrives in buffers.
///
/// The observers are called on the thread that calls ``analyze(_:atAudioFramePosition:)``.
open class SNAudioStreamAnalyzer: NSObject, @unchecked Sendable {
    private let format: AVAudioFormat
    private let lock = NSRecursiveLock()
    private var runs: [RequestRun] = []
    /// The position of the audio frame that follows the last one; `nil` before the first buffer.
    private var position: AVAudioFramePosition?

    /// - Parameter format: the format of all buffers.
    public init(format: AVAudioFormat) { self.format = format }

    /// Adds a request. The analyzer does not keep the observer alive. A request that was added before gets a new observer.
    ///
    /// - Throws: ``SNError`` if the request is of an unknown type, or the stream's format cannot be converted.
    open func add(_ request: any SNRequest, withObserver observer: any SNResultsObserving) throws {
        try lock.withLock {
            let run = try RequestRun(request, observer, format: format)
            if let position { run.begin(at: time(position)) }
            runs.remove(request)
            runs.append(run)
        }
    }

    /// Removes a request.
    open func remove(_ request: any SNRequest) { lock.withLock { runs.remove(request) } }

    /// Removes all requests.
    open func removeAllRequests() { lock.withLock { runs = [] } }

    /// Analyzes a buffer. A window may end in a later buffer.
    ///
    /// - Parameter audioFramePosition: the index of the buffer's first audio frame in the stream. If it does not follow the last buffer, windows
    ///   begin anew with this buffer.
    open func analyze(_ audioBuffer: AVAudioBuffer, atAudioFramePosition audioFramePosition: AVAudioFramePosition) {
        lock.withLock {
            if audioFramePosition != position {
                for run in runs { run.begin(at: time(audioFramePosition)) }
            }
            let frames = (audioBuffer as? AVAudioPCMBuffer).map { AVAudioFramePosition($0.frameLength) } ?? 0
            let (end, overflows) = audioFramePosition.addingReportingOverflow(frames)
            position = overflows ? nil : end
            for run in runs { run.append(audioBuffer) }
        }
    }

    /// Ends the stream: analyzes what is left, and tells the observers that their requests are complete.
    open func completeAnalysis() {
        lock.withLock {
            for run in runs { run.finish() }
            position = nil
        }
    }

    private func time(_ position: AVAudioFramePosition) -> CMTime {
        let rate = format.sampleRate
        if rate == rate.rounded(), rate >= 1, rate <= 1e9 { return CMTime(value: position, timescale: Int32(rate)) }
        return CMTime(seconds: Double(position) / rate, preferredTimescale: 1_000_000)
    }
}

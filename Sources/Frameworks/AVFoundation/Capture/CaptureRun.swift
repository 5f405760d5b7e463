import CoreMedia
import Foundation

/// An output that receives frames from a session.
protocol FrameTaking: AVCaptureOutput {
    /// Whether the current thread belongs to the queue on which the output calls the delegate.
    var isOnCallbackQueue: Bool { get }

    /// Prepares the output. Frames follow.
    func begin()

    /// Delivers a frame, or drops it.
    func take(_ sample: CMSampleBuffer, _ connection: AVCaptureConnection)

    /// Waits until the delegate has received all frames. No more frames follow.
    func finish()
}

/// A run of a session, from the session's start to its stop.
final class CaptureRun: @unchecked Sendable {
    private let feed: any CaptureFeed
    private let outputs: [(output: any FrameTaking, connection: AVCaptureConnection)]
    private let show: (CMSampleBuffer) -> Void
    private let condition = NSCondition()
    private var isStopped = false
    private var hasEnded = false
    /// The thread of the run. The thread retains this object until the run ends, so the reference is weak.
    private weak var thread: Thread?

    /// - Parameter show: called with each frame, for the previews.
    init(
        _ feed: any CaptureFeed, _ outputs: [(output: any FrameTaking, connection: AVCaptureConnection)],
        show: @escaping (CMSampleBuffer) -> Void
    ) {
        (self.feed, self.outputs, self.show) = (feed, outputs, show)
    }

    var isRunning: Bool { condition.withLock { !hasEnded && !isStopped } }

    func start(_ ended: @escaping @Sendable ((any Error)?) -> Void) {
        for (output, _) in outputs { output.begin() }
        let thread = Thread { [self] in
            var failure: (any Error)?
            do {
                while isRunning, let sample = try feed.next() {
                    show(sample)
                    for (output, connection) in outputs { output.take(sample, connection) }
                }
            } catch {
                failure = error
            }
            feed.close()
            for (output, _) in outputs { output.finish() }
            condition.withLock {
                hasEnded = true
                condition.broadcast()
            }
            ended(failure)
        }
        thread.name = "osprey.capture"
        self.thread = thread
        thread.start()
    }

    func stop() {
        condition.lock()
        isStopped = true
        condition.unlock()
        feed.stop()
        // A delegate may stop the session on its callback queue. The thread delivers its last frame on this queue, so waiting for the
        // thread would cause a deadlock.
        guard Thread.current !== thread, !outputs.contains(where: { $0.output.isOnCallbackQueue }) else { return }
        condition.lock()
        while !hasEnded { condition.wait() }
        condition.unlock()
    }
}

extension FrameTaking {
    func begin() {}
}

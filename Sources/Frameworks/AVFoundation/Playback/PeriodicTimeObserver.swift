import CoreMedia
import Foundation
import Locks

/// Calls a block when an item's time reaches a multiple of an interval.
final class PeriodicTimeObserver: @unchecked Sendable {
    private let interval: CMTime
    private let queue: DispatchQueue
    private let block: (CMTime) -> Void
    private let timer = Locked<(any DispatchSourceTimer)?>(nil)
    private let isCancelled = Locked(false)

    init(_ interval: CMTime, _ queue: DispatchQueue, _ block: @escaping (CMTime) -> Void) {
        (self.interval, self.queue, self.block) = (interval, queue, block)
    }

    /// Reports the item's time now, and from then on at each multiple of the interval.
    func follow(_ item: AVPlayerItem) {
        queue.async { [weak item] in
            guard let item else { return }
            self.tell(item)
        }
    }

    func cancel() {
        isCancelled.withLock { $0 = true }
        replaceTimer(nil)
    }

    private func replaceTimer(_ new: (any DispatchSourceTimer)?) {
        timer.withLock { timer in
            timer?.cancel()
            timer = new
        }
    }

    private func tell(_ item: AVPlayerItem) {
        guard !isCancelled.withLock({ $0 }) else { return }
        let (clock, now) = (item.clock, PlaybackClock.now)
        let time = clock.itemTime(at: now)
        replaceTimer(nextTimer(item, clock, after: time))
        block(time)
    }

    private func nextTimer(_ item: AVPlayerItem, _ clock: PlaybackClock, after time: CMTime) -> (any DispatchSourceTimer)? {
        // A timer may fire slightly early. Without the 0.01, the same multiple would be returned again.
        let count = (time.seconds / interval.seconds + (clock.rate > 0 ? 0.01 : -0.01)).rounded(clock.rate > 0 ? .down : .up)
        let next = CMTime(seconds: (count + (clock.rate > 0 ? 1 : -1)) * interval.seconds, preferredTimescale: 1_000_000_000)
        guard let due = clock.hostTime(of: next) else { return nil }
        if let end = clock.hostTimeOfEnd, due > end { return nil }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + max((due - PlaybackClock.now).seconds, 0), leeway: .milliseconds(1))
        timer.setEventHandler { [weak self, weak item] in
            guard let self, let item else { return }
            tell(item)
        }
        timer.resume()
        return timer
    }
}

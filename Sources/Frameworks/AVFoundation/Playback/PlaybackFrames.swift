import CoreMedia
import Foundation

/// The frames of a track around an advancing time, decoded ahead on a separate thread.
///
/// While the item plays, frames before the clock's time are dropped, even if nobody has fetched them. A caller therefore gets the frame for the
/// current time. While the item is paused, the last requested time replaces the time of the clock.
final class PlaybackFrames: @unchecked Sendable {
    /// The frame at a time, or the reason why there is none.
    enum Found {
        case frame(CMSampleBuffer)
        /// There is no frame, or it has not been decoded yet.
        case none
        /// The frame has been dropped, or the time is before the beginning of these frames.
        case earlier
    }

    private let start: CMTime
    private let condition = NSCondition()
    // The condition protects this and the following variables.
    private var clock: PlaybackClock
    private var frames: [CMSampleBuffer] = []
    private var wanted: CMTime
    private var firstTime: CMTime?
    private var hasEnded = false
    private var isClosed = false
    private var failure: (any Error)?

    /// The number of frames that are decoded ahead of the current time.
    private static let capacity = 3
    /// The time for which a frame stays in memory after the clock has passed it, for late callers.
    private static let patience = CMTime(value: 1, timescale: 10)

    /// - Throws: ``AVError`` if the track cannot be decoded.
    init(
        _ reader: MediaReader, _ track: TrackInfo, from start: CMTime, buffers: consuming PixelBufferMaker, clock: PlaybackClock
    ) throws {
        (self.start, self.wanted, self.clock) = (start, start, clock)
        let decoder = DecoderBox(try SampleDecoder(reader, track, range: nil, buffers: buffers))
        if start > track.timeRange.start { reader.seek(to: start, of: track) }
        let thread = Thread { [weak self] in
            do {
                while let sample = try decoder.next() {
                    guard self?.makeRoom() == true, self?.append(sample) == true else { return }
                }
                self?.finish(nil)
            } catch {
                self?.finish(error)
            }
        }
        thread.name = "osprey.playback"
        thread.start()
    }

    /// Stops reading. No frames are requested afterwards.
    func close() {
        condition.withLock {
            isClosed = true
            frames = []
            condition.broadcast()
        }
    }

    /// Called when the item's clock has been set to another time, or runs at another rate.
    func clockDidChange(_ clock: PlaybackClock) {
        condition.withLock {
            self.clock = clock
            condition.broadcast()
        }
    }

    /// The error that ended decoding before the end of the track. It is `nil` until the last valid frame has been reached.
    var error: (any Error)? { condition.withLock { frames.count > 1 ? nil : failure } }

    /// The frame shown at a time. While the item is paused, this waits until the frame has been decoded.
    func frame(at time: CMTime) -> Found {
        condition.lock()
        defer { condition.unlock() }
        wanted = time
        condition.broadcast()
        while clock.rate == 0, !hasEnded, !isClosed, frames.last.map({ $0.presentationTimeStamp <= time }) ?? true { condition.wait() }
        dropFrames(before: time)
        guard let first = frames.first else { return time < start ? .earlier : .none }
        if first.presentationTimeStamp <= time { return .frame(first) }
        // There is no frame before the first one that can be decoded.
        return time < start || firstTime.map { $0 <= time } ?? false ? .earlier : .none
    }

    /// Drops the frames before the frame that is shown at a time.
    private func dropFrames(before time: CMTime) {
        let passed = frames.dropFirst().prefix { $0.presentationTimeStamp <= time }.count
        frames.removeFirst(passed)
    }

    /// Waits until the number of frames ahead is below the capacity.
    ///
    /// - Returns: `false` if decoding should end.
    private func makeRoom() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !isClosed {
            let now = clock.rate > 0 ? clock.itemTime(at: PlaybackClock.now) : wanted
            dropFrames(before: clock.rate > 0 ? max(wanted, now - Self.patience) : wanted)
            let ahead = frames.drop { $0.presentationTimeStamp <= max(wanted, now) }
            guard let next = ahead.first, ahead.count >= Self.capacity else { return true }
            if clock.rate > 0, let due = clock.hostTime(of: next.presentationTimeStamp) {
                _ = condition.wait(until: Date(timeIntervalSinceNow: (due - PlaybackClock.now).seconds))
            } else {
                condition.wait()
            }
        }
        return false
    }

    private func append(_ sample: CMSampleBuffer) -> Bool {
        condition.withLock {
            guard !isClosed else { return false }
            if firstTime == nil { firstTime = sample.presentationTimeStamp }
            frames.append(sample)
            condition.broadcast()
            return true
        }
    }

    private func finish(_ error: (any Error)?) {
        condition.withLock {
            (hasEnded, failure) = (true, error)
            condition.broadcast()
        }
    }
}

import CoreMedia
import Foundation

/// The frames of a track around a time that goes on, decoded ahead on a thread of their own.
///
/// While the item's clock runs, what it has passed is dropped, whether somebody looks at it or not, so that whoever looks next finds the
/// frame of that moment. While it rests, the time that was asked for last counts instead.
final class PlaybackFrames: @unchecked Sendable {
    /// What is shown at a time.
    enum Found {
        case frame(CMSampleBuffer)
        /// Nothing, or nothing yet.
        case none
        /// A frame that has been dropped, or one from before the beginning of these frames.
        case earlier
    }

    private let start: CMTime
    private let condition = NSCondition()
    // Guarded by the condition.
    private var clock: PlaybackClock
    private var frames: [CMSampleBuffer] = []
    private var wanted: CMTime
    private var firstTime: CMTime?
    private var hasEnded = false
    private var isClosed = false
    private var failure: (any Error)?

    /// How many frames are decoded ahead of the moment.
    private static let capacity = 3
    /// For so long a frame is kept when the clock has passed it, for who asks late.
    private static let patience = CMTime(value: 1, timescale: 10)

    /// - Throws: ``AVError`` where the track cannot be decoded.
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

    /// Nobody asks any more.
    func close() {
        condition.withLock {
            isClosed = true
            frames = []
            condition.broadcast()
        }
    }

    /// The item's clock has been set, or runs at another rate.
    func clockDidChange(_ clock: PlaybackClock) {
        condition.withLock {
            self.clock = clock
            condition.broadcast()
        }
    }

    /// What kept the frames from being decoded to the end, once the last good one has been reached.
    var error: (any Error)? { condition.withLock { frames.count > 1 ? nil : failure } }

    /// The frame that is shown at a time. While the item rests, waits for it to be decoded.
    func frame(at time: CMTime) -> Found {
        condition.lock()
        defer { condition.unlock() }
        wanted = time
        condition.broadcast()
        while clock.rate == 0, !hasEnded, !isClosed, frames.last.map({ $0.presentationTimeStamp <= time }) ?? true { condition.wait() }
        dropFrames(before: time)
        guard let first = frames.first else { return time < start ? .earlier : .none }
        if first.presentationTimeStamp <= time { return .frame(first) }
        // Before the first frame that can be decoded there is none.
        return time < start || firstTime.map { $0 <= time } ?? false ? .earlier : .none
    }

    /// Leaves the frame that is shown at a time, and those that follow.
    private func dropFrames(before time: CMTime) {
        let passed = frames.dropFirst().prefix { $0.presentationTimeStamp <= time }.count
        frames.removeFirst(passed)
    }

    /// Waits until few enough frames lie ahead.
    ///
    /// - Returns: whether somebody still wants frames.
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

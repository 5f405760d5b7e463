import CFFmpeg
import CoreMedia
import Foundation

/// Makes sample buffers from a track's frames, in order. Only one thread at a time may use it.
struct SampleDecoder: ~Copyable {
    private let reader: MediaReader
    private let track: TrackInfo
    private let range: CMTimeRange?
    private var buffers: PixelBufferMaker
    private var format: CMFormatDescription?
    /// The frame after the current one. Its time determines the current frame's duration, because the decoder only estimates durations if
    /// frames are reordered.
    private var following: TimedFrame?
    private var lastDuration = CMTime.invalid

    private struct TimedFrame {
        let frame: DecodedFrame
        let start: CMTime
    }

    /// - Parameters:
    ///   - range: the range of times. A frame outside it does not become a buffer. `nil` for all frames.
    init(_ reader: MediaReader, _ track: TrackInfo, range: CMTimeRange?, buffers: consuming PixelBufferMaker) throws {
        (self.reader, self.track, self.range) = (reader, track, range)
        self.buffers = buffers
        try reader.start(track)
        if let range, range.start > track.timeRange.start { reader.seek(to: range.start, of: track) }
    }

    /// The next frame; `nil` at the end.
    ///
    /// - Throws: ``AVError`` after the last valid frame, if the file is damaged.
    mutating func next() throws -> CMSampleBuffer? {
        while let current = following ?? read(after: nil) {
            following = read(after: current.start)
            let timing = timing(of: current)
            if let range, range.start.isNumeric, current.start < range.start { continue }
            if let range, current.start >= range.end { return nil }
            return try sample(current.frame, timing)
        }
        if let problem = reader.problem { throw problem }
        return nil
    }

    /// Decodes a frame. A frame without a time follows the previous frame at the track's frame rate.
    private func read(after previous: CMTime?) -> TimedFrame? {
        guard let frame = reader.nextFrame() else { return nil }
        let step = track.nominalFrameDuration.isNumeric ? track.nominalFrameDuration : CMTime(value: 1, timescale: track.timescale)
        return TimedFrame(frame: frame, start: frame.time.map(track.time) ?? previous.map { $0 + step } ?? track.timeRange.start)
    }

    private mutating func timing(of current: TimedFrame) -> CMSampleTimingInfo {
        var duration = CMTime.invalid
        if let following, following.start > current.start {
            duration = following.start - current.start
        } else if track.timeRange.duration.isNumeric, track.timeRange.end > current.start, following == nil {
            duration = track.timeRange.end - current.start
        } else {
            duration = lastDuration.isValid ? lastDuration : track.nominalFrameDuration
        }
        lastDuration = duration
        return CMSampleTimingInfo(duration: duration, presentationTimeStamp: current.start, decodeTimeStamp: .invalid)
    }

    private mutating func sample(_ frame: DecodedFrame, _ timing: CMSampleTimingInfo) throws -> CMSampleBuffer {
        let buffer = try buffers.buffer(frame)
        if let format, CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: buffer) {
            return try CMSampleBuffer(imageBuffer: buffer, formatDescription: format, sampleTiming: timing)
        }
        let format = try CMFormatDescription(imageBuffer: buffer)
        self.format = format
        return try CMSampleBuffer(imageBuffer: buffer, formatDescription: format, sampleTiming: timing)
    }
}

/// Decodes a track on a separate thread, a few frames ahead of the consumer.
final class SampleStream: Sendable {
    private let queue: BoundedQueue<CMSampleBuffer>

    /// The maximum number of decoded frames that wait for the consumer. In addition, the frames that are being decoded are in memory.
    private static let capacity = 4

    /// - Throws: ``AVError`` if the track cannot be decoded.
    init(_ reader: MediaReader, _ track: TrackInfo, range: CMTimeRange?, buffers: consuming PixelBufferMaker) throws {
        let queue = BoundedQueue<CMSampleBuffer>(capacity: Self.capacity)
        self.queue = queue
        let decoder = DecoderBox(try SampleDecoder(reader, track, range: range, buffers: buffers))
        let thread = Thread {
            do {
                while let sample = try decoder.next() {
                    guard queue.put(sample) else { break }
                }
                queue.finish()
            } catch {
                queue.finish(error)
            }
        }
        thread.name = "osprey.video"
        thread.start()
    }

    deinit { queue.close() }

    /// The next frame; `nil` at the end, or after ``cancel()``.
    ///
    /// - Throws: ``AVError`` after the last valid frame, if the file is damaged.
    func next() throws -> CMSampleBuffer? { try queue.take() }

    func cancel() { queue.close() }
}

/// A reference to a decoder that the closure of a thread can capture.
final class DecoderBox: @unchecked Sendable {
    private var decoder: SampleDecoder

    init(_ decoder: consuming SampleDecoder) { self.decoder = decoder }

    func next() throws -> CMSampleBuffer? { try decoder.next() }
}

import CoreMedia
import Foundation
import Locks

/// The format that a session requests from a camera.
struct CaptureFormat: Sendable {
    /// The pixel format of the buffers; `nil` means two planes of 4:2:0.
    var pixelFormat: OSType?
    /// The size of the frames; `nil` if the camera selects it.
    var size: CMVideoDimensions?
    var frameRate: Double?
}

/// Frames from a camera in real time. Only one thread at a time may use it, except for ``stop()``.
protocol CaptureFeed: AnyObject, Sendable {
    /// Waits for the next frame. Its time is on the host clock. Returns `nil` if the camera has no more frames.
    ///
    /// - Throws: ``AVError`` if the camera has been disconnected.
    func next() throws -> CMSampleBuffer?

    /// Wakes all threads that wait for a frame.
    func stop()

    /// Releases the camera, so that it can be opened again. No more frames follow.
    func close()
}

/// A Video4Linux camera.
final class CameraFeed: CaptureFeed, @unchecked Sendable {
    /// The reader of the camera; `nil` after the camera was closed.
    private let reader: Locked<MediaReader?>
    private let isStopped = Locked(false)
    private let track: TrackInfo
    private var buffers: PixelBufferMaker

    init(_ path: String, _ format: CaptureFormat) throws {
        let reader = try MediaReader(camera: path, size: format.size, frameRate: format.frameRate)
        guard let track = reader.info().tracks.first(where: { $0.kind == .video }) else {
            throw AVError(.deviceNotConnected, "\(path): the camera gives no video")
        }
        self.track = track
        // A decoder with n threads delays each frame by n frames.
        try reader.start(track, threads: 1)
        self.reader = Locked(reader)
        buffers = PixelBufferMaker(format: format.pixelFormat)
    }

    func next() throws -> CMSampleBuffer? {
        guard let reader = reader.withLock({ $0 }) else { return nil }
        guard let frame = reader.nextFrame() else {
            if isStopped.withLock({ $0 }) { return nil }
            throw AVError(.deviceWasDisconnected, reader.problem?.reason ?? "\(reader.name): the camera has gone")
        }
        return try .captured(buffers.buffer(frame), at: CMClockGetTime(CMClockGetHostTimeClock()), lasting: track.nominalFrameDuration)
    }

    func stop() {
        isStopped.withLock { $0 = true }
        reader.withLock { $0?.stop() }
    }

    func close() { reader.withLock { $0 = nil } }
}

/// Frames from a file or from a folder of pictures, which can be played as a camera.
package protocol PlayableFrames: Sendable {
    /// The next frame, with its time in the sequence; `nil` after the last frame, or after ``cancel()``.
    func next() throws -> CMSampleBuffer?

    /// Wakes all threads that wait for a frame. No more frames follow.
    func cancel()
}

extension SampleStream: PlayableFrames {
    /// The frames of a file's first video track.
    static func opening(_ url: URL, _ format: CaptureFormat) throws -> SampleStream {
        let asset = AVURLAsset(url: url)
        guard let track = try asset.info().tracks.first(where: { $0.kind == .video }) else {
            throw AVError(.invalidSourceMedia, "\(url.path): there is no video in it")
        }
        return try SampleStream(asset.takeReader(), track, range: nil, buffers: PixelBufferMaker(format: format.pixelFormat))
    }
}

/// Frames that are played as a camera.
final class PlayedFeed: CaptureFeed, @unchecked Sendable {
    private let open: @Sendable () throws -> any PlayableFrames
    private let repeats: Bool
    private let frameRate: Double?
    private let condition = NSCondition()
    // The condition protects this and the following variables.
    private var frames: any PlayableFrames
    private var isStopped = false
    /// The time at which the first frame was delivered, on the host clock and on the timeline of the frames.
    private var start: (host: CMTime, file: CMTime)?
    private var end = CMTime.invalid
    private var count: Int64 = 0

    /// - Parameter open: called each time the frames are played. It returns the frames, starting with the first one.
    init(repeats: Bool, frameRate: Double?, open: @escaping @Sendable () throws -> any PlayableFrames) throws {
        (self.open, self.repeats, self.frameRate) = (open, repeats, frameRate)
        frames = try open()
    }

    func next() throws -> CMSampleBuffer? {
        var next = try condition.withLock { frames }.next()
        if next == nil, repeats, count > 0 {
            // The first frame is delivered again when the time of the last frame is over.
            start = frameRate == nil ? nil : start
            next = try reopen()?.next()
        }
        guard let sample = next, let buffer = sample.imageBuffer else { return nil }
        let time = due(sample)
        guard wait(until: time) else { return nil }
        count += 1
        return try .captured(buffer, at: time, lasting: sample.duration)
    }

    /// Opens the frames again, starting with the first one. Returns `nil` if the feed has been stopped.
    private func reopen() throws -> (any PlayableFrames)? {
        let new = try open()
        return condition.withLock {
            guard !isStopped else {
                new.cancel()
                return nil
            }
            frames = new
            return new
        }
    }

    /// The time at which a frame must be delivered, on the host clock.
    private func due(_ sample: CMSampleBuffer) -> CMTime {
        let clock = CMClockGetHostTimeClock()
        let time: CMTime
        if let frameRate {
            let first = start ?? (CMClockGetTime(clock), .zero)
            start = first
            time = first.host + CMTime(value: Int64((Double(count) / frameRate * 1e9).rounded()), timescale: 1_000_000_000)
        } else {
            let first = start ?? (end.isValid ? end : CMClockGetTime(clock), sample.presentationTimeStamp)
            start = first
            time =
                first.host
                + CMTimeConvertScale(
                    sample.presentationTimeStamp - first.file, timescale: 1_000_000_000, method: .roundHalfAwayFromZero)
        }
        let duration = sample.duration.isNumeric ? sample.duration : .zero
        end = time + CMTimeConvertScale(duration, timescale: 1_000_000_000, method: .roundHalfAwayFromZero)
        return time
    }

    /// - Returns: whether the feed is still running.
    private func wait(until time: CMTime) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while !isStopped {
            let left = (time - CMClockGetTime(CMClockGetHostTimeClock())).seconds
            guard left > 0 else { break }
            _ = condition.wait(until: Date(timeIntervalSinceNow: left))
        }
        return !isStopped
    }

    func stop() {
        condition.withLock {
            isStopped = true
            condition.broadcast()
            frames.cancel()
        }
    }

    func close() { stop() }
}

extension CMSampleBuffer {
    static func captured(_ buffer: CVPixelBuffer, at time: CMTime, lasting duration: CMTime) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
    }

    /// A buffer that reports a dropped frame. It has the frame's times and the reason, but no pixels.
    func droppedCopy(reason: CFString) -> CMSampleBuffer? {
        let copy = try? CMSampleBuffer(
            dataBuffer: nil, formatDescription: formatDescription, numSamples: 1, sampleTimings: timingsOfFrame, sampleSizes: [])
        copy?.attachments[.droppedFrameReason] = .shouldPropagate(reason)
        return copy
    }

    private var timingsOfFrame: [CMSampleTimingInfo] { (try? sampleTimingInfos()) ?? [] }
}

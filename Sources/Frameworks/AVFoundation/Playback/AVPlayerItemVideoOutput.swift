import CoreMedia
import Foundation
import Locks

/// Returns the frames of an item for given times, usually at each refresh of a screen:
///
/// ```swift
/// let time = output.itemTime(forHostTime: CMClockGetTime(CMClockGetHostTimeClock()).seconds)
/// if output.hasNewPixelBuffer(forItemTime: time), let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil) { … }
/// ```
///
/// Frames are decoded ahead on a separate thread. While the item plays, no call waits for a frame, and frames that are not fetched in time
/// are skipped. While the item is paused, any time may be requested, and the call waits until the frame has been decoded.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
    /// The pixel format; `nil` for two planes of 4:2:0 with the range (full or video) of the frames.
    private let format: OSType?
    private let state = Locked(State())

    private struct State {
        weak var delegate: (any AVPlayerItemOutputPullDelegate)?
        var queue: DispatchQueue?
        var wantsNotification = false
        var frames: PlaybackFrames?
        /// The time of the frame that was returned last.
        var acquired: CMTime?
    }

    /// - Parameter pixelBufferAttributes: the pixel format, under `kCVPixelBufferPixelFormatTypeKey`. If there is no such key, buffers have two
    ///   planes of 4:2:0. The same applies if frames cannot be converted to the requested format.
    public init(pixelBufferAttributes: [String: Any]? = nil) {
        format = PixelFormatSetting.formats(in: pixelBufferAttributes).first(where: PixelBufferMaker.supports)
        super.init()
    }

    /// - Parameter outputSettings: the same attributes as for ``init(pixelBufferAttributes:)``.
    public convenience init(outputSettings: [String: Any]?) { self.init(pixelBufferAttributes: outputSettings) }

    deinit { state.withLock { $0.frames }?.close() }

    /// Whether the frame shown at a time of the item differs from the frame that was last returned.
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        guard let sample = frame(at: itemTime) else { return false }
        return state.withLock { $0.acquired } != sample.presentationTimeStamp
    }

    /// The pixels shown at a time of the item, and the time at which their frame begins. The pixels must not be written to. `nil` if there
    /// is no frame, or if the item plays and the frame has not been decoded yet.
    open func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        guard let sample = frame(at: itemTime) else { return nil }
        state.withLock { $0.acquired = sample.presentationTimeStamp }
        outItemTimeForDisplay?.pointee = sample.presentationTimeStamp
        return sample.imageBuffer
    }

    private func frame(at time: CMTime) -> CMSampleBuffer? {
        guard time.isNumeric, let item else { return nil }
        do {
            var frames = try state.withLock { $0.frames } ?? begin(item, at: time)
            var found = frames.frame(at: time)
            // While an item plays forwards, dropped frames are not decoded again.
            if case .earlier = found, item.clock.rate <= 0 {
                frames = try begin(item, at: time)
                found = frames.frame(at: time)
            }
            if let error = frames.error { item.fail(error) }
            if case .frame(let sample) = found { return sample }
        } catch {
            item.fail(error)
        }
        return nil
    }

    /// Starts decoding at another time.
    private func begin(_ item: AVPlayerItem, at time: CMTime) throws -> PlaybackFrames {
        let asset = item.asset
        guard let track = try asset.info().tracks.first(where: { $0.kind == .video }) else {
            throw AVError(.invalidSourceMedia, "\(asset.location.path): there is no video in it")
        }
        let frames = try PlaybackFrames(
            asset.takeReader(), track, from: time, buffers: PixelBufferMaker(format: format), clock: item.clock)
        let former = state.withLock { state in
            defer { state.frames = frames }
            return state.frames
        }
        former?.close()
        // The clock may have been set in the meantime.
        frames.clockDidChange(item.clock)
        return frames
    }

    override func attach(to item: AVPlayerItem?) {
        super.attach(to: item)
        let former = state.withLock { state in
            defer { (state.frames, state.acquired) = (nil, nil) }
            return state.frames
        }
        former?.close()
    }

    override func clockDidChange(_ clock: PlaybackClock, isJump: Bool) {
        let (frames, queue, wantsNotification) = state.withLock { state in
            defer {
                if isJump { (state.frames, state.acquired) = (nil, nil) }
                if clock.rate != 0 { state.wantsNotification = false }
            }
            return (state.frames, state.queue, state.wantsNotification && clock.rate != 0)
        }
        if isJump { frames?.close() } else { frames?.clockDidChange(clock) }
        if isJump { queue?.async { self.delegate?.outputSequenceWasFlushed(self) } }
        if wantsNotification { queue?.async { self.delegate?.outputMediaDataWillChange(self) } }
    }

    // MARK: Delegate

    /// Sets the delegate that is notified about frames, and its serial queue.
    open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue ?? .main
        }
    }

    /// The object that receives the notifications. The output does not retain it.
    open var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Notifies the delegate once. If the item is playing, this happens immediately. If not, it happens when the item is next played.
    ///
    /// - Parameter interval: ignored, because frames are always decoded ahead.
    open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        let isPlaying = item.map { $0.clock.rate != 0 } ?? false
        let queue = state.withLock { state in
            state.wantsNotification = !isPlaying
            return state.queue
        }
        if isPlaying { queue?.async { self.delegate?.outputMediaDataWillChange(self) } }
    }
}

import CoreMedia
import Foundation
import Locks

/// What takes frames out of an item that is played.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    private let attachment = Locked(Attachment())

    private struct Attachment {
        weak var item: AVPlayerItem?
        var suppressesRendering = false
    }

    override init() { super.init() }

    /// The item that the output was added to.
    var item: AVPlayerItem? { attachment.withLock { $0.item } }

    func attach(to item: AVPlayerItem?) { attachment.withLock { $0.item = item } }

    /// The item's clock has been set, or runs at another rate.
    ///
    /// - Parameter isJump: whether the item's time is another than a moment before.
    func clockDidChange(_ clock: PlaybackClock, isJump: Bool) {}

    /// The item's time at one of the host's, in seconds of `CMClockGetHostTimeClock()`; invalid for an output that has been added to no item.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        guard hostTimeInSeconds.isFinite, let item else { return .invalid }
        return item.clock.itemTime(at: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000))
    }

    /// The item's time at one of the host's, in nanoseconds of `CMClockGetHostTimeClock()`.
    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        item?.clock.itemTime(at: CMTime(value: machAbsoluteTime, timescale: 1_000_000_000)) ?? .invalid
    }

    /// Is noted: nothing else shows the item here.
    open var suppressesPlayerRendering: Bool {
        get { attachment.withLock { $0.suppressesRendering } }
        set { attachment.withLock { $0.suppressesRendering = newValue } }
    }
}

/// Is told what becomes of an output's frames, on the queue that the output was given.
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol {
    /// Frames come again, after ``AVPlayerItemVideoOutput/requestNotificationOfMediaDataChange(withAdvanceInterval:)``.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

    /// The item's time has jumped; what the output gave before no longer belongs to it.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

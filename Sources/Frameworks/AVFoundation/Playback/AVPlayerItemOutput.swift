import CoreMedia
import Foundation
import Locks

/// An output that provides frames of an item while it is played.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    private let attachment = Locked(Attachment())

    private struct Attachment {
        weak var item: AVPlayerItem?
        var suppressesRendering = false
    }

    override init() { super.init() }

    /// The item to which the output was added; `nil` if there is none.
    var item: AVPlayerItem? { attachment.withLock { $0.item } }

    func attach(to item: AVPlayerItem?) { attachment.withLock { $0.item = item } }

    /// Called when the item's clock has been set, or runs at another rate.
    ///
    /// - Parameter isJump: whether the item's time has jumped.
    func clockDidChange(_ clock: PlaybackClock, isJump: Bool) {}

    /// The item's time at a host time, given in seconds of `CMClockGetHostTimeClock()`. Invalid if the output belongs to no item.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        guard hostTimeInSeconds.isFinite, let item else { return .invalid }
        return item.clock.itemTime(at: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000))
    }

    /// The item's time at a host time, given in nanoseconds of `CMClockGetHostTimeClock()`. Invalid if the output belongs to no item.
    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        item?.clock.itemTime(at: CMTime(value: machAbsoluteTime, timescale: 1_000_000_000)) ?? .invalid
    }

    /// Whether the player must not show the item itself. It has no effect, because players show nothing.
    open var suppressesPlayerRendering: Bool {
        get { attachment.withLock { $0.suppressesRendering } }
        set { attachment.withLock { $0.suppressesRendering = newValue } }
    }
}

/// Receives notifications about an output's frames, on the queue that was passed with the delegate.
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol {
    /// Frames are available again, after ``AVPlayerItemVideoOutput/requestNotificationOfMediaDataChange(withAdvanceInterval:)``.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

    /// The item's time has jumped. Frames that the output returned before are obsolete.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

import Combine
import CoreMedia
import Foundation
import Locks

/// Plays an item by advancing its time at a rate. An ``AVPlayerItemVideoOutput`` provides the frames. There is no sound.
open class AVPlayer: NSObject, @unchecked Sendable {
    /// Whether the player can play.
    public enum Status: Int, Sendable {
        /// There is no item.
        case unknown = 0
        /// The item can be played. No error has been found.
        case readyToPlay = 1
        /// The item cannot be played; `error` is the reason.
        case failed = 2
    }

    /// Whether the player's time advances.
    public enum TimeControlStatus: Int, Sendable {
        /// The rate is 0.
        case paused = 0
        /// The player waits for data. This does not happen with files.
        case waitingToPlayAtSpecifiedRate = 1
        /// The rate is not 0.
        case playing = 2
    }

    /// The action at an item's end.
    public enum ActionAtItemEnd: Int, Sendable {
        /// Equivalent to `pause`, because Osprey's players have no next item.
        case advance = 0
        /// The rate becomes 0, and the time stays at the end.
        case pause = 1
        /// The rate does not change, and the time stays at the end.
        case none = 2
    }

    private let state = Locked(State())
    /// Sends after each change of a property that can be observed.
    let events = PassthroughSubject<Void, Never>()

    private struct State {
        var item: AVPlayerItem?
        var rate: Float = 0
        var action = ActionAtItemEnd.pause
        var isMuted = false
        var observers: [PeriodicTimeObserver] = []
    }

    public override init() { super.init() }

    /// A player of an item. The item must not belong to another player.
    public init(playerItem item: AVPlayerItem?) {
        super.init()
        replaceCurrentItem(with: item)
    }

    /// A player of the file at a URL.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    deinit {
        let (item, observers) = state.withLock { ($0.item, $0.observers) }
        for observer in observers { observer.cancel() }
        item?.setRate(0)
    }

    // MARK: The item

    /// The item that is played.
    open var currentItem: AVPlayerItem? { state.withLock { $0.item } }

    /// Replaces the item. The new item plays at the player's rate. The previous item is paused.
    open func replaceCurrentItem(with item: AVPlayerItem?) {
        guard item !== currentItem else { return }
        if let item { precondition(item.attach(to: self), "an item was given to a player that belongs to another one already") }
        let (former, rate) = state.withLock { state in
            defer { state.item = item }
            return (state.item, state.rate)
        }
        if let former {
            _ = former.attach(to: nil)
            former.setRate(0)
        }
        item?.setRate(Double(rate))
        events.send()
    }

    /// The status of the current item; unknown without one.
    open var status: Status { currentItem.map { $0.status == .failed ? .failed : .readyToPlay } ?? .unknown }
    /// The error that prevented the current item from being played, or from being played to its end.
    open var error: (any Error)? { currentItem?.error }

    /// Whether the sound is muted. The value is stored, but has no effect, because there is no sound.
    open var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set { state.withLock { $0.isMuted = newValue } }
    }

    // MARK: Playing

    /// The playback rate, in seconds of the item per second of the host's clock. A rate of 1 is normal speed. A rate of 0 pauses, and a negative
    /// rate plays backwards. NaN and infinity count as 0.
    open var rate: Float {
        get { state.withLock { $0.rate } }
        set {
            let rate = newValue.isFinite ? newValue : 0
            let item = state.withLock { state in
                state.rate = rate
                return state.item
            }
            item?.setRate(Double(rate))
            events.send()
        }
    }

    /// Sets the rate to 1.
    open func play() { rate = 1 }
    /// Sets the rate to 0.
    open func pause() { rate = 0 }

    /// Whether the time advances: `playing` while the rate is not 0.
    open var timeControlStatus: TimeControlStatus { rate == 0 ? .paused : .playing }

    /// The action at the item's end, `pause` by default.
    open var actionAtItemEnd: ActionAtItemEnd {
        get { state.withLock { $0.action } }
        set { state.withLock { $0.action = newValue } }
    }

    func itemDidEnd(_ item: AVPlayerItem) {
        let pauses = state.withLock { $0.action != .none && $0.item === item }
        if pauses { rate = 0 }
    }

    // MARK: Time

    /// The current item's time; zero without one.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Calls a block when the item's time reaches a multiple of an interval, and when playback starts, stops or jumps.
    ///
    /// - Parameter queue: a serial queue; `nil` for the main queue.
    /// - Returns: the observer, for ``removeTimeObserver(_:)``.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
    ) -> Any {
        precondition(interval.isNumeric && interval > .zero, "the interval of an observer of time is not positive")
        let observer = PeriodicTimeObserver(interval, queue ?? .main, block)
        let item = state.withLock { state in
            state.observers.append(observer)
            return state.item
        }
        if let item { observer.follow(item) }
        return observer
    }

    /// Ends the calls of an observer. Objects that are not observers are ignored.
    open func removeTimeObserver(_ observer: Any) {
        guard let observer = observer as? PeriodicTimeObserver else { return }
        state.withLock { $0.observers.removeAll { $0 === observer } }
        observer.cancel()
    }

    func clockDidChange(of item: AVPlayerItem) {
        let observers = state.withLock { $0.item === item ? $0.observers : [] }
        for observer in observers { observer.follow(item) }
    }
}

// MARK: - Seeking

extension AVPlayer {
    /// Seeks exactly to a time of the item. A time before the beginning or after the end is clamped.
    public func seek(to time: CMTime) { currentItem?.seek(to: time, completionHandler: nil) }

    /// Seeks exactly to a time of the item. The tolerances are ignored.
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }

    /// - Parameter completionHandler: called on a system queue; `false` if there is no item, or if the time is invalid or indefinite.
    public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else {
            DispatchQueue.global().async { completionHandler(false) }
            return
        }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks exactly to a time of the item. The tolerances are ignored. The handler gets `false` if there is no item, or if the time is
    /// invalid.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks exactly to a time of the item. Returns `false` if there is no item, or if the time is invalid.
    @discardableResult
    public func seek(to time: CMTime) async -> Bool { await currentItem?.seek(to: time) ?? false }

    /// Seeks exactly to a time of the item. The tolerances are ignored. Returns `false` if there is no item, or if the time is invalid.
    @discardableResult
    public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool { await seek(to: time) }

    /// Does nothing, because the frames of files have no dates.
    public func seek(to date: Date) {}

    /// Does not seek, and calls the handler with `false`, because the frames of files have no dates.
    public func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { completionHandler(false) }
    }

    /// Does not seek, and returns `false`, because the frames of files have no dates.
    @discardableResult
    public func seek(to date: Date) async -> Bool { false }
}

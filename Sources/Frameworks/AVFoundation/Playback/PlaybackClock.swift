import CoreMedia

/// The relation between an item's time and the host clock.
struct PlaybackClock: Sendable {
    /// The number of seconds of the item per second of the host clock. The rate is 0 while the item is paused. A negative rate means that the item
    /// plays backwards.
    let rate: Double
    /// The time of the item's end. It is not numeric if the end is unknown.
    private let end: CMTime
    private let anchor: (host: CMTime, item: CMTime)

    private static let timescale: CMTimeScale = 1_000_000_000

    /// A clock that is paused at the item's beginning.
    init(end: CMTime) {
        self.init(rate: 0, end: end, anchor: (.zero, .zero))
    }

    private init(rate: Double, end: CMTime, anchor: (host: CMTime, item: CMTime)) {
        (self.rate, self.end, self.anchor) = (rate, end, anchor)
    }

    /// The current time of the host clock.
    static var now: CMTime { CMClockGetTime(CMClockGetHostTimeClock()) }

    /// The item's time at a host time, between the item's beginning and its end.
    func itemTime(at host: CMTime) -> CMTime {
        guard rate != 0 else { return anchor.item }
        return limited(anchor.item + Self.product(host - anchor.host, rate))
    }

    /// The host time at which the item reaches an item time; `nil` while the item is paused.
    func hostTime(of item: CMTime) -> CMTime? {
        rate == 0 ? nil : anchor.host + Self.product(item - anchor.item, 1 / rate)
    }

    /// The host time at which the playback reaches the item's end. For backward playback, the host time of the item's beginning. `nil` if the
    /// playback never arrives there.
    var hostTimeOfEnd: CMTime? { rate > 0 && !end.isNumeric ? nil : hostTime(of: rate > 0 ? end : .zero) }

    /// The clock with another rate, starting now.
    func running(_ rate: Double) -> PlaybackClock {
        let now = Self.now
        return PlaybackClock(rate: rate.isFinite ? rate : 0, end: end, anchor: (now, itemTime(at: now)))
    }

    /// The clock set to another time of the item, starting now.
    func moved(to item: CMTime) -> PlaybackClock {
        PlaybackClock(rate: rate, end: end, anchor: (Self.now, limited(item)))
    }

    private func limited(_ time: CMTime) -> CMTime {
        let time = max(time, .zero)
        return end.isNumeric ? min(time, end) : time
    }

    private static func product(_ time: CMTime, _ factor: Double) -> CMTime {
        CMTime(seconds: time.seconds * factor, preferredTimescale: timescale)
    }
}

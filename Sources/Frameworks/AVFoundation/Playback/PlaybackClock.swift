import CoreMedia

/// The relation of an item's time to the host's clock.
struct PlaybackClock: Sendable {
    /// Seconds of the item per second of the host. 0 while the item is paused, negative while it plays backwards.
    let rate: Double
    /// The end of the item's time. It is not numeric if it is unknown.
    private let end: CMTime
    private let anchor: (host: CMTime, item: CMTime)

    private static let timescale: CMTimeScale = 1_000_000_000

    /// A clock that stands still at the item's beginning.
    init(end: CMTime) {
        self.init(rate: 0, end: end, anchor: (.zero, .zero))
    }

    private init(rate: Double, end: CMTime, anchor: (host: CMTime, item: CMTime)) {
        (self.rate, self.end, self.anchor) = (rate, end, anchor)
    }

    /// The host's time now.
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

    /// The host time at which the item reaches its end, or its beginning when it plays backwards; `nil` if it never does.
    var hostTimeOfEnd: CMTime? { rate > 0 && !end.isNumeric ? nil : hostTime(of: rate > 0 ? end : .zero) }

    /// The clock with another rate from now on.
    func running(_ rate: Double) -> PlaybackClock {
        let now = Self.now
        return PlaybackClock(rate: rate.isFinite ? rate : 0, end: end, anchor: (now, itemTime(at: now)))
    }

    /// The clock with another time now.
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

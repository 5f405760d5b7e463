import CoreVideo

/// A source of time.
public final class CMClock: Hashable, Sendable {
    /// The clock of the machine. Its time never goes backwards.
    public static let hostTimeClock = CMClock()

    /// The current time, in nanoseconds.
    public var time: CMTime {
        let now = DispatchTime.now().uptimeNanoseconds
        return CMTime(value: Int64(clamping: now), timescale: 1_000_000_000)
    }

    public static func == (lhs: CMClock, rhs: CMClock) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The machine's clock. Its time never goes backwards.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
/// The current time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

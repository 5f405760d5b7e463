import CoreVideo

/// The numerator of a ``CMTime``.
public typealias CMTimeValue = Int64
/// The denominator of a ``CMTime``: the number of units in a second.
public typealias CMTimeScale = Int32
/// A number that distinguishes equal values in different runs of a timeline. It is 0 for a duration.
public typealias CMTimeEpoch = Int64

/// The largest timescale, 2³¹ - 1.
public var kCMTimeMaxTimescale: Int { 0x7FFF_FFFF }

/// The properties of a ``CMTime`` in addition to its value.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is valid.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// The value was rounded in a calculation.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// The time is later than every number.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// The time is earlier than every number.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// The time is not known yet, such as the duration of a live stream.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// The flags of times whose value has no meaning.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// The rounding of a time that is converted to another timescale.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// Rounds to the nearest number, and halves away from zero.
    case roundHalfAwayFromZero = 1
    /// Rounds towards zero.
    case roundTowardZero = 2
    /// Rounds away from zero.
    case roundAwayFromZero = 3
    /// Rounds towards zero if the new timescale is coarser, and away from zero if it is finer. A negative time is never rounded to zero.
    case quickTime = 4
    /// Rounds up.
    case roundTowardPositiveInfinity = 5
    /// Rounds down.
    case roundTowardNegativeInfinity = 6

    /// Rounds to the nearest number, and halves away from zero.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}

/// A point in time or a duration: exactly `value / timescale` seconds.
public struct CMTime: Sendable {
    /// The number of units. The time is `value / timescale` seconds.
    public var value: CMTimeValue
    /// The number of units in a second.
    public var timescale: CMTimeScale
    /// The flags that tell whether the time is valid, a number, and exact.
    public var flags: CMTimeFlags
    /// The timeline to which the time belongs. It changes, for example, when a loop starts again. Times of different epochs are ordered by
    /// epoch.
    public var epoch: CMTimeEpoch

    /// An invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// A time with these four parts. They are not checked.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// The time `value / timescale` seconds; invalid if the timescale is not positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, epoch: 0)
    }

    init(value: CMTimeValue, timescale: CMTimeScale, epoch: CMTimeEpoch) {
        if timescale > 0 {
            self.init(value: value, timescale: timescale, flags: .valid, epoch: epoch)
        } else {
            self.init()
        }
    }

    /// The time nearest to `seconds` in the preferred timescale. If the value does not fit, the timescale is halved until it fits. If it
    /// never fits, the time is infinite. If `seconds` is NaN or the timescale is not positive, the time is invalid.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self.init()
            return
        }
        var scale = preferredTimescale
        while scale > 1, Int64(exactly: (seconds * Double(scale)).rounded()) == nil { scale /= 2 }
        let exact = seconds * Double(scale)
        guard let value = Int64(exactly: exact.rounded()) else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(value: value, timescale: scale)
        // The tolerance allows for binary rounding. For example, 0.1 is not exactly one tenth in binary, but one tenth is meant.
        if abs(Double(value) / Double(scale) - seconds) > 1e-15 * max(1, abs(seconds)) { flags.insert(.hasBeenRounded) }
    }

    /// The invalid time.
    public static let invalid = CMTime()
    /// The time that is not known yet.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// The time that is later than all other times.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// The time that is earlier than all other times.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// 0 seconds.
    public static let zero = CMTime(value: 0, timescale: 1)

    /// Whether the time is valid. Infinite and indefinite times are valid.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether this is positive infinity.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether this is negative infinity.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether this is an indefinite time, which is not known yet.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the value has a meaning: the time is valid, not infinite and not indefinite.
    public var isNumeric: Bool { flags.intersection([.valid, .impliedValueFlagsMask]) == .valid && timescale > 0 }
    /// Whether the time is a number that was rounded in a calculation.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds; NaN for an invalid or indefinite time; infinite for an infinite time.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isPositiveInfinity { return .infinity }
        return isNegativeInfinity ? -.infinity : .nan
    }

    /// The time in another timescale; infinite if the value does not fit, invalid if the timescale is not positive.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric else { return self }
        guard newTimescale > 0 else { return .invalid }
        let (converted, isExact) = Self.divide(
            Int128(value) * Int128(newTimescale), by: Int128(timescale), method, toCoarser: newTimescale < timescale)
        guard let newValue = Int64(exactly: converted) else { return value > 0 ? .positiveInfinity : .negativeInfinity }
        var result = CMTime(value: newValue, timescale: newTimescale, flags: flags, epoch: epoch)
        if !isExact { result.flags.insert(.hasBeenRounded) }
        return result
    }
}

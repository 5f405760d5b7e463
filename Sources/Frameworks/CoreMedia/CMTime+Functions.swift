import CoreVideo

// The C functions on times.

/// The time `value / timescale` seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// The time `value / timescale` seconds, in an epoch.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    CMTime(value: value, timescale: timescale, epoch: epoch)
}
/// See ``CMTime/init(seconds:preferredTimescale:)``.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// See ``CMTime/seconds``.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }
/// See ``CMTime/convertScale(_:method:)``.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}
/// The sum of two times. It is exact if a 32-bit timescale can represent it. In other cases, it is rounded and flagged as rounded.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// The difference of two times. It is exact if a 32-bit timescale can represent it. In other cases, it is rounded and flagged as rounded.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// The time multiplied by a whole number. If the value does not fit, the timescale is halved until it fits.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    if let special = time.specialProduct(sign: Int(multiplier.signum())) { return special }
    return .fitting(Int128(time.value) * Int128(multiplier), over: Int128(time.timescale), rounded: time.hasBeenRounded, epoch: time.epoch)
}

/// The time multiplied by `multiplier / divisor`. It is exact if the product of the timescale and the divisor is a valid timescale. In other cases,
/// it is rounded. Invalid for a divisor of zero.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard divisor != 0 else { return .invalid }
    if let special = time.specialProduct(sign: Int(multiplier.signum() * divisor.signum())) { return special }
    var numerator = Int128(time.value) * Int128(multiplier) * Int128(divisor.signum())
    var denominator = Int128(divisor.magnitude)
    let shared = Int128(CMTime.greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    numerator /= shared
    denominator /= shared
    return .fitting(numerator, over: denominator * Int128(time.timescale), rounded: time.hasBeenRounded, epoch: time.epoch)
}

/// The time multiplied by a number. If its own timescale can represent the product exactly, the product has this timescale. In other cases, the
/// timescale of the product is the largest valid multiple of the time's timescale.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    if let special = time.specialProduct(sign: multiplier == 0 ? 0 : (multiplier < 0 ? -1 : 1)) { return special }
    let product = Double(time.value) * multiplier
    if product == product.rounded(), product.magnitude < 0x1p53, let value = Int64(exactly: product) {
        return CMTime(value: value, timescale: time.timescale, flags: time.flags, epoch: time.epoch)
    }
    let factor = Int32(kCMTimeMaxTimescale) / time.timescale
    var result = CMTime(seconds: product / Double(time.timescale), preferredTimescale: time.timescale * factor)
    result.epoch = time.epoch
    if result.isNumeric, time.hasBeenRounded { result.flags.insert(.hasBeenRounded) }
    return result
}

/// -1, 0 or 1 if `time1` is before, equal to or after `time2`. The order is negative infinity, numbers, indefinite, positive infinity, invalid.
/// Numbers are ordered by epoch, and then by seconds. Two times that are not numbers are equal if they are the same special value.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    guard time1.isNumeric, time2.isNumeric else { return Int32((time1.rank - time2.rank).signum()) }
    if time1.epoch != time2.epoch { return time1.epoch < time2.epoch ? -1 : 1 }
    let (a, b) = (Int128(time1.value) * Int128(time2.timescale), Int128(time2.value) * Int128(time1.timescale))
    return a < b ? -1 : (a > b ? 1 : 0)
}

/// The minimum of two times. If they are equal, the first time.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
/// The maximum of two times. If they are equal, the first time.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }
/// The absolute value of the time.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    time.isNegativeInfinity || (time.isNumeric && time.value < 0) ? time.negated : time
}

/// The key of a time's value in a dictionary.
public let kCMTimeValueKey: CFString = "value"
/// The key of a time's timescale in a dictionary.
public let kCMTimeScaleKey: CFString = "timescale"
/// The key of a time's epoch in a dictionary.
public let kCMTimeEpochKey: CFString = "epoch"
/// The key of a time's flags in a dictionary.
public let kCMTimeFlagsKey: CFString = "flags"

/// A dictionary with the time's value, timescale, epoch and flags, under `kCMTimeValueKey` and the other keys.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeValueKey: NSNumber(value: time.value), kCMTimeScaleKey: NSNumber(value: time.timescale),
        kCMTimeEpochKey: NSNumber(value: time.epoch), kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
    ]
}

/// The time in a dictionary; invalid if a part is missing or out of range.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
    guard let parts = dictionaryRepresentation,
        let value = parts[kCMTimeValueKey] as? NSNumber, let timescale = parts[kCMTimeScaleKey] as? NSNumber,
        let epoch = parts[kCMTimeEpochKey] as? NSNumber, let flags = parts[kCMTimeFlagsKey] as? NSNumber,
        let scale = Int32(exactly: timescale.int64Value), let bits = UInt32(exactly: flags.int64Value)
    else { return .invalid }
    return CMTime(value: value.int64Value, timescale: scale, flags: CMTimeFlags(rawValue: bits), epoch: epoch.int64Value)
}

extension CMTime: CustomStringConvertible, CustomDebugStringConvertible {
    /// The time as text in the format of `CMTimeShow`, for example `{3000/600 = 5.000}`.
    public var description: String {
        if isNumeric {
            return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(hasBeenRounded ? ", rounded" : "")}"
        }
        return ["{-INFINITY}", "", "{INDEFINITE}", "{+INFINITY}", "{INVALID}"][rank]
    }
    public var debugDescription: String { description }
}

/// The time as text, for example `{3000/600 = 5.000}`.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? { time.description }
/// Prints the time to standard error.
public func CMTimeShow(_ time: CMTime) { FileHandle.standardError.write(Data((time.description + "\n").utf8)) }

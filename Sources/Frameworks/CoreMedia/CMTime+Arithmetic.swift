import CoreVideo

extension CMTime: Equatable, Comparable, Hashable {
    /// The sum of two times. It is exact if the least common multiple of the timescales is a valid timescale. In other cases, the sum is rounded,
    /// in the finest timescale that can hold it. The sum is then flagged as rounded.
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { add(addend1, addend2, sign: 1) }
    /// The difference of two times, by the rules of `+`. The difference of two times of the same epoch is a duration.
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { add(minuend, subtrahend, sign: -1) }

    public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }
    public static func <= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) <= 0 }
    public static func > (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) > 0 }
    public static func >= (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) >= 0 }
    public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }
    /// Whether two times have different values. Their timescales do not matter.
    public static func != (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) != 0 }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isNumeric else { return }
        let divisor = Self.greatestCommonDivisor(Int128(value).magnitude, UInt128(timescale))
        hasher.combine(epoch)
        hasher.combine(Int128(value) / Int128(divisor))
        hasher.combine(UInt128(timescale) / divisor)
    }

    /// The rank of a time among all times: negative infinity is first, then numbers, indefinite, positive infinity, and invalid.
    var rank: Int {
        if isNumeric { return 1 }
        if isNegativeInfinity { return 0 }
        if isIndefinite { return 2 }
        return isPositiveInfinity ? 3 : 4
    }

    static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return max(a, 1)
    }

    /// The rounded quotient, and whether it is exact. `denominator` must be positive.
    static func divide(
        _ numerator: Int128, by denominator: Int128, _ method: CMTimeRoundingMethod, toCoarser: Bool = true
    ) -> (quotient: Int128, isExact: Bool) {
        let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        guard remainder != 0 else { return (quotient, true) }
        let awayFromZero: Int128 = numerator < 0 ? -1 : 1
        let roundsAway: Bool
        switch method {
        case .roundHalfAwayFromZero: roundsAway = remainder.magnitude >= denominator.magnitude - remainder.magnitude
        case .roundTowardZero: roundsAway = false
        case .roundAwayFromZero: roundsAway = true
        case .quickTime: roundsAway = !toCoarser || (numerator < 0 && quotient == 0)
        case .roundTowardPositiveInfinity: roundsAway = numerator > 0
        case .roundTowardNegativeInfinity: roundsAway = numerator < 0
        }
        return (roundsAway ? quotient + awayFromZero : quotient, false)
    }

    /// The time `numerator / timescale` seconds. The timescale is limited to the largest valid one, and halved until the value fits in 64
    /// bits.
    ///
    /// The numerator must be below 2⁹⁶, so that its product with a timescale fits in 128 bits.
    static func fitting(_ numerator: Int128, over timescale: Int128, rounded: Bool, epoch: CMTimeEpoch) -> CMTime {
        var scale = min(timescale, Int128(kCMTimeMaxTimescale))
        while true {
            let (value, isExact) = divide(numerator * scale, by: timescale, .default)
            if let value = Int64(exactly: value) {
                let flags: CMTimeFlags = rounded || !isExact ? [.valid, .hasBeenRounded] : .valid
                return CMTime(value: value, timescale: Int32(scale), flags: flags, epoch: epoch)
            }
            guard scale > 1 else { return numerator > 0 ? .positiveInfinity : .negativeInfinity }
            scale /= 2
        }
    }

    private static func add(_ lhs: CMTime, _ rhs: CMTime, sign: Int128) -> CMTime {
        guard lhs.isNumeric, rhs.isNumeric else { return addNonNumeric(lhs, sign < 0 ? rhs.negated : rhs) }
        let epoch: CMTimeEpoch
        if lhs.epoch == rhs.epoch {
            epoch = sign < 0 ? 0 : lhs.epoch
        } else if rhs.epoch == 0 {
            epoch = lhs.epoch
        } else if lhs.epoch == 0, sign > 0 {
            epoch = rhs.epoch
        } else {
            return .invalid
        }
        let divisor = Int128(greatestCommonDivisor(UInt128(lhs.timescale), UInt128(rhs.timescale)))
        let common = Int128(lhs.timescale) / divisor * Int128(rhs.timescale)
        let sum = Int128(lhs.value) * (common / Int128(lhs.timescale)) + sign * Int128(rhs.value) * (common / Int128(rhs.timescale))
        return fitting(sum, over: common, rounded: lhs.hasBeenRounded || rhs.hasBeenRounded, epoch: epoch)
    }

    /// The sum if at least one operand is not numeric.
    private static func addNonNumeric(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
        guard lhs.isValid, rhs.isValid else { return .invalid }
        let infinite = [lhs, rhs].filter { $0.isPositiveInfinity || $0.isNegativeInfinity }
        guard let first = infinite.first else { return .indefinite }
        return infinite.allSatisfy { $0 == first } ? first : .indefinite
    }

    /// The time with the opposite sign.
    var negated: CMTime {
        if isPositiveInfinity { return .negativeInfinity }
        if isNegativeInfinity { return .positiveInfinity }
        return isNumeric ? Self.fitting(-Int128(value), over: Int128(timescale), rounded: hasBeenRounded, epoch: epoch) : self
    }

    /// The product of this time with a number of the given sign, if this time is not numeric; `nil` for a numeric time.
    func specialProduct(sign: Int) -> CMTime? {
        guard !isNumeric else { return nil }
        guard isValid else { return .invalid }
        if isIndefinite || sign == 0 { return .indefinite }
        return sign < 0 ? negated : self
    }
}

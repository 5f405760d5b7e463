/// A number from decimal notation, rounded to the nearest `Double`.
struct DecimalNumber {
    var value: Double
    /// Whether the notation is that of an integer.
    var isWhole: Bool
    /// Whether the number is an integer with an absolute value above 2⁵³. A `Double` cannot represent every such integer.
    var isLarge = false

    /// The largest integer up to which a `Double` represents every integer.
    private static let exact: UInt64 = 1 << 53
    private static let powers = (0..<19).reduce(into: [UInt64(1)]) { powers, place in powers.append(powers[place] * 10) }

    /// Parses a number; `nil` if the text as a whole is not a number.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        if let plain = Self.plain(text) {
            self = plain
            return
        }
        let string = String(decoding: text, as: UTF8.self)
        if let whole = Int(string) {
            self.init(value: Double(whole), isWhole: true, isLarge: whole.magnitude > Self.exact)
        } else if let number = Double(string) {
            self.init(value: number.isNaN ? .nan : number, isWhole: false)
        } else {
            return nil
        }
    }

    init(value: Double, isWhole: Bool, isLarge: Bool = false) { (self.value, self.isWhole, self.isLarge) = (value, isWhole, isLarge) }

    /// Parses digits with an optional sign, fraction and exponent. `nil` if they do not fit into machine integers, or for other notations.
    private static func plain(_ text: UnsafeBufferPointer<UInt8>) -> DecimalNumber? {
        var place = 0
        var (digits, fraction, count, exponent) = (UInt64(0), 0, 0, 0)
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative { place = 1 }
        func readDigits() -> Int {
            let start = place
            while place < text.count, case let digit = text[place] &- 48, digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                place += 1
            }
            return place - start
        }
        count = readDigits()
        guard count > 0 else { return nil }
        let isWhole = place == text.count
        if place < text.count, text[place] == UInt8(ascii: ".") {
            place += 1
            fraction = readDigits()
            guard fraction > 0 else { return nil }
            count += fraction
        }
        guard count <= 19 else { return nil }
        if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            let isBelow = place < text.count && text[place] == UInt8(ascii: "-")
            if place < text.count, isBelow || text[place] == UInt8(ascii: "+") { place += 1 }
            let start = place
            while place < text.count, case let digit = text[place] &- 48, digit < 10, place - start < 4 {
                exponent = exponent * 10 + Int(digit)
                place += 1
            }
            guard place > start else { return nil }
            if isBelow { exponent = -exponent }
        }
        guard place == text.count else { return nil }
        return number(digits, exponent - fraction, isNegative, isWhole: isWhole)
    }

    /// The number `digits` · 10^`exponent`.
    ///
    /// - Returns: `nil` if the exponent is too large for exact arithmetic, or if an integer is too large for `Int`.
    @inline(__always)
    static func number(_ digits: UInt64, _ exponent: Int, _ isNegative: Bool, isWhole: Bool) -> DecimalNumber? {
        guard exponent >= -19, exponent <= 19, !isWhole || digits <= UInt64(Int.max) else { return nil }
        let isPlain = exponent == 0 || digits == 0
        let magnitude = isPlain ? Double(digits) : exponent < 0 ? quotient(digits, -exponent) : product(digits, exponent)
        return DecimalNumber(value: isNegative ? -magnitude : magnitude, isWhole: isWhole, isLarge: isWhole && digits > exact)
    }

    @inline(__always)
    private static func power(_ exponent: Int) -> UInt64 { powers.withUnsafeBufferPointer { $0[exponent] } }

    /// The digits divided by a power of ten, correctly rounded. If the digits and the power are exact as `Double`, one division gives the result.
    /// In other cases, the quotient is computed with more bits than a `Double` has. Its last bit is set if there is a remainder, so that the final
    /// rounding goes in the right direction.
    @inline(__always)
    private static func quotient(_ digits: UInt64, _ exponent: Int) -> Double {
        let power = power(exponent)
        if digits <= exact, power <= exact { return Double(digits) / Double(power) }
        let (shift, other) = (digits.leadingZeroBitCount, power.leadingZeroBitCount)
        let dividend = digits << shift
        let result = (power << other).dividingFullWidth((high: dividend >> 1, low: dividend << 63))
        let bits = result.quotient | (result.remainder == 0 ? 0 : 1)
        return Double(sign: .plus, exponent: other - shift - 63, significand: Double(bits))
    }

    /// The digits times a power of ten, correctly rounded.
    @inline(__always)
    private static func product(_ digits: UInt64, _ exponent: Int) -> Double {
        let power = power(exponent)
        if digits <= exact, power <= exact { return Double(digits) * Double(power) }
        let (high, low) = digits.multipliedFullWidth(by: power)
        guard high > 0 else { return Double(low) }
        let shift = high.leadingZeroBitCount
        let top = shift == 0 ? high : high << shift | low >> (64 - shift)
        let rest = low << shift
        return Double(sign: .plus, exponent: 64 - shift, significand: Double(top | (rest == 0 ? 0 : 1)))
    }
}

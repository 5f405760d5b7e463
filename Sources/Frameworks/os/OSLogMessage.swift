import Foundation

/// A message that may contain interpolated values.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
    let text: String

    public init(stringLiteral value: String) {
        text = value
    }

    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// The visibility of a value in a message.
public struct OSLogPrivacy: Sendable {
    /// The replacement of a value that is hidden.
    public enum Mask: Sendable {
        /// A number that is equal for equal values.
        case hash
        /// No information about the value.
        case none
    }

    private enum Kind {
        case open
        case hidden
    }

    private let kind: Kind
    private let mask: Mask

    /// The value is visible.
    public static let `public` = OSLogPrivacy(kind: .open, mask: .none)
    /// The value is hidden.
    public static let `private` = OSLogPrivacy(kind: .hidden, mask: .none)
    /// The value is hidden, regardless of the machine's settings.
    public static let sensitive = OSLogPrivacy(kind: .hidden, mask: .none)
    /// The value is visible, because on Linux only the caller of a program reads its standard error.
    public static let auto = OSLogPrivacy(kind: .open, mask: .none)

    /// The value is hidden, and replaced according to the mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: mask) }
    /// The value is hidden, regardless of the machine's settings, and replaced according to the mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: mask) }
    /// The value is visible.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }

    func shown(_ text: String) -> String {
        switch (kind, mask) {
        case (.open, _): text
        case (.hidden, .none): "<private>"
        case (.hidden, .hash): "<mask.hash: '\(String(UInt(bitPattern: text.hashValue), radix: 16))'>"
        }
    }
}

/// The width and the alignment of a value in a message.
public struct OSLogStringAlignment: Sendable {
    private let columns: Int
    private let isLeft: Bool

    /// The width of the text itself.
    public static let none = OSLogStringAlignment(columns: 0, isLeft: true)
    /// Left-aligned in the given number of columns.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment { .init(columns: columns(), isLeft: true) }
    /// Right-aligned in the given number of columns.
    public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment { .init(columns: columns(), isLeft: false) }

    func aligned(_ text: String) -> String {
        let space = String(repeating: " ", count: min(max(columns - text.count, 0), 1000))
        return isLeft ? text + space : space + text
    }
}

/// The format of a whole number in a message.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private let prefix: String
    private let isUppercase: Bool
    private let minDigits: Int

    /// Decimal digits.
    public static let decimal = OSLogIntegerFormatting(radix: 10, prefix: "", isUppercase: false, minDigits: 0)
    /// Hexadecimal digits.
    public static let hex = OSLogIntegerFormatting(radix: 16, prefix: "", isUppercase: false, minDigits: 0)
    /// Octal digits.
    public static let octal = OSLogIntegerFormatting(radix: 8, prefix: "", isUppercase: false, minDigits: 0)

    /// Decimal digits, at least `minDigits` of them.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: @autoclosure () -> Int = 0) -> OSLogIntegerFormatting {
        .init(radix: 10, prefix: explicitPositiveSign ? "+" : "", isUppercase: false, minDigits: minDigits())
    }

    /// Hexadecimal digits.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: @autoclosure () -> Int = 0
    ) -> OSLogIntegerFormatting {
        .init(radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase, minDigits: minDigits())
    }

    func text(_ value: some BinaryInteger) -> String {
        let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: min(max(minDigits - digits.count, 0), 1000))
        return (value < 0 ? "-" : "") + (value < 0 && prefix == "+" ? "" : prefix) + zeros + digits
    }
}

/// The format of a floating-point number in a message.
public struct OSLogFloatFormatting: Sendable {
    private let form: String

    /// Fixed-point notation, with six digits after the decimal point.
    public static let fixed = OSLogFloatFormatting(form: "%f")
    /// Exponential notation, with a power of ten.
    public static let exponential = OSLogFloatFormatting(form: "%e")
    /// The shorter of fixed-point and exponential notation.
    public static let hybrid = OSLogFloatFormatting(form: "%g")

    /// Fixed-point notation, with the given number of digits after the decimal point.
    public static func fixed(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        .init(form: "%\(explicitPositiveSign ? "+" : "").\(min(max(precision(), 0), 100))f")
    }

    /// Exponential notation, with the given number of digits after the decimal point.
    public static func exponential(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        .init(form: "%\(explicitPositiveSign ? "+" : "").\(min(max(precision(), 0), 100))\(uppercase ? "E" : "e")")
    }

    func text(_ value: Double) -> String { String(format: form, value) }
}

/// The format of a Boolean in a message.
public enum OSLogBoolFormat: Sendable {
    /// The words `true` and `false`.
    case truth
    /// The words `yes` and `no`.
    case answer
}

/// The literal text and the values of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private(set) var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Appends literal text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a value as `String(describing:)` describes it.
    public mutating func appendInterpolation<Value>(
        _ value: @autoclosure () -> Value, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append("\(value())", align, privacy)
    }

    /// Appends a whole number.
    public mutating func appendInterpolation<Value: BinaryInteger>(
        _ value: @autoclosure () -> Value, format: OSLogIntegerFormatting = .decimal, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(format.text(value()), align, privacy)
    }

    /// Appends a floating-point number.
    public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
        _ value: @autoclosure () -> Value, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(format.text(Double(value())), align, privacy)
    }

    /// Appends a Boolean.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Bool, format: OSLogBoolFormat, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        let isTrue = value()
        append(format == .truth ? "\(isTrue)" : isTrue ? "yes" : "no", .none, privacy)
    }

    private mutating func append(_ value: String, _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy) {
        text += align.aligned(privacy.shown(value))
    }
}

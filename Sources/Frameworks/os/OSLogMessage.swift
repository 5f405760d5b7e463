import Foundation

/// A message with values in it.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
    let text: String

    public init(stringLiteral value: String) {
        text = value
    }

    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// The readers that may see a value of a message.
public struct OSLogPrivacy: Sendable {
    /// The text in place of a value that may not be read.
    public enum Mask: Sendable {
        /// A number that is the same for equal values.
        case hash
        /// Nothing about the value is shown.
        case none
    }

    private enum Kind {
        case open
        case hidden
    }

    private let kind: Kind
    private let mask: Mask

    /// Readable by everybody.
    public static let `public` = OSLogPrivacy(kind: .open, mask: .none)
    /// Readable by nobody.
    public static let `private` = OSLogPrivacy(kind: .hidden, mask: .none)
    /// Readable by nobody, independent of the machine's settings.
    public static let sensitive = OSLogPrivacy(kind: .hidden, mask: .none)
    /// Readable by everybody: on Linux a program's standard error is its caller's.
    public static let auto = OSLogPrivacy(kind: .open, mask: .none)

    /// Readable by nobody.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: mask) }
    /// Readable by nobody, independent of the machine's settings.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .hidden, mask: mask) }
    /// Readable by everybody.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }

    func shown(_ text: String) -> String {
        switch (kind, mask) {
        case (.open, _): text
        case (.hidden, .none): "<private>"
        case (.hidden, .hash): "<mask.hash: '\(String(UInt(bitPattern: text.hashValue), radix: 16))'>"
        }
    }
}

/// The width of a value in a message.
public struct OSLogStringAlignment: Sendable {
    private let columns: Int
    private let isLeft: Bool

    /// The text's own width.
    public static let none = OSLogStringAlignment(columns: 0, isLeft: true)
    /// Aligned left in this number of columns.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment { .init(columns: columns(), isLeft: true) }
    /// Aligned right in this number of columns.
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

    /// Six digits after the point.
    public static let fixed = OSLogFloatFormatting(form: "%f")
    /// A power of ten.
    public static let exponential = OSLogFloatFormatting(form: "%e")
    /// The shorter of fixed-point and exponential notation.
    public static let hybrid = OSLogFloatFormatting(form: "%g")

    /// Fixed-point notation, with a number of digits after the point.
    public static func fixed(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        .init(form: "%\(explicitPositiveSign ? "+" : "").\(min(max(precision(), 0), 100))f")
    }

    /// Exponential notation, with a number of digits after the point.
    public static func exponential(
        precision: @autoclosure () -> Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        .init(form: "%\(explicitPositiveSign ? "+" : "").\(min(max(precision(), 0), 100))\(uppercase ? "E" : "e")")
    }

    func text(_ value: Double) -> String { String(format: form, value) }
}

/// The format of a Boolean in a message.
public enum OSLogBoolFormat: Sendable {
    /// `true` or `false`.
    case truth
    /// `yes` or `no`.
    case answer
}

/// The parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private(set) var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// The text between values.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// A value as `String(describing:)` shows it.
    public mutating func appendInterpolation<Value>(
        _ value: @autoclosure () -> Value, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append("\(value())", align, privacy)
    }

    /// A whole number.
    public mutating func appendInterpolation<Value: BinaryInteger>(
        _ value: @autoclosure () -> Value, format: OSLogIntegerFormatting = .decimal, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(format.text(value()), align, privacy)
    }

    /// A fraction.
    public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
        _ value: @autoclosure () -> Value, format: OSLogFloatFormatting, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(format.text(Double(value())), align, privacy)
    }

    /// A Boolean.
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

/// Text that is safe to print to a terminal. File names, labels and messages from other programs may contain terminal control characters.
package enum ShownText {
    /// Replaces control characters by escapes, as in C and Swift: `\n`, `\u{1B}`.
    ///
    /// - Parameter keepsLines: whether line ends are kept.
    package static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { steers($0) && !(keepsLines && $0 == "\n") }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if !steers(scalar) || keepsLines && scalar == "\n" {
                result.unicodeScalars.append(scalar)
            } else {
                result += escape(of: scalar)
            }
        }
        return result
    }

    /// Replaces the characters that control a terminal by JSON's escapes. In JSON, these characters occur only in strings.
    package static func escaped(json text: String) -> String {
        func isLeft(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || !steers(scalar) }
        guard !text.unicodeScalars.allSatisfy(isLeft) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if !isLeft(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A confidence as a percentage, such as `97.3 %`. A model may give any number as a confidence. Numbers from 1,000,000 on and numbers that are
    /// not finite are shown without conversion.
    package static func percentage(_ confidence: Float) -> String {
        guard let tenths = Int(exactly: (confidence * 1000).rounded()), abs(confidence) < largestShare else { return "\(confidence)" }
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) %"
    }

    /// The largest number that is shown as a percentage.
    private static let largestShare: Float = 1e6

    /// Whether a character controls a terminal, or changes the direction of writing.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escape(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}

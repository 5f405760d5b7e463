import Foundation

/// Converts ZXing's texts to the payloads that are usual for each kind of barcode.
enum BarcodeText {
    /// Expands a UPC-E number of 8 digits to its 13-digit EAN-13 number; `nil` for other texts.
    static func expandedUPCE(_ text: String) -> String? {
        let digits = Array(text)
        guard digits.count == 8, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let body = String(digits[1...6])
        let manufacturer: String
        let last = digits[6]
        switch last {
        case "0", "1", "2": manufacturer = String(digits[1...2]) + String(last) + "0000" + String(digits[3...5])
        case "3": manufacturer = String(digits[1...3]) + "00000" + String(digits[4...5])
        case "4": manufacturer = String(digits[1...4]) + "00000" + String(digits[5])
        default: manufacturer = body.prefix(5) + "0000" + String(last)
        }
        return "0" + String(digits[0]) + manufacturer + String(digits[7])
    }

    /// Converts GS1 elements from text with parentheses, "(01)…(10)…", to their encoding. In the encoding, a group separator follows each
    /// element of variable length except the last.
    static func plainGS1(_ text: String) -> String {
        var plain = ""
        var rest = Substring(text)
        while let element = nextElement(in: rest) {
            plain += element.identifier
            rest = rest.dropFirst(element.identifier.count + 2)
            let value = self.value(of: element.identifier, in: rest)
            plain += value
            rest = rest.dropFirst(value.count)
            if !rest.isEmpty, fixedLength(of: element.identifier) == nil { plain += "\u{1d}" }
        }
        return plain + rest
    }

    /// The first element of a text: an application identifier in parentheses, and its value.
    private static func nextElement(in text: Substring) -> (identifier: Substring, Void)? {
        guard text.first == "(", let end = text.firstIndex(of: ")") else { return nil }
        let identifier = text[text.index(after: text.startIndex)..<end]
        guard (2...4).contains(identifier.count), identifier.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return (identifier, ())
    }

    private static func value(of identifier: Substring, in text: Substring) -> Substring {
        if let length = fixedLength(of: identifier) { return text.prefix(length) }
        var end = text.startIndex
        while end < text.endIndex, nextElement(in: text[end...]) == nil { end = text.index(after: end) }
        return text[..<end]
    }

    /// The length of a value that no separator follows. The first two digits of the identifier determine the length, by section 7.8.5 of
    /// the GS1 General Specifications. `nil` if the length of the identifier's values is variable.
    private static func fixedLength(of identifier: Substring) -> Int? {
        let whole: Int
        switch identifier.prefix(2) {
        case "00": whole = 20
        case "01", "02": whole = 16
        case "03": whole = 16
        case "04": whole = 18
        case "11", "12", "13", "14", "15", "16", "17", "18", "19": whole = 8
        case "20": whole = 4
        case "31", "32", "33", "34", "35", "36": whole = 10
        case "41": whole = 16
        default: return nil
        }
        return whole - identifier.count
    }

    /// Decodes a Code 39 message in which pairs of characters stand for ASCII characters.
    ///
    /// - Returns: `nil` if there is an invalid pair or no pair.
    static func fullASCII(_ text: String) -> String? {
        var result = ""
        var shift: Character?
        var hasPair = false
        for character in text {
            if let pending = shift {
                guard let meant = fullASCIICharacter(pending, character) else { return nil }
                result.append(meant)
                shift = nil
                hasPair = true
            } else if "$%/+".contains(character) {
                shift = character
            } else {
                result.append(character)
            }
        }
        return shift == nil && hasPair ? result : nil
    }

    /// The ASCII character for a pair of characters, by ISO/IEC 16388, annex A; `nil` for an invalid pair.
    private static func fullASCIICharacter(_ shift: Character, _ letter: Character) -> Character? {
        guard let value = letter.asciiValue, (65...90).contains(value) else { return nil }
        let code: UInt8
        switch (shift, value - 65) {
        case ("$", let n): code = 1 + n
        case ("+", let n): code = 97 + n
        case ("/", let n) where n <= 14: code = 33 + n
        case ("/", 25): code = 58
        case ("%", let n) where n <= 4: code = 27 + n
        case ("%", let n) where n <= 9: code = 59 + n - 5
        case ("%", let n) where n <= 14: code = 91 + n - 10
        case ("%", let n) where n <= 19: code = 123 + n - 15
        case ("%", 20): code = 0
        case ("%", 21): code = 64
        case ("%", 22): code = 96
        case ("%", _): code = 127
        default: return nil
        }
        return Character(UnicodeScalar(code))
    }

    /// Whether the last character is the sum of the others modulo 43.
    static func hasCode39Checksum(_ text: String) -> Bool {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")
        let values = text.compactMap { alphabet.firstIndex(of: $0) }
        guard values.count == text.count, values.count >= 2, let last = values.last else { return false }
        return values.dropLast().reduce(0, +) % 43 == last
    }

    /// Whether the last digit is a valid GS1 check digit: the weighted sum of all digits is a multiple of ten.
    static func hasModulo10Checksum(_ text: String) -> Bool {
        let digits = text.compactMap(\.wholeNumberValue)
        guard digits.count == text.count, digits.count >= 2 else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
        return sum % 10 == 0
    }
}

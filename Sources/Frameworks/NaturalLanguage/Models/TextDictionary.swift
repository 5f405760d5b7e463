import Foundation

/// The input of a text classifier: a dictionary of words, and of pairs or parts of words.
///
/// The text is converted to composed form (NFC) and lowercase. A word is a run of letters, marks, digits and connectors such as `_`. An apostrophe
/// between letters is a part of the word, and becomes `'`. Each ideograph, kana and letter of a script without spaces is a word. So is each `!`,
/// `?` and symbol such as `€` or `😀`. Any other character separates words.
///
/// The keys of the dictionary are the words, and the pairs of adjacent words, joined by a space. A key that occurs n times has the value 1 + ln n.
/// All values are then divided by the square root of the sum of their squares. Some models also have keys for parts of words, or have no pairs.
///
/// The code needs only Foundation. It can therefore be copied into a program for any platform.
package enum TextDictionary {
    /// The maximum number of characters in a word. Characters beyond this number are cut off.
    private static let longestWord = 64

    /// The keys that a dictionary has beside words.
    package struct Keys: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Pairs of adjacent words.
        package static let pairs = Keys(rawValue: 1)
        /// Parts of words: runs of 3 to 5 characters. Words of the same family share parts.
        package static let parts = Keys(rawValue: 2)
    }

    /// The dictionary of a text; empty if the text has no words.
    package static func make(_ text: String, _ keys: Keys = .pairs) -> [String: Double] {
        Dictionary(uniqueKeysWithValues: entries(text, keys).map { ($0.key, $0.value) })
    }

    /// The entries of the dictionary, in order of first occurrence.
    package static func entries(_ text: String, _ keys: Keys = .pairs) -> [(key: String, value: Double)] {
        let words = words(text)
        var places: [String: Int] = [:]
        var found: [(key: String, value: Double)] = []
        func add(_ key: String) {
            if let place = places[key] {
                found[place].value += 1
            } else {
                places[key] = found.count
                found.append((key, 1))
            }
        }
        for (index, word) in words.enumerated() {
            add(word)
            if keys.contains(.pairs), index > 0 { add(words[index - 1] + " " + word) }
            if keys.contains(.parts) { parts(of: word).forEach(add) }
        }
        for index in found.indices { found[index].value = 1 + log(found[index].value) }
        let norm = found.reduce(0) { $0 + $1.value * $1.value }.squareRoot()
        return found.map { ($0.key, $0.value / norm) }
    }

    /// The parts of a word: all runs of 3 to 5 characters, except the whole word. A hyphen stands for the characters before or after the part: `wal-`
    /// is the beginning of a word, `-king` its end, and `-alk-` is between them.
    package static func parts(of word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        var parts: [String] = []
        for length in partLengths where length < scalars.count {
            for start in 0...(scalars.count - length) {
                var part = String.UnicodeScalarView()
                if start > 0 { part.append("-") }
                part.append(contentsOf: scalars[start..<start + length])
                if start + length < scalars.count { part.append("-") }
                parts.append(String(part))
            }
        }
        return parts
    }

    private static let partLengths = 3...5

    /// The words of a text, in order.
    package static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        var length = 0
        var apostrophe = false
        func end() {
            if length > 0 { words.append(String(word)) }
            word.removeAll(keepingCapacity: true)
            (length, apostrophe) = (0, false)
        }
        for scalar in text.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
            switch Part(scalar) {
            case .letter:
                if apostrophe, length < longestWord { word.append("'") }
                apostrophe = false
                if length < longestWord { word.append(scalar) }
                length += 1
            case .alone:
                end()
                words.append(String(scalar))
            case .apostrophe where length > 0 && !apostrophe: apostrophe = true
            case .apostrophe, .other: end()
            }
        }
        end()
        return words
    }

    /// The role of a character in words.
    private enum Part {
        case letter, alone, apostrophe, other

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x61...0x7A, 0x30...0x39, 0x41...0x5A, 0x5F: self = .letter
            case 0x27, 0x2019: self = .apostrophe
            case 0x21, 0x3F, 0x24, 0x2B, 0x3C...0x3E, 0x5E, 0x60, 0x7C, 0x7E: self = .alone
            case ..<0x80: self = .other
            // The blocks of Thai, Lao and Tibetan, Burmese, Khmer, kana, and halfwidth kana.
            case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F:
                self = Part(unspaced: scalar)
            default: self = Part(other: scalar)
            }
        }

        private init(unspaced scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .otherLetter, .modifierLetter: self = .alone
            case .nonspacingMark, .spacingMark, .enclosingMark: self = .alone
            case .decimalNumber: self = .letter
            default: self = .other
            }
        }

        private init(other scalar: Unicode.Scalar) {
            if scalar.properties.isIdeographic {
                self = .alone
                return
            }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
                .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
                self = .letter
            case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol: self = .alone
            default: self = .other
            }
        }
    }
}

/// The marker that an item of a list begins with.
package struct ListMarker: Hashable, Sendable {
    package enum Kind: Sendable {
        case bullet, hyphen, lowercaseLatin, uppercaseLatin
        /// Roman numerals, such as `i.` and `ii.`.
        case roman
        /// Numbers with a period, such as `1.`.
        case decimal
        /// Numbers with other marks, such as `(1)`, `1)` and `①`.
        case decorativeDecimal
        /// Numbers of several parts, such as `1.2`.
        case compositeDecimal
    }

    package let kind: Kind
    /// The text of the marker.
    package let string: String
    /// The marker's numbers, from the outermost to the innermost; empty for bullets and hyphens.
    private let numbers: [Int]
    /// The value of the marker as a Roman numeral; `nil` if it is not one.
    private let romanNumber: Int?
    /// The marks around the number or letter. `#` stands for the number or letter: `(#)` is the form of `(1)`.
    private let marks: String

    private static let bullets: Set<Character> = [
        "•", "◦", "▪", "▫", "■", "□", "●", "○", "‣", "⁃", "∙", "·", "*", "►", "▶", "➢", "➤", "✓", "✔", "❖", "◆", "◇", "★", "☆",
    ]
    private static let hyphens: Set<Character> = ["-", "–", "—", "−"]

    /// - Returns: `nil` if the text does not begin with a marker, or has only the marker.
    package init?(_ text: String) {
        guard let space = text.firstIndex(of: " "), text[space...].contains(where: { $0 != " " }) else { return nil }
        let token = text[..<space]
        string = String(token)
        if token.count == 1, let character = token.first {
            if Self.bullets.contains(character) || Self.hyphens.contains(character) {
                kind = Self.bullets.contains(character) ? .bullet : .hyphen
                (numbers, romanNumber, marks) = ([], nil, "")
                return
            }
            if let scalar = character.unicodeScalars.first?.value, (0x2460...0x2473).contains(scalar) {
                (kind, numbers, romanNumber, marks) = (.decorativeDecimal, [Int(scalar) - 0x245F], nil, "")
                return
            }
        }
        let opening = token.prefix { "([".contains($0) }
        let body = token[opening.endIndex...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
        let inner = body.hasSuffix(".") ? body.dropLast() : body
        let closing = token[inner.endIndex...]
        marks = opening + "#" + closing
        guard ["#.", "#)", "(#)", "[#]", "#.)", "#]", "#"].contains(marks), let counted = Self.counted(inner, isBare: marks == "#") else {
            return nil
        }
        (kind, numbers, romanNumber) = counted
    }

    private static func counted(_ text: Substring, isBare: Bool) -> (kind: Kind, numbers: [Int], romanNumber: Int?)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count <= 3 && $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        if numbers.count == parts.count {
            guard parts.count == 1 else { return parts.count <= 5 ? (.compositeDecimal, numbers, nil) : nil }
            return isBare ? nil : (.decimal, numbers, nil)
        }
        guard !isBare, let first = text.first, text.allSatisfy(\.isLetter) else { return nil }
        let roman = romanNumber(text.lowercased())
        guard text.count == 1, let letter = first.lowercased().unicodeScalars.first?.value else {
            return roman.map { (.roman, [$0], $0) }
        }
        return (first.isLowercase ? .lowercaseLatin : .uppercaseLatin, [Int(letter) - 96], roman)
    }

    /// - Returns: `nil` if the text is not a lowercase Roman numeral below 40.
    private static func romanNumber(_ text: String) -> Int? {
        (1..<40).first { number in
            let units = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
            return String(repeating: "x", count: number / 10) + units[number % 10] == text
        }
    }

    /// The kind of the marker. Unlike `kind`, it takes the marks around a number into account: `1)` is decorative.
    package var style: Kind { kind == .decimal && marks != "#." ? .decorativeDecimal : kind }

    /// Whether both markers may belong to one list.
    func isLike(_ other: ListMarker) -> Bool {
        let isRoman = romanNumber != nil && other.romanNumber != nil
        return marks == other.marks && (kind == other.kind || isRoman)
    }

    /// Whether the marker may directly follow another marker in a list.
    func follows(_ other: ListMarker) -> Bool {
        guard isLike(other) else { return false }
        guard let last = numbers.last, let before = other.numbers.last else { return true }
        if let romanNumber, let otherNumber = other.romanNumber, romanNumber == otherNumber + 1 { return true }
        guard numbers.count == other.numbers.count else {
            return numbers.count > other.numbers.count
                ? numbers == other.numbers + [1] : numbers.dropLast() + [last - 1] == other.numbers.prefix(numbers.count)
        }
        return numbers.dropLast() == other.numbers.dropLast() && last == before + 1
    }
}

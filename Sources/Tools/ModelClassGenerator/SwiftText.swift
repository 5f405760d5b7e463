/// Makes text from a model file safe inside Swift source, so that the text cannot end the comment or the literal that contains it.
package enum SwiftText {
    /// The text as lines of a documentation comment, indented by `indent`; none for an empty text.
    static func comment(_ text: String, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            let words = String(String.UnicodeScalarView(line.unicodeScalars.map { isPrintable($0) ? $0 : " " }))
            return (margin + "/// " + words).trimmingTrailingSpace()
        }.joined(separator: "\n")
    }

    /// A line of a plain comment.
    static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isPrintable($0) ? $0 : " " }))
    }

    /// A string literal of `text`.
    package static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where isPrintable(scalar): literal.unicodeScalars.append(scalar)
            default: literal += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return literal + "\""
    }

    /// Whether the character can be written without an escape. Line ends, control characters and marks that change the direction of text are not.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }
}

extension String {
    fileprivate func trimmingTrailingSpace() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

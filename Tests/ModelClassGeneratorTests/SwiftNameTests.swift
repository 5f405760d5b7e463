import Testing

@testable import ModelClassGenerator

@Suite struct SwiftNameTests {
    @Test(
        "Other characters than letters, digits and underscores become underscores, and a leading digit gets one before it",
        arguments: [
            ("image", "image"), ("input.1", "input_1"), ("843", "_843"), ("My Model-2", "My_Model_2"), ("größe", "größe"), ("画像", "画像"),
            ("a/b:c", "a_b_c"), ("", "__"), ("-", "__"), ("😀", "__"), ("e\u{301}", "e_"), ("x\u{202E}y", "x_y"), ("٣", "__"),
        ])
    func identifiers(text: String, expected: String) {
        #expect(SwiftName.identifier(text) == expected)
    }

    @Test(
        "Names that the generated code uses itself, or that no member can have, get an underscore",
        arguments: ["self", "MLModel", "featureNames"])
    func reserved(name: String) {
        #expect(SwiftName.identifier(name) == name + "_")
    }

    @Test("Keywords are in backticks")
    func keywordsAreInBackticks() {
        #expect(SwiftName.quoted("in") == "`in`")
        #expect(SwiftName.quoted("image") == "image")
    }

    @Test("Names that become alike are numbered")
    func namesThatBecomeAlikeAreNumbered() {
        var names = NameTable()
        #expect(["a_b", "a_b", "a_b"].map { names.unique($0) } == ["a_b", "a_b_2", "a_b_3"])
    }
}

@Suite struct SwiftTextTests {
    /// Texts that would end a comment or a literal if they were copied as they are.
    static let hostile = [
        "a\nlet x = 1", "a\r\nlet x = 1", "a\rlet x = 1", "a\u{2028}let x = 1", "a\u{85}b", "*/ let x = 1 /*", "\\(exit(1))", "\"\"\"",
        "\"; exit(1); \"",
        "\u{0}\u{1B}[2J", "\u{202E}drawkcab", "#\"\\#(x)\"#",
    ]

    @Test("Every line of a comment is one", arguments: hostile)
    func everyLineOfACommentIsOne(text: String) {
        let comment = SwiftText.comment(text, indent: 4)
        for line in comment.unicodeScalars.split(whereSeparator: { "\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }) {
            #expect(String(line).hasPrefix("    ///"))
        }
        #expect(!comment.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    }

    @Test("A literal has no line end no interpolation and no early end", arguments: hostile)
    func aLiteralHasNoLineEndNoInterpolationAndNoEarlyEnd(text: String) {
        let literal = SwiftText.literal(text)
        #expect(literal.first == "\"" && literal.last == "\"")
        var inside = Array(literal.unicodeScalars.dropFirst().dropLast())[...]
        var decoded = String.UnicodeScalarView()
        while let scalar = inside.popFirst() {
            #expect(scalar != "\"" && scalar.value >= 0x20)
            guard scalar == "\\" else {
                decoded.append(scalar)
                continue
            }
            switch inside.popFirst() {
            case "u":
                let digits = inside.dropFirst().prefix { $0 != "}" }
                inside = inside.dropFirst(digits.count + 2)
                if let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16), let scalar = Unicode.Scalar(value) {
                    decoded.append(scalar)
                }
            case let escaped?:
                #expect(escaped == "\\" || escaped == "\"")
                decoded.append(escaped)
            case nil: Issue.record("the literal ends in a backslash")
            }
        }
        #expect(String(decoded).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
}

import JSON
import Testing

@Suite struct JSONParsingTests {
    private func parsed(_ text: String) throws -> JSON {
        try JSON(parsing: text.utf8)
    }

    @Test("Reads every kind of value")
    func readsEveryKindOfValue() throws {
        let json = try parsed(#" {"a": [1, -2.5, 1e3, true, false, null], "b": {"c": "x"}, "d": []} "#)
        #expect(json.text == #"{"a": [1, -2.5, 1000.0, true, false, null], "b": {"c": "x"}, "d": []}"#)
        #expect(json["a"]?.array?.first?.integer == 1)
        #expect(json["b"]?["c"]?.string == "x")
        #expect(json["e"] == nil)
        #expect(try parsed("NaN").double?.isNaN == true)
        #expect(try parsed("-Infinity").double == -.infinity)
        #expect(try parsed("9223372036854775807").integer == .max)
        #expect(try parsed("9223372036854775808").integer == nil)
    }

    @Test("Reads escapes and text")
    func readsEscapesAndText() throws {
        #expect(try parsed(#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀""#).string == "a\"\\/\u{8}\u{C}\n\r\té😀é😀")
        #expect(try parsed(#""\u0000""#).string == "\0")
    }

    @Test(
        "Text that is not JSON is an error",
        arguments: [
            "", " ", "{", "}", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "1 2", "\"", "\"\\",
            "\"\\u12",
            "\"\\x\"", "\"\\ud83d\"", "tru", "+", "-", ".", "1.2.3", "nul", "\u{FEFF}1",
        ])
    func textThatIsNotJSONIsAnError(_ text: String) {
        #expect(throws: JSONError.self) { try parsed(text) }
    }

    @Test("Text that is not UTF 8 is an error")
    func textThatIsNotUTF8IsAnError() {
        #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xC3, 0x28, 0x22]) }
    }

    @Test("Nesting bombs are errors")
    func nestingBombsAreErrors() {
        #expect(throws: JSONError.self) { try parsed(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONError.self) { try parsed(String(repeating: "{\"a\":", count: 1_000_000)) }
    }

    @Test("Values beyond a limit are an error, with those within others")
    func valueLimit() throws {
        func parsed(_ text: String, _ limit: Int) throws -> JSON {
            try Array(text.utf8).withUnsafeBufferPointer { try JSON(parsing: $0, valueLimit: limit) }
        }
        #expect(try parsed("[1, {\"a\": []}]", 4).array?.count == 2)
        #expect(throws: JSONError.self) { try parsed("[1, {\"a\": []}]", 3) }
    }
}

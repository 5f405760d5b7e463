import Foundation
import Reports
import TestSupport
import Testing

@testable import ModelServer

/// Text and names in which a sign is hidden in a larger character: U+0600 takes the next sign into its character, and U+0301 joins the one before.
@Suite("Text and names of others")
struct EscapingTests {
    @Test("No text that was read is markup in a page, whatever stands before or after its signs")
    func pages() {
        #expect(HTML.escape("\u{600}<script>") == "\u{600}&lt;script&gt;")
        #expect(HTML.escape("\"\u{301} onload='x'") == "&quot;\u{301} onload=&#39;x&#39;")
        for sign in "&<>\"'" {
            for text in ["\(sign)", "\u{600}\(sign)", "\(sign)\u{301}", "\(sign)\u{200D}", "\r\n\(sign)"] {
                let escaped = HTML.escape(text).unicodeScalars
                #expect(!escaped.contains { $0 != "&" && "<>\"'".unicodeScalars.contains($0) } && escaped.filter { $0 == "&" }.count == 1)
            }
        }
    }

    @Test("A folder whose name looks the same is not the one that was named")
    func lookalikes() throws {
        let temporary = try TemporaryFolder()
        let (named, other) = (temporary.file("caf\u{E9}"), temporary.file("cafe\u{301}"))
        for folder in [named, other] { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        let rights = ClientRights.models(below: [named])
        #expect(try rights.model(at: named.path + "/a.mlmodel").lastPathComponent == "a.mlmodel")
        #expect(throws: (any Error).self) { try rights.model(at: other.path + "/a.mlmodel") }
    }
}

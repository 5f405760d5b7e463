import Foundation
import TestSupport
import Testing

/// `osprey detect text`, as a process.
@Suite struct DetectTextTests {
    @Test("Text comes with what it says and its corners, in JSON, for people and in a picture")
    func text() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("found.png")
        let picture = Fixtures.url("text/table.png", of: "VisionRuntimeTests")
        let run = try Program.run("detect", "text", picture.path, "--json", "--annotate", copy.path)
        #expect(run.status == 0, "\(run.errors)")
        let row = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let lines = try #require(row["text"] as? [[String: Any]])
        #expect(lines.compactMap { $0["string"] as? String } == ["Apples", "12.40", "Bread", "3.95", "Total amount", "16.35"])
        #expect(Set(try #require(lines.first).keys) == ["string", "confidence", "boundingBox", "corners", "words"])
        let words = try #require(lines[4]["words"] as? [[String: Any]])
        #expect(words.compactMap { $0["string"] as? String } == ["Total", "amount"])
        #expect(words.allSatisfy { ($0["corners"] as? [[Double]])?.count == 4 })
        let corners = try #require(lines.first?["corners"] as? [[Double]])
        // From the top left clockwise, the origin at the lower left.
        #expect(corners.count == 4 && corners[0][1] > corners[3][1] && corners[1][0] > corners[0][0])
        #expect(try Data(contentsOf: copy) != Data(contentsOf: picture))
        let shown = try Program.run("detect", "text", picture.path)
        #expect(shown.status == 0 && shown.output.contains("Total amount  at ("))
    }
}

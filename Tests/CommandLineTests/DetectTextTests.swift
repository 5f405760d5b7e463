import Foundation
import TestSupport
import Testing

/// `osprey detect text`, as a process.
@Suite struct DetectTextTests {
    @Test("Lines of text come with their words and corners, as JSON, as plain text and in a picture")
    func text() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("found.png")
        let picture = Fixtures.url("text/table.png", of: "VisionRuntimeTests")
        let row = try Program.run("detect", "text", picture.path, "--json", "--annotate", copy.path).object()
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

    @Test("A page comes with its title, paragraphs, lists and table, beside its barcodes from one handler")
    func page() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("found.png")
        let picture = Fixtures.url("text/page.png", of: "VisionRuntimeTests")
        let row = try Program.run("detect", "pages,barcodes", picture.path, "--json", "--annotate", copy.path).object()
        let page = try #require(row["pages"] as? [String: Any])
        #expect(page["title"] as? String == "Harbour Rules" && (row["barcodes"] as? [Any])?.isEmpty == true)
        #expect((page["paragraphs"] as? [[String: Any]])?.count == 2 && page["barcodes"] == nil)
        let lists = try #require(page["lists"] as? [[[String: Any]]])
        #expect(lists.last?.compactMap { $0["marker"] as? String } == ["1.", "2.", "3."])
        #expect(lists.last?.compactMap { $0["text"] as? String } == ["Ring the bell", "Wait for the boat", "Step in"])
        let tables = try #require(page["tables"] as? [[[String]]])
        #expect(tables.first?[1] == ["North", "Monday", "Albatross", "12.40"])
        #expect(try Data(contentsOf: copy) != Data(contentsOf: picture))
        let shown = try Program.run("detect", "pages", picture.path)
        #expect(shown.output.contains("  page: 'Harbour Rules', 2 paragraphs, 2 lists, 1 table  at ("))
        // The page itself stands below: title, items with their markers, the columns of a table below each other.
        let lines = shown.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let words = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        let starts = ["Harbour Rules", "The harbour opens", "Tickets are sold", "• Ropes", "1. Ring the bell", "Route"]
        let order = try starts.map { start in try #require(words.firstIndex { $0.hasPrefix(start) }, "\(start)") }
        #expect(order == order.sorted(), "\(words)")
        #expect(!lines.contains { $0.hasSuffix(" ") })
        let table = try #require(tables.first)
        let rows = table.compactMap { row in lines.first { line in row.allSatisfy { line.contains($0) } } }
        let places = rows.compactMap { line in line.range(of: "  ", options: .backwards)?.upperBound.utf16Offset(in: line) }
        #expect(rows.count == table.count && places.count == rows.count && Set(places).count == 1, "\(rows)")
    }

    @Test("A picture without text has no page")
    func noPage() throws {
        let folder = try TemporaryFolder()
        let picture = folder.file("gray.ppm")
        try (Data("P6 64 64 255\n".utf8) + Data(repeating: 128, count: 64 * 64 * 3)).write(to: picture)
        let row = try Program.run("detect", "pages", picture.path, "--json").object()
        #expect(row["pages"] is NSNull)
    }

    @Test("--plain prints the read text and nothing else, and the level and the language can be chosen")
    func plain() throws {
        let picture = Fixtures.url("text/note.png", of: "VisionRuntimeTests")
        let lines = try Program.run("detect", "text", picture.path, "--json").object()["text"] as? [[String: Any]]
        let strings = try #require(lines).compactMap { $0["string"] as? String }
        for options in [[], ["--level", "fast"], ["--language", "en"], ["--language", "en-GB,en"]] {
            let result = try Program.run(["detect", "text", picture.path, "--plain"] + options)
            #expect(result.status == 0 && result.output == strings.joined(separator: "\n") + "\n")
        }
        let page = Fixtures.url("text/page.png", of: "VisionRuntimeTests")
        let result = try Program.run("detect", "pages", page.path, "--plain")
        #expect(result.status == 0 && result.output.contains("Ring the bell"))
    }

    @Test("Pages are written as Markdown and as HTML")
    func pageForms() throws {
        let page = Fixtures.url("text/page.png", of: "VisionRuntimeTests")
        let markdown = try Program.run("detect", "pages", page.path, "--markdown").output
        let (list, table) = (try #require(markdown.range(of: "\n1. ")), try #require(markdown.range(of: "\n| ")))
        #expect(list.lowerBound < table.lowerBound, "\(markdown)")
        let html = try Program.run("detect", "pages", page.path, "--html").output
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("<li>Ring the bell</li>"))
    }

    @Test("Words of a file are preferred to others that look like them")
    func customWords() throws {
        let folder = try TemporaryFolder()
        let words = folder.file("words.txt")
        try Data("Apples\n\n  Bread \n".utf8).write(to: words)
        let picture = Fixtures.url("text/table.png", of: "VisionRuntimeTests")
        let result = try Program.run("detect", "text", picture.path, "--plain", "--custom-words", words.path)
        #expect(result.status == 0 && result.output.hasPrefix("Apples\n") && result.output.contains("Bread\n"))
        let missing = try Program.run("detect", "text", picture.path, "--custom-words", folder.file("none.txt").path)
        #expect(missing.status != 0 && missing.errors.contains("none.txt"))
    }

    @Test(
        "Options of text are refused where there is none, and unknown languages name what there is",
        arguments: [
            ["detect", "barcodes", "--language", "de"], ["detect", "text", "--level", "best"], ["detect", "text,barcodes", "--plain"],
            ["detect", "text", "--markdown"], ["detect", "pages", "--markdown", "--html"], ["detect", "text", "--plain", "--json"],
        ])
    func wrongUsage(_ words: [String]) throws {
        let picture = Fixtures.url("text/note.png", of: "VisionRuntimeTests")
        let result = try Program.run(words + [picture.path])
        #expect(result.status == 2 && !result.errors.isEmpty)
        let unknown = try Program.run("detect", "text", picture.path, "--language", "tlh")
        #expect(unknown.status == 1 && unknown.errors.contains("tlh") && unknown.errors.contains("en-US"))
    }
}

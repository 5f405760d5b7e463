import Foundation
import TestSupport
import Testing

/// Models of texts, trained and measured as a process.
@Suite struct TextVerbTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws {
        temporary = try TemporaryFolder()
        let rows = (0..<30).flatMap { ["\"win <b>cash \($0) now, free\",spam", "see you at \($0) in town,ham"] }
        try Data((["message,kind"] + rows).joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("t.csv"))
    }

    private func osprey(_ words: String...) throws -> Program.Result { try Program.run(words, in: folder) }

    @Test("A classifier of texts is trained and measured, and its page shows the texts that are mistaken")
    func classifier() throws {
        let training = try osprey(
            "train", "text", "t.csv", "--text", "message", "--label", "kind", "--split", "0.2", "--output", "m.mlmodel", "--report",
            "t.html", "--json"
        ).object()
        #expect((training["validation"] as? [String: Any])?["accuracy"] as? Double == 1)
        try Data("text,label\nfree <b>cash,ham\nsee you,ham\n".utf8).write(to: folder.appendingPathComponent("new.csv"))
        let figures = try osprey("evaluate", "m.mlmodel", "new.csv", "--report", "e.html", "--json").object()
        #expect(figures["accuracy"] as? Double == 0.5)
        let page = try String(contentsOf: folder.appendingPathComponent("e.html"), encoding: .utf8)
        #expect(page.contains("<p>free &lt;b&gt;cash</p>") && page.contains("1 of 2") || page.contains("50"))
    }

    @Test("Texts are read from tables that are separated by tabs, and from lines of JSON")
    func tables() throws {
        let rows = [("win cash now", "spam"), ("see you in town", "ham"), ("free cash, now", "spam"), ("in town, soon", "ham")]
        let tabs = ["text\tlabel"] + rows.map { "\($0.0)\t\($0.1)" }
        try Data(tabs.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("t.tsv"))
        let lines = rows.map { "{\"text\": \"\($0.0)\", \"label\": \"\($0.1)\"}" }
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("t.jsonl"))
        for name in ["t.tsv", "t.jsonl"] {
            let training = try osprey("train", "text", name, "--split", "0", "--output", "m.mlmodel", "--json").object()
            let labels = (training["training"] as? [String: Any])?["labels"] as? [[String: Any]] ?? []
            #expect(labels.map { $0["label"] as? String } == ["ham", "spam"], "\(training)")
            #expect(labels.map { $0["examples"] as? Int } == [2, 2])
        }
    }

    @Test("Wrong usage of texts is said in one line")
    func usage() throws {
        let cases: [([String], String)] = [
            (["train", "text", "t.csv"], "there is no column 'text'"),
            (["train", "text", "t.csv", "--text", "message", "--label", "kind", "--seed", "2"], "--seed goes with --split"),
            (["train", "text", ".", "--text", "message"], "name columns of a table"),
            (["train", "text", "."], "has no folders, one for each label"),
        ]
        for (words, message) in cases {
            let run = try Program.run(words, in: folder)
            #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
        }
    }
}

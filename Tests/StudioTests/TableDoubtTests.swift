import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Tables that are hard or impossible to learn from")
struct TableDoubtTests {
    /// Every sentence about a table, a column as the target, and a column to learn from.
    private func sentences(_ summary: [String: Any]) throws -> [[String: Any]] {
        let table = try #require(summary["table"] as? [String: Any])
        let columns = try #require(table["columns"] as? [[String: Any]])
        var all = table["doubts"] as? [[String: Any]] ?? []
        for column in columns {
            for kind in ["asClass", "asNumber", "asFeature", "withMissing"] { all += column[kind] as? [[String: Any]] ?? [] }
            for other in column["names"] as? [[String: Any]] ?? [] { all += other["doubts"] as? [[String: Any]] ?? [] }
        }
        return all
    }

    @Test("Reasons against learning from a table are reported before the training, and by the training", arguments: DoubtfulTable.all)
    func doubts(_ table: DoubtfulTable) throws {
        let server = try Server()
        let summary = try sentences(server.summary(Data(table.csv.utf8), as: "t.csv"))
        // Whether all columns are empty, or the nameless one left out, depends on the choice of columns.
        if !["no column to learn from", "a column without a name"].contains(where: table.words.hasPrefix) {
            let words = table.words.prefix(1).uppercased() + table.words.dropFirst()
            let said = summary.filter { sentence in
                guard let text = sentence["text"] as? String else { return false }
                return text.contains(words) || text.contains(table.words)
            }
            #expect(said.contains { $0["isFatal"] as? Bool == table.isFatal }, "\(summary)")
        }
        let job = try server.trainTable(Data(table.csv.utf8), target: "y", "decision-tree", iterations: nil, isClass: table.isClass)
        let details = try server.wait(job, for: ["finished", "failed"])
        #expect(details["state"] as? String == (table.isFatal ? "failed" : "finished"), "\(details)")
        let said = [details["reason"] as? String].compactMap { $0 } + (details["warnings"] as? [String] ?? [])
        #expect(said.contains { $0.contains(table.words) }, "\(said)")
    }
}

import Foundation
import TestSupport
import Testing

/// Tables that are hard or impossible to learn from, on the command line.
@Suite struct TableDoubtTests {
    @Test("Each reason against learning from a table is an error or a warning", arguments: DoubtfulTable.all)
    func doubts(_ table: DoubtfulTable) throws {
        let folder = try TemporaryFolder()
        try Data(table.csv.utf8).write(to: folder.file("t.csv"))
        let run = try Program.run(
            ["train", "tabular", "t.csv", "--target", "y", "--kind", "decision-tree"] + (table.isClass ? ["--classify"] : []),
            in: folder.url)
        #expect(run.status == (table.isFatal ? 1 : 0) && run.errors.contains(table.words), "\(run.errors)")
        #expect(run.errors.contains(table.isFatal ? "osprey: " : "warning: "))
    }
}

import Foundation
import TestSupport
import Testing

@testable import CoreMLRuntime

@Suite("The table of kernels") struct KernelTableTests {
    /// The rows of an operation: its kernels, with what the page says about when each is chosen.
    private typealias Rows = [(kernel: String, condition: String)]

    /// The rows of Documentation/Kernels.md, by operation. A row without an operation is a further one of the row above.
    private static func page() throws -> [Rows] {
        let text = try String(contentsOf: Repository.file("Documentation/Kernels.md"), encoding: .utf8)
        var operations: [Rows] = []
        for line in text.split(separator: "\n").drop(while: { !$0.hasPrefix("| operation | kernel |") }).dropFirst(2) {
            guard line.hasPrefix("|") else { break }
            let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            if !cells[0].isEmpty { operations.append([]) }
            let last = try #require(operations.indices.last)
            operations[last].append((cells[1], cells[2]))
        }
        return operations
    }

    /// The candidates of each kind of node, in the order of the table.
    private static func table() throws -> [(kind: String, candidates: [any KernelCandidate.Type])] {
        try Mirror(reflecting: KernelTable.standard).children.map { kind in
            (try #require(kind.label), try #require(kind.value as? [any KernelCandidate.Type]))
        }
    }

    @Test("Kernels.md lists the kernels of each kind of node in the order of the code, with the units that they need")
    func thePage() throws {
        let page = try Self.page()
        let table = try Self.table()
        try #require(page.count == table.count, "a kind of node, and an operation with its kernels on the page, for each other")
        for (rows, operation) in zip(page, table) {
            #expect(
                rows.map(\.kernel) == operation.candidates.map { $0.name.rawValue },
                "the rows of Documentation/Kernels.md, and KernelTable.\(operation.kind)")
            for (row, candidate) in zip(rows, operation.candidates) {
                let unit: ProductUnit =
                    row.condition.hasPrefix("AMX;") ? .amx : row.condition.hasPrefix("no AMX;") ? .vectors : .any
                #expect(unit == candidate.unit, "\(operation.kind): \(row.kernel) is chosen when '\(row.condition)', on the page")
            }
        }
    }

    @Test("Every kernel is on the page")
    func theNames() throws {
        let text = try String(contentsOf: Repository.file("Documentation/Kernels.md"), encoding: .utf8)
        for kernel in KernelName.allCases { #expect(text.contains(kernel.rawValue), "\(kernel) is not on the page") }
    }
}

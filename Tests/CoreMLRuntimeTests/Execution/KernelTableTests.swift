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

    @Test("Kernels.md lists the kernels of each kind of node in the order of the code, with the units that they need")
    func thePage() throws {
        let page = try Self.page()
        let table = KernelTable.standard.rows
        try #require(page.count == table.count)
        for (rows, operation) in zip(page, table) {
            #expect(rows.map(\.kernel) == operation.candidates.map { $0.name.rawValue }, "\(operation.kind)")
            for (row, candidate) in zip(rows, operation.candidates) {
                let unit: ProductUnit =
                    row.condition.hasPrefix("AMX;") ? .amx : row.condition.hasPrefix("no AMX;") ? .vectors : .any
                #expect(unit == candidate.unit, "\(operation.kind): \(row.kernel)")
            }
        }
    }

    @Test("Every kind of node of the table is among its rows, and every kernel on the page")
    func theRows() throws {
        let kinds = Mirror(reflecting: KernelTable.standard).children.map(\.label)
        #expect(kinds == KernelTable.standard.rows.map(\.kind))
        let text = try String(contentsOf: Repository.file("Documentation/Kernels.md"), encoding: .utf8)
        for kernel in KernelName.allCases { #expect(text.contains(kernel.rawValue), "\(kernel)") }
    }
}

import COneDNN
import Foundation
import Testing

@testable import CoreMLRuntime

@Suite struct ThreadTests {
    /// How often each part of a work ran.
    private final class Counts: @unchecked Sendable {
        private let lock = NSLock()
        private(set) var values: [Int]

        init(_ count: Int) { values = Array(repeating: 0, count: count) }

        func add(_ index: Int) { lock.withLock { values[index] += 1 } }
    }

    @Test(arguments: [1, 2, 3, 8, 33])
    func everyPartRunsOnce(parts: Int) {
        for _ in 0..<200 {
            let counts = Counts(parts)
            OneDNN.parallel(parts) { counts.add($0) }
            #expect(counts.values == Array(repeating: 1, count: parts))
        }
    }

    @Test func workWithinAPartRunsToo() {
        let counts = Counts(3)
        OneDNN.parallel(3) { outer in OneDNN.parallel(1) { _ in counts.add(outer) } }
        #expect(counts.values == [1, 1, 1])
    }

    @Test func severalCallersDoNotMixTheirParts() async {
        await withTaskGroup(of: Bool.self) { group in
            for size in 2..<8 {
                group.addTask {
                    for _ in 0..<300 {
                        let counts = Counts(size)
                        OneDNN.parallel(size) { counts.add($0) }
                        if counts.values != Array(repeating: 1, count: size) { return false }
                    }
                    return true
                }
            }
            for await right in group { #expect(right) }
        }
    }

    /// Debian's oneDNN is built with GNU OpenMP; another system's may not be.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/etc/debian_version")))
    func theLibraryRunsOnTheseThreads() {
        #expect(onednn_runs_on_own_threads())
        #expect(OneDNN.processorCount >= 1)
    }

    @Test(arguments: [1, 2, 5])
    func convolutionsAreRightOnAnyNumberOfThreads(threads: Int) throws {
        var check = PlanCheck()
        let x = try check.input([1, 24, 40, 36])
        let first = try check.conv(x, 48, [3, 3])
        let second = try check.conv(first, 32, [1, 1])
        try check.check([second], threads: threads)
    }
}

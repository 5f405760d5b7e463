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

    @Test("Every part runs once", arguments: [1, 2, 3, 8, 33])
    func everyPartRunsOnce(parts: Int) {
        for _ in 0..<200 {
            let counts = Counts(parts)
            Threads.run(parts) { counts.add($0) }
            #expect(counts.values == Array(repeating: 1, count: parts))
        }
    }

    @Test("Work within a part runs too")
    func workWithinAPartRunsToo() {
        let counts = Counts(3)
        Threads.run(3) { outer in Threads.run(1) { _ in counts.add(outer) } }
        #expect(counts.values == [1, 1, 1])
    }

    @Test("Several callers do not mix their parts")
    func severalCallersDoNotMixTheirParts() async {
        await withTaskGroup(of: Bool.self) { group in
            for size in 2..<8 {
                group.addTask {
                    for _ in 0..<300 {
                        let counts = Counts(size)
                        Threads.run(size) { counts.add($0) }
                        if counts.values != Array(repeating: 1, count: size) { return false }
                    }
                    return true
                }
            }
            for await right in group { #expect(right) }
        }
    }

    /// Debian's oneDNN is built with GNU OpenMP; another system's may not be.
    @Test("The library runs on these threads", .enabled(if: FileManager.default.fileExists(atPath: "/etc/debian_version")))
    func theLibraryRunsOnTheseThreads() {
        #expect(onednn_runs_on_own_threads())
        #expect(Processor.coreCount >= 1)
    }

    @Test("The library keeps its threads where the environment says so")
    func theLibraryKeepsItsThreadsWhereTheEnvironmentSaysSo() async {
        await #expect(processExitsWith: .success) {
            setenv("OSPREY_OPENMP", "library", 1)
            try #require(!onednn_runs_on_own_threads())
            var check = PlanCheck()
            let x = try check.input([1, 24, 40, 36])
            try check.check([try check.conv(x, 48, [3, 3])], threads: 2)
        }
    }

    /// How the kernel protects the page at an address, as `/proc/self/maps` writes it.
    private func protection(at pointer: UnsafeRawPointer) throws -> String {
        // `String(contentsOfFile:)` ends after the first piece of a file that has no size.
        let maps = try #require(try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd())
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            let bounds = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
            if bounds.count == 2, (bounds[0]..<bounds[1]).contains(UInt(bitPattern: pointer)) { return String(fields[1]) }
        }
        return "none"
    }

    /// A page of its own; of a file that is only open for reading where it must not become writable.
    private func page(canBeWritten: Bool) throws -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        let size = Int(sysconf(Int32(_SC_PAGESIZE)))
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)").path
        try Data(count: size).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        let file = open(path, canBeWritten ? O_RDWR : O_RDONLY)
        defer { close(file) }
        let memory = try #require(mmap(nil, size, PROT_READ, MAP_SHARED, file, 0))
        try #require(memory != MAP_FAILED)
        return memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    @Test("Addresses in pages that are read only are replaced and the pages stay read only")
    func addressesInPagesThatAreReadOnlyAreReplacedAndThePagesStayReadOnly() throws {
        let entries = [try page(canBeWritten: true), try page(canBeWritten: true)]
        let values = (1...2).map { UnsafeMutableRawPointer(bitPattern: $0 * 64) }
        #expect(onednn_replace_addresses(entries.map { $0 }, values, 2))
        #expect(entries.map(\.pointee) == values)
        for entry in entries { #expect(try protection(at: entry).hasPrefix("r--")) }
    }

    @Test("No address is replaced where one cannot be")
    func noAddressIsReplacedWhereOneCannotBe() throws {
        let entries = [try page(canBeWritten: true), try page(canBeWritten: false)]
        let values = (1...2).map { UnsafeMutableRawPointer(bitPattern: $0 * 64) }
        #expect(!onednn_replace_addresses(entries.map { $0 }, values, 2))
        #expect(entries.map(\.pointee) == [nil, nil])
        for entry in entries { #expect(try protection(at: entry).hasPrefix("r--")) }
    }

    @Test("Convolutions are right on any number of threads", arguments: [1, 2, 5])
    func convolutionsAreRightOnAnyNumberOfThreads(threads: Int) throws {
        var check = PlanCheck()
        let x = try check.input([1, 24, 40, 36])
        let first = try check.conv(x, 48, [3, 3])
        let second = try check.conv(first, 32, [1, 1])
        try check.check([second], threads: threads)
    }
}

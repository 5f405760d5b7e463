import Foundation

/// Times work, and keeps what it computes.
struct Stopwatch {
    /// The folder of the pixels and vectors, and of the results.
    let folder: URL
    let rounds: Int
    /// The cases that are measured. If the set is empty, all are.
    let cases: Set<String>

    /// Prints the best of several times, as the least disturbed one, and writes what the last round gave. Processor time counts, so that a busy machine
    /// disturbs less.
    func measure(_ name: String, _ work: () throws -> Void, result: () -> Data) throws {
        guard cases.isEmpty || cases.contains(name) else { return }
        try work()
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = Self.milliseconds
            try work()
            best = min(best, Self.milliseconds - start)
        }
        print(name, String(format: "%.3f", best))
        try result().write(to: folder.appendingPathComponent("\(name).out"))
    }

    /// The processor time of this process.
    private static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

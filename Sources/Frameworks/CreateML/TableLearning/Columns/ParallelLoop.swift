import Foundation

/// Loops whose iterations run in parallel. The iterations must be independent of each other, so that any number of cores gives the same results.
enum ParallelLoop {
    /// - Parameter isParallel: whether to run in parallel. Use `false` for work that is too short to divide.
    static func perform(_ count: Int, isParallel: Bool = true, _ body: (Int) -> Void) {
        guard isParallel, count > 1 else {
            for index in 0..<count { body(index) }
            return
        }
        withoutActuallyEscaping(body) { body in
            nonisolated(unsafe) let body = body
            DispatchQueue.concurrentPerform(iterations: count) { body($0) }
        }
    }

    /// The results of `body` for the indices from 0 to `count` − 1, in order.
    static func map<Value: Sendable>(_ count: Int, isParallel: Bool = true, _ body: (Int) -> Value) -> [Value] {
        var results = [Value?](repeating: nil, count: count)
        results.withUnsafeMutableBufferPointer { results in
            nonisolated(unsafe) let results = results
            perform(count, isParallel: isParallel) { results[$0] = body($0) }
        }
        return results.compactMap { $0 }
    }

    /// Divides rows into ranges and calls `body` with each range. The ranges depend only on the number of rows and on `least`.
    static func ranges(of rows: Int, atLeast least: Int = 4_096, _ body: (Range<Int>) -> Void) {
        let parts = max(1, min(16, rows / least))
        perform(parts) { body(rows * $0 / parts..<rows * ($0 + 1) / parts) }
    }
}

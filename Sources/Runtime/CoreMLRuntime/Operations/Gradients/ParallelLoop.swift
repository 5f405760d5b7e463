import COneDNN

/// Loops over elements. They are divided among the threads on which oneDNN's primitives run.
enum ParallelLoop {
    /// The least number of elements that is worth a thread of its own.
    private static let grain = 1 << 14

    /// Calls `body` with ranges that together cover `0..<count`, at most one for each thread. The ranges start at multiples of 16.
    static func run(_ count: Int, threads: Int, grain: Int = ParallelLoop.grain, _ body: (Range<Int>) -> Void) {
        let parts = min(threads, max(1, count / max(grain, 1)))
        guard parts > 1 else { return body(0..<count) }
        let share = (count + parts - 1) / parts
        let length = share.rounded(toMultipleOf: 16)
        Threads.run(parts) { index in
            let start = min(index * length, count)
            let end = min(start + length, count)
            if start < end { body(start..<end) }
        }
    }

    /// Calls `body` for each index of `0..<count`. The threads take turns, so that each gets the same number of indices.
    static func interleaved(_ count: Int, threads: Int, _ body: (Int) -> Void) {
        let parts = min(threads, count)
        guard parts > 1 else {
            for index in 0..<count { body(index) }
            return
        }
        Threads.run(parts) { part in
            for index in stride(from: part, to: count, by: parts) { body(index) }
        }
    }
}

/// Products of row-major matrices.
enum Matrices {
    /// `c = a · b + beta · c`: `a` is m × k after its transposition, `b` k × n.
    static func multiply(
        _ a: UnsafePointer<Float>, transposingA transposesA: Bool = false, _ b: UnsafePointer<Float>,
        transposingB transposesB: Bool = false, into c: UnsafeMutablePointer<Float>, _ m: Int, _ n: Int, _ k: Int, beta: Float = 0,
        strides: (a: Int?, b: Int?, c: Int?) = (nil, nil, nil)
    ) throws {
        guard m > 0, n > 0 else { return }
        guard k > 0 else {
            if beta == 0 { for row in 0..<m { (c + row * (strides.c ?? n)).update(repeating: 0, count: n) } }
            return
        }
        try OneDNN.check(
            onednn_matrix_product(
                transposesA, transposesB, Int64(m), Int64(n), Int64(k), a, Int64(strides.a ?? (transposesA ? m : k)), b,
                Int64(strides.b ?? (transposesB ? k : n)), beta, c, Int64(strides.c ?? n)))
    }

    /// Adds the column sums of a matrix of `rows` × `columns` numbers to `sums`.
    static func addColumnSums(_ x: UnsafePointer<Float>, _ rows: Int, _ columns: Int, to sums: UnsafeMutablePointer<Float>) {
        for row in 0..<rows {
            let line = x + row * columns
            for column in 0..<columns { sums[column] += line[column] }
        }
    }
}

extension Tensor {
    /// Sets every element to zero.
    func clear() { rawBytes.initializeMemory(as: UInt8.self, repeating: 0) }
}

/// Visits all positions of a shape, row by row, and tracks the offset of each of several strided operands.
///
/// Dimensions of one element are left out. Neighbouring dimensions are merged if one stride covers both in every operand. Rows are then as
/// long as possible. Strides may be zero (broadcasting) or negative (reversal).
struct StridedWalk {
    /// The sizes of the dimensions after merging. The last is the length of a row.
    private(set) var shape: [Int] = []
    /// `strides[operand][dimension]` in elements, after merging.
    private(set) var strides: [[Int]]

    /// Merges the dimensions of a walk. `strides[operand][dimension]` are in elements.
    init(shape: [Int], strides operands: [[Int]]) {
        strides = operands.map { _ in [] }
        for axis in shape.indices where shape[axis] != 1 {
            let mergeable =
                !self.shape.isEmpty
                && operands.indices.allSatisfy { strides[$0][self.shape.count - 1] == operands[$0][axis] * shape[axis] }
            if mergeable {
                self.shape[self.shape.count - 1] *= shape[axis]
                for operand in operands.indices { strides[operand][self.shape.count - 1] = operands[operand][axis] }
            } else {
                self.shape.append(shape[axis])
                for operand in operands.indices { strides[operand].append(operands[operand][axis]) }
            }
        }
        if self.shape.isEmpty {
            self.shape = [1]
            strides = operands.map { _ in [1] }
        }
    }

    /// The number of elements in a row.
    var rowLength: Int { shape[shape.count - 1] }

    var rowCount: Int { shape.dropLast().product() }

    /// The step of an operand within a row.
    func step(_ operand: Int) -> Int { strides[operand][shape.count - 1] }

    /// Calls `body` with the operands' offsets at the start of each row.
    @inline(__always)
    func forEachRow(_ body: (UnsafePointer<Int>) -> Void) { forEachRow(in: 0..<rowCount, body) }

    /// Calls `body` with the operands' offsets at the start of each of the given rows.
    @inline(__always)
    func forEachRow(in rows: Range<Int>, _ body: (UnsafePointer<Int>) -> Void) {
        guard !rows.isEmpty, rowLength > 0 else { return }
        let (outer, operands) = (shape.count - 1, strides.count)
        // `moves[axis * operands + k]` is the stride of operand k along the axis.
        let moves = (0..<outer).flatMap { axis in strides.map { $0[axis] } }
        var position = [Int](repeating: 0, count: outer)
        var offsets = [Int](repeating: 0, count: operands)
        var rest = rows.lowerBound
        for axis in (0..<outer).reversed() {
            position[axis] = rest % shape[axis]
            rest /= shape[axis]
            for operand in 0..<operands { offsets[operand] += position[axis] * moves[axis * operands + operand] }
        }
        for _ in rows {
            offsets.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base) } }
            var axis = outer - 1
            while axis >= 0 {
                let first = axis * operands
                position[axis] += 1
                for operand in 0..<operands { offsets[operand] += moves[first + operand] }
                if position[axis] < shape[axis] { break }
                for operand in 0..<operands { offsets[operand] -= moves[first + operand] * shape[axis] }
                position[axis] = 0
                axis -= 1
            }
        }
    }

    /// The least number of elements that is worth a thread of its own.
    private static let grain = 1 << 15

    /// Calls `body` with ranges of rows, and of elements within a row, that together cover everything. Calls run in parallel on free threads.
    func divided(_ body: (_ rows: Range<Int>, _ elements: Range<Int>) -> Void) {
        let (rows, length) = (rowCount, rowLength)
        guard rows > 0, length > 0 else { return }
        let parts = min(Threads.limit, max(1, rows * length / StridedWalk.grain))
        if rows >= parts {
            Threads.run(parts) { body(rows * $0 / parts..<rows * ($0 + 1) / parts, 0..<length) }
        } else {
            Threads.run(parts) { body(0..<rows, length * $0 / parts..<length * ($0 + 1) / parts) }
        }
    }
}

enum Broadcasting {
    /// The broadcast shape of `shapes`, aligned at the last dimension; `nil` if they are incompatible.
    static func shape(_ shapes: [[Int]]) -> [Int]? {
        var result = [Int](repeating: 1, count: shapes.map(\.count).max() ?? 0)
        for shape in shapes {
            let lead = result.count - shape.count
            for (axis, size) in shape.enumerated() where size != 1 {
                if result[lead + axis] == 1 {
                    result[lead + axis] = size
                } else if result[lead + axis] != size {
                    return nil
                }
            }
        }
        return result
    }

    /// The strides with which a tensor of `shape` is read in `target`'s shape. They are zero along broadcast dimensions.
    static func strides(_ shape: [Int], to target: [Int]) -> [Int] {
        let lead = target.count - shape.count
        let own = TensorType(.float32, shape).strides
        return target.indices.map { $0 < lead || shape[$0 - lead] == 1 ? 0 : own[$0 - lead] }
    }
}

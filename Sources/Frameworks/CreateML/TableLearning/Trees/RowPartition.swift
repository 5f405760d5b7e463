/// The rows of a tree with their signals, grouped by node. To divide a node, its rows are copied from one of two buffers to the other.
final class RowPartition {
    typealias Signal = HistogramLayout.Signal

    /// The rows of a node: a range of indices in one of the two buffers.
    struct Part {
        var range: Range<Int>
        var buffer: Int
    }

    private let capacity: Int
    private let isParallel: Bool
    private let rowBuffers: [UnsafeMutablePointer<UInt32>]
    private let signalBuffers: [UnsafeMutablePointer<Signal>]
    /// A flag for each row: 1 if the row passes the test of the current division, and 0 if not. The flags avoid a second look-up of each row's bin.
    private let flags: UnsafeMutablePointer<UInt8>

    /// The minimum number of rows for a thread.
    private static let block = 8_192

    init(capacity: Int, isParallel: Bool) {
        self.capacity = capacity
        self.isParallel = isParallel
        rowBuffers = (0..<2).map { _ in .allocate(capacity: max(capacity, 1)) }
        signalBuffers = (0..<2).map { _ in .allocate(capacity: max(capacity, 1)) }
        for buffer in rowBuffers { buffer.initialize(repeating: 0, count: max(capacity, 1)) }
        for buffer in signalBuffers { buffer.initialize(repeating: .zero, count: max(capacity, 1)) }
        flags = .allocate(capacity: max(capacity, 1))
        flags.initialize(repeating: 0, count: max(capacity, 1))
    }

    deinit {
        for buffer in rowBuffers { buffer.deallocate() }
        for buffer in signalBuffers { buffer.deallocate() }
        flags.deallocate()
    }

    /// Begins a new tree with the given rows; with all rows if `rows` is `nil`. Returns the rows of the root node.
    func begin(_ rows: [UInt32]?, _ signals: UnsafePointer<Signal>) -> Part {
        if let rows {
            precondition(rows.count <= capacity, "there are no more rows than in the table")
            for (place, row) in rows.enumerated() {
                rowBuffers[0][place] = row
                signalBuffers[0][place] = signals[Int(row)]
            }
            return Part(range: 0..<rows.count, buffer: 0)
        }
        for row in 0..<capacity { rowBuffers[0][row] = UInt32(truncatingIfNeeded: row) }
        signalBuffers[0].update(from: signals, count: capacity)
        return Part(range: 0..<capacity, buffer: 0)
    }

    func rows(_ part: Part) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: rowBuffers[part.buffer] + part.range.lowerBound, count: part.range.count)
    }

    func signals(_ part: Part) -> UnsafePointer<Signal> { UnsafePointer(signalBuffers[part.buffer] + part.range.lowerBound) }

    /// Divides the rows of a node into rows that pass a split's test and rows that fail. Both parts keep the order of the rows.
    func divide(
        _ part: Part, _ table: BinnedTable, _ split: TreeSplit, _ orders: [CategoryOrder]
    ) -> (passed: Part, failed: Part) {
        let bins = table.bins[split.column]
        let passes: [UInt8] = (0..<bins.count).map { split.test.passes($0, missing: bins.missing, orders) ? 1 : 0 }
        return passes.withUnsafeBufferPointer { passes in
            switch table.places[split.column] {
            case .narrow(let group, let lane):
                let bytes = table.group(group) + lane
                return divide(part) { passes[Int(bytes[Int($0) * BinnedTable.lanes])] }
            case .wide(let index):
                let column = table.wideColumn(index)
                return divide(part) { passes[Int(column[Int($0)])] }
            }
        }
    }

    /// - Parameter passes: gives 1 for a row that passes the test, or 0 for a row that fails.
    @inline(__always)
    private func divide(_ part: Part, _ passes: (UInt32) -> UInt8) -> (passed: Part, failed: Part) {
        let count = part.range.count
        let blocks = isParallel ? max(1, min(16, count / Self.block)) : 1
        let (rows, signals, flags) = (rows(part), signals(part), flags + part.range.lowerBound)
        var passed = [Int](repeating: 0, count: blocks)
        passed.withUnsafeMutableBufferPointer { passed in
            nonisolated(unsafe) let passed = passed
            ParallelLoop.perform(blocks) { block in
                var sum = 0
                for place in count * block / blocks..<count * (block + 1) / blocks {
                    let flag = passes(rows[place])
                    flags[place] = flag
                    sum += Int(flag)
                }
                passed[block] = sum
            }
        }
        let total = passed.reduce(0, +)
        var starts: [Int] = []
        var before = 0
        for block in 0..<blocks {
            starts.append(before)
            before += passed[block]
        }
        let start = part.range.lowerBound
        let (rowTarget, signalTarget) = (rowBuffers[1 - part.buffer] + start, signalBuffers[1 - part.buffer] + start)
        ParallelLoop.perform(blocks) { block in
            let first = count * block / blocks
            var (left, right) = (starts[block], total + first - starts[block])
            for place in first..<count * (block + 1) / blocks {
                let isPassed = Int(flags[place])
                let target = isPassed == 1 ? left : right
                rowTarget[target] = rows[place]
                signalTarget[target] = signals[place]
                left += isPassed
                right += 1 - isPassed
            }
        }
        return (
            Part(range: start..<start + total, buffer: 1 - part.buffer),
            Part(range: start + total..<part.range.upperBound, buffer: 1 - part.buffer)
        )
    }
}

import CKernels
import Foundation
import Testing

@testable import CoreMLRuntime

/// The kernel of attention for few queries, whose keys and values may be float16.
@Suite struct AttentionFewQueriesTests {
    enum Mask: CaseIterable, Sendable {
        case none
        case added
        case kept
    }

    /// Heads of keys and values, each of which `shared` heads of queries read.
    struct Shape: Sendable {
        var heads = 1
        var shared = 1
        var queries = 1
        var keys: Int
        var width: Int
        var depth: Int
        /// The space between two rows of keys and of values, and the rows behind the last key of a head.
        var gap = 0
        var spare = 0
        var hasHalves = false
        var mask = Mask.none

        var rows: Int { heads * shared * queries }
        var scale: Float { 1 / Float(width).squareRoot() }
    }

    /// Numbers in memory of their own, at an address `shift` bytes from a line of the cache.
    private final class Memory {
        private let start: UnsafeMutableRawPointer
        let address: UnsafeMutableRawPointer

        init<Element: BitwiseCopyable>(_ elements: [Element], shift: Int = 0) {
            let count = elements.count * MemoryLayout<Element>.stride
            let start = UnsafeMutableRawPointer.allocate(byteCount: count + shift + 1, alignment: 64)
            elements.withUnsafeBytes { source in
                if let first = source.baseAddress { (start + shift).copyMemory(from: first, byteCount: count) }
            }
            self.start = start
            address = start + shift
        }

        deinit { start.deallocate() }

        func floats(_ count: Int) -> [Float] { (0..<count).map { address.load(fromByteOffset: 4 * $0, as: Float.self) } }
    }

    /// Keys or values: not-a-number lies between their rows and behind the last one.
    private struct Rows {
        let stride: Int
        let headStride: Int
        var numbers: [Float]

        init(_ shape: Shape, length: Int, noise: inout Noise) {
            stride = length + shape.gap
            headStride = (shape.keys + shape.spare) * stride
            numbers = [Float](repeating: .nan, count: shape.heads * headStride + 16)
            for head in 0..<shape.heads {
                for key in 0..<shape.keys {
                    let start = head * headStride + key * stride
                    for index in start..<start + length {
                        let number = 2 * noise.next()
                        numbers[index] = shape.hasHalves ? Float(Float16(number)) : number
                    }
                }
            }
        }

        func memory(_ hasHalves: Bool) -> Memory {
            hasHalves ? Memory(numbers.map { Float16($0).bitPattern }, shift: 1) : Memory(numbers)
        }
    }

    /// The operands of attention; the mask, which repeats over the heads of keys, as numbers that are added.
    private struct Operands {
        let shape: Shape
        let queries: [Float]
        let keys: Rows
        let values: Rows
        var mask: [Float]

        init(_ shape: Shape) {
            var noise = Noise(shape.keys + shape.width)
            self.shape = shape
            queries = (0..<shape.rows * shape.width).map { _ in 2 * noise.next() }
            keys = Rows(shape, length: shape.width, noise: &noise)
            values = Rows(shape, length: shape.depth, noise: &noise)
            mask = [Float](repeating: 0, count: shape.shared * shape.queries * shape.keys)
            if shape.mask == .none { return }
            // The first key counts for all queries but the last, which may attend to nothing.
            for index in mask.indices where index % shape.keys != 0 {
                let number = noise.next()
                if number < -0.4 { mask[index] = -.infinity }
                if shape.mask == .added && number > 0 { mask[index] = number > 0.6 ? -1e4 : number }
            }
            for index in mask.count - shape.keys..<mask.count { mask[index] = -.infinity }
        }

        /// The definition, in Double.
        func truth() -> [Double] {
            let (width, depth) = (shape.width, shape.depth)
            var results: [Double] = []
            for row in 0..<shape.rows {
                let head = row / (shape.shared * shape.queries)
                let maskRow = row % (shape.shared * shape.queries) * shape.keys
                var scores = (0..<shape.keys).map { key -> Double in
                    let start = head * keys.headStride + key * keys.stride
                    var sum = 0.0
                    for index in 0..<width { sum += Double(queries[row * width + index]) * Double(keys.numbers[start + index]) }
                    return sum * Double(shape.scale) + Double(mask[maskRow + key])
                }
                let highest = scores.max() ?? 0
                // Where nothing counts, the distance of −∞ to itself is not a number.
                for key in scores.indices { scores[key] = exp(scores[key] - highest) }
                let total = scores.reduce(0, +)
                var sums = [Double](repeating: 0, count: depth)
                for key in scores.indices {
                    let start = head * values.headStride + key * values.stride
                    for index in 0..<depth { sums[index] += scores[key] * Double(values.numbers[start + index]) }
                }
                results += sums.map { $0 / total }
            }
            return results
        }
    }

    private func work(_ operands: Operands) -> KernelAttention {
        let shape = operands.shape
        var work = KernelAttention()
        work.batch_rank = 2
        store([shape.heads, shape.shared], in: &work.batch)
        (work.queries, work.keys) = (Int64(shape.queries), Int64(shape.keys))
        (work.width, work.depth) = (Int64(shape.width), Int64(shape.depth))
        work.scale = shape.scale
        work.has_halves = shape.hasHalves
        store([shape.shared * shape.queries * shape.width, shape.queries * shape.width], in: &work.query_strides)
        store([operands.keys.headStride, 0], in: &work.key_strides)
        store([operands.values.headStride, 0], in: &work.value_strides)
        store([shape.shared * shape.queries * shape.depth, shape.queries * shape.depth], in: &work.result_strides)
        (work.query_row, work.result_row) = (Int64(shape.width), Int64(shape.depth))
        (work.key_row, work.value_row) = (Int64(operands.keys.stride), Int64(operands.values.stride))
        switch shape.mask {
        case .none: work.mask = KernelMaskNone
        case .added: work.mask = KernelMaskAdded
        case .kept: work.mask = KernelMaskKept
        }
        store([0, shape.queries * shape.keys], in: &work.mask_strides)
        (work.mask_query_stride, work.mask_key_stride) = (Int64(shape.keys), 1)
        return work
    }

    private func results(_ operands: Operands, threads: Int) -> [Float] {
        let shape = operands.shape
        var work = self.work(operands)
        let isFew = kernel_attention_has_few_queries(&work)
        #expect(isFew || shape.keys < 64)
        let scratch = [Float](repeating: .nan, count: kernel_attention_scratch(&work, Int32(threads)) / MemoryLayout<Float>.size)
        let kept: [UInt8] = operands.mask.map { $0 == 0 ? 1 : 0 }
        let result = Memory([Float](repeating: 0, count: shape.rows * shape.depth))
        let memories = [
            Memory(operands.queries), operands.keys.memory(shape.hasHalves), operands.values.memory(shape.hasHalves), result,
            Memory(scratch), shape.mask == .kept ? Memory(kept) : Memory(operands.mask),
        ]
        let addresses: [UnsafeMutableRawPointer?] = memories.map(\.address)
        kernel_attention_run(&work, addresses, Int32(threads))
        return withExtendedLifetime(memories) { result.floats(shape.rows * shape.depth) }
    }

    private func agree(_ results: [Float], _ truth: [Double]) -> Bool {
        results.count == truth.count
            && zip(results, truth).allSatisfy { $1.isNaN ? $0.isNaN : abs(Double($0) - $1) <= 1e-5 }
    }

    /// The heads of queries that share one of keys, and the queries of each.
    private static let kinds = [(1, 1), (2, 1), (4, 1), (16, 1), (1, 5), (4, 4)]

    @Test("Agrees with its definition", arguments: [1, 7, 16, 40, 64, 128])
    func agreesWithItsDefinition(width: Int) {
        let widths = [1, 7, 16, 40, 64, 128], first = widths.firstIndex(of: width) ?? 0
        for (second, keys) in [1, 5, 63, 64, 65, 300].enumerated() {
            for (third, kind) in Self.kinds.enumerated() {
                let sum = first + second + third
                var shape = Shape(keys: keys, width: width, depth: widths[sum % 6])
                (shape.heads, shape.shared, shape.queries) = (1 + sum % 2, kind.0, kind.1)
                (shape.gap, shape.spare) = ([0, 3, 16][(sum + first) % 3], second % 2 * 7)
                shape.hasHalves = (first / 2 + second + third) % 2 == 0
                shape.mask = Mask.allCases[(first + second) % 3]
                let operands = Operands(shape)
                #expect(agree(results(operands, threads: [1, 2, 5][(first + third) % 3]), operands.truth()), "\(shape)")
            }
        }
    }

    /// One head, so that the threads divide its keys, some ranges of which do not count at all.
    @Test("Divided keys agree", arguments: Mask.allCases, [false, true])
    func dividedKeysAgree(mask: Mask, hasHalves: Bool) {
        var operands = Operands(Shape(shared: 2, queries: 2, keys: 1100, width: 64, depth: 40, hasHalves: hasHalves, mask: mask))
        if mask != .none { for key in 1..<700 { operands.mask[key] = -.infinity } }
        let truth = operands.truth()
        for threads in [1, 2, 5] {
            let first = results(operands, threads: threads)
            #expect(agree(first, truth), "\(threads) threads")
            // Whichever thread takes which range.
            for _ in 0..<5 { #expect(results(operands, threads: threads).map(\.bitPattern) == first.map(\.bitPattern)) }
        }
    }

    /// As many heads as these numbers of threads divide evenly are never divided themselves.
    @Test("Threads that divide the heads give the same bits")
    func threadsThatDivideTheHeadsGiveTheSameBits() {
        let operands = Operands(Shape(heads: 10, shared: 2, keys: 300, width: 64, depth: 64, hasHalves: true))
        let alone = results(operands, threads: 1).map(\.bitPattern)
        for threads in [2, 5] { #expect(results(operands, threads: threads).map(\.bitPattern) == alone) }
    }

    @Test("Only queries of the same keys count together")
    func onlyQueriesOfTheSameKeysCountTogether() {
        func isFew(_ batch: [Int], _ keys: [Int], _ values: [Int], queries: Int, count: Int = 64, hasHalves: Bool = false) -> Bool {
            var work = KernelAttention()
            (work.keys, work.has_halves) = (Int64(count), hasHalves)
            work.batch_rank = Int32(batch.count)
            store(batch, in: &work.batch)
            store(keys, in: &work.key_strides)
            store(values, in: &work.value_strides)
            work.queries = Int64(queries)
            return kernel_attention_has_few_queries(&work)
        }
        #expect(isFew([], [], [], queries: 16))
        #expect(!isFew([], [], [], queries: 17))
        #expect(isFew([8, 4], [640, 0], [640, 0], queries: 4))
        #expect(!isFew([8, 4], [640, 0], [640, 0], queries: 5))
        #expect(isFew([8, 4], [640, 0], [640, 80], queries: 5))
        #expect(isFew([8, 4], [640, 80], [640, 0], queries: 5))
        // An axis of one index moves nowhere, whatever its stride.
        #expect(!isFew([8, 4, 1], [640, 0, 80], [640, 0, 80], queries: 5))
        #expect(isFew([1, 1, 1], [640, 0, 80], [640, 0, 80], queries: 16))
        #expect(isFew([0, 4], [640, 80], [640, 80], queries: 1))
        // Few keys are soon arranged for several queries, unless they have to be widened first.
        #expect(isFew([], [], [], queries: 4, count: 63))
        #expect(!isFew([], [], [], queries: 5, count: 63))
        #expect(isFew([], [], [], queries: 5, count: 63, hasHalves: true))
    }

    @Test("Nothing is done for no queries or heads")
    func nothingIsDoneForNoQueriesOrHeads() {
        for (heads, queries) in [(0, 1), (1, 0)] {
            var shape = Shape(keys: 5, width: 8, depth: 8)
            (shape.heads, shape.queries) = (heads, queries)
            #expect(results(Operands(shape), threads: 2).isEmpty)
        }
    }
}

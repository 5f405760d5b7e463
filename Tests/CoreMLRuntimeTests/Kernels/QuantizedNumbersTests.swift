import CKernels
import Foundation
import Testing

@testable import CoreMLRuntime

/// Memory that ends, but for a few bytes, where a page begins that must not be touched.
private final class GuardedMemory {
    let pointer: UnsafeMutableRawPointer
    private let start: UnsafeMutableRawPointer
    private let length: Int

    init?<Element: BitwiseCopyable>(_ elements: [Element], behind: Int = 0) {
        let page = 4096, count = elements.count * MemoryLayout<Element>.stride, used = (count + behind + page - 1) / page * page
        guard let start = mmap(nil, used + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED else {
            return nil
        }
        guard mprotect(start + used, page, PROT_NONE) == 0 else { return nil }
        (self.start, length) = (start, used + page)
        let pointer = start + (used - behind - count)
        elements.withUnsafeBytes { source in
            if let first = source.baseAddress { pointer.copyMemory(from: first, byteCount: count) }
        }
        self.pointer = pointer
    }

    deinit { munmap(start, length) }

    func floats(_ count: Int) -> [Float] { (0..<count).map { pointer.load(fromByteOffset: 4 * $0, as: Float.self) } }
}

/// A matrix of integers, whose numbers are made one bit after the other.
private struct Matrix {
    enum Meaning: CaseIterable {
        case scales
        case halfScales
        case offsets
        case halfScalesAndOffsets
        case tables

        var hasHalves: Bool { self == .halfScales || self == .halfScalesAndOffsets }
        var hasOffsets: Bool { self == .offsets || self == .halfScalesAndOffsets }
    }

    struct Shape {
        var rows: Int
        var columns: Int
        var blockRows: Int
        var blockColumns: Int

        init(_ rows: Int, _ columns: Int, _ blockRows: Int, _ blockColumns: Int) {
            (self.rows, self.columns, self.blockRows, self.blockColumns) = (rows, columns, blockRows, blockColumns)
        }
    }

    let shape: Shape
    let bits: Int
    let isSigned: Bool
    let meaning: Meaning
    var integers: [UInt8]
    var scales: [Float]
    var offsets: [Int16]
    var tables: [Float]

    init(_ shape: Shape, bits: Int, isSigned: Bool = false, meaning: Meaning = .scales, seed: Int = 1) {
        var noise = Noise(seed + bits)
        (self.shape, self.bits, self.isSigned, self.meaning) = (shape, bits, isSigned, meaning)
        let count = shape.rows * shape.columns
        let blocks = (shape.rows / shape.blockRows) * (shape.columns / shape.blockColumns)
        if bits == 16 {
            integers = []
            for _ in 0..<count {
                let pattern = Float16(noise.next()).bitPattern
                integers += [UInt8(pattern & 0xff), UInt8(pattern >> 8)]
            }
        } else {
            integers = (0..<(count * bits + 7) / 8).map { _ in UInt8(truncatingIfNeeded: Int(noise.next() * 1000)) }
        }
        scales = (0..<blocks).map { _ in Float(Float16(noise.next())) }
        offsets = (0..<blocks).map { _ in meaning.hasOffsets ? Int16(noise.next() * 100) : 0 }
        tables = meaning == .tables && bits < 16 ? (0..<blocks << bits).map { _ in noise.next() } : []
    }

    func number(_ row: Int, _ column: Int) -> Float {
        let place = row * shape.columns + column
        if bits == 16 { return Float(Float16(bitPattern: UInt16(integers[2 * place]) | UInt16(integers[2 * place + 1]) << 8)) }
        var code = 0
        for bit in 0..<bits {
            let position = place * bits + bit
            if integers[position / 8] >> UInt8(position % 8) & 1 != 0 { code += 1 << bit }
        }
        let block = row / shape.blockRows * (shape.columns / shape.blockColumns) + column / shape.blockColumns
        if meaning == .tables { return tables[block * (1 << bits) + code] }
        if isSigned && code >= 1 << (bits - 1) { code -= 1 << bits }
        return scales[block] * Float(code - Int(offsets[block]))
    }

    var numbers: [Float] {
        var numbers: [Float] = []
        numbers.reserveCapacity(shape.rows * shape.columns)
        for row in 0..<shape.rows { for column in 0..<shape.columns { numbers.append(number(row, column)) } }
        return numbers
    }
}

/// A matrix in memory, of which nothing may be read beyond its end.
private final class StoredMatrix {
    let quantized: KernelQuantizedWeights
    private let memories: [GuardedMemory]

    init(_ matrix: Matrix) throws {
        let shape = matrix.shape
        let memory = try #require(GuardedMemory(matrix.integers))
        var memories = [memory]
        var quantized = KernelQuantizedWeights()
        quantized.integers = UnsafeRawPointer(memory.pointer)
        quantized.bits = Int32(matrix.bits)
        quantized.is_signed = matrix.isSigned
        (quantized.rows, quantized.columns) = (Int64(shape.rows), Int64(shape.columns))
        (quantized.block_rows, quantized.block_columns) = (Int64(shape.blockRows), Int64(shape.blockColumns))
        if matrix.bits < 16 && matrix.meaning == .tables {
            let tables = try #require(GuardedMemory(matrix.tables))
            quantized.tables = UnsafePointer(tables.pointer.assumingMemoryBound(to: Float.self))
            memories.append(tables)
        } else if matrix.bits < 16 {
            // Half of the matrices have them at odd addresses.
            let behind = shape.rows % 2, halves = matrix.scales.map { Float16($0) }
            let memory = matrix.meaning.hasHalves ? GuardedMemory(halves, behind: behind) : GuardedMemory(matrix.scales, behind: behind)
            let scales = try #require(memory)
            quantized.scales = UnsafeRawPointer(scales.pointer)
            quantized.scales_are_halves = matrix.meaning.hasHalves
            memories.append(scales)
            if matrix.meaning.hasOffsets {
                let offsets = try #require(GuardedMemory(matrix.offsets))
                quantized.offsets = UnsafePointer(offsets.pointer.assumingMemoryBound(to: Int16.self))
                memories.append(offsets)
            }
        }
        (self.quantized, self.memories) = (quantized, memories)
    }

    /// The numbers of some rows; not-a-number stays behind them.
    func numbers(_ rows: Range<Int>, threads: Int) -> [Float] {
        var quantized = self.quantized
        let count = rows.count * Int(quantized.columns)
        var result = [Float](repeating: .nan, count: count + 1)
        kernel_quantized_expand(&quantized, Int64(rows.lowerBound), Int64(rows.count), &result, Int32(threads))
        #expect(result[count].isNaN)
        return Array(result.prefix(count))
    }
}

/// The numbers of bits that an integer may have.
private let widths = [1, 2, 3, 4, 6, 8, 16]

/// Numbers that a file holds as integers.
@Suite struct QuantizedNumbersTests {
    private static let shapes = [
        Matrix.Shape(1, 1, 1, 1), Matrix.Shape(5, 7, 1, 7), Matrix.Shape(6, 33, 3, 11), Matrix.Shape(4, 96, 2, 32),
        Matrix.Shape(3, 1030, 1, 103), Matrix.Shape(8, 40, 8, 1), Matrix.Shape(7, 64, 7, 64), Matrix.Shape(3, 2051, 1, 2051),
    ]

    @Test("Expanded numbers are those of each code", arguments: widths)
    func expandedNumbersAreThoseOfEachCode(bits: Int) throws {
        for (index, shape) in Self.shapes.enumerated() {
            for meaning in bits == 16 ? [.scales] : Matrix.Meaning.allCases {
                for isSigned in meaning == .tables || bits == 16 ? [false] : [false, true] {
                    let matrix = Matrix(shape, bits: bits, isSigned: isSigned, meaning: meaning, seed: index)
                    let stored = try StoredMatrix(matrix), expected = matrix.numbers.map(\.bitPattern)
                    for rows in [0..<shape.rows, shape.rows / 2..<shape.rows, 0..<0] {
                        let part = expected[rows.lowerBound * shape.columns..<rows.upperBound * shape.columns]
                        let found = stored.numbers(rows, threads: 1 + index % 3).map(\.bitPattern)
                        #expect(found == Array(part), "\(shape) \(meaning) \(isSigned) \(rows)")
                    }
                }
            }
        }
    }

    @Test("Threads divide the rows", arguments: widths)
    func threadsDivideTheRows(bits: Int) throws {
        let matrix = Matrix(Matrix.Shape(70, 999, 2, 333), bits: bits, meaning: .offsets)
        let stored = try StoredMatrix(matrix), expected = matrix.numbers.map(\.bitPattern)
        for threads in [1, 2, 5, 100] { #expect(stored.numbers(0..<70, threads: threads).map(\.bitPattern) == expected) }
    }
}

/// Products with weights that stay integers.
@Suite struct QuantizedProductTests {
    /// The operands of a product with a matrix.
    private struct Operands {
        let rows: Int
        var source: [Float]
        var scale: [Float]?
        var bias: [Float]?

        init(_ matrix: Matrix, rows: Int, hasScale: Bool, hasBias: Bool) {
            var noise = Noise(rows)
            self.rows = rows
            source = (0..<rows * matrix.shape.columns).map { _ in noise.next() }
            if hasScale { scale = (0..<matrix.shape.rows).map { _ in 2 * noise.next() } }
            if hasBias { bias = (0..<matrix.shape.rows).map { _ in noise.next() } }
        }
    }

    private func product(_ stored: StoredMatrix, _ operands: Operands, threads: Int) throws -> [Float] {
        let count = operands.rows * Int(stored.quantized.rows)
        let source = try #require(GuardedMemory(operands.source))
        let destination = try #require(GuardedMemory([Float](repeating: .nan, count: count)))
        let scale = try #require(GuardedMemory(operands.scale ?? [])), bias = try #require(GuardedMemory(operands.bias ?? []))
        var work = KernelQuantizedProduct()
        work.weights = stored.quantized
        work.rows = Int64(operands.rows)
        if operands.scale != nil { work.scale = UnsafePointer(scale.pointer.assumingMemoryBound(to: Float.self)) }
        if operands.bias != nil { work.bias = UnsafePointer(bias.pointer.assumingMemoryBound(to: Float.self)) }
        return withExtendedLifetime((stored, source, destination, scale, bias)) {
            kernel_quantized_product_run(
                &work, source.pointer.assumingMemoryBound(to: Float.self), destination.pointer.assumingMemoryBound(to: Float.self),
                Int32(threads))
            return destination.floats(count)
        }
    }

    /// By the definition, in Double, of the numbers that the integers stand for.
    private func agree(_ results: [Float], _ matrix: Matrix, _ operands: Operands) -> Bool {
        let shape = matrix.shape, numbers = matrix.numbers
        for row in 0..<operands.rows {
            for output in 0..<shape.rows {
                var (sum, magnitude) = (0.0, 0.0)
                for column in 0..<shape.columns {
                    let term = Double(numbers[output * shape.columns + column]) * Double(operands.source[row * shape.columns + column])
                    sum += term
                    magnitude += abs(term)
                }
                let factor = Double(operands.scale?[output] ?? 1)
                let expected = sum * factor + Double(operands.bias?[output] ?? 0)
                let error = abs(Double(results[row * shape.rows + output]) - expected)
                if !(error <= 1e-6 * (magnitude * abs(factor) + 1)) { return false }
            }
        }
        return true
    }

    /// Blocks that are steps of the kernels, parts or several of them, and whole rows that end within one; more blocks than are read at
    /// once; outputs that are not whole tiles; rows that end within a byte.
    private static let shapes = [
        Matrix.Shape(1, 32, 1, 32), Matrix.Shape(9, 96, 3, 32), Matrix.Shape(6, 448, 2, 64), Matrix.Shape(5, 288, 1, 96),
        Matrix.Shape(4, 128, 1, 128), Matrix.Shape(3, 768, 1, 256), Matrix.Shape(6, 34, 2, 34), Matrix.Shape(5, 130, 1, 130),
        Matrix.Shape(2, 8448, 1, 32), Matrix.Shape(3, 2, 1, 2), Matrix.Shape(8, 254, 8, 254), Matrix.Shape(6, 48, 2, 16),
        Matrix.Shape(2, 4400, 1, 16), Matrix.Shape(7, 33, 7, 33), Matrix.Shape(5, 1, 1, 1), Matrix.Shape(5, 60, 1, 20),
    ]

    @Test("Results follow the definition", arguments: widths)
    func resultsFollowTheDefinition(bits: Int) throws {
        var count = 0
        for (index, shape) in Self.shapes.enumerated() {
            for meaning in bits == 16 ? [.scales] : Matrix.Meaning.allCases {
                for isSigned in meaning == .tables || bits == 16 ? [false] : [false, true] {
                    let matrix = Matrix(shape, bits: bits, isSigned: isSigned, meaning: meaning, seed: index)
                    let rows = [1, 3, 16, 2, 5][(count + index) % 5]
                    let operands = Operands(matrix, rows: rows, hasScale: count % 2 == 0, hasBias: count % 3 == 0)
                    let results = try product(StoredMatrix(matrix), operands, threads: 1 + count % 2)
                    #expect(agree(results, matrix, operands), "\(shape) \(meaning) \(isSigned) \(rows) rows")
                    count += 1
                }
            }
        }
    }

    @Test("Any number of threads gives the same bits", arguments: widths)
    func anyNumberOfThreadsGivesTheSameBits(bits: Int) throws {
        for blockColumns in [32, 640] {
            for meaning in bits == 16 ? [.scales] : [Matrix.Meaning.halfScales, .offsets, .tables] {
                let matrix = Matrix(Matrix.Shape(431, 640, 1, blockColumns), bits: bits, isSigned: meaning == .halfScales, meaning: meaning)
                let stored = try StoredMatrix(matrix)
                for rows in [1, 3] {
                    let operands = Operands(matrix, rows: rows, hasScale: true, hasBias: true)
                    let alone = try product(stored, operands, threads: 1)
                    #expect(agree(alone, matrix, operands), "\(meaning) \(blockColumns) \(rows) rows")
                    for threads in [2, 5] {
                        let results = try product(stored, operands, threads: threads)
                        #expect(results.map(\.bitPattern) == alone.map(\.bitPattern), "\(meaning) \(threads) threads")
                    }
                }
            }
        }
    }

    /// Numbers in a table for integers that do not occur have no effect, not even beyond the end of a row.
    @Test("Unused numbers of tables do not reach the result", arguments: [(4, 34), (4, 256), (8, 33), (8, 48)])
    func unusedNumbersOfTablesDoNotReachTheResult(bits: Int, columns: Int) throws {
        var matrix = Matrix(Matrix.Shape(3, columns, 3, columns), bits: bits, meaning: .tables)
        for index in matrix.integers.indices { matrix.integers[index] = bits == 4 ? 0x11 : 1 }
        for index in matrix.tables.indices where index != 1 { matrix.tables[index] = index % 2 == 0 ? .nan : .infinity }
        let operands = Operands(matrix, rows: 2, hasScale: false, hasBias: false)
        #expect(agree(try product(StoredMatrix(matrix), operands, threads: 1), matrix, operands))
    }

    @Test("Special numbers reach the result")
    func specialNumbersReachTheResult() throws {
        for bits in [3, 4, 8, 16] {
            let matrix = Matrix(Matrix.Shape(4, 64, 1, 64), bits: bits)
            var operands = Operands(matrix, rows: 2, hasScale: false, hasBias: true)
            for index in [5, 64 + 63] { operands.source[index] = .nan }
            #expect(try product(StoredMatrix(matrix), operands, threads: 1).allSatisfy(\.isNaN))
        }
    }

    /// Others had better be prepared.
    @Test("Kernels are for blocks of whole vectors")
    func kernelsAreForBlocksOfWholeVectors() {
        func has(_ bits: Int, _ columns: Int, _ blockColumns: Int, tables: Bool = false) -> Bool {
            var quantized = KernelQuantizedWeights()
            quantized.bits = Int32(bits)
            (quantized.rows, quantized.columns) = (8, Int64(columns))
            (quantized.block_rows, quantized.block_columns) = (1, Int64(blockColumns))
            return [Float](repeating: 0, count: 256).withUnsafeBufferPointer { table in
                if tables { quantized.tables = table.baseAddress } else { quantized.scales = UnsafeRawPointer(table.baseAddress) }
                return kernel_has_quantized_product(&quantized)
            }
        }
        let (isWide, isMedium) = (Processor.has512BitVectors, Processor.has256BitVectors)
        for (columns, block) in [(64, 32), (288, 96), (256, 128), (34, 34)] { #expect(has(4, columns, block) == isMedium) }
        for (columns, block) in [(256, 128), (34, 34)] { #expect(has(4, columns, block, tables: true) == isMedium) }
        for (columns, block) in [(48, 16), (33, 33)] {
            #expect(has(8, columns, block) == isMedium)
            #expect(has(8, columns, block, tables: true) == isWide)
        }
        #expect(has(16, 7, 0) == isMedium)
        // Rows that end within a byte, and blocks that end within a wide vector.
        let isOnlyMedium = isMedium && !isWide
        #expect(has(4, 33, 33) == isOnlyMedium && has(4, 64, 16) == isOnlyMedium && has(8, 48, 24) == isOnlyMedium)
        #expect(has(4, 64, 32, tables: true) == isOnlyMedium)
        for bits in [1, 2, 3, 6] { #expect(has(bits, 64, 64) == isOnlyMedium) }
        #expect(!has(6, 64, 64, tables: true) && !has(4, 0, 1) && !has(16, 0, 1))
    }

    @Test("Nothing is done for no rows")
    func nothingIsDoneForNoRows() throws {
        let matrix = Matrix(Matrix.Shape(4, 64, 1, 32), bits: 4)
        #expect(try product(StoredMatrix(matrix), Operands(matrix, rows: 0, hasScale: false, hasBias: false), threads: 2).isEmpty)
    }
}

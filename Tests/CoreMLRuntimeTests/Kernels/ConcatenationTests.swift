import CKernels
import Testing

@testable import CoreMLRuntime

/// Our concatenation, which only moves: every result is exact.
@Suite struct ConcatenationTests {
    private static let margin = [UInt8](repeating: 0xee, count: 64)

    /// The parts joined, and a margin behind the result. None of the parts lies where vectors would like it.
    private func joined(_ parts: [[UInt8]], rows: Int, threads: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0xee, count: parts.map(\.count).reduce(0, +)) + Self.margin
        let lengths = parts.map { Int64($0.count / rows) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: result.count + 17 * parts.count, alignment: 64)
        defer { memory.deallocate() }
        var addresses: [UnsafeMutableRawPointer?] = []
        var place = 3
        for part in parts {
            UnsafeMutableRawBufferPointer(rebasing: memory[place..<place + part.count]).copyBytes(from: part)
            addresses.append(memory.baseAddress.map { $0 + place })
            place += part.count + 17
        }
        result.withUnsafeMutableBytes { bytes in
            lengths.withUnsafeBufferPointer { lengths in
                var work = KernelConcatenation(rows: Int64(rows), count: Int32(parts.count), lengths: lengths.baseAddress)
                kernel_concatenation_run(&work, [bytes.baseAddress] + addresses, Int32(threads))
            }
        }
        return result
    }

    /// Pieces of every length around those of vectors, long ones, and none.
    @Test("Pieces of all lengths are joined")
    func piecesOfAllLengthsAreJoined() {
        var noise = Noise(5)
        let cases = [
            [1, 2], [3, 5, 7], [16, 17, 15], [31, 32, 33], [63, 64, 65], [128, 128], [100, 0, 200], [5000, 3, 2049, 2048], [9],
        ]
        for lengths in cases {
            for rows in [1, 2, 7, 40] {
                let parts = lengths.map { length in
                    (0..<length * rows).map { _ in UInt8(truncatingIfNeeded: Int(noise.next() * 1000)) }
                }
                var expected: [UInt8] = []
                for row in 0..<rows {
                    for (part, length) in zip(parts, lengths) { expected += part[row * length..<(row + 1) * length] }
                }
                for threads in [1, 2, 5] {
                    let agrees = joined(parts, rows: rows, threads: threads) == expected + Self.margin
                    #expect(agrees, "\(lengths), \(rows) rows, \(threads) threads")
                }
            }
        }
    }

    @Test("Any numbers of channels agree", arguments: [[64, 64], [17, 1, 30], [3, 5], [16, 32, 16], [Int](repeating: 3, count: 40)])
    func anyNumbersOfChannelsAgree(channels: [Int]) throws {
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            for images in [1, 2] {
                var check = PlanCheck()
                let parts = try channels.enumerated().map { try check.input([images, $0.element, 9, 11], "x\($0.offset)") }
                let y = try check.builder.emitOne("concat", ["values": .list(parts), "axis": .int(1), "interleave": .bool(false)])
                let plan = try check.check([y], precision, tolerance: 0, comment: "\(channels) of \(images)")
                #expect(plan.stepNames.count == 1)
            }
        }
    }

    @Test("Every dimension agrees", arguments: [0, 1, 2, 3])
    func everyDimensionAgrees(axis: Int) throws {
        for threads in [1, 2, 7] {
            var check = PlanCheck()
            let parts = try [1, 4, 2].enumerated().map { index, length in
                var shape = [3, 5, 40, 21]
                shape[axis] = length
                return try check.input(shape, "x\(index)")
            }
            let y = try check.builder.emitOne("concat", ["values": .list(parts + [parts[0]]), "axis": .int(axis)])
            try check.check([y], tolerance: 0, threads: threads)
        }
    }

    /// Results of convolutions, whose channels come last, in blocks or in what the library chose.
    @Test("Results of convolutions are joined exactly", arguments: [[48, 32], [24, 40], [16, 5, 3]])
    func resultsOfConvolutionsAreJoinedExactly(channels: [Int]) throws {
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            for (usesAMX, images, axis) in [(false, 1, 1), (false, 2, 1), (true, 2, 1), (true, 1, 2), (false, 1, 3)] {
                var check = PlanCheck()
                let x = try check.input([images, 16, 13, 14])
                // Of equal shape but along that dimension.
                let parts = try channels.map { try check.conv(x, axis == 1 ? $0 : channels[0], [3, 3]) }
                let y = try check.builder.emitOne("concat", ["values": .list(parts), "axis": .int(axis), "interleave": .bool(false)])
                let z = try check.conv(try check.conv(y, 16, [1, 1]), 8, [1, 1])
                let outputs = (parts + [y, z]).enumerated().map { (name: "out\($0.offset)", value: $0.element) }
                var options = PlanOptions(precision: precision, threads: 2)
                options.usesAMX = usesAMX && precision == .bfloat16
                let plan = try Plan(try check.builder.finish(outputs: outputs), options: options)
                let results = try plan.run(check.inputs)
                var builder = ProgramBuilder()
                let inputs = try results.prefix(parts.count).enumerated().map { try builder.input("x\($0.offset)", $0.element.type) }
                let joined = try builder.emitOne("concat", ["values": .list(inputs), "axis": .int(axis)])
                let function = try builder.finish(outputs: [("y", joined)])
                let names = Dictionary(uniqueKeysWithValues: results.prefix(parts.count).enumerated().map { ("x\($0.offset)", $0.element) })
                let truth = try #require(try Interpreter().interpret(function, inputs: names)[function.body.outputs[0]])
                let agrees = results[parts.count].doubles == truth.doubles
                #expect(agrees, "\(plan.stepNames)")
            }
        }
    }
}

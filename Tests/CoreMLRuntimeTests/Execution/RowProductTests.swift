import Foundation
import Testing

@testable import CoreMLRuntime

/// Products of several rows with constant weights.
@Suite struct RowProductTests {
    private static let precisions = [(PlanOptions.Precision.float32, 3e-5), (.bfloat16, 3e-2)]

    /// Rows and outputs that leave tiles and panels of every size.
    @Test(
        "Products agree with the plain kernel",
        arguments: [(16, 64, 48), (17, 384, 80), (197, 100, 64), (33, 6, 16), (50, 128, 208), (61, 33, 96)])
    func productsAgreeWithThePlainKernel(rows: Int, inputs: Int, outputs: Int) throws {
        for (precision, tolerance) in Self.precisions {
            for threads in [1, 2, 7] {
                var check = PlanCheck()
                let x = try check.input([1, rows, inputs])
                let residual = try check.input([1, rows, outputs], "r")
                var y = try check.builder.emitOne(
                    "linear",
                    [
                        "x": x, "weight": .tensor(check.noise.tensor([outputs, inputs], scale: 0.2)),
                        "bias": .tensor(check.noise.tensor([outputs])),
                    ])
                y = try check.call("gelu", y)
                y = try check.builder.emitOne("add", ["x": y, "y": residual])
                y = try check.call("mul", y, ["y": .tensor(check.noise.tensor([outputs]))])
                let z = try check.builder.emitOne("linear", ["x": y, "weight": .tensor(check.noise.tensor([32, outputs], scale: 0.2))])
                let comment = "\(rows) \(inputs) \(outputs)"
                try check.check(
                    [z, y], precision, tolerance: tolerance, threads: threads, usesAMX: Processor.hasAMX && threads == 2,
                    comment: comment)
            }
        }
    }

    @Test(
        "An activation and a residual are one step with the product",
        .enabled(if: Processor.has256BitVectors, "the kernel is for such processors"))
    func anActivationAndAResidualAreOneStepWithTheProduct() throws {
        var check = PlanCheck()
        let x = try check.input([40, 32])
        var y = try check.builder.emitOne("linear", ["x": x, "weight": .tensor(check.noise.tensor([64, 32]))])
        y = try check.call("gelu", y)
        y = try check.builder.emitOne("linear", ["x": y, "weight": .tensor(check.noise.tensor([32, 64]))])
        let plan = try check.check([try check.builder.emitOne("add", ["x": x, "y": y])])
        #expect(plan.stepNames.count == 2)
    }

    @Test("Any number of threads gives the same bits")
    func anyNumberOfThreadsGivesTheSameBits() throws {
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            var results: [[UInt32]] = []
            for threads in [1, 2, 3, 8] {
                var check = PlanCheck()
                let x = try check.input([100, 48])
                let y = try check.builder.emitOne("linear", ["x": x, "weight": .tensor(check.noise.tensor([112, 48]))])
                let function = try check.builder.finish(outputs: [("y", y)])
                let plan = try Plan(function, options: PlanOptions(precision: precision, threads: threads))
                let answer = try plan.run(check.inputs)[0]
                results.append(withExtendedLifetime(answer) { answer.floats.map(\.bitPattern) })
            }
            #expect(results.allSatisfy { $0 == results[0] })
        }
    }

    /// A not-a-number stays one, and what is too large for bfloat16 becomes infinite rather than another number.
    @Test("Special numbers reach the result")
    func specialNumbersReachTheResult() throws {
        for precision in [PlanOptions.Precision.float32, .bfloat16] {
            var check = PlanCheck()
            let x = try check.input([16, 2])
            check.inputs[0].floats[0] = .nan
            check.inputs[0].floats[2] = .infinity
            let ones = [2, 16].map { inputs in Argument.tensor(Tensor([Float](repeating: 1, count: 16 * inputs), shape: [16, inputs])) }
            let first = try check.builder.emitOne("linear", ["x": x, "weight": ones[0]])
            let y = try check.builder.emitOne("linear", ["x": first, "weight": ones[1]])
            let function = try check.builder.finish(outputs: [("y", y)])
            let answer = try Plan(function, options: PlanOptions(precision: precision)).run(check.inputs)[0]
            withExtendedLifetime(answer) {
                #expect(answer.floats[0].isNaN)
                #expect(answer.floats[16] == .infinity)
                #expect(answer.floats[32].isFinite)
            }
        }
    }

    @Test("Plans that are made at once share their weights")
    func plansThatAreMadeAtOnceShareTheirWeights() async throws {
        var check = PlanCheck()
        var x = try check.conv(try check.input([1, 16, 20, 20]), 64, [3, 3])
        for _ in 0..<4 { x = try check.conv(try check.call("relu", x), 64, [3, 3]) }
        let function = try check.builder.finish(outputs: [("y", x)])
        let inputs = check.inputs
        let alone = try Plan(function, options: PlanOptions(threads: 1))
        let expected = try alone.run(inputs)[0]
        let weights = PreparedWeights()
        let plans = try await withThrowingTaskGroup(of: Plan.self) { group in
            for _ in 0..<6 { group.addTask { try Plan(function, options: PlanOptions(threads: 1), weights: weights) } }
            return try await group.reduce(into: [Plan]()) { $0.append($1) }
        }
        let single = PreparedWeights()
        let other = try Plan(function, options: PlanOptions(threads: 1), weights: single)
        withExtendedLifetime((plans, other)) { #expect(weights.byteCount == single.byteCount && single.byteCount > 0) }
        for plan in plans { #expect(try plan.run(inputs)[0].doubles == expected.doubles) }
    }
}

/// Recurrent layers against their definition, written out.
@Suite struct RecurrentKernelTests {
    @Test("A bidirectional long short-term memory follows its definition", arguments: [(300, 3, 5, 20), (40, 1, 16, 48), (3, 2, 1, 1)])
    func aBidirectionalLongShortTermMemoryFollowsItsDefinition(steps: Int, batch: Int, inputs: Int, hidden: Int) throws {
        var noise = Noise(steps)
        let x = noise.tensor([steps, batch, inputs])
        var arguments: [String: Argument] = ["output_sequence": .bool(true), "direction": .string("bidirectional")]
        var weights: [[Tensor]] = []
        for suffix in ["", "_back"] {
            let own = [
                noise.tensor([4 * hidden, inputs], scale: 0.5), noise.tensor([4 * hidden, hidden], scale: 0.2), noise.tensor([4 * hidden]),
            ]
            for (name, tensor) in zip(["weight_ih", "weight_hh", "bias"], own) { arguments[name + suffix] = .tensor(tensor) }
            weights.append(own)
        }
        for state in ["initial_h", "initial_c"] {
            arguments[state] = .tensor(Tensor([Float](repeating: 0, count: batch * 2 * hidden), shape: [batch, 2 * hidden]))
        }
        var builder = ProgramBuilder()
        arguments["x"] = try builder.input("x", x.type)
        let function = try builder.finish(outputs: [("y", try builder.emitOne("lstm", arguments))])
        let answer = try Plan(function, options: PlanOptions(threads: 2)).run([x])[0]
        var largest = 0.0
        for direction in 0..<2 {
            for instance in 0..<batch {
                var (h, c) = ([Double](repeating: 0, count: hidden), [Double](repeating: 0, count: hidden))
                for time in 0..<steps {
                    let position = direction == 1 ? steps - 1 - time : time
                    let gates = (0..<4 * hidden).map { gate in
                        var sum = Double(weights[direction][2].floats[gate])
                        for index in 0..<inputs {
                            let value = x.floats[(position * batch + instance) * inputs + index]
                            sum += Double(weights[direction][0].floats[gate * inputs + index] * value)
                        }
                        for index in 0..<hidden { sum += Double(weights[direction][1].floats[gate * hidden + index]) * h[index] }
                        return sum
                    }
                    func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
                    for index in 0..<hidden {
                        c[index] =
                            c[index] * sigmoid(gates[hidden + index]) + sigmoid(gates[index]) * tanh(gates[3 * hidden + index])
                        h[index] = tanh(c[index]) * sigmoid(gates[2 * hidden + index])
                        let found = answer.floats[((position * batch + instance) * 2 + direction) * hidden + index]
                        largest = max(largest, abs(Double(found) - h[index]))
                    }
                }
            }
        }
        #expect(largest < 2e-5)
    }
}

import CKernels
import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Products that are nearly as accurate as float32, of the bfloat16 parts of numbers. On a processor without AMX the same products are float32.
@Suite("Products of parts")
struct PartsProductTests {
    enum Kind: String, CaseIterable {
        case pointwise, square, strided, dilated, oddChannels, scaled, withSum, quantized, linear, linearOfMap, twoReaders, twoAxes

        fileprivate func emit(_ check: inout PlanCheck) throws -> (outputs: [Argument], exact: Set<String>) {
            let channels = self == .oddChannels ? 27 : 32
            if self == .linear { return ([try linear(&check, try check.input([20, 48]), "a")], ["a", "b"]) }
            let x = try check.call("relu", try check.input([self == .strided ? 2 : 1, channels, 12, 16]))
            let window = self == .pointwise || self == .withSum ? [1, 1] : [3, 3]
            var y = try check.conv(
                x, channels, window, strides: self == .strided ? [2, 2] : nil, pad: self == .dilated ? [2, 2, 2, 2] : nil,
                dilations: self == .dilated ? [2, 2] : nil, name: "a")
            switch self {
            case .scaled: y = try check.call("relu", try check.batchNorm(y))
            case .withSum: y = try check.call("relu", try check.builder.emitOne("add", ["x": y, "y": x]))
            case .quantized: return ([try quantized(&check, y)], ["a", "b"])
            case .linearOfMap:
                let rows = try check.call("reshape", y, ["shape": .ints([channels, 192])])
                return ([try linear(&check, rows, "b")], ["a", "b"])
            case .twoReaders:
                let other = try check.conv(x, 16, [1, 1], name: "c")
                return ([try check.conv(y, 24, [1, 1], name: "b"), other], ["a", "b", "c"])
            case .twoAxes:
                let arguments: [String: Argument] = [
                    "x": x, "y": .tensor(check.noise.tensor([24, 16], scale: 0.2)), "transpose_y": .bool(true),
                ]
                return ([y, try check.builder.emitOne("matmul", name: "b", arguments)], ["a", "b"])
            default: break
            }
            return ([try check.conv(y, 24, [1, 1], name: "b")], ["a", "b"])
        }

        private func linear(_ check: inout PlanCheck, _ x: Argument, _ name: String) throws -> Argument {
            let inputs = try check.builder.type(of: x).shape[1]
            let arguments: [String: Argument] = [
                "x": x, "weight": .tensor(check.noise.tensor([40, inputs], scale: 0.2)), "bias": .tensor(check.noise.tensor([40])),
            ]
            let y = try check.call("relu", try check.builder.emitOne("linear", name: name, arguments))
            let last = check.noise.tensor([24, 40], scale: 0.2)
            return try check.builder.emitOne("linear", name: "b", ["x": y, "weight": .tensor(last)])
        }

        /// A convolution whose weights the file stores in 16 bits.
        private func quantized(_ check: inout PlanCheck, _ x: Argument) throws -> Argument {
            let halves = check.noise.tensor([32, 32, 1, 1], scale: 0.2).doubles.map { Float16($0).bitPattern }
            let weight = Tensor.widening(Bytes(copying: halves.flatMap { withUnsafeBytes(of: $0) { Array($0) } }), [32, 32, 1, 1])
            return try check.builder.emitOne(
                "conv", name: "b",
                [
                    "x": x, "weight": .tensor(weight), "groups": .int(1), "pad_type": .string("valid"), "strides": .ints([1, 1]),
                    "dilations": .ints([1, 1]),
                ])
        }
    }

    @Test("Accurate products agree with float32 in a plan of bfloat16", arguments: Kind.allCases)
    func accurateProducts(kind: Kind) throws {
        var check = PlanCheck()
        let (outputs, exact) = try kind.emit(&check)
        let plan = try check.check(outputs, .bfloat16, tolerance: 1e-4, exactProducts: exact, comment: kind.rawValue)
        if Processor.hasAMX { #expect(plan.stepNames.contains { $0.contains(" in parts") }, "\(plan.stepNames)") }
    }

    @Test("Without accurate products the same networks have bfloat16's errors")
    func roundedProducts() throws {
        guard Processor.hasAMX else { return }
        var check = PlanCheck()
        let (outputs, _) = try Kind.square.emit(&check)
        let plan = try check.check(outputs, .bfloat16, tolerance: 3e-2)
        #expect(!plan.stepNames.contains { $0.contains(" in parts") })
    }

    @Test("The parts of a number add up to it, and infinite numbers have one part", arguments: [1, 2, 3], [1, 17, 64, 100])
    func parts(rows: Int, channels: Int) {
        var noise = Noise(5)
        var numbers = (0..<rows * channels).map { _ in noise.next() * 1000 }
        numbers[0] = .infinity
        var result = [UInt16](repeating: 1, count: 3 * numbers.count)
        kernel_bfloat16_parts_run(numbers, &result, Int64(rows), Int64(channels), 2)
        func number(_ bits: UInt16) -> Float { Float(bitPattern: UInt32(bits) << 16) }
        for row in 0..<rows {
            for column in 0..<channels {
                let at = 3 * row * channels + column, x = numbers[row * channels + column]
                let (high, low, again) = (number(result[at]), number(result[at + channels]), number(result[at + 2 * channels]))
                if x.isFinite {
                    #expect(abs(high + low - x) <= abs(x) / 65536 && again == high && abs(low) <= abs(x) / 256)
                } else {
                    #expect(high == x && low == 0 && again == 0)
                }
            }
        }
    }
}

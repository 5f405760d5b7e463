import Testing

@testable import CoreMLRuntime

/// Products in float32 among products of bfloat16, on processors that have plans of both.
@Suite struct MixedPrecisionTests {
    private static let exact = "exact"

    /// A product in float32 whose result products of bfloat16 read.
    enum Kind: String, CaseIterable {
        case convolution, pointwise, depthwise, transposed, fewChannels, withSum, part, dynamic, linear, linearRow, matmul

        fileprivate func emit(_ check: inout PlanCheck, _ x: Argument) throws -> Argument {
            let name = MixedPrecisionTests.exact
            let channels = try check.builder.type(of: x).shape[1]
            switch self {
            case .convolution: return try check.conv(x, 24, [3, 3], name: name)
            case .pointwise: return try check.call("relu", try check.conv(x, 40, [1, 1], name: name))
            case .depthwise: return try check.conv(x, channels, [3, 3], groups: channels, name: name)
            case .transposed: return try transposedConvolution(&check, x, channels)
            case .fewChannels: return try check.conv(try check.input([1, 3, 12, 16], "image"), channels, [3, 3], name: name)
            case .withSum:
                let y = try check.conv(x, channels, [3, 3], name: name)
                return try check.builder.emitOne("add", ["x": y, "y": x])
            case .part:
                let y = try check.conv(x, 16, [3, 3], name: name)
                return try check.builder.emitOne("concat", ["values": .list([y, x]), "axis": .int(1)])
            case .dynamic: return try dynamicConvolution(&check, x, channels)
            case .linear, .linearRow, .matmul: return try product(&check)
            }
        }

        private func transposedConvolution(_ check: inout PlanCheck, _ x: Argument, _ channels: Int) throws -> Argument {
            try check.builder.emitOne(
                "conv_transpose", name: MixedPrecisionTests.exact,
                [
                    "x": x, "weight": .tensor(check.noise.tensor([channels, 24, 2, 2], scale: 0.2)), "strides": .ints([2, 2]),
                    "groups": .int(1), "pad_type": .string("valid"), "dilations": .ints([1, 1]),
                ])
        }

        private func dynamicConvolution(_ check: inout PlanCheck, _ x: Argument, _ channels: Int) throws -> Argument {
            try check.builder.emitOne(
                "conv", name: MixedPrecisionTests.exact,
                [
                    "x": x, "weight": try check.input([24, channels, 3, 3], "weight"), "strides": .ints([1, 1]), "groups": .int(1),
                    "pad_type": .string("valid"), "dilations": .ints([1, 1]),
                ])
        }

        private func product(_ check: inout PlanCheck) throws -> Argument {
            let rows = try check.input([self == .linearRow ? 1 : 20, 32], "rows")
            let y: Argument
            if self == .matmul {
                y = try check.builder.emitOne(
                    "matmul", name: MixedPrecisionTests.exact, ["x": rows, "y": try check.input([32, 48], "columns")])
            } else {
                y = try check.builder.emitOne(
                    "linear", name: MixedPrecisionTests.exact,
                    ["x": rows, "weight": .tensor(check.noise.tensor([48, 32], scale: 0.2))])
            }
            return try check.builder.emitOne("linear", ["x": y, "weight": .tensor(check.noise.tensor([16, 48], scale: 0.2))])
        }

        fileprivate var hasMaps: Bool { self != .linear && self != .linearRow && self != .matmul }
    }

    @Test("A product in float32 may feed products of bfloat16", arguments: Kind.allCases)
    func exactProductsFeedReducedOnes(kind: Kind) throws {
        var check = PlanCheck()
        let first = try check.conv(try check.input([1, 32, 12, 16]), 32, [3, 3])
        var y = try kind.emit(&check, first)
        if kind.hasMaps { y = try check.conv(y, 16, [3, 3]) }
        let end = kind.hasMaps ? try check.conv(y, 16, [1, 1]) : y
        let outputs = kind.hasMaps ? [end] : [end, try check.conv(first, 16, [1, 1])]
        try check.check(outputs, .bfloat16, tolerance: 3e-2, exactProducts: [Self.exact], comment: kind.rawValue)
    }

    @Test("A map is added to a filtered map in float32 at the end of products of bfloat16", arguments: [1, 2, 8, 16], [1, 3, 7])
    func mapsAreAddedAtTheEnd(channels: Int, side: Int) throws {
        for operation in ["add", "mul", "maximum"] {
            var check = PlanCheck()
            let first = try check.conv(try check.input([1, 16, 12, 20]), 32, [3, 3])
            let y = try check.conv(try check.conv(first, channels, [1, 1]), channels, [side, side], pad: nil)
            let z = try check.builder.emitOne(operation, ["x": y, "y": try check.input([1, channels, 12, 20], "map")])
            try check.check([z], .bfloat16, tolerance: 2e-2, comment: "\(operation) \(channels) \(side)")
        }
    }

    @Test("An operation with an operand of the result's shape joins the product, for every width and precision", arguments: [1, 2, 8, 17])
    func operandsOfTheResultsSize(width: Int) throws {
        for (precision, tolerance) in [(PlanOptions.Precision.float32, 2e-5), (.bfloat16, 2e-2)] {
            for operation in ["add", "sub", "mul", "maximum"] {
                var check = PlanCheck()
                let weight = Argument.tensor(check.noise.tensor([width, 32], scale: 0.2))
                let y = try check.builder.emitOne("linear", ["x": try check.input([20, 32]), "weight": weight])
                let z = try check.builder.emitOne(operation, ["x": y, "y": try check.input([20, width], "map")])
                let map = try check.conv(try check.input([2, 4, 9, 10], "image"), width, [3, 3])
                let sum = try check.builder.emitOne(operation, ["x": map, "y": try check.input([2, width, 9, 10], "mask")])
                try check.check([z, sum], precision, tolerance: tolerance, comment: "\(operation) \(width) \(precision)")
            }
        }
    }
}

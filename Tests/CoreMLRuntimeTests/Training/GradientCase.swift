import Testing

@testable import CoreMLRuntime

/// A function of some float inputs whose gradients are compared with finite differences.
struct GradientCase: Sendable, CustomTestStringConvertible {
    struct Input: Sendable {
        var name: String
        var shape: [Int]
        var range: ClosedRange<Float>
    }

    var name: String
    var inputs: [Input]
    var build: @Sendable (inout ProgramBuilder, [String: Argument]) throws -> [Argument]

    var testDescription: String { name }

    /// One operation with inputs for the arguments named in `shapes` and constants for the others.
    init(
        _ kind: String, _ shapes: [String: [Int]], _ constants: [String: Argument] = [:], range: ClosedRange<Float> = -1...1,
        note: String = ""
    ) {
        name = note.isEmpty ? kind : "\(kind), \(note)"
        inputs = shapes.sorted { $0.key < $1.key }.map { Input(name: $0.key, shape: $0.value, range: range) }
        build = { builder, values in try builder.emit(kind, constants.merging(values) { $1 }) }
    }

    init(
        _ name: String, inputs: [Input], build: @escaping @Sendable (inout ProgramBuilder, [String: Argument]) throws -> [Argument]
    ) {
        self.name = name
        self.inputs = inputs
        self.build = build
    }

    /// Numbers spread over a range, no two close to each other and none close to zero, where many functions have a kink.
    static func values(_ input: Input, salt: Int) -> Tensor {
        let tensor = Tensor(uninitialized: .float32(input.shape))
        let (low, high) = (input.range.lowerBound, input.range.upperBound)
        for index in 0..<tensor.count {
            let phase = Double(index + 1) * 0.618_033_988_75 + Double(salt) * 0.271_828
            var value = low + (high - low) * Float(phase - phase.rounded(.down))
            if abs(value) < 0.03 { value += 0.06 }
            tensor.floats[index] = value
        }
        return tensor
    }

    /// The function of the case with `loss`, the sum of its results' products with fixed numbers.
    func objective() throws -> (function: Function, values: [String: Tensor]) {
        var builder = ProgramBuilder(reserving: ["loss"])
        var arguments: [String: Argument] = [:]
        var values: [String: Tensor] = [:]
        for (salt, input) in inputs.enumerated() {
            arguments[input.name] = try builder.input(input.name, .float32(input.shape))
            values[input.name] = Self.values(input, salt: salt)
        }
        var sum: Argument?
        for (index, result) in try build(&builder, arguments).enumerated() where try builder.type(of: result).scalar == .float32 {
            let type = try builder.type(of: result)
            let weights = Self.values(Input(name: "", shape: type.shape, range: -1...1), salt: 7 + index)
            let product = try builder.emitOne("mul", ["x": result, "y": .tensor(weights)])
            let part = try builder.emitOne("reduce_sum", ["x": product, "keep_dims": .bool(false)])
            sum = try sum.map { try builder.emitOne("add", ["x": $0, "y": part]) } ?? part
        }
        let function = try builder.finish(outputs: [(name: "loss", value: try #require(sum))])
        return (function, values)
    }

    /// The loss by the plain kernels.
    private static func loss(_ function: Function, _ values: [String: Tensor]) throws -> Double {
        try #require(try Interpreter().interpret(function, inputs: values)["loss"]).doubles[0]
    }

    /// The derivative of the loss by one element: differences over four points, exact to the fourth order.
    static func derivative(_ function: Function, _ values: [String: Tensor], of name: String, at index: Int) throws -> Double {
        let step: Float = 0.004
        let tensor = try #require(values[name])
        let value = tensor.floats[index]
        defer { tensor.floats[index] = value }
        func loss(_ offset: Float) throws -> Double {
            tensor.floats[index] = value + offset
            return try Self.loss(function, values)
        }
        let near = try loss(step) - loss(-step)
        let far = try loss(2 * step) - loss(-2 * step)
        return (8 * near - far) / (12 * Double(step))
    }
}

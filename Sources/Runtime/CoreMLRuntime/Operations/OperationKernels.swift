import InputChecks

/// An operation with a float32 kernel. Those `operands` that have another type are widened to float32 before the kernel runs. Results of another type
/// are narrowed afterwards.
protocol FloatOperation: OperationDefinition {
    /// The arguments that hold the numbers to compute with, in contrast to arguments such as axes.
    static var operands: [String] { get }

    static func computeFloat(_ call: OperationCall, outputs: [Tensor]) throws
}

extension FloatOperation {
    static var operands: [String] { ["x"] }

    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        var widened = call
        for (key, inputs) in call.inputs {
            widened.inputs[key] = inputs.map { input in
                guard let tensor = input.tensor, tensor.scalar != .float32, operands.contains(key) || tensor.scalar.isFloatingPoint else {
                    return input
                }
                let converted = tensor.converted(to: .float32)
                return OperationCall.Input(type: converted.type, tensor: converted)
            }
        }
        let results = outputs.map { $0.scalar == .float32 ? $0 : Tensor(uninitialized: .float32($0.shape)) }
        try computeFloat(widened, outputs: results)
        for (result, output) in zip(results, outputs) where result !== output { result.convert(into: output) }
    }
}

/// An operation that is exact for integers. If all operands are integers, the result is computed in int32, which wraps around.
protocol IntegerOperation: FloatOperation {
    /// The kernel of `computeFloat` for int32 operands and results.
    static func computeInteger(_ call: OperationCall, outputs: [Tensor]) throws
}

extension IntegerOperation {
    package static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let given: [OperationCall.Input] = operands.flatMap { call.inputs[$0] ?? [] }
        let scalar: ScalarType = given.allSatisfy { $0.type.scalar.fitsInt32 } ? .int32 : .float32
        var converted = call
        for key in operands {
            converted.inputs[key] = call.inputs[key]?.map { input in
                guard let tensor = input.tensor?.converted(to: scalar) else { return input }
                return OperationCall.Input(type: tensor.type, tensor: tensor)
            }
        }
        let results = outputs.map { $0.scalar == scalar ? $0 : Tensor(uninitialized: TensorType(scalar, $0.shape)) }
        if scalar == .int32 {
            try computeInteger(converted, outputs: results)
        } else {
            try computeFloat(converted, outputs: results)
        }
        for (result, output) in zip(results, outputs) where result !== output { result.convert(into: output) }
    }
}

extension OperationCall {
    /// The float32 elements of an argument.
    func floats(_ argument: String) throws -> UnsafePointer<Float> {
        let tensor = try tensor(argument)
        guard tensor.scalar == .float32 else { throw invalid("argument \(argument) is \(tensor.type), not a float32 tensor") }
        return UnsafePointer(tensor.pointer.assumingMemoryBound(to: Float.self))
    }

    /// The float32 elements of an optional argument, after checking that there are `count`.
    func floats(_ argument: String, count: Int) throws -> UnsafePointer<Float>? {
        guard has(argument) else { return nil }
        let elements = try type(argument).count
        guard elements == count else { throw invalid("argument \(argument) has \(elements) elements instead of \(count)") }
        return try floats(argument)
    }

    /// The axes of an argument, counted from the front. Throws an error if an axis is out of range or named twice.
    func axes(_ argument: String, rank: Int) throws -> [Int] {
        let axes = try ints(argument).map { try axis($0, rank: rank) }
        guard Set(axes).count == axes.count else { throw invalid("argument \(argument) names an axis twice: \(axes)") }
        guard axes.count <= rank else { throw invalid("argument \(argument) names axes of a scalar: \(axes)") }
        return axes
    }

    /// An argument with one axis, counted from the front; `fallback` if the argument is absent.
    func axis(_ argument: String, default fallback: Int? = nil, rank: Int) throws -> Int {
        if !has(argument), let fallback { return try axis(fallback, rank: rank) }
        return try axis(int(argument), rank: rank)
    }

    func require(_ condition: Bool, _ reason: @autoclosure () throws -> String) throws {
        guard condition else { throw invalid(try reason()) }
    }

    /// The product of non-negative sizes.
    ///
    /// - Throws: an error if the product overflows.
    func product(_ sizes: [Int]) throws -> Int {
        guard let product = sizes.checkedProduct() else { throw invalid("the product of \(sizes) is too large") }
        return product
    }

    /// The common shape of the arguments after broadcasting.
    func broadcastShape(_ shapes: [[Int]]) throws -> [Int] {
        guard let shape = Broadcasting.shape(shapes) else {
            throw invalid("shapes \(shapes.map { "\($0)" }.joined(separator: " and ")) do not broadcast")
        }
        return shape
    }
}

extension Tensor {
    var floatPointer: UnsafeMutablePointer<Float> { pointer.assumingMemoryBound(to: Float.self) }
}

extension Int {
    /// The smallest multiple of `multiple` that is not less than the number.
    func rounded(toMultipleOf multiple: Int) -> Int { (self + multiple - 1) / multiple * multiple }
}

/// A custom layer. The program that uses the runtime supplies the shapes and the computation.
enum CustomOperation: OperationDefinition {
    static let kinds = ["osprey.custom"]

    static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try layer(call).outputShapes(try call.list("inputs").map(\.type.shape)).map { TensorType.float32($0) }
    }

    static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        let inputs = try call.list("inputs").map { input in
            guard let tensor = input.tensor else { throw RuntimeError.dependsOnValue("\(call.name).inputs") }
            return tensor
        }
        try layer(call).evaluate(inputs: inputs, outputs: outputs)
    }

    private static func layer(_ call: OperationCall) throws -> any CustomLayer {
        guard let layer = call.layer else { throw call.invalid("there is no custom layer") }
        return layer
    }
}

extension OperationRegistry {
    static let customOperations: [any OperationDefinition.Type] = [CustomOperation.self]
}

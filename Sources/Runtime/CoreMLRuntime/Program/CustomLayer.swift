import CoreMLSpecification

/// A layer that is computed by the program that uses the runtime. Several predictions may call it at the same time.
package protocol CustomLayer: AnyObject, Sendable {
    /// The shapes of the outputs for the shapes of the inputs.
    func outputShapes(_ inputShapes: [[Int]]) throws -> [[Int]]

    /// Computes `outputs` from `inputs`. All are float32 tensors. The outputs have the shapes that ``outputShapes(_:)`` returned for the
    /// shapes of the inputs.
    func evaluate(inputs: [Tensor], outputs: [Tensor]) throws
}

/// A custom layer, as a model describes it.
package struct CustomLayerDescription: Sendable {
    package var layerName: String
    package var className: String
    package var parameters: [String: CustomParameter]
    /// The weights as the file stores them.
    package var weights: [Bytes]
}

/// A parameter of a custom layer or a custom model.
package enum CustomParameter: Sendable {
    case double(Double)
    case string(String)
    case integer(Int64)
    case bool(Bool)
    case bytes(Bytes)
}

/// Makes custom layers and custom models. The program that uses the runtime has to supply these.
package struct CustomParts: Sendable {
    package var makeLayer: @Sendable (CustomLayerDescription) throws -> any CustomLayer
    package var makeModel: @Sendable (Specification.Model, Specification.CustomModel) throws -> any ModelPredictor

    package init(
        makeLayer: @escaping @Sendable (CustomLayerDescription) throws -> any CustomLayer,
        makeModel: @escaping @Sendable (Specification.Model, Specification.CustomModel) throws -> any ModelPredictor
    ) {
        self.makeLayer = makeLayer
        self.makeModel = makeModel
    }
}

extension CustomLayerDescription {
    init(_ layer: Specification.NeuralNetworkLayer, _ custom: Specification.CustomLayerParams) {
        layerName = layer.name
        className = custom.className
        parameters = custom.parameters.dictionary.compactMapValues { parameter in
            switch parameter.value {
            case .doubleValue(let value): .double(value)
            case .stringValue(let value): .string(value)
            case .intValue(let value): .integer(Int64(value))
            case .longValue(let value): .integer(value)
            case .boolValue(let value): .bool(value)
            case nil: nil
            }
        }
        weights = custom.weights.map { weights in
            if weights.floatValue.count > 0 { return weights.floatValue.bytes }
            if weights.float16Value.count > 0 { return weights.float16Value }
            return weights.rawValue.count > 0 ? weights.rawValue : weights.int8RawValue
        }
    }
}

/// The custom layers of a network, by the name of the layer. Each is made once.
package struct CustomLayers: Sendable {
    private var layers: [String: any CustomLayer] = [:]

    /// - Throws: `RuntimeError.unsupported` for a custom layer without `make`, `invalidModel` for two layers with the same name; the errors
    ///   of `make`.
    init(_ layers: [Specification.NeuralNetworkLayer], make: ((CustomLayerDescription) throws -> any CustomLayer)?) throws {
        try collect(layers, make)
    }

    subscript(name: String) -> (any CustomLayer)? { layers[name] }

    private mutating func collect(
        _ source: [Specification.NeuralNetworkLayer], _ make: ((CustomLayerDescription) throws -> any CustomLayer)?
    ) throws {
        for layer in source {
            switch layer.layer {
            case .custom(let custom):
                guard let make else {
                    throw RuntimeError.unsupported("layer '\(layer.name)': custom layers ('\(custom.className)') are not supported")
                }
                let made = try make(CustomLayerDescription(layer, custom))
                guard layers.updateValue(made, forKey: layer.name) == nil else {
                    throw RuntimeError.invalidModel("two custom layers are called '\(layer.name)'")
                }
            case .branch(let branch):
                try collect(branch.ifBranch?.layers ?? [], make)
                try collect(branch.elseBranch?.layers ?? [], make)
            case .loop(let loop):
                try collect(loop.conditionNetwork?.layers ?? [], make)
                try collect(loop.bodyNetwork?.layers ?? [], make)
            default: break
            }
        }
    }
}

import CoreMLSpecification

/// The loss layer of an updatable network.
struct NetworkLoss {
    static let targetName = "osprey.target"
    static let lossName = "osprey.loss"

    private enum Kind {
        /// The labels of a classifier.
        case labels(ClassLabels)
        /// The index of the class, for a network without labels.
        case index
        case squaredError(count: Int)
    }

    private let kind: Kind
    /// The blob that the loss reads.
    private let blob: String
    /// The feature of the training data that holds the expected output.
    let targetFeature: String

    init(_ model: Specification.Model, _ update: Specification.NetworkUpdateParameters) throws {
        guard update.lossLayers.count == 1 else {
            throw RuntimeError.unsupported("the network has \(update.lossLayers.count) loss layers; an update needs one")
        }
        let description = model.description ?? Specification.ModelDescription()
        func feature(_ name: String) -> Specification.FeatureDescription? { description.trainingInput.first { $0.name == name } }
        switch update.lossLayers[0].lossLayerType {
        case .categoricalCrossEntropyLossLayer(let layer):
            blob = layer.input
            if case .neuralNetworkClassifier(let classifier) = model.type, feature(layer.target) == nil {
                targetFeature = description.predictedFeatureName
                switch classifier.classLabels {
                case .stringClassLabels(let labels): kind = .labels(.strings(labels.vector))
                case .int64ClassLabels(let labels): kind = .labels(.int64s(labels.vector))
                case nil: throw RuntimeError.invalidModel("the classifier has no class labels")
                }
            } else {
                targetFeature = layer.target
                kind = .index
            }
        case .meanSquaredErrorLossLayer(let layer):
            blob = layer.input
            targetFeature = layer.target
            guard case .multiArrayType(let type)? = feature(layer.target)?.type?.type else {
                throw RuntimeError.invalidModel("the training input '\(layer.target)' is missing or no array")
            }
            let shape = try type.shape.map { try checkedSize($0, "training input '\(layer.target)'") }
            try TensorType.float32(shape).validate("training input '\(layer.target)'")
            kind = .squaredError(count: shape.product())
        case nil: throw RuntimeError.invalidModel("the loss layer has no type")
        }
    }

    /// `model` as a plain network instead of a classifier or regressor. Its only output is the blob that the loss reads.
    func exposed(_ model: Specification.Model) -> Specification.Model {
        var result = model
        result.description?.output = [.init(blob, .multiArrayType(.init()))]
        result.type = .neuralNetwork(model.plainNetwork ?? Specification.NeuralNetwork())
        return result
    }

    /// The type of the targets of `count` examples.
    func targetType(count: Int) throws -> TensorType {
        switch kind {
        case .labels, .index: return TensorType(.int32, [count])
        case .squaredError(let size):
            let type = TensorType.float32([count, size])
            try type.validate("the targets of a mini-batch")
            return type
        }
    }

    /// Writes an example's target.
    func write(_ value: PredictorValue, to targets: Tensor, row: Int) throws {
        func store(_ index: Int) { targets.elements(as: Int32.self)[row] = Int32(clamping: index) }
        switch (kind, value) {
        case (.labels(.strings(let labels)), .string(let label)):
            guard let index = labels.firstIndex(of: label) else {
                throw RuntimeError.invalidInput("'\(label)' is none of the classifier's labels")
            }
            store(index)
        case (.labels(.int64s(let labels)), .int64(let label)):
            guard let index = labels.firstIndex(of: label) else {
                throw RuntimeError.invalidInput("\(label) is none of the classifier's labels")
            }
            store(index)
        case (.index, let value):
            guard let number = value.numbers?.first, number >= 0, number < Double(Int32.max), number == number.rounded() else {
                throw RuntimeError.invalidInput("'\(targetFeature)' is not the number of a class")
            }
            store(Int(number))
        case (.squaredError(let size), let value):
            guard let numbers = value.numbers, numbers.count == size, numbers.allSatisfy(\.isFinite) else {
                throw RuntimeError.invalidInput("'\(targetFeature)' is not \(size) finite numbers")
            }
            for (place, number) in numbers.enumerated() { targets.floats[row * size + place] = Float(number) }
        default: throw RuntimeError.invalidInput("'\(targetFeature)' cannot be a \(value.kind)")
        }
    }

    /// `function` with the loss appended, and with an input for the targets.
    func attached(to function: Function, target: TensorType) throws -> Function {
        var result = function
        guard let name = function.body.outputs.first, let type = function.types[name] else {
            throw RuntimeError.invalidModel("the blob '\(blob)' of the loss is not computed")
        }
        let rows = target.shape[0]
        guard rows > 0, type.count % rows == 0 else { throw RuntimeError.invalidModel("the loss reads \(type) for \(rows) examples") }
        let columns = type.count / rows
        result.inputs.append(Parameter(NetworkLoss.targetName, target))
        result.types[NetworkLoss.targetName] = target
        func append(_ kind: String, _ arguments: [String: Argument], _ output: String, _ type: TensorType) {
            result.body.operations.append(Operation(kind: kind, name: output, arguments: arguments, outputs: [output]))
            result.types[output] = type
        }
        let matrix = "osprey.scores"
        let isClass = if case .squaredError = kind { false } else { true }
        let logits = isClass ? NetworkLoss.logits(of: name, in: function, columns: columns) : nil
        append("reshape", ["x": .value(logits ?? name), "shape": .ints([rows, columns])], matrix, .float32([rows, columns]))
        let lossKind = isClass ? (logits == nil ? "osprey.likelihood_loss" : "osprey.softmax_cross_entropy") : "osprey.squared_error"
        if !isClass, target.count != type.count {
            throw RuntimeError.invalidModel("'\(targetFeature)' has \(target.count / rows) numbers for a blob of \(columns)")
        }
        append(lossKind, ["x": .value(matrix), "targets": .value(NetworkLoss.targetName)], NetworkLoss.lossName, .float32([]))
        result.body.outputs = [NetworkLoss.lossName]
        return result
    }

    /// The input of the softmax that computes a value. A loss computed from this input is more accurate than one from the logarithm of a
    /// small probability. `nil` if the value is not a softmax over all of `columns`.
    private static func logits(of name: String, in function: Function, columns: Int) -> String? {
        var name = name
        for operation in function.body.operations.reversed() where operation.outputs.contains(name) {
            guard case .value(let source)? = operation.arguments["x"], let type = function.types[source] else { return nil }
            switch operation.kind {
            case "identity", "reshape", "squeeze", "expand_dims": name = source
            case "softmax":
                guard case .constant(.tensor(let axis))? = operation.arguments["axis"], let number = axis.integers.first else { return nil }
                let place = number < 0 ? number + type.rank : number
                let isWhole = type.shape.indices.contains(place) && type.shape[place] == columns
                return isWhole && type.shape.dropFirst(place + 1).product() == 1 ? source : nil
            default: return nil
            }
        }
        return nil
    }
}

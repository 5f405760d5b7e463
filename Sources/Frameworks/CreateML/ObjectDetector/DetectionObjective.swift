import CoreMLRuntime
import CoreMLSpecification

/// A detector's network together with its loss, for a batch of pictures.
struct DetectionObjective {
    /// The name of the input for a batch's pictures, [N, 3, height, width]. `objectsInput` is the name of the input for their objects, [N, M, 5] in
    /// pixels.
    let imageInput: String
    static let objectsInput = "objects"

    private let network: DetectionNetwork
    private let lowering: NeuralNetworkLowering

    /// The weight of the box loss, relative to the class loss.
    private static let boxWeight: Float = 2.5

    init(_ network: DetectionNetwork) throws {
        self.network = network
        imageInput = network.trunk.inputName
        var model = Specification.Model()
        model.specificationVersion = 1
        var source = Specification.NeuralNetwork()
        source.layers = network.layers
        source.preprocessing = network.trunk.preprocessing
        model.type = .neuralNetwork(source)
        model.description = Specification.ModelDescription()
        model.description?.input = [.init(imageInput, .imageType(network.trunk.image))]
        model.description?.output = network.levels.flatMap { level in
            [level.boxes, level.logits].map { Specification.FeatureDescription(array: $0, []) }
        }
        lowering = try NeuralNetworkLowering(model: model)
    }

    /// The conversion of pixels to the numbers that the network reads.
    var preprocessing: NeuralNetworkLowering.ImageInput? { lowering.imageInputs.first }

    // MARK: Parameters

    /// The network's weights as trainable parameters. Trunk layers with strides below `trainedStride` are frozen. The other trunk layers are
    /// trained with the learning rate times `trunkRate`.
    func parameters(trainedStride: Int, trunkRate: Float) throws -> TrainingParameters {
        let strides = Dictionary(zip(network.trunk.layers.map(\.name), network.trunk.strides)) { first, _ in first }
        let parameters = TrainingParameters()
        for (name, tensor) in try lifted(count: 1).values.sorted(by: { $0.key < $1.key }) {
            let layer = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? name
            if let stride = strides[layer] {
                let isTrained = stride >= trainedStride
                try parameters.add(name, tensor, role: isTrained ? .trained : .frozen, rateScale: trunkRate)
            } else {
                let isStatistic = name.hasSuffix("/mean") || name.hasSuffix("/variance")
                try parameters.add(name, tensor, role: isStatistic ? .statistic : .trained)
            }
        }
        return parameters
    }

    private static let arguments: [String: [String]] = [
        "conv": ["weight", "bias"], "batch_norm": ["gamma", "beta", "mean", "variance"],
    ]

    private func lifted(count: Int) throws -> (function: Function, values: [String: Tensor]) {
        try lowering.lower(inputs: [imageInput: [count, 3, network.height, network.width]]).lifting { operation, argument, _ in
            Self.arguments[operation.kind]?.contains(argument) == true ? "\(operation.name)/\(argument)" : nil
        }
    }

    // MARK: The loss

    /// The loss as a function of a batch. `types` are the types of the batch's inputs.
    func objective(_ types: [String: TensorType]) throws -> Trainer.Objective {
        guard let objects = types[Self.objectsInput], objects.shape.count == 3 else {
            throw RuntimeError.invalidInput("the batch has no objects")
        }
        var function = try lifted(count: objects.shape[0]).function
        let loss = try lossFunction(function, objects)
        function.inputs += loss.inputs.filter { $0.name == Self.objectsInput }
        function.body.operations += loss.body.operations
        function.body.outputs = ["loss"]
        function.types.merge(loss.types) { first, _ in first }
        return Trainer.Objective(function, loss: "loss")
    }

    /// The function that computes the loss. Its inputs are the network's predictions and the true objects.
    private func lossFunction(_ predictions: Function, _ objects: TensorType) throws -> Function {
        let count = objects.shape[0]
        var builder = ProgramBuilder(reserving: ["loss"])
        /// Joins an output of all grids into one array of shape [N, channels, cells].
        func joined(_ channels: Int, _ blob: (DetectionNetwork.Level) -> String) throws -> Argument {
            let parts = try network.levels.map { level in
                let name = blob(level)
                guard let type = predictions.types[name] else { throw RuntimeError.invalidModel("'\(name)' is not computed") }
                let value = try builder.input(name, type)
                let shape = Argument.ints([count, channels, level.rows * level.columns])
                return try builder.emitOne("reshape", name: "loss.\(name)", ["x": value, "shape": shape])
            }
            return try builder.emitOne("concat", name: "loss.concat", ["values": .list(parts), "axis": .int(2)])
        }
        let boxes = try joined(4) { $0.boxes }
        let logits = try joined(network.labelCount) { $0.logits }
        let cells = Argument.tensor(network.cells)
        let wanted = try builder.emit(
            "osprey.assign_detections", name: "loss.assignment",
            ["boxes": boxes, "logits": logits, "cells": cells, "objects": try builder.input(Self.objectsInput, objects)])
        let classes = try builder.emitOne(
            "osprey.sigmoid_cross_entropy", name: "loss.classes", ["x": logits, "targets": wanted[0], "reduction": .string("sum")])
        let distance = try builder.emitOne(
            "osprey.box_loss", name: "loss.boxes", ["x": boxes, "cells": cells, "targets": wanted[1], "weights": wanted[2]])
        let weighted = try builder.emitOne("mul", name: "loss.boxes", ["x": distance, "y": .float(Self.boxWeight)])
        let sum = try builder.emitOne("add", name: "loss.sum", ["x": classes, "y": weighted])
        let total = try builder.emitOne(
            "reduce_sum", name: "loss.total", ["x": wanted[2], "axes": .ints([0, 1]), "keep_dims": .bool(false)])
        let divisor = try builder.emitOne("maximum", name: "loss.divisor", ["x": total, "y": .float(1)])
        let loss = try builder.emitOne("real_div", name: "loss.mean", ["x": sum, "y": divisor])
        return try builder.finish(outputs: [("loss", loss)])
    }
}

extension DetectionNetwork {
    /// The centre (x, y) and the stride of each cell, in pixels, as an array of shape [A, 3].
    var cells: Tensor {
        var values: [Float] = []
        for level in levels {
            for row in 0..<level.rows {
                for column in 0..<level.columns {
                    values += [(Float(column) + 0.5) * Float(level.stride), (Float(row) + 0.5) * Float(level.stride), Float(level.stride)]
                }
            }
        }
        return Tensor(values, shape: [values.count / 3, 3])
    }
}

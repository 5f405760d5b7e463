import Foundation
import TestSupport

@testable import CoreMLRuntime

/// Results that Scripts/gradient_fixtures.py computed with PyTorch.
struct TrainingFixtures: Decodable, Sendable {
    struct Value: Decodable, Sendable {
        var shape: [Int]?
        var floats: [Float]?
        var ints: [Int32]?
        var bools: [Bool]?
        var string: String?

        var argument: Argument {
            if let string { return .string(string) }
            if let ints { return .tensor(Tensor(ints, shape: shape)) }
            if let bools { return .tensor(Tensor(bools, shape: shape)) }
            return .tensor(Tensor(floats ?? [], shape: shape))
        }

        var tensor: Tensor { Tensor(floats ?? [], shape: shape) }
    }

    struct Case: Decodable, Sendable {
        var kind: String
        var arguments: [String: Value]
        var constants: [String: Value]
        var outputs: [Value]
        var outputGradients: [Value]
        var gradients: [String: Value]
    }

    struct Run: Decodable, Sendable {
        var optimizer: String
        var start: [String: Value]
        var x: Value
        var y: Value
        var losses: [Float]
        var end: [String: Value]
        var mean: Value
        var variance: Value
    }

    var cases: [Case]
    var runs: [Run]

    static let all = try? JSONDecoder().decode(TrainingFixtures.self, from: Data(contentsOf: Fixtures.url("gradients.json")))
}

extension Tensor {
    /// The greatest difference from `other`, relative to numbers greater than 1.
    func difference(_ other: Tensor) -> Double {
        guard count == other.count else { return .infinity }
        return zip(doubles, other.doubles).map { abs($0 - $1) / max(1, abs($1)) }.max() ?? 0
    }
}

/// The network of the fixtures' training runs.
enum SmallNetwork {
    static func objective(_ types: [String: TensorType]) throws -> Trainer.Objective {
        var builder = ProgramBuilder(reserving: ["loss", "logits"])
        func input(_ name: String, _ shape: [Int]) throws -> Argument { try builder.input(name, .float32(shape)) }
        let batch = types["x"]?.shape.first ?? 0
        let x = try input("x", [batch, 3, 8, 8])
        let targets = try builder.input("y", TensorType(.int32, [batch]))
        let features = try builder.emitOne(
            "conv",
            [
                "x": x, "weight": input("conv.weight", [8, 3, 3, 3]), "pad_type": .string("custom"), "pad": .ints([1, 1, 1, 1]),
            ])
        let normalized = try builder.emitOne(
            "batch_norm",
            [
                "x": features, "gamma": input("bn.gamma", [8]), "beta": input("bn.beta", [8]), "mean": input("bn.mean", [8]),
                "variance": input("bn.variance", [8]), "epsilon": .float(1e-5),
            ])
        let active = try builder.emitOne("relu", ["x": normalized])
        let pooled = try builder.emitOne("max_pool", ["x": active, "kernel_sizes": .ints([2, 2]), "strides": .ints([2, 2])])
        let mean = try builder.emitOne("reduce_mean", ["x": pooled, "axes": .ints([2, 3]), "keep_dims": .bool(false)])
        let logits = try builder.emitOne(
            "linear", ["x": mean, "weight": input("fc.weight", [4, 8]), "bias": input("fc.bias", [4])], output: "logits")
        let loss = try builder.emitOne("osprey.softmax_cross_entropy", ["x": logits, "targets": targets])
        let function = try builder.finish(outputs: [("logits", logits), ("loss", loss)])
        return Trainer.Objective(function, loss: "loss", observing: ["logits"])
    }

    static func parameters(_ run: TrainingFixtures.Run) throws -> TrainingParameters {
        let parameters = TrainingParameters()
        for (name, value) in run.start { try parameters.add(name, value.tensor) }
        try parameters.add("bn.mean", .filled([8], 0), role: .statistic)
        try parameters.add("bn.variance", .filled([8], 1), role: .statistic)
        return parameters
    }

    static func settings(_ run: TrainingFixtures.Run) -> Trainer.Settings {
        run.optimizer == "sgd"
            ? Trainer.Settings(OptimizerSettings(.descent(momentum: 0.9)), LearningRateSchedule(0.1))
            : Trainer.Settings(OptimizerSettings(.adam()), LearningRateSchedule(0.02))
    }

    static func trainer(_ run: TrainingFixtures.Run, fast: Bool = true, threads: Int = 2) throws -> Trainer {
        var options = TrainingOptions(threads: threads)
        options.usesFastKernels = fast
        return Trainer(try parameters(run), settings(run), options: options, objective: objective)
    }

    static func batch(_ run: TrainingFixtures.Run) -> [String: Tensor] {
        ["x": run.x.tensor, "y": Tensor(run.y.ints ?? [])]
    }
}

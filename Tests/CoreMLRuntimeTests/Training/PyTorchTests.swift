import Foundation
import Testing

@testable import CoreMLRuntime

struct PyTorchTests {
    @Test("Gradients are those of PyTorch", arguments: [true, false])
    func gradientsAreThoseOfPyTorch(fast: Bool) throws {
        let cases = try #require(TrainingFixtures.all).cases
        #expect(cases.count > 15)
        for test in cases {
            var builder = ProgramBuilder(reserving: ["loss"])
            var arguments = test.constants.mapValues(\.argument)
            let parameters = TrainingParameters()
            for (name, value) in test.arguments.sorted(by: { $0.key < $1.key }) {
                arguments[name] = try builder.input(name, value.tensor.type)
                try parameters.add(name, value.tensor)
            }
            let results = try builder.emit(test.kind, arguments)
            var sum: Argument?
            for (result, weights) in zip(results, test.outputGradients) {
                let product = try builder.emitOne("mul", ["x": result, "y": weights.argument])
                let part = try builder.emitOne("reduce_sum", ["x": product, "keep_dims": .bool(false)])
                sum = try sum.map { try builder.emitOne("add", ["x": $0, "y": part]) } ?? part
            }
            let names = results.prefix(test.outputs.count).flatMap(\.names)
            let function = try builder.finish(outputs: [(name: "loss", value: try #require(sum))])
            var options = TrainingOptions(threads: 2)
            options.usesFastKernels = fast
            let graph = try TrainingGraph(function, loss: "loss", observing: names, parameters: parameters, options: options)
            _ = try graph.run()
            for (name, expected) in zip(names, test.outputs) {
                #expect(try #require(graph.outputs[name]).difference(expected.tensor) < 1e-5, "\(test.kind) \(name)")
            }
            for (name, expected) in test.gradients {
                #expect(try #require(graph.gradients[name]).difference(expected.tensor) < 3e-5, "\(test.kind), gradient of \(name)")
            }
        }
    }

    @Test("A training run is that of PyTorch", arguments: [0, 1], [true, false])
    func aTrainingRunIsThatOfPyTorch(number: Int, fast: Bool) throws {
        let run = try #require(TrainingFixtures.all).runs[number]
        let trainer = try SmallNetwork.trainer(run, fast: fast)
        for expected in run.losses {
            let loss = try trainer.train(SmallNetwork.batch(run)).loss
            #expect(abs(loss - expected) < 1e-4, "\(run.optimizer), update \(trainer.iteration)")
        }
        for (name, expected) in run.end {
            #expect(try #require(trainer.parameters[name]).difference(expected.tensor) < 1e-3, "\(run.optimizer) \(name)")
        }
        #expect(try #require(trainer.parameters["bn.mean"]).difference(run.mean.tensor) < 1e-4)
        #expect(try #require(trainer.parameters["bn.variance"]).difference(run.variance.tensor) < 1e-4)
    }
}

import Foundation
import Testing

@testable import CoreMLRuntime

struct TrainerTests {
    private func run() throws -> TrainingFixtures.Run { try #require(TrainingFixtures.all).runs[0] }

    private func bits(_ trainer: Trainer) -> [[UInt32]] {
        trainer.parameters.names.compactMap { name in trainer.parameters[name].map { tensor in tensor.floats.map(\.bitPattern) } }
    }

    private func file(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    }

    @Test("The same training gives the same bits")
    func theSameTrainingGivesTheSameBits() throws {
        let run = try run()
        let trainers = try (0..<2).map { _ in try SmallNetwork.trainer(run) }
        for trainer in trainers { for _ in 0..<4 { try trainer.train(SmallNetwork.batch(run)) } }
        #expect(bits(trainers[0]) == bits(trainers[1]))
    }

    @Test("Training taken up from a checkpoint gives the same bits", arguments: [0, 1])
    func trainingTakenUpFromACheckpointGivesTheSameBits(number: Int) throws {
        let run = try #require(TrainingFixtures.all).runs[number]
        let url = file("checkpoint")
        defer { try? FileManager.default.removeItem(at: url) }
        let whole = try SmallNetwork.trainer(run)
        for step in 0..<6 {
            if step == 3 { try whole.save(to: url, note: Data("half".utf8)) }
            try whole.train(SmallNetwork.batch(run))
        }
        let resumed = try SmallNetwork.trainer(run)
        _ = resumed.generator.next()
        #expect(try resumed.restore(from: url) == Data("half".utf8))
        #expect(resumed.iteration == 3 && resumed.generator == whole.generator)
        let fromBytes = try SmallNetwork.trainer(run)
        #expect(try fromBytes.restore(state: resumed.state(note: Data("bytes".utf8))) == Data("bytes".utf8))
        #expect(bits(fromBytes) == bits(resumed) && fromBytes.iteration == 3)
        for _ in 3..<6 { try resumed.train(SmallNetwork.batch(run)) }
        #expect(bits(resumed) == bits(whole))
    }

    @Test("A damaged checkpoint is an error and changes nothing")
    func aDamagedCheckpointIsAnErrorAndChangesNothing() throws {
        let run = try run()
        let url = file("damaged")
        defer { try? FileManager.default.removeItem(at: url) }
        let trainer = try SmallNetwork.trainer(run)
        try trainer.train(SmallNetwork.batch(run))
        try trainer.save(to: url)
        let whole = try Data(contentsOf: url)
        let before = bits(trainer)
        for count in [0, 7, 15, 16, 100, whole.count - 1] {
            try whole.prefix(count).write(to: url)
            #expect(throws: (any Error).self) { try trainer.restore(from: url) }
        }
        var lengths = whole
        for index in 8..<16 { lengths[index] = 0xFF }
        try lengths.write(to: url)
        #expect(throws: RuntimeError.self) { try trainer.restore(from: url) }
        #expect(bits(trainer) == before && trainer.iteration == 1)
        let other = Trainer(
            try SmallNetwork.parameters(run), Trainer.Settings(OptimizerSettings(.adam()), LearningRateSchedule(1)),
            objective: SmallNetwork.objective)
        try whole.write(to: url)
        #expect(throws: RuntimeError.invalidModel("the checkpoint \(url.path) was made with other settings")) {
            try other.restore(from: url)
        }
    }

    @Test("A batch in parts has the gradient of the whole")
    func aBatchInPartsHasTheGradientOfTheWhole() throws {
        // Without batch normalisation, whose statistics are those of a part.
        func trainer() throws -> Trainer {
            let parameters = TrainingParameters()
            try parameters.add("w", Tensor([0.5, -0.25, 1] as [Float], shape: [1, 3]))
            return Trainer(parameters, Trainer.Settings(OptimizerSettings(.descent(momentum: 0.5)), LearningRateSchedule(0.1))) { types in
                let rows = try #require(types["x"]).shape[0]
                var builder = ProgramBuilder(reserving: ["loss"])
                let x = try builder.input("x", .float32([rows, 3]))
                let y = try builder.input("y", .float32([rows, 1]))
                let product = try builder.emitOne("linear", ["x": x, "weight": try builder.input("w", .float32([1, 3]))])
                let loss = try builder.emitOne("osprey.squared_error", ["x": product, "targets": y])
                return Trainer.Objective(try builder.finish(outputs: [("loss", loss)]), loss: "loss")
            }
        }
        let x: [Float] = [1, 2, 3, -1, 0.5, 2, 0, 1, -2]
        let y: [Float] = [1, -1, 0.5]
        let (whole, parted) = (try trainer(), try trainer())
        for _ in 0..<3 {
            let one = try whole.train(["x": Tensor(x, shape: [3, 3]), "y": Tensor(y, shape: [3, 1])]).loss
            let two = try parted.train(
                [
                    ["x": Tensor(Array(x[..<6]), shape: [2, 3]), "y": Tensor(Array(y[..<2]), shape: [2, 1])],
                    ["x": Tensor(Array(x[6...]), shape: [1, 3]), "y": Tensor(Array(y[2...]), shape: [1, 1])],
                ], weights: [2, 1]
            ).loss
            #expect(abs(one - two) < 1e-5)
        }
        #expect(try #require(whole.parameters["w"]).difference(try #require(parted.parameters["w"])) < 1e-5)
    }

    @Test("Bound parameters predict with the running statistics")
    func boundParametersPredictWithTheRunningStatistics() throws {
        let run = try run()
        let trainer = try SmallNetwork.trainer(run)
        for _ in 0..<3 { try trainer.train(SmallNetwork.batch(run)) }
        let batch = SmallNetwork.batch(run)
        var function = try SmallNetwork.objective(batch.mapValues(\.type)).function.binding(trainer.parameters)
        #expect(function.inputs.map(\.name) == ["x", "y"])
        let truth = try Interpreter().interpret(function, inputs: batch)
        function.inputs.removeAll { $0.name == "y" }
        function.body.operations.removeAll { $0.kind.hasPrefix("osprey.") || $0.outputs == ["loss"] }
        function.body.outputs = ["logits"]
        let plan = try Plan(function)
        let logits = try plan.run([try #require(batch["x"])])[0]
        #expect(logits.difference(try #require(truth["logits"])) < 1e-4)
    }

    @Test("A loss that is not finite stops training")
    func aLossThatIsNotFiniteStopsTraining() throws {
        let run = try run()
        let trainer = try SmallNetwork.trainer(run)
        var batch = SmallNetwork.batch(run)
        batch["x"] = .filled([8, 3, 8, 8], .nan)
        let before = try #require(trainer.parameters["fc.weight"]).doubles
        #expect(throws: RuntimeError.self) { try trainer.train(batch) }
        #expect(try #require(trainer.parameters["fc.weight"]).doubles == before)
        #expect(try #require(trainer.parameters["bn.mean"]).doubles.allSatisfy(\.isFinite))
    }

    @Test("Gradients are clipped to a norm")
    func gradientsAreClippedToANorm() throws {
        let parameters = TrainingParameters()
        try parameters.add("w", Tensor([0, 0] as [Float]))
        let optimizer = Optimizer(OptimizerSettings(.descent(momentum: 0), gradientNormLimit: 1), parameters)
        try optimizer.update(["w": Tensor([3, 4] as [Float])], rate: 1)
        let w = try #require(parameters["w"])
        #expect(abs(w.doubles[0] + 0.6) < 1e-6 && abs(w.doubles[1] + 0.8) < 1e-6)
        #expect(throws: RuntimeError.self) { try optimizer.update(["w": Tensor([.infinity, 0] as [Float])], rate: 1) }
    }

    @Test("Schedules follow their curves")
    func schedulesFollowTheirCurves() {
        let cosine = LearningRateSchedule(1, .cosine(count: 10, minimum: 0.1), warmup: 2)
        #expect(cosine.rate(at: 0) == 0.5 && cosine.rate(at: 1) == 1 && cosine.rate(at: 2) == 1)
        #expect(abs(cosine.rate(at: 7) - 0.55) < 1e-6 && abs(cosine.rate(at: 50) - 0.1) < 1e-6)
        let steps = LearningRateSchedule(0.8, .steps(interval: 3, factor: 0.5))
        #expect(steps.rate(at: 2) == 0.8 && steps.rate(at: 3) == 0.4 && steps.rate(at: 7) == 0.2)
        #expect(LearningRateSchedule(0.3).rate(at: 1000) == 0.3)
    }

    @Test("Weight decay pulls matrices and leaves biases")
    func weightDecayPullsMatricesAndLeavesBiases() throws {
        let parameters = TrainingParameters()
        try parameters.add("weight", Tensor([2] as [Float], shape: [1, 1]))
        try parameters.add("bias", Tensor([2] as [Float]))
        let optimizer = Optimizer(OptimizerSettings(.adam(), weightDecay: 0.5), parameters)
        let zeros = ["weight": Tensor([0] as [Float], shape: [1, 1]), "bias": Tensor([0] as [Float])]
        try optimizer.update(zeros, rate: 0.1)
        #expect(abs(try #require(parameters["weight"]).doubles[0] - 1.9) < 1e-6)
        #expect(try #require(parameters["bias"]).doubles[0] == 2)
    }
}

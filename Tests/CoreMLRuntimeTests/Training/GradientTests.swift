import Testing

@testable import CoreMLRuntime

struct GradientTests {
    static let kernels = [true, false]

    @Test("Gradients are those of finite differences", arguments: GradientCase.all, kernels)
    func gradientsAreThoseOfFiniteDifferences(_ test: GradientCase, fast: Bool) throws {
        let (function, values) = try test.objective()
        let parameters = TrainingParameters()
        for (name, tensor) in values { try parameters.add(name, tensor) }
        var options = TrainingOptions(threads: 2)
        options.usesFastKernels = fast
        let graph = try TrainingGraph(function, loss: "loss", parameters: parameters, options: options)
        let loss = try graph.run()
        let truth = Float(try #require(try Interpreter().interpret(function, inputs: values)["loss"]).doubles[0])
        #expect(abs(loss - truth) < 1e-4 * max(1, abs(truth)))
        for (name, tensor) in values {
            let gradient = try #require(graph.gradients[name])
            for index in 0..<tensor.count {
                let expected = try GradientCase.derivative(function, values, of: name, at: index)
                let found = Double(gradient.floats[index])
                #expect(abs(found - expected) < 2e-3 * max(1, abs(expected)), "\(name)[\(index)]: \(found), \(expected) by differences")
            }
        }
    }

    /// Weights that stay as they are cost no gradient, and change none of the others.
    @Test("Frozen weights have no gradient", arguments: ["conv, depthwise", "conv, depthwise, 18 channels"])
    func frozenWeightsHaveNoGradient(name: String) throws {
        let test = try #require(GradientCase.all.first { $0.name == name })
        let (function, values) = try test.objective()
        func gradients(_ role: TrainingParameters.Role) throws -> [String: Tensor] {
            let parameters = TrainingParameters()
            for (name, tensor) in values { try parameters.add(name, tensor, role: name == "x" ? .trained : role) }
            let graph = try TrainingGraph(function, loss: "loss", parameters: parameters, options: TrainingOptions(threads: 2))
            _ = try graph.run()
            return graph.gradients
        }
        let (all, some) = (try gradients(.trained), try gradients(.frozen))
        #expect(all.keys.sorted() == ["bias", "weight", "x"])
        #expect(some.keys.sorted() == ["x"])
        let (expected, found) = (try #require(all["x"]), try #require(some["x"]))
        #expect(zip(found.floats, expected.floats).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(expected.floats.contains { abs($0) > 1e-3 })
    }

    @Test("Every differentiable operation has a case")
    func everyDifferentiableOperationHasACase() throws {
        var covered: Set<String> = []
        for test in GradientCase.all { covered.formUnion(try test.objective().function.body.operations.map(\.kind)) }
        let differentiable = OperationRegistry.table.filter { $0.value is any DifferentiableOperation.Type }.map(\.key)
        #expect(differentiable.count > 100)
        #expect(differentiable.filter { !covered.contains($0) }.sorted() == [])
    }

    @Test("An operation without a gradient is named")
    func anOperationWithoutAGradientIsNamed() throws {
        var builder = ProgramBuilder(reserving: ["loss"])
        let x = try builder.input("x", .float32([4]))
        let sorted = try builder.emit("topk", name: "best", ["x": x, "k": .int(2), "axis": .int(0)])[0]
        let loss = try builder.emitOne("reduce_sum", ["x": sorted, "keep_dims": .bool(false)])
        let function = try builder.finish(outputs: [("loss", loss)])
        let parameters = TrainingParameters()
        try parameters.add("x", Tensor([1, 2, 3, 4] as [Float]))
        #expect(throws: RuntimeError.unsupported("topk 'best': there is no gradient of this operation")) {
            try TrainingGraph(function, loss: "loss", parameters: parameters)
        }
    }
}

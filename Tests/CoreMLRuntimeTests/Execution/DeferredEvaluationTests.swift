import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Networks whose shapes, branches or loops depend on values give, with plans for what lies between, what they give layer by layer.
struct DeferredEvaluationTests {
    private typealias Layer = Specification.NeuralNetworkLayer.Layer
    private typealias NetworkLayer = Specification.NeuralNetworkLayer

    private static func plans() -> SubgraphPlans {
        SubgraphPlans(options: PlanOptions(), weights: PreparedWeights(), limit: MemoryLimit(byteCount: 1 << 26))
    }

    private static func layer(_ kind: Layer, _ inputs: [String], _ outputs: [String]) -> NetworkLayer {
        NetworkFixture.layer(kind, inputs, outputs)
    }

    private static func network(_ layers: [NetworkLayer]) -> Specification.NeuralNetwork { .with { $0.layers = layers } }

    private static func copy(_ source: String, to target: String) -> NetworkLayer { layer(.copy(.with { _ in }), [source], [target]) }

    private static func loop(_ rounds: String, _ body: [NetworkLayer]) -> NetworkLayer {
        let inner = network(body)
        return layer(.loop(.with { $0.bodyNetwork = inner }), [rounds], [])
    }

    /// A convolution of four channels with 3 × 3 weights that keeps the size, and what is negative of it made zero.
    private static func convolution(_ source: String, to target: String) -> [NetworkLayer] {
        let weights = weightParams((0..<144).map { Float($0 * 37 % 101 - 50) / 300 })
        let convolution = Specification.ConvolutionLayerParams.with {
            ($0.outputChannels, $0.kernelChannels, $0.kernelSize, $0.weights) = (4, 4, [3, 3], weights)
            $0.convolutionPaddingType = .same(.with { _ in })
        }
        let rectifier = Specification.ActivationParams.with { $0.nonlinearityType = .relu(.with { _ in }) }
        return [
            layer(.convolution(convolution), [source], [target + "_sum"]), layer(.activation(rectifier), [target + "_sum"], [target]),
        ]
    }

    /// A product with a square matrix of its own for each `seed`.
    private static func product(_ source: String, to target: String, count: Int = 16, seed: Int = 37) -> NetworkLayer {
        let weights = weightParams((0..<count * count).map { Float($0 * seed % 101 - 50) / Float(25 * count) })
        let size = UInt64(count)
        return layer(
            .innerProduct(.with { ($0.inputChannels, $0.outputChannels, $0.weights) = (size, size, weights) }), [source], [target])
    }

    private static func lowering(
        _ layers: [NetworkLayer], _ inputs: [String], outputs: [String] = ["y"],
        makeCustomLayer: ((CustomLayerDescription) throws -> any CustomLayer)? = nil
    ) throws -> NeuralNetworkLowering {
        var fixture = NetworkFixture(exact: true)
        for name in inputs { fixture.input(name, [1]) }
        for name in outputs { fixture.output(name) }
        fixture.network.layers = layers
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        return try NeuralNetworkLowering(model: model, makeCustomLayer: makeCustomLayer)
    }

    private func waves(_ shape: [Int], _ phase: Double = 0) -> Tensor {
        Tensor((0..<shape.reduce(1, *)).map { Float(sin(Double($0) * 0.7 + phase)) }, shape: shape)
    }

    private func expectEqual(_ a: [String: Tensor], _ b: [String: Tensor], location: SourceLocation = #_sourceLocation) {
        #expect(Set(a.keys) == Set(b.keys), sourceLocation: location)
        for (name, tensor) in a {
            #expect(tensor.type == b[name]?.type, sourceLocation: location)
            #expect(tensor.agrees(with: b[name]?.doubles ?? [], tolerance: 1e-5), sourceLocation: location)
        }
    }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch { return "\(error)" }
    }

    // MARK: Loops

    @Test("Rounds and predictions share one plan")
    func roundsAndPredictionsShareOnePlan() throws {
        let layers = [Self.copy("x", to: "y"), Self.loop("n", Self.convolution("y", to: "z") + [Self.copy("z", to: "y")])]
        let (lowering, plans) = (try Self.lowering(layers, ["x", "n"]), Self.plans())
        for (index, rounds) in [3, 5, 0, 1].enumerated() {
            let inputs = ["x": waves([1, 4, 6, 6], Double(index)), "n": Tensor.numbers([Float(rounds)])]
            let truth = try lowering.evaluate(inputs: inputs)
            #expect((truth["y"]?.doubles.max() ?? 0) > 1e-4)
            expectEqual(try lowering.evaluate(inputs: inputs, plans: plans, threads: 1), truth)
            #expect(plans.planCount == 1)
        }
    }

    /// A counter that begins with a constant, and a condition on it.
    @Test("A counted loop has one plan too")
    func aCountedLoopHasOnePlanToo() throws {
        let constant = { (name: String, value: Float) in
            Self.layer(.loadConstantND(.with { ($0.shape, $0.data) = ([1], weightParams([value])) }), [], [name])
        }
        let condition = Self.network([Self.layer(.lessThan(.with { _ in }), ["i", "n"], ["goesOn"])])
        let scaled = Self.layer(.addBroadcastable(.with { _ in }), ["z", "i"], ["moved"])
        let count = Self.layer(.add(.with { $0.alpha = 1 }), ["i"], ["next"])
        let body = Self.network(
            Self.convolution("y", to: "z") + [scaled, Self.copy("moved", to: "y"), count, Self.copy("next", to: "i")])
        let loop = Self.layer(
            .loop(.with { ($0.conditionVar, $0.conditionNetwork, $0.bodyNetwork) = ("goesOn", condition, body) }), [], [])
        let lowering = try Self.lowering([Self.copy("x", to: "y"), constant("i", 0), loop], ["x", "n"], outputs: ["y", "i"])
        let plans = Self.plans()
        for rounds in [4, 2, 6] as [Float] {
            let inputs = ["x": waves([1, 4, 5, 5], Double(rounds)), "n": Tensor.numbers([rounds])]
            let outputs = try lowering.evaluate(inputs: inputs, plans: plans, threads: 1)
            expectEqual(outputs, try lowering.evaluate(inputs: inputs))
            #expect(outputs["i"]?.doubles == [Double(rounds)])
            #expect(plans.planCount == 1)
        }
    }

    @Test("A loop ends when its computed condition becomes false")
    func aConditionOnWhatIsComputedEndsALoop() throws {
        let sum = Self.layer(.reduceSum(.with { $0.reduceAll = true }), ["y"], ["total"])
        let condition = Self.network([sum, Self.layer(.greaterThan(.with { $0.alpha = 0.05 }), ["total"], ["goesOn"])])
        let body = Self.network(Self.convolution("y", to: "z") + [Self.copy("z", to: "y")])
        let loop = Self.layer(
            .loop(.with { ($0.conditionVar, $0.conditionNetwork, $0.bodyNetwork) = ("goesOn", condition, body) }), [], [])
        let square = Self.layer(.multiply(.with { _ in }), ["x", "x"], ["y"])
        let (lowering, plans) = (try Self.lowering([square, loop], ["x"]), Self.plans())
        for index in 0..<4 {
            let inputs = ["x": waves([1, 4, 6, 6], Double(index))]
            expectEqual(try lowering.evaluate(inputs: inputs, plans: plans, threads: 1), try lowering.evaluate(inputs: inputs))
        }
        #expect(plans.planCount == 2, "what is before the loop with the condition, and a round with it")
    }

    /// `y` is the sum of the squares of the differences of numbers drawn in one round and the next.
    @Test("Random numbers are drawn anew in each round")
    func randomNumbersAreDrawnAnewInEachRound() throws {
        for (seed, isFixed) in [(-1, false), (5, true)] as [(Int64, Bool)] {
            let body = [
                Self.layer(.randomNormalStatic(.with { ($0.seed, $0.stdDev, $0.outputShape) = (seed, 1, [64]) }), [], ["drawn"]),
                Self.layer(.subtractBroadcastable(.with { _ in }), ["drawn", "last"], ["step"]),
                Self.layer(.multiply(.with { _ in }), ["step", "step"], ["square"]),
                Self.layer(.add(.with { _ in }), ["y", "square"], ["sum"]), Self.copy("sum", to: "y"), Self.copy("drawn", to: "last"),
            ]
            let layers = [Self.copy("x", to: "y"), Self.copy("x", to: "last"), Self.loop("n", body)]
            let lowering = try Self.lowering(layers, ["x", "n"], outputs: ["y", "last"])
            let (plans, x) = (Self.plans(), Tensor([Float](repeating: 0, count: 64)))
            var drawn: Set<[Double]> = []
            for _ in 0..<4 {
                let outputs = try lowering.evaluate(inputs: ["x": x, "n": .numbers([2])], plans: plans, threads: 1)
                let (y, last) = (try #require(outputs["y"]?.doubles), try #require(outputs["last"]?.doubles))
                drawn.insert(last)
                let same = zip(y, last).filter { abs($0 - $1 * $1) < 1e-5 }.count
                #expect(isFixed ? same == 64 : same < 8)
            }
            #expect(drawn.count == (isFixed ? 1 : 4))
            #expect(plans.planCount == 2, "the first round, for which y and last are one value, and the others")
        }
    }

    @Test("An endless loop ends")
    func anEndlessLoopEnds() throws {
        let inner = Self.network([Self.layer(.loop(.with { $0.maxLoopIterations = 3 }), [], ["inner"])])
        let loops = Self.layer(.loop(.with { ($0.maxLoopIterations, $0.bodyNetwork) = (3, inner) }), [], ["loop"])
        func lower(limit: Int) throws {
            let deferred = DeferredEvaluation(plans: Self.plans(), threads: 1, memory: LiveMemory(), identity: { TensorIdentity($0) })
            var lowering = LayerLowering(
                builder: ProgramBuilder(deferred: deferred), usesRank5: false, customLayers: try CustomLayers([], make: nil))
            lowering.rounds.limit = limit
            try lowering.lowerAll([loops], LayerUse.uses(of: [loops], outputs: []))
        }
        try lower(limit: 12)
        #expect(throws: RuntimeError.invalidModel("layer 'inner': does not end after 11 rounds")) { try lower(limit: 11) }
    }

    // MARK: Branches and shapes

    @Test("A branch on a computed value takes its first network where the value is true, else its second")
    func aBranchGoesBothWays() throws {
        let total = Self.layer(.reduceSum(.with { $0.reduceAll = true }), ["a"], ["total"])
        let test = Self.layer(.greaterThan(.with { $0.alpha = 0 }), ["total"], ["isPositive"])
        let (first, second) = (Self.network([Self.product("a", to: "b", seed: 41)]), Self.network([Self.product("a", to: "b", seed: 43)]))
        let branch = Self.layer(.branch(.with { ($0.ifBranch, $0.elseBranch) = (first, second) }), ["isPositive"], [])
        let layers = [Self.product("x", to: "a"), total, test, branch, Self.product("b", to: "y")]
        let (lowering, plans) = (try Self.lowering(layers, ["x"]), Self.plans())
        let x = waves([4, 16])
        let opposite = Tensor(x.floats.map { -$0 }, shape: [4, 16])
        let answers = try [x, opposite].map { try #require(try lowering.evaluate(inputs: ["x": $0])["y"]) }
        // The sides are not each other's mirror image: only one of them is taken for each.
        #expect(zip(answers[0].doubles, answers[1].doubles).contains { abs($0 + $1) > 1e-3 })
        for _ in 0..<3 {
            for (input, truth) in zip([x, opposite], answers) {
                expectEqual(try lowering.evaluate(inputs: ["x": input], plans: plans, threads: 1), ["y": truth])
            }
        }
        #expect(plans.planCount == 3, "what is before the branch, and each side with what is after it")
    }

    /// The target is an input, to which a product's sum is added zero times.
    @Test("A reshape waits for its shape")
    func aReshapeWaitsForItsShape() throws {
        let layers = [
            Self.product("x", to: "a"), Self.layer(.reduceSum(.with { $0.reduceAll = true }), ["a"], ["total"]),
            Self.layer(.multiply(.with { $0.alpha = 0 }), ["total"], ["zero"]),
            Self.layer(.addBroadcastable(.with { _ in }), ["shape", "zero"], ["target"]),
            Self.layer(.reshapeDynamic(.with { _ in }), ["a", "target"], ["y"]),
        ]
        let (lowering, plans) = (try Self.lowering(layers, ["x", "shape"]), Self.plans())
        for shape in [[2, 32], [8, 8], [2, 32], [64, 1]] {
            let inputs = ["x": waves([4, 16]), "shape": Tensor.numbers(shape.map { Float($0) })]
            let outputs = try lowering.evaluate(inputs: inputs, plans: plans, threads: 1)
            #expect(outputs["y"]?.shape == shape)
            expectEqual(outputs, try lowering.evaluate(inputs: inputs))
        }
        #expect(plans.planCount == 1)
    }

    @Test("Inputs of two shapes take turns")
    func inputsOfTwoShapesTakeTurns() throws {
        let layers = [Self.copy("x", to: "y"), Self.loop("n", Self.convolution("y", to: "z") + [Self.copy("z", to: "y")])]
        let (lowering, plans) = (try Self.lowering(layers, ["x", "n"]), Self.plans())
        for round in 0..<3 {
            for size in [5, 7] {
                let inputs = ["x": waves([1, 4, size, size], Double(round)), "n": Tensor.numbers([2])]
                expectEqual(try lowering.evaluate(inputs: inputs, plans: plans, threads: 1), try lowering.evaluate(inputs: inputs))
            }
        }
        #expect(plans.planCount == 2)
    }

    @Test("Long work is planned at once")
    func longWorkIsPlannedAtOnce() throws {
        let plans = Self.plans()
        for (count, expected) in [(16, 0), (1024, 1)] {
            let layers = [Self.product("x", to: "a", count: count), Self.layer(.add(.with { $0.alpha = 1 }), ["a"], ["y"])]
            let lowering = try Self.lowering(layers, ["x"])
            let inputs = ["x": waves([1, count])]
            expectEqual(try lowering.evaluate(inputs: inputs, plans: plans, threads: 1), try lowering.evaluate(inputs: inputs))
            #expect(plans.planCount == expected)
        }
    }

    // MARK: Limits and errors

    @Test("The memory limit counts only values that are still read")
    func memoryIsLimitedToWhatIsAlive() throws {
        let twice = Self.layer(.concatND(.with { $0.axis = 0 }), ["y", "y"], ["double"])
        let growing = try Self.lowering([Self.copy("x", to: "y"), Self.loop("n", [twice, Self.copy("double", to: "y")])], ["x", "n"])
        let steady = try Self.lowering(
            [Self.copy("x", to: "y"), Self.loop("n", [Self.layer(.add(.with { $0.alpha = 1 }), ["y"], ["z"]), Self.copy("z", to: "y")])],
            ["x", "n"])
        let (plans, limit) = (Self.plans(), MemoryLimit(byteCount: 1 << 20))
        let inputs = ["x": waves([1 << 14]), "n": Tensor.numbers([40])]
        for _ in 0..<2 {
            let y = try #require(try steady.evaluate(inputs: inputs, plans: plans, threads: 1, limit: limit)["y"])
            #expect(abs(y.doubles[1] - sin(0.7) - 40) < 1e-3)
            let reason = message { _ = try growing.evaluate(inputs: inputs, plans: plans, threads: 1, limit: limit) }
            #expect(reason.contains("concat 'double'") && reason.contains("OSPREY_MEMORY_LIMIT"))
        }
    }

    @Test("Errors name the layer as without plans")
    func errorsNameTheLayerAsWithoutPlans() throws {
        let layers = [
            Self.layer(.gather(.with { _ in }), ["x", "indices"], ["picked"]),
            Self.layer(.multiply(.with { $0.alpha = 2 }), ["picked"], ["y"]),
        ]
        let (lowering, plans) = (try Self.lowering(layers, ["x", "indices"]), Self.plans())
        func inputs(_ index: Float) -> [String: Tensor] {
            ["x": waves([50]), "indices": .numbers([Float](repeating: index, count: 40))]
        }
        let truth = message { _ = try lowering.evaluate(inputs: inputs(70)) }
        #expect(truth.contains("picked") && truth.contains("70"))
        // Interpreted the first time, then planned.
        for _ in 0..<3 {
            let reason = message { _ = try lowering.evaluate(inputs: inputs(70), plans: plans, threads: 1) }
            #expect(reason == truth)
        }
        #expect(plans.planCount == 1)
        expectEqual(try lowering.evaluate(inputs: inputs(7), plans: plans, threads: 1), try lowering.evaluate(inputs: inputs(7)))
    }

    private final class Counting: CustomLayer, @unchecked Sendable {
        private let lock = NSLock()
        private var calls = 0

        var callCount: Int { lock.withLock { calls } }

        func outputShapes(_ inputShapes: [[Int]]) throws -> [[Int]] { inputShapes }

        func evaluate(inputs: [Tensor], outputs: [Tensor]) throws {
            let number = lock.withLock { () -> Int in
                calls += 1
                return calls
            }
            for index in 0..<inputs[0].count { outputs[0].floats[index] = inputs[0].floats[index] + Float(number) }
        }
    }

    @Test("Custom layers are called in each round")
    func customLayersAreCalledInEachRound() throws {
        let custom = Self.layer(.custom(.with { $0.className = "Counting" }), ["y"], ["z"])
        let ignored = Self.layer(.custom(.with { $0.className = "Counting" }), ["y"], ["nobody"])
        let (layer, other) = (Counting(), Counting())
        let lowering = try Self.lowering(
            [Self.product("x", to: "y"), Self.loop("n", [custom, ignored, Self.copy("z", to: "y")])], ["x", "n"]
        ) { $0.layerName == "z" ? layer : other }
        let (plans, x) = (Self.plans(), Tensor([Float](repeating: 0, count: 64), shape: [4, 16]))
        // 1 + 2 + 3, then 4 + 5.
        for (rounds, sum, calls) in [(3, 6, 3), (2, 9, 5)] as [(Float, Double, Int)] {
            let outputs = try lowering.evaluate(inputs: ["x": x, "n": .numbers([rounds])], plans: plans, threads: 1)
            #expect(outputs["y"]?.doubles == [Double](repeating: sum, count: 64))
            #expect(layer.callCount == calls && other.callCount == calls)
        }
    }

    @Test("Cancellation ends a loop")
    func cancellationEndsALoop() throws {
        let lowering = try Self.lowering([Self.copy("x", to: "y"), Self.loop("n", [Self.copy("y", to: "z")])], ["x", "n"])
        let cancellation = PredictionCancellation()
        cancellation.cancel()
        let inputs = ["x": waves([100]), "n": Tensor.numbers([900_000])]
        #expect(throws: CancellationError.self) {
            try cancellation.run { try lowering.evaluate(inputs: inputs, plans: Self.plans(), threads: 1) }
        }
    }

    // MARK: Weights and outputs

    @Test("Weights are made once")
    func weightsAreMadeOnce() throws {
        let weights = Specification.WeightParams.with {
            $0.rawValue = [1, 2, 3, 4]
            $0.quantization = .with {
                $0.numberOfBits = 8
                $0.quantizationType = .linearQuantization(.with { $0.scale = [0.5] })
            }
        }
        var other = weights
        other.quantization?.quantizationType = .linearQuantization(.with { $0.scale = [2] })
        let kept = ExpandedWeights()
        var lowering = LayerLowering(
            builder: ProgramBuilder(eager: true), usesRank5: false, customLayers: try CustomLayers([], make: nil))
        lowering.expandedWeights = kept
        let first = try lowering.weights(weights, [2, 2])
        #expect(try lowering.weights(weights, [2, 2]) === first)
        #expect(first.doubles == [0.5, 1, 1.5, 2])
        #expect(try lowering.weights(weights, [4]).shape == [4])
        #expect(try lowering.weights(other, [2, 2]).doubles == [2, 4, 6, 8])
        #expect(kept.count == 3)
        #expect(kept.identity(of: first) == TensorIdentity(first))
        #expect(throws: RuntimeError.self) { try lowering.weights(weights, [5]) }
        #expect(throws: RuntimeError.self) { try lowering.weights(nil, [4]) }
        #expect(kept.count == 3)
    }

    @Test("Callers may write to their outputs")
    func callersMayWriteToTheirOutputs() throws {
        let constant = Self.layer(.loadConstantND(.with { ($0.shape, $0.data) = ([3], weightParams([1, 2, 3])) }), [], ["c"])
        let lowering = try Self.lowering([constant, Self.copy("x", to: "y")], ["x"], outputs: ["c", "y"])
        let (plans, x) = (Self.plans(), Tensor.numbers([4, 5]))
        for _ in 0..<2 {
            let outputs = try lowering.evaluate(inputs: ["x": x], plans: plans, threads: 1)
            #expect(outputs["c"]?.doubles == [1, 2, 3] && outputs["y"]?.doubles == [4, 5])
            for tensor in outputs.values { tensor.floats[0] = 9 }
        }
        #expect(x.doubles == [4, 5])
    }

    @Test("Two outputs of one value are written apart")
    func twoOutputsOfOneValueAreWrittenApart() throws {
        let layers = [Self.layer(.ceil(.with { _ in }), ["x"], ["c"]), Self.copy("c", to: "y"), Self.copy("c", to: "z")]
        let lowering = try Self.lowering(layers, ["x"], outputs: ["y", "z"])
        let outputs = try lowering.evaluate(inputs: ["x": .numbers([3.5, 5])], plans: Self.plans(), threads: 1)
        outputs["y"]?.floats[0] = 9
        #expect(outputs["y"]?.doubles == [9, 5] && outputs["z"]?.doubles == [4, 5])
    }

    @Test("Two predictions at once do not mix")
    func twoPredictionsAtOnceDoNotMix() async throws {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [1, 4, 6, 6])
        fixture.input("n", [1])
        fixture.output("y")
        fixture.network.layers = [Self.copy("x", to: "y"), Self.loop("n", Self.convolution("y", to: "z") + [Self.copy("z", to: "y")])]
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        var options = PredictorOptions()
        options.allowsReducedPrecision = false
        let predictor = try PredictorFactory.predictor(for: model, options: options)
        let lowering = try fixture.lowering()
        let cases = try (0..<4).map { index -> (Tensor, Tensor, [Double]) in
            let (x, n) = (waves([1, 4, 6, 6], Double(index)), Tensor.numbers([Float(index + 1)]))
            return (x, n, try #require(try lowering.evaluate(inputs: ["x": x, "n": n])["y"]).doubles)
        }
        await withTaskGroup(of: Bool.self) { group in
            for (x, n, truth) in cases {
                group.addTask {
                    for _ in 0..<20 {
                        guard let values = try? predictor.predict([.tensor(x), .tensor(n)]), case .tensor(let y)?? = values.first,
                            y.agrees(with: truth, tolerance: 1e-5)
                        else { return false }
                    }
                    return true
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

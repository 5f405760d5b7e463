import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Loops that never end by themselves fail soon, and long loops of real work do not.
struct LoopRoundsTests {
    private typealias NetworkLayer = Specification.NeuralNetworkLayer

    private static let enough = LoopRounds.lightByteCount

    @Test("Rounds that make few bytes have a limit of their own")
    func roundsThatMakeFewBytesHaveALimitOfTheirOwn() {
        /// The number of rounds that may begin if each makes `byteCount` bytes, and the run made `earlier` bytes before them.
        func rounds(making byteCount: Int, after earlier: Int = 0) -> Int {
            var rounds = LoopRounds()
            (rounds.limit, rounds.lightLimit) = (20, 7)
            var made = earlier
            while rounds.begin(after: made) { made += byteCount }
            return rounds.count
        }
        #expect(rounds(making: 0) == 7 && rounds(making: Self.enough - 1) == 7)
        #expect(rounds(making: Self.enough) == 20 && rounds(making: 1 << 20) == 20)
        #expect(rounds(making: 4, after: 1 << 20) == 7, "the layers before a loop are no work of its rounds")
    }

    @Test("A loop that becomes light ends when its rounds are light on average")
    func aLoopThatBecomesLightEnds() {
        var rounds = LoopRounds()
        (rounds.limit, rounds.lightLimit) = (1000, 4)
        var made = 0
        while rounds.begin(after: made) { made += rounds.count <= 10 ? Self.enough : 0 }
        #expect(rounds.count == 11)
    }

    // MARK: Networks

    /// A loop that doubles the blob `v` for ever.
    private static func endless() -> NetworkLayer {
        let one = NetworkFixture.layer(.fillStatic(.with { ($0.value, $0.targetShape) = (1, [1]) }), [], ["goesOn"])
        let twice = NetworkFixture.layer(.addBroadcastable(.with { _ in }), ["v", "v"], ["v"])
        let condition = Specification.NeuralNetwork.with { $0.layers = [one] }
        let body = Specification.NeuralNetwork.with { $0.layers = [twice] }
        return NetworkFixture.layer(
            .loop(.with { ($0.conditionVar, $0.conditionNetwork, $0.bodyNetwork) = ("goesOn", condition, body) }), [], ["loop"])
    }

    private static func plans() -> SubgraphPlans {
        SubgraphPlans(options: PlanOptions(), weights: PreparedWeights(), limit: MemoryLimit(byteCount: 1 << 26))
    }

    private static func network(_ count: Int64) -> NetworkFixture {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [count])
        fixture.output("v")
        fixture.layer(.copy(.with { _ in }), ["x"], ["v"])
        fixture.network.layers.append(endless())
        return fixture
    }

    @Test("An endless loop of few numbers ends before one of many", arguments: [false, true])
    func anEndlessLoopOfFewNumbersEndsBeforeOneOfMany(isEager: Bool) throws {
        func run(_ count: Int) throws {
            let deferred = DeferredEvaluation(plans: Self.plans(), threads: 1, memory: LiveMemory(), identity: { TensorIdentity($0) })
            let builder = isEager ? ProgramBuilder(eager: true) : ProgramBuilder(deferred: deferred)
            var lowering = LayerLowering(builder: builder, usesRank5: false, customLayers: try CustomLayers([], make: nil))
            (lowering.rounds.limit, lowering.rounds.lightLimit) = (90, 30)
            let layers = Self.network(Int64(count)).network.layers
            let input = NeuralNetworkLowering.Input(
                name: "x", isOptional: false, isImage: false, shape: [count], defaultValue: 0, meanImage: nil)
            try lowering.bind(input, lowering.builder.given(Tensor([Float](repeating: 0, count: count))), [count])
            try lowering.lowerAll(layers, isEager ? nil : LayerUse.uses(of: layers, outputs: ["v"]))
        }
        #expect(throws: RuntimeError.invalidModel("layer 'loop': does not end after 30 rounds")) { try run(3) }
        #expect(throws: RuntimeError.invalidModel("layer 'loop': does not end after 90 rounds")) { try run(64) }
    }

    @Test("A network that counts for ever fails at the limit of light rounds")
    func aNetworkThatCountsForEverFails() throws {
        let lowering = try Self.network(3).lowering()
        #expect(throws: RuntimeError.invalidModel("layer 'loop': does not end after \(LoopRounds().lightLimit) rounds")) {
            try lowering.evaluate(
                inputs: ["x": Tensor([1, 2, 3] as [Float])],
                plans: Self.plans(), threads: 1)
        }
    }

    // MARK: Programs

    @Test("A program's loop of few numbers ends before one of many", arguments: [false, true])
    func aProgramsLoopOfFewNumbersEndsBeforeOneOfMany(hasPlans: Bool) {
        func run(_ count: Int) throws {
            let state = TensorType.float32([count])
            let step = CoreMLRuntime.Operation(
                kind: "add", name: "next", arguments: ["x": .value("w"), "y": .value("w")], outputs: ["next"])
            let goesOn = CoreMLRuntime.Operation(
                kind: "identity", name: "on", arguments: ["x": .tensor(.scalar(true))], outputs: ["on"])
            let loop = CoreMLRuntime.Operation(
                kind: "while_loop", name: "loop", arguments: ["loop_vars": .list([.value("x")])], outputs: ["y"],
                blocks: [
                    Block(inputs: [Parameter("v", state)], operations: [goesOn], outputs: ["on"]),
                    Block(inputs: [Parameter("w", state)], operations: [step], outputs: ["next"]),
                ])
            let function = MILFunction(
                name: "main", inputs: [.init(name: "x", scalar: .float32, dimensions: [count], isState: false)],
                body: Block(operations: [loop], outputs: ["y"]))
            var interpreter = hasPlans ? Interpreter(plans: Self.plans(), threads: 1) : Interpreter()
            (interpreter.rounds.limit, interpreter.rounds.lightLimit) = (90, 30)
            _ = try interpreter.interpret(function, inputs: ["x": Tensor([Float](repeating: 0, count: count))])
        }
        #expect(throws: RuntimeError.invalidModel("while_loop 'loop': does not end after 30 rounds")) { try run(3) }
        #expect(throws: RuntimeError.invalidModel("while_loop 'loop': does not end after 90 rounds")) { try run(64) }
    }
}

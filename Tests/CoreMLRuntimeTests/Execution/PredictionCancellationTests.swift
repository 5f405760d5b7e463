import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Predictions that are stopped while they run.
struct PredictionCancellationTests {
    private typealias Operation = CoreMLRuntime.Operation

    /// Doubles what it is given; calls `action` first, with the number of the call.
    private final class Doubling: CustomLayer, @unchecked Sendable {
        private let action: @Sendable (Int) -> Void
        private let lock = NSLock()
        private var calls = 0

        init(_ action: @escaping @Sendable (Int) -> Void = { _ in }) {
            self.action = action
        }

        var callCount: Int { lock.withLock { calls } }

        func outputShapes(_ inputShapes: [[Int]]) throws -> [[Int]] { inputShapes }

        func evaluate(inputs: [Tensor], outputs: [Tensor]) throws {
            let number = lock.withLock { () -> Int in
                calls += 1
                return calls
            }
            action(number)
            for index in 0..<inputs[0].count { outputs[0].floats[index] = 2 * inputs[0].floats[index] }
        }
    }

    private static func plan(_ layers: [Doubling]) throws -> Plan {
        var builder = ProgramBuilder()
        var x = try builder.input("x", .float32([3]))
        for layer in layers {
            x = try builder.emitOne("osprey.custom", ["inputs": .list([x]), "layer": .constant(.layer(layer))])
        }
        return try Plan(try builder.finish(outputs: [(name: "y", value: x)]))
    }

    @Test("A plan stops before its next step and runs again")
    func aPlanStopsBeforeItsNextStepAndRunsAgain() throws {
        let cancellation = PredictionCancellation()
        let (first, second) = (Doubling { _ in cancellation.cancel() }, Doubling())
        let plan = try Self.plan([first, second])
        let x = Tensor([1, 2, 3] as [Float])
        #expect(throws: CancellationError.self) { try cancellation.run { try plan.run([x]) } }
        #expect(first.callCount == 1)
        #expect(second.callCount == 0)
        // Others take the same context, whether they can be cancelled or not.
        let plain = try plan.run([x])
        #expect(plain[0].doubles == [4, 8, 12])
        let wanted = try PredictionCancellation().run { try plan.run([x]) }
        #expect(wanted[0].doubles == [4, 8, 12])
        #expect(second.callCount == 2)
    }

    @Test("Predictions cancelled beforehand do not begin")
    func predictionsCancelledBeforehandDoNotBegin() throws {
        let layer = Doubling()
        let plan = try Self.plan([layer])
        let cancellation = PredictionCancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try cancellation.run { try plan.run([Tensor([1, 2, 3] as [Float])]) } }
        #expect(layer.callCount == 0)
        #expect(PredictionCancellation.current == nil)
    }

    /// A loop without an end that calls `layer` in each round.
    private static func endlessLoop(_ layer: Doubling) -> MILFunction {
        let condition = Block(
            inputs: [Parameter("v", .float32([1]))],
            operations: [Operation(kind: "identity", name: "goes", arguments: ["x": .bool(true)], outputs: ["goes"])], outputs: ["goes"])
        let double = Operation(
            kind: "osprey.custom", name: "double", arguments: ["inputs": .list([.value("w")]), "layer": .constant(.layer(layer))],
            outputs: ["double"])
        let body = Block(inputs: [Parameter("w", .float32([1]))], operations: [double], outputs: ["double"])
        let loop = Operation(
            kind: "while_loop", name: "loop", arguments: ["loop_vars": .list([.value("x")])], outputs: ["y"], blocks: [condition, body])
        return MILFunction(
            name: "main", inputs: [.init(name: "x", scalar: .float32, dimensions: [1], isState: false)],
            body: Block(operations: [loop], outputs: ["y"]))
    }

    @Test("A loop stops before its next operation")
    func aLoopStopsBeforeItsNextOperation() {
        let plans = SubgraphPlans(options: PlanOptions(), weights: PreparedWeights(), limit: MemoryLimit(byteCount: 1 << 24))
        for interpreter in [Interpreter(), Interpreter(plans: plans, threads: 1)] {
            let cancellation = PredictionCancellation()
            let layer = Doubling { if $0 == 3 { cancellation.cancel() } }
            #expect(throws: CancellationError.self) {
                try cancellation.run { try interpreter.interpret(Self.endlessLoop(layer), inputs: ["x": Tensor([1] as [Float])]) }
            }
            #expect(layer.callCount == 3)
        }
    }

    @Test("A loop without operations stops")
    func aLoopWithoutOperationsStops() {
        let cancellation = PredictionCancellation()
        let flag = [Parameter("v", TensorType(.bool, []))]
        let loop = Operation(
            kind: "while_loop", name: "loop", arguments: ["loop_vars": .list([.value("x")])], outputs: ["y"],
            blocks: [Block(inputs: flag, operations: [], outputs: ["v"]), Block(inputs: flag, operations: [], outputs: ["v"])])
        let function = MILFunction(
            name: "main", inputs: [.init(name: "x", scalar: .bool, dimensions: [], isState: false)],
            body: Block(operations: [loop], outputs: ["y"]))
        var interpreter = Interpreter()
        (interpreter.rounds.limit, interpreter.rounds.lightLimit) = (.max, .max)
        let endless = interpreter
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.02)
            cancellation.cancel()
        }
        #expect(throws: CancellationError.self) {
            try cancellation.run { try endless.interpret(function, inputs: ["x": .scalar(true)]) }
        }
    }

    @Test("An ensemble stops between trees")
    func anEnsembleStopsBetweenTrees() throws {
        let leaves: [Specification.TreeEnsembleParameters.TreeNode] = (0..<600).map { tree in
            .with {
                ($0.treeId, $0.nodeBehavior) = (UInt64(tree), .leafNode)
                $0.evaluationInfo = [.with { $0.evaluationValue = 1 }]
            }
        }
        let ensemble = try TreeEnsemble(.with { ($0.nodes, $0.numPredictionDimensions) = (leaves, 1) })
        let cancellation = PredictionCancellation()
        #expect(try cancellation.run { try ensemble.scores([]) } == [600])
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try cancellation.run { try ensemble.scores([]) } }
        #expect(try ensemble.scores([]) == [600])
    }
}

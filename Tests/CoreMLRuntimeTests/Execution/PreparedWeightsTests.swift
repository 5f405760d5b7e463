import CoreMLSpecification
import Dispatch
import Foundation
import Testing

@testable import CoreMLRuntime

@Suite struct PreparedWeightsTests {
    // MARK: Weights of other shapes

    /// `x · (weight · length of n)ᵀ`.
    private func scaledByLength(_ weight: Tensor) -> MILFunction {
        func operation(_ kind: String, _ arguments: [String: Argument], _ output: String) -> CoreMLRuntime.Operation {
            CoreMLRuntime.Operation(kind: kind, name: output, arguments: arguments, outputs: [output])
        }
        let body = Block(
            operations: [
                operation("shape", ["x": .value("n")], "length"),
                operation("cast", ["x": .value("length"), "dtype": .string("fp32")], "factor"),
                operation("mul", ["x": .tensor(weight), "y": .value("factor")], "weight"),
                operation("linear", ["x": .value("x"), "weight": .value("weight")], "y"),
            ], outputs: ["y"])
        return MILFunction(
            name: "main",
            inputs: [
                .init(name: "x", scalar: .float32, dimensions: [nil, 4], isState: false),
                .init(name: "n", scalar: .float32, dimensions: [nil], isState: false),
            ], body: body)
    }

    @Test("Weights that follow from a shape are those of that shape", arguments: [1, 20])
    func weightsThatFollowFromAShapeAreThoseOfThatShape(rows: Int) throws {
        let weight = Tensor([1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4] as [Float], shape: [4, 4])
        let function = scaledByLength(weight)
        let x = Tensor([Float](repeating: 1, count: 4 * rows), shape: [rows, 4])
        let weights = PreparedWeights()
        // The plans stay, as those of a predictor do.
        var plans: [Plan] = []
        for length in [1, 2, 3, 2] {
            let specialized = try function.specialized(shapes: ["x": [rows, 4], "n": [length]])
            let plan = try Plan(specialized, options: PlanOptions(threads: 1), weights: weights)
            let y = try plan.run([x, Tensor([Float](repeating: 0, count: length))])[0]
            #expect(Array(y.doubles.prefix(4)) == [1, 2, 3, 4].map { Double($0 * length) })
            plans.append(plan)
        }
        // The second plan of two has the same weights as the first.
        let single = PreparedWeights()
        let alone = try Plan(
            try function.specialized(shapes: ["x": [rows, 4], "n": [2]]), options: PlanOptions(threads: 1), weights: single)
        withExtendedLifetime((plans, alone)) { #expect(weights.byteCount == 3 * single.byteCount) }
    }

    @Test("The nets of a branch keep their weights")
    func theNetsOfABranchKeepTheirWeights() throws {
        func net(_ factor: Float) -> Specification.NeuralNetwork {
            let matrix = (0..<16).map { $0 % 5 == 0 ? factor : 0 }
            let product = Specification.InnerProductLayerParams.with {
                ($0.inputChannels, $0.outputChannels, $0.weights) = (4, 4, weightParams(matrix))
            }
            return .with { $0.layers = [NetworkFixture.layer(.innerProduct(product), ["x"], ["c"])] }
        }
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [16, 4])
        fixture.output("y")
        fixture.layer(.getShape(.with { _ in }), ["x"], ["shape"])
        fixture.layer(.greaterEqual(.with { $0.alpha = 17 }), ["shape"], ["isLong"])
        fixture.layer(
            .branch(
                .with {
                    $0.ifBranch = net(3)
                    $0.elseBranch = net(2)
                }), ["isLong"], [])
        fixture.layer(.activation(.with { $0.nonlinearityType = .linear(.with { $0.alpha = 1 }) }), ["c"], ["y"])
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        var options = PredictorOptions()
        options.allowsReducedPrecision = false
        let predictor = try PredictorFactory.predictor(for: model, options: options)
        for (rows, factor) in [(16, 2.0), (17, 3.0), (16, 2.0), (18, 3.0)] {
            let x = counting([rows, 4])
            guard case .tensor(let y)? = try predictor.predict([.tensor(x)])[0] else { throw RuntimeError.failed("no tensor") }
            #expect(y.doubles == x.doubles.map { $0 * factor })
        }
    }

    @Test("Numbers are told apart")
    func numbersAreToldApart() throws {
        let bytes = Bytes(copying: (0..<64).map { UInt8($0) })
        let type = TensorType.float32([4, 4])
        let view = Tensor.viewing(bytes, type)
        #expect(TensorIdentity(view) == TensorIdentity(Tensor.viewing(bytes, type)))
        #expect(TensorIdentity(view.reshaped([16]).reshaped([4, 4])) == TensorIdentity(view))
        let (start, end) = (try bytes.slice(at: 0, count: 32), try bytes.slice(at: 32, count: 32))
        #expect(TensorIdentity(.viewing(start, .float32([8]))) != TensorIdentity(.viewing(end, .float32([8]))))
        let numbers = counting([5, 7])
        #expect(TensorIdentity(numbers) == TensorIdentity(counting([5, 7])))
        #expect(TensorIdentity(numbers) != TensorIdentity(counting([7, 5])))
        for index in 0..<numbers.count {
            let other = counting([5, 7])
            other.floats[index] += 0.5
            #expect(TensorIdentity(numbers) != TensorIdentity(other))
        }
    }

    @Test("Weights that nothing reads any more give back the pages that lie wholly in them")
    func unreadPages() throws {
        let page = 4096
        let slab = try PageMemory(byteCount: 16 * page)
        withExtendedLifetime(slab) {
            memset(slab.pointer, 1, slab.byteCount)
            _ = ConstantMemory(slab.pointer + 100, byteCount: 3 * page, partOf: slab)
            let bytes = UnsafeRawBufferPointer(start: slab.pointer, count: slab.byteCount)
            #expect(bytes[..<page].allSatisfy { $0 == 1 } && bytes[(3 * page)...].allSatisfy { $0 == 1 })
            #expect(bytes[page..<3 * page].allSatisfy { $0 == 0 })
            _ = ConstantMemory(slab.pointer + 4 * page + 1, byteCount: 2 * page - 2, partOf: slab)
            #expect(bytes[(4 * page)...].allSatisfy { $0 == 1 }, "no whole page")
        }
    }

    @Test("Predictors share the weights that they are given, unless they are too many")
    func sharing() {
        var options = PredictorOptions()
        #expect(options.makePreparedWeights() !== options.makePreparedWeights())
        let shared = PreparedWeights()
        options.preparedWeights = shared
        #expect(options.makePreparedWeights() === shared)
        #expect(options.makePreparedWeights(storedByteCount: .max) !== shared)
    }

    @Test("Prepared weights go with their last plan")
    func preparedWeightsGoWithTheirLastPlan() throws {
        let weights = PreparedWeights()
        do {
            var check = PlanCheck()
            let y = try check.conv(try check.input([1, 4, 6, 6]), 8, [3, 3])
            let function = try check.builder.finish(outputs: [("y", y)])
            let plan = try Plan(function, options: PlanOptions(threads: 1), weights: weights)
            withExtendedLifetime(plan) { #expect(weights.byteCount > 0) }
        }
        // A worker may be about to let go of the last thing that it did.
        for _ in 0..<6000 where weights.byteCount > 0 { Thread.sleep(forTimeInterval: 0.01) }
        #expect(weights.byteCount == 0)
    }

    // MARK: Failures

    @Test("A failure is that of every plan that waits for the work")
    func aFailureIsThatOfEveryPlanThatWaitsForTheWork() throws {
        let weights = PreparedWeights()
        let key = WeightKey(name: "w", form: "", numbers: TensorIdentity(counting([4])), scale: nil)
        let layout = try Layout(.float32, [4])
        let (first, second, other) = (AwaitedWork(), AwaitedWork(), AwaitedWork())
        let asked = DispatchSemaphore(value: 0)
        let memory = try weights.memory(key, layout: layout, for: first) { _ in
            asked.wait()
            throw RuntimeError.failed("no luck")
        }
        let same = try weights.memory(key, layout: layout, for: second) { _ in Issue.record("prepared twice") }
        #expect(same === memory)
        asked.signal()
        try weights.finish(other, threads: 1)
        #expect(throws: RuntimeError.failed("no luck")) { try weights.finish(first, threads: 1) }
        #expect(throws: RuntimeError.failed("no luck")) { try weights.finish(second, threads: 1) }
        let third = AwaitedWork()
        let again = try weights.memory(key, layout: layout, for: third) { $0.pointer.storeBytes(of: 7, as: Float.self) }
        try weights.finish(third, threads: 1)
        #expect(again !== memory && again.pointer.load(as: Float.self) == 7)
    }

    @Test("A kernel that fails is that of its own plan")
    func aKernelThatFailsIsThatOfItsOwnPlan() throws {
        let weights = PreparedWeights()
        let (first, second) = (AwaitedWork(), AwaitedWork())
        weights.schedule(threads: 1, for: first) { throw RuntimeError.failed("no kernel") }
        weights.schedule(threads: 1, for: second) {}
        try weights.finish(second, threads: 1)
        #expect(throws: RuntimeError.failed("no kernel")) { try weights.finish(first, threads: 1) }
    }

    // MARK: Recurrent layers

    @Test(
        "The matrices of recurrent layers are prepared once", arguments: ["rnn", "gru", "lstm"], ["forward", "reverse", "bidirectional"])
    func theMatricesOfRecurrentLayersArePreparedOnce(kind: String, direction: String) throws {
        let (hidden, inputs, steps) = (20, 5, 7)
        let gates = ["rnn": 1, "gru": 3, "lstm": 4][kind] ?? 0
        let directions = direction == "bidirectional" ? 2 : 1
        var check = PlanCheck()
        var arguments: [String: Argument] = ["output_sequence": .bool(true), "direction": .string(direction)]
        for suffix in ["", "_back"].prefix(directions) {
            arguments["weight_ih" + suffix] = .tensor(check.noise.tensor([gates * hidden, inputs], scale: 0.5))
            arguments["weight_hh" + suffix] = .tensor(check.noise.tensor([gates * hidden, hidden], scale: 0.2))
            arguments["bias" + suffix] = .tensor(check.noise.tensor([gates * hidden]))
        }
        let x = try check.input([steps, 2, inputs])
        let function = try check.builder.finish(outputs: [("y", try check.call(kind, x, arguments))])
        let expected = try #require(Interpreter().interpret(function, inputs: ["x": check.inputs[0]])[function.body.outputs[0]])
        let weights = PreparedWeights()
        let plans = try (1...2).map { try Plan(function, options: PlanOptions(threads: $0), weights: weights) }
        for plan in plans {
            for _ in 0..<2 {
                let y = try plan.run(check.inputs)[0]
                #expect(zip(y.doubles, expected.doubles).allSatisfy { abs($0 - $1) < 1e-5 })
            }
        }
        // A gate's numbers are padded to whole vectors.
        withExtendedLifetime(plans) { #expect(weights.byteCount == directions * hidden * gates * 32 * 4) }
    }
}

@Suite struct PlanCacheTests {
    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private(set) var count = 0

        func add() { lock.withLock { count += 1 } }
    }

    @Test("A value is made once for all who ask at once")
    func aValueIsMadeOnceForAllWhoAskAtOnce() {
        let (cache, made, right) = (PlanCache<String, Int>(), Counter(), Counter())
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            let value = try? cache.value(for: "shape", threads: 1 + index % 2) {
                made.add()
                Thread.sleep(forTimeInterval: 0.02)
                return 7 + index % 2
            }
            if value == 7 + index % 2 { right.add() }
        }
        #expect(made.count == 2 && right.count == 16)
    }

    @Test("An error goes to all who wait and is not kept")
    func anErrorGoesToAllWhoWaitAndIsNotKept() throws {
        let (cache, refused) = (PlanCache<String, Int>(), Counter())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                _ = try cache.value(for: "shape", threads: 1) {
                    Thread.sleep(forTimeInterval: 0.02)
                    throw RuntimeError.failed("no luck")
                }
            } catch RuntimeError.failed("no luck") {
                refused.add()
            } catch {}
        }
        #expect(refused.count == 8)
        #expect(try cache.value(for: "shape", threads: 1) { 3 } == 3)
    }

    @Test("The shapes used last are kept for every number of threads")
    func theShapesUsedLastAreKeptForEveryNumberOfThreads() throws {
        let (cache, made) = (PlanCache<Int, Int>(capacity: 3), Counter())
        func value(_ shape: Int, _ threads: Int) throws -> Int {
            try cache.value(for: shape, threads: threads) {
                made.add()
                return shape * 100 + threads
            }
        }
        for _ in 0..<2 {
            for shape in 0..<3 { for threads in 1...16 { #expect(try value(shape, threads) == shape * 100 + threads) } }
        }
        #expect(made.count == 3 * 16)
        // The first shape is used again, so that the second one goes for a fourth.
        _ = try value(0, 1)
        _ = try value(3, 1)
        #expect(made.count == 3 * 16 + 1)
        _ = try value(0, 2)
        _ = try value(2, 2)
        #expect(made.count == 3 * 16 + 1)
        _ = try value(1, 2)
        #expect(made.count == 3 * 16 + 2)
    }
}

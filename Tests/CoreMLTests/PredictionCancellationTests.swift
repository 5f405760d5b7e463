import CoreML
import CoreMLSpecification
import Foundation
import Synchronization
import Testing

/// Cancels the task that it is called in.
private func cancelCurrentTask() {
    withUnsafeCurrentTask { task -> Void in task?.cancel() }
}

/// Hands its input on; cancels the task that it is called in where the first number is −7.
final class CancellingLayer: MLCustomLayer {
    init(parameters: [String: Any]) throws {}
    func setWeightData(_ weights: [Data]) throws {}
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        if inputs[0][0].floatValue == -7 { cancelCurrentTask() }
        for index in 0..<inputs[0].count { outputs[0][index] = inputs[0][index] }
    }
}

/// Hands its input on, and notes the second number.
final class NotingLayer: MLCustomLayer {
    static let noted = Mutex<Set<Float>>([])

    init(parameters: [String: Any]) throws {}
    func setWeightData(_ weights: [Data]) throws {}
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        let number = inputs[0][1].floatValue
        _ = Self.noted.withLock { $0.insert(number) }
        for index in 0..<inputs[0].count { outputs[0][index] = inputs[0][index] }
    }
}

/// Asynchronous predictions end with their task. The models answer the two numbers that they are given; the second is the test's own.
@Suite struct PredictionCancellationTests {
    /// A network of a layer that may cancel the prediction, and one that notes when it is reached.
    private static var network: Specification.Model {
        func layer(_ className: String, _ input: String, _ output: String) -> Specification.NeuralNetworkLayer {
            .with {
                ($0.name, $0.input, $0.output) = (output, [input], [output])
                $0.layer = .custom(.with { $0.className = "CoreMLTests." + className })
            }
        }
        let network = Specification.NeuralNetwork.with {
            $0.layers = [layer("CancellingLayer", "x", "h"), layer("NotingLayer", "h", "y")]
            $0.arrayInputShapeMapping = .exactArrayMapping
        }
        return TestModels.model(
            .neuralNetwork(network), [TestModels.feature("x", TestModels.array([2]))], [TestModels.feature("y", TestModels.array([2]))])
    }

    /// A program that adds `v` to the state `sum`, and the network, which gets the sum.
    private static func summing() throws -> Specification.Model {
        let text = """
            program(1.3)
            {
                func main<ios18>(tensor<fp16, [2]> v, state<tensor<fp16, [2]>> sum) {
                        tensor<fp16, [2]> old = read_state(input = sum);
                        tensor<fp16, [2]> new = add(x = old, y = v);
                        write_state(data = new, input = sum);
                        tensor<fp16, [2]> x = read_state(input = sum);
                    } -> (x);
            }
            """
        let array = Specification.ArrayFeatureType.with {
            $0.shape = [2]
            $0.dataType = .float16
        }
        let state = TestModels.feature("sum", .stateType(.with { $0.type = .arrayType(array) }))
        var program = TestModels.model(
            .mlProgram(try Specification.MILSpec.Program(text: Bytes(copying: text.utf8))),
            [TestModels.feature("v", .multiArrayType(array))], [TestModels.feature("x", .multiArrayType(array))])
        program.description?.state = [state]
        var pipeline = TestModels.model(
            .pipeline(.with { $0.models = [program, network] }), [TestModels.feature("v", .multiArrayType(array))],
            [TestModels.feature("y", TestModels.array([2]))])
        pipeline.description?.state = [state]
        return pipeline
    }

    private static func features(_ name: String, _ values: [Float]) throws -> any MLFeatureProvider {
        try MLDictionaryFeatureProvider(dictionary: [name: MLShapedArray<Float>(scalars: values, shape: [values.count])])
    }

    private static func output(_ result: any MLFeatureProvider) -> [Float] {
        result.featureValue(for: "y")?.shapedArrayValue(of: Float.self)?.scalars ?? []
    }

    /// The answer of a synchronous prediction.
    private static func predictNow(_ model: MLModel, _ values: [Float]) throws -> [Float] {
        output(try model.prediction(from: features("x", values)))
    }

    /// The answer of an asynchronous prediction in a task of its own.
    private static func predict(_ model: MLModel, _ values: [Float], isCancelled: Bool = false) async throws -> [Float] {
        let task = Task { () async throws -> [Float] in
            if isCancelled { cancelCurrentTask() }
            return output(try await model.prediction(from: features("x", values)))
        }
        return try await task.value
    }

    private static func isCancellation(_ error: any Error) -> Bool { (error as? MLModelError)?.code == .predictionCancelled }

    private static func reached(_ number: Float) -> Bool { NotingLayer.noted.withLock { $0.contains(number) } }

    @Test("A prediction that runs ends with its task")
    func aPredictionThatRunsEndsWithItsTask() async throws {
        let model = try TestModels.load(Self.network)
        await #expect {
            try await Self.predict(model, [-7, 11])
        } throws: { error in
            Self.isCancellation(error)
        }
        #expect(!Self.reached(11))
        // The model is as good as before.
        #expect(try await Self.predict(model, [5, 12]) == [5, 12])
        #expect(Self.reached(12))
    }

    @Test("A prediction of a cancelled task does not begin")
    func aPredictionOfACancelledTaskDoesNotBegin() async throws {
        let model = try TestModels.load(Self.network)
        await #expect {
            try await Self.predict(model, [5, 21], isCancelled: true)
        } throws: { error in
            Self.isCancellation(error)
        }
        #expect(!Self.reached(21))
    }

    @Test("A prediction that is not asynchronous goes on")
    func aPredictionThatIsNotAsynchronousGoesOn() async throws {
        let model = try TestModels.load(Self.network)
        let task = Task { try Self.predictNow(model, [-7, 31]) }
        #expect(try await task.value == [-7, 31])
        #expect(Self.reached(31))
    }

    @Test("A prediction from tensors ends too")
    func aPredictionFromTensorsEndsToo() async throws {
        let model = try TestModels.load(Self.network)
        let task = Task { try await model.prediction(from: ["x": MLTensor(shape: [2], scalars: [-7, 41] as [Float])]).count }
        await #expect {
            try await task.value
        } throws: { error in
            Self.isCancellation(error)
        }
        #expect(!Self.reached(41))
    }

    @Test("A state is as it was before the prediction that is cancelled")
    func aStateIsAsItWasBeforeThePredictionThatIsCancelled()
        async throws
    {
        let model = try TestModels.load(try Self.summing())
        let state = model.makeState()
        func predict(_ values: [Float]) async throws -> [Float] {
            let task = Task {
                Self.output(try await model.prediction(from: Self.features("v", values), using: state))
            }
            return try await task.value
        }
        func sum() -> [Float] { state.withMultiArray(for: "sum") { [$0[0].floatValue, $0[1].floatValue] } }
        #expect(try await predict([1, 50]) == [1, 50])
        // The program adds −8 and leaves its sum in the state before the network is cancelled.
        await #expect {
            try await predict([-8, 1])
        } throws: { error in
            Self.isCancellation(error)
        }
        #expect(!Self.reached(51))
        #expect(sum() == [1, 50])
        #expect(try await predict([2, 3]) == [3, 53])
        #expect(sum() == [3, 53])
    }
}

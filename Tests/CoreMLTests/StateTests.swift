import CoreML
import CoreMLSpecification
import Foundation
import Synchronization
import Testing

/// States of which predictions replace slices.
@Suite struct StateTests {
    typealias ArrayType = Specification.ArrayFeatureType.ArrayDataType

    private static func array(_ shape: [Int64], _ type: ArrayType) -> Specification.ArrayFeatureType {
        .with { ($0.shape, $0.dataType) = (shape, type) }
    }

    /// A program that replaces the middle one of a cache's three rows by `v`, and then answers the sums of the columns, which a network hands
    /// on that cancels the prediction where the first is −7.
    private static func model(_ type: ArrayType) throws -> MLModel {
        let name = type == .float16 ? "fp16" : "fp32"
        let text = """
            program(1.3)
            {
                func main<ios18>(tensor<\(name), [1, 2]> v, state<tensor<\(name), [3, 2]>> cache) {
                        tensor<int32, [2]> begin = const()[val = tensor<int32, [2]>([1, 0])];
                        tensor<int32, [2]> end = const()[val = tensor<int32, [2]>([2, 2])];
                        tensor<int32, [1]> axes = const()[val = tensor<int32, [1]>([0])];
                        tensor<\(name), [3, 2]> old = read_state(input = cache);
                        tensor<\(name), [3, 2]> new = slice_update(begin = begin, end = end, update = v, x = old);
                        write_state(data = new, input = cache);
                        tensor<\(name), [3, 2]> rows = read_state(input = cache);
                        tensor<\(name), [2]> x = reduce_sum(axes = axes, keep_dims = bool(false), x = rows);
                    } -> (x);
            }
            """
        let state = TestModels.feature("cache", .stateType(.with { $0.type = .arrayType(array([3, 2], type)) }))
        var program = TestModels.model(
            .mlProgram(try Specification.MILSpec.Program(text: Bytes(copying: text.utf8))),
            [TestModels.feature("v", .multiArrayType(array([1, 2], type)))], [TestModels.feature("x", .multiArrayType(array([2], type)))])
        program.description?.state = [state]
        let network = Specification.NeuralNetwork.with {
            $0.layers = [layer("CancellingLayer", "x", "h"), layer("NotingLayer", "h", "y")]
            $0.arrayInputShapeMapping = .exactArrayMapping
        }
        let second = TestModels.model(
            .neuralNetwork(network), [TestModels.feature("x", TestModels.array([2]))], [TestModels.feature("y", TestModels.array([2]))])
        var pipeline = TestModels.model(
            .pipeline(.with { $0.models = [program, second] }), [TestModels.feature("v", .multiArrayType(array([1, 2], type)))],
            [TestModels.feature("y", TestModels.array([2]))])
        pipeline.description?.state = [state]
        return try TestModels.load(pipeline)
    }

    private static func layer(_ className: String, _ input: String, _ output: String) -> Specification.NeuralNetworkLayer {
        .with {
            ($0.name, $0.input, $0.output) = (output, [input], [output])
            $0.layer = .custom(.with { $0.className = "CoreMLTests." + className })
        }
    }

    private static func predict(_ model: MLModel, _ state: MLState, _ values: [Float]) async throws -> [Float] {
        let task = Task { () async throws -> [Float] in
            let input = try MLDictionaryFeatureProvider(dictionary: ["v": MLShapedArray<Float>(scalars: values, shape: [1, 2])])
            let result = try await model.prediction(from: input, using: state)
            return result.featureValue(for: "y")?.shapedArrayValue(of: Float.self)?.scalars ?? []
        }
        return try await task.value
    }

    private static func rows(_ state: MLState) -> [Float] {
        state.withMultiArray(for: "cache") { array in (0..<array.count).map { array[$0].floatValue } }
    }

    /// Where a state lies.
    private static func place(_ state: MLState) -> Int { state.withMultiArray(for: "cache") { Int(bitPattern: $0.dataPointer) } }

    @Test("Predictions and the caller see what each other wrote", arguments: [ArrayType.float16, .float32])
    func predictionsAndTheCallerSeeWhatEachOtherWrote(type: ArrayType) async throws {
        let model = try Self.model(type)
        let (state, other) = (model.makeState(), model.makeState())
        #expect(try await Self.predict(model, state, [1, 2]) == [1, 2])
        #expect(Self.rows(state) == [0, 0, 1, 2, 0, 0])
        state.withMultiArray(for: "cache") { array in
            array[0] = 10
            array[2] = 50
            array[5] = 20
        }
        #expect(Self.rows(state) == [10, 0, 50, 2, 0, 20])
        #expect(try await Self.predict(model, state, [3, 4]) == [13, 24])
        #expect(Self.rows(state) == [10, 0, 3, 4, 0, 20])
        #expect(Self.rows(other) == [0, 0, 0, 0, 0, 0])
    }

    @Test("A state stays where it is")
    func aStateStaysWhereItIs() async throws {
        let model = try Self.model(.float32)
        let state = model.makeState()
        let place = Self.place(state)
        for round in 1...3 {
            #expect(try await Self.predict(model, state, [Float(round), 2]) == [Float(round), 2])
            #expect(Self.place(state) == place)
        }
    }

    @Test("A prediction that is cancelled leaves nothing of its row", arguments: [ArrayType.float16, .float32])
    func aPredictionThatIsCancelledLeavesNothingOfItsRow(type: ArrayType) async throws {
        let model = try Self.model(type)
        let state = model.makeState()
        #expect(try await Self.predict(model, state, [1, 60]) == [1, 60])
        for _ in 0..<2 {
            // The row is in the state before the network is cancelled.
            await #expect {
                try await Self.predict(model, state, [-7, 61])
            } throws: { error in
                (error as? MLModelError)?.code == .predictionCancelled
            }
            #expect(Self.rows(state) == [0, 0, 1, 60, 0, 0])
        }
        #expect(!NotingLayer.noted.withLock { $0.contains(61) })
        #expect(try await Self.predict(model, state, [2, 62]) == [2, 62])
        #expect(Self.rows(state) == [0, 0, 2, 62, 0, 0])
    }

    @Test("A model with states does not predict without one", arguments: [true, false])
    func aStateIsNeeded(isBatch: Bool) async throws {
        let model = try Self.model(.float32)
        let input = try MLDictionaryFeatureProvider(dictionary: ["v": MLShapedArray<Float>(scalars: [1, 2], shape: [1, 2])])
        for _ in 0..<2 {
            await #expect {
                if isBatch {
                    _ = try model.predictions(fromBatch: MLArrayBatchProvider(array: [input, input]))
                } else {
                    _ = try await model.prediction(from: input)
                }
            } throws: { error in
                (error as? MLModelError)?.code == .featureType
                    && error.localizedDescription.contains("The input feature for cache must be an MLState")
            }
        }
        await #expect(throws: MLModelError.self) {
            try await model.prediction(from: ["v": MLTensor(zeros: [1, 2], scalarType: Float.self)])
        }
    }
}

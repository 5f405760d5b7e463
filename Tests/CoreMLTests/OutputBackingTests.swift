import CoreML
import CoreMLSpecification
import Foundation
import Testing

/// Outputs that are written to memory of the caller.
@Suite struct OutputBackingTests {
    private func predict(_ model: MLModel, _ input: MLMultiArray, into backing: Any, name: String = "output") throws -> MLFeatureValue {
        let options = MLPredictionOptions()
        options.outputBackings = [name: backing]
        let inputs = try MLDictionaryFeatureProvider(dictionary: ["input": input])
        return try #require(try model.prediction(from: inputs, options: options).featureValue(for: "output"))
    }

    private func tripling(_ output: Specification.ArrayFeatureType.ArrayDataType = .float32) throws -> MLModel {
        try TestModels.load(
            TestModels.linear(input: TestModels.array([4]), output: TestModels.array([4], output), alpha: 3, isExact: true))
    }

    @Test("The backing is the output")
    func theBackingIsTheOutput() throws {
        let model = try tripling()
        let backing = try MLMultiArray(shape: [4], dataType: .float32)
        for round in 1...3 {
            let input = try MLMultiArray([1, 2, 3, Float(round)])
            let value = try predict(model, input, into: backing)
            #expect(value.multiArrayValue === backing)
            #expect((0..<4).map { backing[$0].floatValue } == [3, 6, 9, Float(3 * round)])
        }
    }

    @Test("A program writes to its backing")
    func aProgramWritesToItsBacking() throws {
        // Every weight and bias is a half: an output is half its row's sum and a half.
        let model = try TestModels.load(TestPrograms.layer(3))
        let options = MLPredictionOptions()
        let backing = try MLMultiArray(shape: [3, 3], dataType: .float32)
        options.outputBackings = ["y": backing]
        let input = MLShapedArray<Float>(scalars: [1, 2, 3, -4, -5, -6, 7, 8, 9], shape: [3, 3])
        let inputs = try MLDictionaryFeatureProvider(dictionary: ["x": MLFeatureValue(shapedArray: input)])
        let result = try model.prediction(from: inputs, options: options)
        #expect(result.featureValue(for: "y")?.multiArrayValue === backing)
        #expect((0..<9).map { backing[$0].floatValue } == [3.5, 3.5, 3.5, 0, 0, 0, 12.5, 12.5, 12.5])
    }

    @Test("Backings may have gaps")
    func backingsMayHaveGaps() throws {
        let model = try tripling()
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 8)
        memory.initialize(repeating: -1, count: 8)
        let backing = try MLMultiArray(
            dataPointer: memory, shape: [4], dataType: .float32, strides: [2], deallocator: { $0.deallocate() })
        _ = try predict(model, try MLMultiArray([1, 2, 3, 4] as [Float]), into: backing)
        #expect((0..<8).map { memory[$0] } == [3, -1, 6, -1, 9, -1, 12, -1])
    }

    @Test("An input may be the backing")
    func anInputMayBeTheBacking() throws {
        let model = try tripling()
        let array = try MLMultiArray([1, 2, 3, 4] as [Float])
        _ = try predict(model, array, into: array)
        #expect((0..<4).map { array[$0].floatValue } == [3, 6, 9, 12])
    }

    @Test("Wrong backings are errors")
    func wrongBackingsAreErrors() throws {
        let model = try tripling()
        let input = try MLMultiArray([1, 2, 3, 4] as [Float])
        #expect(throws: MLModelError.self) { try predict(model, input, into: try MLMultiArray(shape: [2, 2], dataType: .float32)) }
        #expect(throws: MLModelError.self) { try predict(model, input, into: try MLMultiArray(shape: [4], dataType: .int32)) }
        #expect(throws: MLModelError.self) { try predict(model, input, into: "text") }
        #expect(throws: MLModelError.self) {
            try predict(model, input, into: try MLMultiArray(shape: [4], dataType: .float32), name: "outptu")
        }
    }

    @Test("Backings of other types are converted to")
    func backingsOfOtherTypesAreConvertedTo() throws {
        let model = try tripling(.int32)
        let backing = try MLMultiArray(shape: [4], dataType: .int32)
        #expect(try predict(model, try MLMultiArray([1, 2, 3, 4] as [Float]), into: backing).multiArrayValue === backing)
        #expect((0..<4).map { backing[$0].intValue } == [3, 6, 9, 12])
    }

    @Test("Pixel buffers are written in place")
    func pixelBuffersAreWrittenInPlace() throws {
        let model = try TestModels.load(
            TestModels.linear(input: TestModels.array([1, 1, 2]), output: TestModels.image(2, 1, .grayscale), alpha: 2))
        let buffer = try TestModels.buffer(2, 1, kCVPixelFormatType_OneComponent8, [[0, 0]])
        let input = MLMultiArray(MLShapedArray<Float>(scalars: [10, 20], shape: [1, 1, 2]))
        #expect(try predict(model, input, into: buffer).imageBufferValue === buffer)
        #expect(try TestModels.bytes(buffer, 2) == [[20, 40]])
        #expect(throws: MLModelError.self) { try predict(model, input, into: input) }
    }
}

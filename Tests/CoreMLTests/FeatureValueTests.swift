import CoreML
import Foundation
import Testing

@Suite struct FeatureValueTests {
    @Test("Every kind returns its value and defaults for others")
    func everyKindReturnsItsValueAndDefaultsForOthers() throws {
        #expect(MLFeatureValue(int64: 5).int64Value == 5)
        #expect(MLFeatureValue(int64: 5).doubleValue == 0)
        #expect(MLFeatureValue(double: 2.5).doubleValue == 2.5)
        #expect(MLFeatureValue(string: "a").stringValue == "a")
        #expect(MLFeatureValue(double: 1).stringValue == "")
        #expect(MLFeatureValue(string: "a").multiArrayValue == nil)
        #expect(try MLFeatureValue(dictionary: ["a": 0.5]).dictionaryValue as? [String: Double] == ["a": 0.5])
        #expect(MLFeatureValue(sequence: MLSequence(strings: ["x"])).sequenceValue?.stringValues == ["x"])
        let missing = MLFeatureValue(undefined: .image)
        #expect(missing.isUndefined && missing.type == .image && missing.imageBufferValue == nil)
    }

    @Test("Dictionaries need keys of one type")
    func dictionariesNeedKeysOfOneType() throws {
        #expect(throws: MLModelError.self) { try MLFeatureValue(dictionary: ["a": 1, 2: 3]) }
        #expect(try MLFeatureValue(dictionary: [1: 0.5, 2: 0.5]).dictionaryValue as? [Int64: Double] == [1: 0.5, 2: 0.5])
    }

    @Test("Equality compares values")
    func equalityComparesValues() throws {
        #expect(MLFeatureValue(int64: 1) == MLFeatureValue(int64: 1))
        #expect(MLFeatureValue(int64: 1) != MLFeatureValue(double: 1))
        let array = MLFeatureValue(multiArray: try MLMultiArray([1.0]))
        #expect(array.isEqual(to: MLFeatureValue(multiArray: try MLMultiArray([1.0]))))
        #expect(!array.isEqual(to: MLFeatureValue(multiArray: try MLMultiArray([2.0]))))
    }

    @Test("Shaped arrays become multi arrays and back")
    func shapedArraysBecomeMultiArraysAndBack() {
        let value = MLFeatureValue(shapedArray: MLShapedArray<Float>(scalars: [1, 2], shape: [2]))
        #expect(value.shapedArrayValue(of: Float.self)?.scalars == [1, 2])
        #expect(value.shapedArrayValue(of: Double.self) == nil)
    }

    @Test("Providers wrap swift values")
    func providersWrapSwiftValues() throws {
        let provider = try MLDictionaryFeatureProvider(dictionary: [
            "int": 3, "double": 2.5, "float": Float(1.5), "string": "s", "array": MLMultiArray([1.0]),
            "dictionary": ["a": 1.0], "value": MLFeatureValue(int64: 9), "shaped": MLShapedArray<Float>(scalars: [1], shape: [1]),
        ])
        #expect(provider["int"]?.int64Value == 3)
        #expect(provider["double"]?.doubleValue == 2.5)
        #expect(provider["float"]?.doubleValue == 1.5)
        #expect(provider["string"]?.stringValue == "s")
        #expect(provider["array"]?.multiArrayValue?.count == 1)
        #expect(provider["dictionary"]?.dictionaryValue["a"] == 1)
        #expect(provider["value"]?.int64Value == 9)
        #expect(provider["shaped"]?.multiArrayValue?.dataType == .float32)
        #expect(provider.featureNames.count == 8)
        #expect(provider.featureValue(for: "none") == nil)
        #expect(throws: MLModelError.self) { try MLDictionaryFeatureProvider(dictionary: ["date": Date()]) }
    }

    @Test("Batches take lists of equal length")
    func batchesTakeListsOfEqualLength() throws {
        let batch = try MLArrayBatchProvider(dictionary: ["a": [1, 2], "b": ["x", "y"]])
        #expect(batch.count == 2)
        #expect(batch.features(at: 1).featureValue(for: "b")?.stringValue == "y")
        #expect(throws: MLModelError.self) { try MLArrayBatchProvider(dictionary: ["a": [1, 2], "b": ["x"]]) }
    }

    @Test("Errors are bridged with domain code and message")
    func errorsAreBridgedWithDomainCodeAndMessage() {
        let error: any Error = MLModelError(.featureType, userInfo: [NSLocalizedDescriptionKey: "wrong"])
        #expect((error as NSError).domain == "com.apple.CoreML")
        #expect((error as NSError).code == 1)
        #expect(error.localizedDescription == "wrong")
        do {
            throw error
        } catch MLModelError.featureType {
        } catch {
            Issue.record("the code did not match")
        }
    }
}

@Suite struct SendableFeatureValueTests {
    @Test("Values survive the way to another task")
    func valuesSurviveTheWayToAnotherTask() async throws {
        let values = [
            MLFeatureValue(int64: 3), MLFeatureValue(double: 2.5), MLFeatureValue(string: "s"), MLFeatureValue(undefined: .image),
            try MLFeatureValue(dictionary: ["a": 1]), try MLFeatureValue(dictionary: [4: 0.5]),
            MLFeatureValue(multiArray: try MLMultiArray([1, 2] as [Float])), MLFeatureValue(sequence: MLSequence(strings: ["x"])),
            MLFeatureValue(sequence: MLSequence(int64s: [7])),
        ]
        for value in values {
            let sendable = try #require(MLSendableFeatureValue(value))
            let returned = await Task { sendable }.value
            #expect(MLFeatureValue(returned) == value)
            #expect(returned.type == value.type)
        }
    }

    @Test("Numbers widen but do not narrow")
    func numbersWidenButDoNotNarrow() {
        #expect(MLSendableFeatureValue(Float(1.5)).doubleValue == 1.5)
        #expect(MLSendableFeatureValue(1.5).floatValue == nil)
        #expect(MLSendableFeatureValue(Int32(5)).integerValue == 5)
        #expect(MLSendableFeatureValue(["a": 2]).stringDictionaryValue == ["a": 2])
        #expect(MLSendableFeatureValue(MLShapedArray<Int8>(scalars: [1], shape: [1])).shapedArrayValue(of: Int8.self)?.scalars == [1])
        #expect(MLSendableFeatureValue("x").isScalar)
    }

    @Test("Images are not sendable")
    func imagesAreNotSendable() throws {
        var buffer: CVPixelBuffer?
        _ = CVPixelBufferCreate(nil, 1, 1, kCVPixelFormatType_32BGRA, nil, &buffer)
        #expect(MLSendableFeatureValue(MLFeatureValue(pixelBuffer: try #require(buffer))) == nil)
    }
}

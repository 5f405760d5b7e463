import CoreML
import CoreMLSpecification
import Foundation
import Testing

/// Sizes in a model's description cost nothing before they are needed, and never trap; no call waits without end.
@Suite struct HostileDescriptionTests {
    // MARK: Ranges

    @Test("Ranges that end at the largest integer do not overflow")
    func rangesThatEndAtTheLargestIntegerDoNotOverflow() throws {
        func range(_ lower: UInt64, _ upper: Int64) -> Specification.SizeRange { .with { ($0.lowerBound, $0.upperBound) = (lower, upper) } }
        let ranges = [range(0, .max), range(2, .max), range(.max, .max), range(2, -1), range(2, 4), range(4, 2)]
        let array = Specification.ArrayFeatureType.with { $0.shapeFlexibility = .shapeRange(.with { $0.sizeRanges = ranges }) }
        let description = try MLFeatureDescription(TestModels.feature("x", .multiArrayType(array)))
        let found = try #require(description.multiArrayConstraint?.shapeConstraint.sizeRangeForDimension.map(\.rangeValue))
        #expect(found.map(\.location) == [0, 2, Int.max, 2, 2, 4])
        #expect(found.map(\.length) == [Int.max, Int.max - 2, 0, Int.max - 2, 3, 0])
        let image = Specification.ImageFeatureType.with {
            ($0.width, $0.height, $0.colorSpace) = (1, 1, .rgb)
            $0.sizeFlexibility = .imageSizeRange(.with { ($0.widthRange, $0.heightRange) = (range(0, .max), range(1, 1)) })
        }
        let sizes = try MLFeatureDescription(TestModels.feature("x", .imageType(image))).imageConstraint?.sizeConstraint
        #expect(sizes?.pixelsWideRange.length == Int.max)
        #expect(sizes?.pixelsHighRange.length == 1)
    }

    // MARK: Inputs that are left out

    private func identity(
        _ shape: [Int64], _ type: Specification.ArrayFeatureType.ArrayDataType, _ value: Specification.ArrayFeatureType.DefaultOptionalValue
    ) throws -> MLModel {
        let array = Specification.ArrayFeatureType.with { ($0.shape, $0.dataType, $0.defaultOptionalValue) = (shape, type, value) }
        return try TestModels.load(
            TestModels.model(
                .identity(Specification.Identity()), [TestModels.feature("x", .multiArrayType(array), isOptional: true)],
                [TestModels.feature("x", .multiArrayType(array))]))
    }

    private func predict(_ model: MLModel) throws -> MLMultiArray {
        let result = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: [:]))
        return try #require(result.featureValue(for: "x")?.multiArrayValue)
    }

    @Test("A default is written out when it is needed")
    func aDefaultIsWrittenOutWhenItIsNeeded() throws {
        let model = try identity([2, 3], .float32, .doubleDefaultValue(2.5))
        for _ in 0..<2 {
            let array = try predict(model)
            #expect(array.shape == [2, 3] && array.dataType == .float32)
            #expect((0..<6).allSatisfy { array[$0].doubleValue == 2.5 })
        }
        let whole = try identity([1], .int32, .floatDefaultValue(-2.5))
        #expect(try predict(whole)[0].intValue == -2)
    }

    @Test("A default that is too large is an error of the prediction")
    func aDefaultThatIsTooLargeIsAnErrorOfThePrediction() throws {
        for shape in [[1 << 28], [1 << 40, 1 << 40]] as [[Int64]] {
            let model = try identity(shape, .float32, .intDefaultValue(1))
            #expect {
                try predict(model)
            } throws: { error in
                (error as? MLModelError)?.code == .generic && error.localizedDescription.contains("limit")
            }
        }
    }

    // MARK: Element types

    @Test("Tensors of types that arrays do not have are converted")
    func tensorsOfTypesThatArraysDoNotHaveAreConverted() async throws {
        let model = try identity([3], .float32, .intDefaultValue(0))
        for (tensor, truth) in [
            (MLTensor([true, false, true], scalarType: Bool.self), [1, 0, 1]),
            (MLTensor([255, 0, 7] as [UInt8], scalarType: UInt8.self), [255, 0, 7]),
            (MLTensor([-300, 0, 300] as [Int16], scalarType: Int16.self), [-300, 0, 300]),
        ] as [(MLTensor, [Float])] {
            let answer = try await model.prediction(from: ["x": tensor])
            let array = await answer["x"]?.shapedArray(of: Float.self)
            #expect(array?.scalars == truth)
        }
    }

    // MARK: States

    /// y = total + x, which is the new total.
    private func runningTotal() throws -> MLModel {
        typealias MILSpec = Specification.MILSpec
        let dimension = MILSpec.Dimension.with { $0.dimension = .constant(.with { $0.size = 2 }) }
        let type = MILSpec.ValueType.with {
            $0.type = .tensorType(.with { ($0.dataType, $0.rank, $0.dimensions) = (.float32, 1, [dimension]) })
        }
        let state = MILSpec.ValueType.with { $0.type = .stateType(.with { $0.wrappedType = type }) }
        func named(_ name: String, _ type: MILSpec.ValueType) -> MILSpec.NamedValueType { .with { ($0.name, $0.type) = (name, type) } }
        func operation(_ kind: String, _ arguments: [String: String], _ outputs: [String]) -> MILSpec.Operation {
            .with {
                $0.type = kind
                $0.outputs = outputs.map { named($0, type) }
                for (key, name) in arguments { $0.inputs[key] = .with { $0.arguments = [.with { $0.binding = .name(name) }] } }
            }
        }
        let block = MILSpec.Block.with {
            $0.operations = [
                operation("read_state", ["input": "total"], ["old"]), operation("add", ["x": "old", "y": "x"], ["y"]),
                operation("write_state", ["input": "total", "data": "y"], []),
            ]
            $0.outputs = ["y"]
        }
        let function = MILSpec.Function.with {
            ($0.inputs, $0.opset) = ([named("x", type), named("total", state)], "CoreML8")
            $0.blockSpecializations = ["CoreML8": block]
        }
        let program = MILSpec.Program.with { ($0.version, $0.functions) = (1, ["main": function]) }
        let array = Specification.ArrayFeatureType.with { ($0.shape, $0.dataType) = ([2], .float32) }
        var model = TestModels.model(
            .mlProgram(program), [TestModels.feature("x", .multiArrayType(array))], [TestModels.feature("y", .multiArrayType(array))])
        model.description?.state = [TestModels.feature("total", .stateType(.with { $0.type = .arrayType(array) }))]
        return try TestModels.load(model)
    }

    @Test("A prediction with a state that is lent is an error")
    func aPredictionWithAStateThatIsLentIsAnError() throws {
        let model = try runningTotal()
        let (state, input) = (model.makeState(), try MLDictionaryFeatureProvider(dictionary: ["x": MLMultiArray([1, 2] as [Float])]))
        let read = state.withMultiArray(for: "total") { array in
            array[0] = NSNumber(value: 10)
            #expect(throws: MLModelError.self) { try model.prediction(from: input, using: state) }
            return state.withMultiArray(for: "total") { $0[0].floatValue }
        }
        #expect(read == 10)
        let answer = try #require(try model.prediction(from: input, using: state).featureValue(for: "y")?.multiArrayValue)
        #expect(answer[0].floatValue == 11 && answer[1].floatValue == 2)
    }
}

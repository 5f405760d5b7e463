import CoreML
import CoreMLSpecification
import Foundation
import Testing

private typealias MILSpec = Specification.MILSpec

/// Outputs of programs in the types that their descriptions declare: flags and places, labels, and random numbers.
@Suite struct ProgramOutputTests {
    private static func type(_ shape: [Int], _ scalar: MILSpec.DataType) -> MILSpec.ValueType {
        let tensor = MILSpec.TensorType.with {
            ($0.dataType, $0.rank) = (scalar, Int64(shape.count))
            $0.dimensions = shape.map { size in
                MILSpec.Dimension.with { $0.dimension = .constant(MILSpec.Dimension.ConstantDimension.with { $0.size = UInt64(size) }) }
            }
        }
        return MILSpec.ValueType.with { $0.type = .tensorType(tensor) }
    }

    private static func constant(_ shape: [Int], _ scalar: MILSpec.DataType, _ content: MILSpec.TensorValue.Kind) -> MILSpec.Value {
        let tensor = MILSpec.TensorValue.with { $0.value = content }
        let immediate = MILSpec.Value.ImmediateValue.with { $0.value = .tensor(tensor) }
        return MILSpec.Value.with { ($0.type, $0.value) = (type(shape, scalar), .immediateValue(immediate)) }
    }

    private static func floats(_ values: [Float]) -> MILSpec.Value {
        constant([values.count], .float32, .floats(MILSpec.TensorValue.RepeatedFloats.with { $0.values = PackedFloats(values) }))
    }

    private static func ints(_ values: [Int32]) -> MILSpec.Value {
        constant([values.count], .int32, .ints(MILSpec.TensorValue.RepeatedInts.with { $0.values = values }))
    }

    private static func labels(_ names: [String]) -> MILSpec.Value {
        let elements: [MILSpec.Value] = names.map { name in
            constant([], .string, .strings(MILSpec.TensorValue.RepeatedStrings.with { $0.values = [name] }))
        }
        let list = MILSpec.ListValue.with { $0.values = elements }
        let immediate = MILSpec.Value.ImmediateValue.with { $0.value = .list(list) }
        return MILSpec.Value.with {
            ($0.type, $0.value) = (MILSpec.ValueType.with { $0.type = .listType(MILSpec.ListType()) }, .immediateValue(immediate))
        }
    }

    /// An operation that reads `values` by their names, and constants.
    private static func operation(
        _ kind: String, _ values: [String: String], _ constants: [String: MILSpec.Value] = [:], outputs: [String]
    ) -> MILSpec.Operation {
        var operation = MILSpec.Operation()
        operation.type = kind
        operation.outputs = outputs.map { name in MILSpec.NamedValueType.with { $0.name = name } }
        var bindings = constants.mapValues { value in MILSpec.Argument.Binding.with { $0.binding = .value(value) } }
        for (key, name) in values { bindings[key] = MILSpec.Argument.Binding.with { $0.binding = .name(name) } }
        for (key, binding) in bindings { operation.inputs[key] = MILSpec.Argument.with { $0.arguments = [binding] } }
        return operation
    }

    /// A program of operations on a vector x of three numbers.
    private static func model(
        _ operations: [MILSpec.Operation], _ outputs: [(String, Specification.FeatureType.Kind)]
    ) -> Specification.Model {
        let block = MILSpec.Block.with { ($0.operations, $0.outputs) = (operations, outputs.map(\.0)) }
        let function = MILSpec.Function.with {
            $0.inputs = [MILSpec.NamedValueType.with { ($0.name, $0.type) = ("x", type([3], .float32)) }]
            ($0.opset, $0.blockSpecializations) = ("CoreML8", ["CoreML8": block])
        }
        let program = MILSpec.Program.with { ($0.version, $0.functions) = (1, ["main": function]) }
        var model = TestModels.model(
            .mlProgram(program), [TestModels.feature("x", TestModels.array([3]))], outputs.map { TestModels.feature($0.0, $0.1) })
        model.specificationVersion = 9
        return model
    }

    private static func predict(_ model: MLModel, _ values: [Float]) throws -> any MLFeatureProvider {
        let x = MLShapedArray<Float>(scalars: values, shape: [3])
        return try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["x": x]))
    }

    private static func numbers(_ value: MLFeatureValue?) throws -> [Double] {
        let array = try #require(value?.multiArrayValue)
        return (0..<array.count).map { array[$0].doubleValue }
    }

    @Test("Flags and places come in the declared types")
    func flagsAndPlacesComeInTheDeclaredTypes() throws {
        let types: [(Specification.ArrayFeatureType.ArrayDataType, MLMultiArrayDataType)] = [
            (.float32, .float32), (.double, .double), (.int32, .int32), (.float16, .float16),
        ]
        let operations = [
            Self.operation("less", ["x": "x"], ["y": Self.floats([2])], outputs: ["flags"]),
            Self.operation("topk", ["x": "x"], ["k": Self.ints([2])], outputs: ["largest", "places"]),
            Self.operation("argsort", ["x": "x"], outputs: ["order"]),
        ]
        let answers: [(name: String, values: [Double])] = [
            ("flags", [1, 0, 0]), ("largest", [3, 2]), ("places", [1, 2]), ("order", [1, 2, 0]),
        ]
        for (declared, expected) in types {
            let outputs = answers.map { ($0.name, TestModels.array([Int64($0.values.count)], declared)) }
            let answer = try Self.predict(TestModels.load(Self.model(operations, outputs)), [1, 3, 2])
            for (name, values) in answers {
                #expect(try Self.numbers(answer.featureValue(for: name)) == values, "\(name) as \(expected)")
                #expect(answer.featureValue(for: name)?.multiArrayValue?.dataType == expected, "\(name)")
            }
        }
    }

    @Test("A classifier answers with a label and a dictionary")
    func aClassifierAnswersWithALabelAndADictionary() throws {
        let dictionary = Specification.DictionaryFeatureType.with { $0.keyType = .stringKeyType(Specification.StringFeatureType()) }
        let operations = [
            Self.operation("mul", ["x": "x"], ["y": Self.floats([0.5])], outputs: ["scores"]),
            Self.operation(
                "classify", ["probabilities": "scores"], ["classes": Self.labels(["cat", "dog", "bird"])],
                outputs: ["label", "probabilities"]),
        ]
        var specification = Self.model(
            operations, [("label", .stringType(Specification.StringFeatureType())), ("probabilities", .dictionaryType(dictionary))])
        specification.description?.predictedFeatureName = "label"
        specification.description?.predictedProbabilitiesName = "probabilities"
        let model = try TestModels.load(specification)
        #expect(model.modelDescription.classLabels as? [String] == ["cat", "dog", "bird"])
        let answer = try Self.predict(model, [0.5, 0.25, 1.25])
        #expect(answer.featureValue(for: "label")?.stringValue == "bird")
        let probabilities = try #require(answer.featureValue(for: "probabilities")?.dictionaryValue as? [String: Double])
        #expect(probabilities == ["cat": 0.25, "dog": 0.125, "bird": 0.625])
    }

    @Test("Random numbers are the same for one seed")
    func randomNumbersAreTheSameForOneSeed() throws {
        func load(_ seed: Int32) throws -> MLModel {
            let draw = Self.operation("random_normal", [:], ["shape": Self.ints([40]), "seed": Self.ints([seed])], outputs: ["y"])
            return try TestModels.load(Self.model([draw], [("y", TestModels.array([40]))]))
        }
        func draw(_ model: MLModel) throws -> [Double] { try Self.numbers(Self.predict(model, [1, 2, 3]).featureValue(for: "y")) }
        let (first, again, other, unseeded) = (try load(4), try load(4), try load(5), try load(-1))
        let numbers = try draw(first)
        #expect(try draw(first) == numbers && draw(again) == numbers)
        #expect(try draw(other) != numbers)
        #expect(try draw(unseeded) != draw(unseeded))
    }
}

import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

/// Folders that Apple's compiler makes of ML Programs.
@Suite struct CompiledProgramTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.file("Program.mlmodelc") }

    init() throws { temporary = try TemporaryFolder() }

    private func write(_ files: [String: Data]) throws {
        for (name, content) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try content.write(to: file)
        }
    }

    /// `coremldata.bin` as far as it is known: a header, and the description after its length.
    private func compiled(_ description: Specification.ModelDescription) -> Data {
        var data = Data([0xF6, 1, 0, 0, 8, 0, 0, 0]) + Data(repeating: 0, count: 20)
        func append(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) } }
        append(7)
        data += Data("generic".utf8) + Data([8]) + Data(repeating: 0, count: 31)
        let message = description.encoded()
        append(UInt64(message.count))
        data += message + Data([0xF6, 1, 0, 0]) + Data(repeating: 0, count: 12)
        return data
    }

    private func predict(_ model: MLModel, _ values: [Float], _ shape: [NSNumber]) throws -> [Float] {
        let array = try MLMultiArray(shape: shape, dataType: .float32)
        for (index, value) in values.enumerated() { array[index] = NSNumber(value: value) }
        let answer = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["x": array]))
        let result = try #require(answer.featureNames.first.flatMap { answer.featureValue(for: $0)?.multiArrayValue })
        return (0..<result.count).map { result[$0].floatValue }
    }

    /// `y = w x + b` in the older spelling, with weights in a file.
    private let linear = """
        program(1.0)
        [buildInfo = dict<tensor<string, []>, tensor<string, []>>({{"coremlc-version", "1"}})]
        {
            func main<ios15>(tensor<fp32, [1, 3]> x) {
                    tensor<fp32, [2, 3]> w = const()[name = tensor<string, []>("w"), val = tensor<fp32, [2, 3]>(BLOBFILE(path = \
        tensor<string, []>("@model_path/weights/weight.bin"), offset = tensor<uint64, []>(64)))];
                    tensor<fp32, [2]> b = const()[name = tensor<string, []>("b"), val = tensor<fp32, [2]>([0x1p-1, -0x1p+0])];
                    tensor<fp32, [1, 2]> y = linear(bias = b, weight = w, x = x)[name = tensor<string, []>("y")];
                } -> (y);
        }
        """

    private func weights(_ values: [Float]) -> Data {
        var writer = WeightFileWriter()
        _ = writer.append(values.withUnsafeBytes { Bytes(copying: $0) }, type: .float32, elementCount: values.count)
        return writer.fileSegments.reduce(into: Data()) { data, bytes in data.append(contentsOf: bytes) }
    }

    private let metadata = """
        [{"metadataOutputVersion": "3.0", "specificationVersion": 6, "modelType": {"name": "MLModelType_mlProgram"},
          "userDefinedMetadata": {"by": "hand"}, "shortDescription": "A line", "isUpdatable": "0", "stateSchema": [],
          "inputSchema": [{"name": "x", "type": "MultiArray", "dataType": "Float32", "shape": "[1, 3]", "isOptional": "0",
            "hasShapeFlexibility": "0", "formattedType": "MultiArray (Float32 1 × 3)", "shortDescription": ""}],
          "outputSchema": [{"name": "y", "type": "MultiArray", "dataType": "Float32", "shape": "[1, 2]", "isOptional": "0",
            "hasShapeFlexibility": "0", "formattedType": "MultiArray (Float32 1 × 2)", "shortDescription": ""}]}]
        """

    @Test("A program in text predicts with the interface of the metadata")
    func aProgramInTextPredictsWithTheInterfaceOfTheMetadata() throws {
        try write([
            "model.mil": Data(linear.utf8), "metadata.json": Data(metadata.utf8), "weights/weight.bin": weights([1, 2, 3, 4, 5, 6]),
        ])
        let model = try MLModel(contentsOf: folder)
        #expect(model.modelDescription.inputDescriptionsByName["x"]?.multiArrayConstraint?.shape == [1, 3])
        #expect(model.modelDescription.metadata[.description] as? String == "A line")
        #expect(try predict(model, [1, 10, 100], [1, 3]) == [321.5, 653])
    }

    @Test("The description in coremldata comes before the metadata")
    func theDescriptionInCoremldataComesBeforeTheMetadata() throws {
        let description = Specification.ModelDescription.with {
            $0.input = [TestModels.feature("x", TestModels.array([1, 3]))]
            $0.output = [TestModels.feature("y", TestModels.array([1, 2]))]
            $0.metadata = .with { $0.shortDescription = "Another line" }
        }
        try write([
            "model.mil": Data(linear.utf8), "metadata.json": Data(metadata.utf8), "weights/weight.bin": weights([1, 2, 3, 4, 5, 6]),
            "coremldata.bin": compiled(description),
        ])
        let model = try MLModel(contentsOf: folder)
        #expect(model.modelDescription.metadata[.description] as? String == "Another line")
        #expect(try predict(model, [1, 10, 100], [1, 3]) == [321.5, 653])
        let copy = try MLModel.compileModel(at: folder)
        defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
        #expect(try predict(MLModel(contentsOf: copy), [1, 10, 100], [1, 3]) == [321.5, 653])
    }

    @Test("Branches and loops in text predict")
    func branchesAndLoopsInTextPredict() throws {
        let text = """
            program(1.3)
            {
                func main<ios17>(tensor<fp32, [2]> x) {
                        fp32 total = reduce_sum(axes = tensor<int32, [1]>([0]), keep_dims = bool(false), x = x);
                        bool positive = greater(x = total, y = fp32(0x0p+0));
                        tensor<fp32, [2]> branch = cond(pred = positive)[name = string("branch")] {
                                tensor<fp32, [2]> a = add(x = x, y = fp32(0x1p+0));
                            } -> (a), {
                                tensor<fp32, [2]> b = mul(x = x, y = fp32(0x1p+1));
                            } -> (b);
                        int32 n, tensor<fp32, [2]> y = while_loop(loop_vars = (int32(0), branch)) (int32 i, tensor<fp32, [2]> v) {
                                bool more = less(x = i, y = int32(3));
                            } -> (more), (int32 j, tensor<fp32, [2]> w) {
                                int32 k = add(x = j, y = int32(1));
                                tensor<fp32, [2]> half = mul(x = w, y = fp32(0x1p-1));
                            } -> (k, half);
                    } -> (y);
            }
            """
        let description = Specification.ModelDescription.with {
            $0.input = [TestModels.feature("x", TestModels.array([2]))]
            $0.output = [TestModels.feature("y", TestModels.array([2]))]
        }
        try write(["model.mil": Data(text.utf8), "coremldata.bin": compiled(description)])
        let model = try MLModel(contentsOf: folder)
        #expect(try predict(model, [7, 15], [2]) == [1, 2])
        #expect(try predict(model, [-4, -8], [2]) == [-1, -2])
    }

    @Test("States in text keep their values")
    func statesInTextKeepTheirValues() throws {
        let text = """
            program(1.3)
            {
                func main<ios18>(tensor<fp16, [2]> x, state<tensor<fp16, [2]>> sum) {
                        tensor<fp16, [2]> old = read_state(input = sum)[name = string("old")];
                        tensor<fp16, [2]> new = add(x = old, y = x);
                        write_state(data = new, input = sum)[name = string("written")];
                        tensor<fp16, [2]> y = read_state(input = sum);
                    } -> (y);
            }
            """
        guard case .multiArrayType(let array) = TestModels.array([2], .float16) else { return }
        let description = Specification.ModelDescription.with {
            $0.input = [TestModels.feature("x", .multiArrayType(array))]
            $0.output = [TestModels.feature("y", .multiArrayType(array))]
            $0.state = [TestModels.feature("sum", .stateType(.with { $0.type = .arrayType(array) }))]
        }
        try write(["model.mil": Data(text.utf8), "coremldata.bin": compiled(description)])
        let model = try MLModel(contentsOf: folder)
        let state = model.makeState()
        let input = try MLDictionaryFeatureProvider(dictionary: ["x": MLMultiArray([1, 2.5])])
        for round in 1...3 {
            let answer = try model.prediction(from: input, using: state)
            #expect(answer.featureValue(for: "y")?.multiArrayValue?[1].floatValue == 2.5 * Float(round))
        }
    }

    @Test("Pipelines of programs predict with the weights of each")
    func pipelinesOfProgramsPredictWithTheWeightsOfEach() throws {
        func stage(_ input: String, _ output: String) -> Data {
            Data(
                """
                program(1.3)
                {
                    func main<ios17>(tensor<fp32, [2]> \(input)) {
                            tensor<fp32, [2]> w = const()[val = tensor<fp32, [2]>(BLOBFILE(path = \
                string("@model_path/weights/weight.bin"), offset = uint64(64)))];
                            tensor<fp32, [2]> \(output) = mul(x = \(input), y = w);
                        } -> (\(output));
                }
                """.utf8)
        }
        func description(_ input: String, _ output: String) -> Data {
            compiled(
                .with {
                    $0.input = [TestModels.feature(input, TestModels.array([2]))]
                    $0.output = [TestModels.feature(output, TestModels.array([2]))]
                })
        }
        try write([
            "coremldata.bin": description("x", "z"),
            "model0/model.mil": stage("x", "y"), "model0/coremldata.bin": description("x", "y"),
            "model0/weights/weight.bin": weights([2, 3]),
            "model1/model.mil": stage("y", "z"), "model1/coremldata.bin": description("y", "z"),
            "model1/weights/weight.bin": weights([5, 7]),
        ])
        #expect(try predict(MLModel(contentsOf: folder), [1, 10], [2]) == [10, 210])
    }

    @Test(
        "Unreadable files are named",
        arguments: [
            (["model.espresso.net": "{}", "coremldata.bin": ""], "Apple's own engine"), (["coremldata.bin": ""], "kind 'unknown'"),
            (["encryptionInfo/a": "", "coremldata.bin": ""], "encrypted"),
            (
                ["coremldata.bin": "", "metadata.json": #"[{"modelType": {"name": "MLModelType_treeEnsembleClassifier"}}]"#],
                "treeEnsembleClassifier"
            ),
            (["model.mil": "program(1.3) { func main<ios17>() {} -> (); }"], "coremldata.bin"),
            (["model.mil": "program(1.3) {", "coremldata.bin": ""], "line 1"),
        ])
    func unreadableFilesAreNamed(_ files: [String: String], _ reason: String) throws {
        try write(files.mapValues { Data($0.utf8) })
        #expect { try MLModel(contentsOf: folder) } throws: { "\($0)".contains(reason) || $0.localizedDescription.contains(reason) }
    }
}

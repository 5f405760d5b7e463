import CoreMLSpecification
import TestSupport
import Testing

@testable import ModelClassGenerator

@Suite struct ModelClassTests {
    private func image(_ space: Specification.ImageFeatureType.ColorSpace) -> Specification.FeatureType.Kind {
        .imageType(
            .with {
                ($0.width, $0.height, $0.colorSpace) = (224, 112, space)
            })
    }

    private func array(_ type: Specification.ArrayFeatureType.ArrayDataType, _ shape: [Int64]) -> Specification.FeatureType.Kind {
        .multiArrayType(
            .with {
                ($0.dataType, $0.shape) = (type, shape)
            })
    }

    private func source(
        _ inputs: [Specification.FeatureDescription], _ outputs: [Specification.FeatureDescription] = [], name: String = "Model",
        options: ModelClass.Options = .init()
    ) throws -> String {
        let model = Specification.Model.with {
            $0.description = .with { ($0.input, $0.output) = (inputs, outputs) }
        }
        return try ModelClass(model, modelName: name, resourceName: name, options: options).source
    }

    @Test("An image comes as pixel buffer, image or file")
    func anImageComesAsPixelBufferImageOrFile() throws {
        let source = try source([feature("image", image(.rgb))])
        for line in [
            "class ModelInput : MLFeatureProvider {", "var image: CVPixelBuffer", "init(image: CVPixelBuffer) {",
            "convenience init(imageWith image: CGImage) throws {", "convenience init(imageAt image: URL) throws {",
            "func setImage(with image: CGImage) throws {", "func setImage(with image: URL) throws {",
            "func prediction(image: CVPixelBuffer) throws -> ModelOutput {",
            "/// image as color (kCVPixelFormatType_32BGRA) image buffer, 224 pixels wide by 112 pixels high",
        ] {
            #expect(source.contains("    \(line)\n") || source.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test(
        "Every element type has its shaped array",
        arguments: [
            (Specification.ArrayFeatureType.ArrayDataType.float32, "Float"), (.double, "Double"), (.int32, "Int32"), (.float16, "Float16"),
            (.int8, "Int8"),
        ])
    func shapedArrays(type: Specification.ArrayFeatureType.ArrayDataType, scalar: String) throws {
        let source = try source([feature("x", array(type, [2]))], [feature("y", array(type, [1, 2, 3]))])
        #expect(source.contains("var yShapedArray: MLShapedArray<\(scalar)> {"))
        #expect(source.contains("func prediction(x: MLShapedArray<\(scalar)>) throws -> ModelOutput {"))
        #expect(source.contains("1 × 2 × 3 3-dimensional array of"))
    }

    @Test("An optional input may be left out")
    func anOptionalInputMayBeLeftOut() throws {
        let source = try source([feature("x", .doubleType(.init())), feature("scale", .doubleType(.init()), isOptional: true)])
        #expect(source.contains("func prediction(x: Double, scale: Double? = nil) throws"))
    }

    @Test("Names are made Swift and stay apart")
    func namesAreMadeSwiftAndStayApart() throws {
        let source = try source(
            [feature("a b", .doubleType(.init())), feature("a-b", .int64Type(.init())), feature("in", .stringType(.init()))],
            name: "2 of-them")
        #expect(source.contains("class _2_of_them {"))
        #expect(source.contains("init(a_b: Double, a_b_2: Int64, `in`: String) {"))
        #expect(source.contains("case \"a-b\": return MLFeatureValue(int64: self.a_b_2)"))
    }

    @Test("Only a public class is public")
    func onlyAPublicClassIsPublic() throws {
        var options = ModelClass.Options()
        #expect(try !source([feature("x", .doubleType(.init()))], options: options).contains("public"))
        options.access = .public
        let source = try source([feature("x", .doubleType(.init()))], options: options)
        for line in [
            "public class Model {", "    public init(model: MLModel) {", "    public var x: Double", "    public convenience init() {",
        ] {
            #expect(source.contains(line + "\n"), "\(line)")
        }
    }

    @Test("Every function has its classes")
    func everyFunctionHasItsClasses() throws {
        let model = Specification.Model.with {
            $0.description = .with {
                $0.functions = ["other", "main"].map { name in
                    .with {
                        $0.name = name
                        $0.input = [feature(name + "Input", .doubleType(.init()))]
                    }
                }
                $0.defaultFunctionName = "main"
            }
        }
        let source = try ModelClass(model, modelName: "Model", resourceName: "Model").source
        #expect(source.contains("class Model {") && source.contains("func prediction(mainInput: Double)"))
        #expect(source.contains("class Model_other {") && source.contains("func prediction(otherInput: Double)"))
        #expect(source.contains("configuration.functionName = \"other\"") && !source.contains("configuration.functionName = \"main\""))
    }

    @Test("Only a stateful model makes states")
    func onlyAStatefulModelMakesStates() throws {
        #expect(try !source([]).contains("makeState"))
        let model = Specification.Model.with { $0.description = .with { $0.state = [feature("total", nil)] } }
        #expect(try ModelClass(model, modelName: "Model", resourceName: "Model").source.contains("func makeState() -> MLState {"))
    }

    @Test("A feature without a type is an error that names it")
    func aFeatureWithoutATypeIsAnErrorThatNamesIt() {
        #expect { try source([feature("mystery", nil)]) } throws: { "\($0)".contains("mystery") }
    }
}

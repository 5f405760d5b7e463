import Foundation

/// A compiled model of Apple's compiler (a folder `.mlmodelc`), with the parts that can be read without Apple's platforms.
///
/// - For an ML Program, `model.mil` is the program as text. The weight files are beside it, as in the package.
/// - For a pipeline, the folders `model0`, `model1`, … are its models.
/// - Other kinds of models are compiled to forms of their own. They are refused with an error that names the kind.
///
/// The description of inputs, outputs, states and functions is in `coremldata.bin`; see ``CompiledDescription``.
struct CompiledModel {
    static let textName = "model.mil"
    static let descriptionName = "coremldata.bin"

    /// The limits on how deep pipelines may be nested, and on the number of models in a pipeline.
    private static let maximumDepth = 16
    private static let maximumModelCount = 1024

    let model: Specification.Model

    /// The file that has most of the model.
    let file: URL

    /// - Throws: ``SpecificationError`` that names the folder and the part that cannot be read.
    init(contentsOf folder: URL) throws {
        try self.init(folder, below: "", depth: 0)
    }

    /// - Parameter path: the folder's path relative to the whole model's folder, with a slash at its end.
    private init(_ folder: URL, below path: String, depth: Int) throws {
        guard depth < Self.maximumDepth else { throw SpecificationError("has pipelines nested too deeply", path: folder.path) }
        let text = folder.appendingPathComponent(Self.textName)
        if Self.exists(text) {
            // The weights of a pipeline's program are in the program's own folder, or in the pipeline's folder for all its programs.
            let hasWeights = Self.exists(folder.appendingPathComponent("weights"))
            let program = try SpecificationError.naming(text.path) {
                try ProgramParser.program(in: Bytes(contentsOf: text), folder: hasWeights ? path : "")
            }
            model = try Self.model(program, folder)
            file = text
        } else if Self.exists(folder.appendingPathComponent("model0")) {
            model = try Self.pipeline(folder, path, depth)
            file = folder.appendingPathComponent(Self.descriptionName)
        } else {
            throw SpecificationError(Self.refusal(of: folder), path: folder.path)
        }
    }

    private static func exists(_ file: URL) -> Bool {
        FileManager.default.fileExists(atPath: file.path)
    }

    private static func model(_ program: Specification.MILSpec.Program, _ folder: URL) throws -> Specification.Model {
        let metadata = try CompiledMetadata(contentsOf: folder)
        guard let description = try CompiledDescription.read(folder, describing: program) ?? metadata?.description else {
            throw SpecificationError(
                "has neither a coremldata.bin with the program's description nor a metadata.json with its inputs and outputs",
                path: folder.path)
        }
        return .with {
            $0.specificationVersion = metadata?.specificationVersion ?? 6
            $0.description = description
            $0.type = .mlProgram(program)
        }
    }

    private static func pipeline(_ folder: URL, _ path: String, _ depth: Int) throws -> Specification.Model {
        let metadata = try CompiledMetadata(contentsOf: folder)
        guard let description = try CompiledDescription.read(folder) ?? metadata?.description else {
            throw SpecificationError("has no coremldata.bin with the pipeline's description", path: folder.path)
        }
        var pipeline = Specification.Pipeline()
        while case let part = folder.appendingPathComponent("model\(pipeline.models.count)"), exists(part) {
            guard pipeline.models.count < maximumModelCount else { throw SpecificationError("is too long a pipeline", path: folder.path) }
            let below = "\(path)model\(pipeline.models.count)/"
            pipeline.models.append(try CompiledModel(part, below: below, depth: depth + 1).model)
        }
        let kind: Specification.Model.Kind =
            if description.predictedFeatureName.isEmpty { .pipeline(pipeline) } else if description.predictedProbabilitiesName.isEmpty {
                .pipelineRegressor(.with { $0.pipeline = pipeline })
            } else {
                .pipelineClassifier(.with { $0.pipeline = pipeline })
            }
        return .with {
            $0.specificationVersion = metadata?.specificationVersion ?? 6
            $0.description = description
            $0.type = kind
        }
    }

    /// The reason why the folder cannot be read.
    private static func refusal(of folder: URL) -> String {
        func has(_ name: String) -> Bool { exists(folder.appendingPathComponent(name)) }
        let advice = "load the .mlmodel or .mlpackage that it was made from"
        if has("encryptionInfo") { return "is an encrypted model, whose key is with Apple; \(advice)" }
        if has("model.espresso.net") {
            return "is a neural network compiled for Apple's own engine (model.espresso.net), which only Apple's platforms run; \(advice)"
        }
        let kind = (try? CompiledMetadata(contentsOf: folder))?.flatMap(\.modelKind) ?? "unknown"
        return "was compiled by Apple's tools from a model of the kind '\(kind)', and only compiled ML Programs can be read; \(advice)"
    }
}

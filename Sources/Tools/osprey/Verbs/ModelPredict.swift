import CoreML
import Foundation
import JSON
import Reports

/// `osprey model predict`: makes one prediction with any model.
enum ModelPredict: Verb {
    static let command = Command(
        "model predict", "Runs a model once.", operands: "MODEL", operandCount: 1...1,
        options: [
            .value(
                "--input", "NAME=FILE", "an input: a .npy or .json file, an image, a sound, or a number or string itself; once an input"),
            .value("--output", "NAME=FILE", "writes an output to a .npy or .json file or an image; once an output"),
            .value("--compute-units", "U", ModelOptions.computeUnitsHelp),
            .value("--function", "NAME", "the function of an ML Program with several"),
            .flag("--json", "the outputs as one JSON object"),
        ],
        discussion: """
            Images are scaled to the model's size as Core ML does it. Where the model takes other sizes they keep their shape, with about as many
            pixels as the model's own size. Arrays of another shape but as many elements are reshaped.
            Of a sound, the model gets as many samples at 16 kHz as it takes.
            In JSON an array is nested lists of numbers, a dictionary an object.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let path = arguments.operands[0]
        let configuration = try ModelOptions.configuration(arguments)
        configuration.functionName = arguments.string("--function")
        let sources = try arguments.strings("--input").map { try FeatureSource($0, option: "--input") }
        let targets = try FeatureTarget.all(arguments, model: path, sources)

        let model = try MLModel(contentsOf: URL(fileURLWithPath: path), configuration: configuration)
        let prediction = try model.prediction(from: ModelInputs.provider(sources, for: model.modelDescription))
        let outputs = prediction.featureNames.sorted().compactMap { name in
            prediction.featureValue(for: name).map { FeatureOutput(name: name, value: $0) }
        }
        for target in targets {
            guard let output = outputs.first(where: { $0.name == target.name }) else {
                throw UsageError("the model has no output '\(target.name)'; it has: \(outputs.map(\.name).joined(separator: ", "))")
            }
            try output.write(to: target.path)
        }
        if arguments.flag("--json") {
            let object = JSON.object([("model", .string(path)), ("outputs", .object(outputs.map { ($0.name, $0.json) }))])
            try StandardOutput.write(json: object)
        } else {
            for output in outputs { try StandardOutput.write(line: "\(output.name): \(output.text)") }
        }
        return .success
    }
}

/// Reads a model's inputs from the command line.
enum ModelInputs {
    static func provider(_ sources: [FeatureSource], for description: MLModelDescription) throws -> any MLFeatureProvider {
        var values: [String: Any] = [:]
        for source in sources {
            guard let feature = description.inputDescriptionsByName[source.name] else {
                let names = description.inputDescriptionsByName.keys.sorted().joined(separator: ", ")
                throw UsageError("the model has no input '\(source.name)'; it has: \(names)")
            }
            values[source.name] = try source.value(for: feature)
        }
        let needed = description.inputDescriptionsByName.values.filter { !$0.isOptional }.map { $0.name }
        let missing = needed.filter { values[$0] == nil }.sorted()
        guard missing.isEmpty else {
            throw UsageError(
                "the model needs the input\(missing.count > 1 ? "s" : "") \(missing.joined(separator: ", ")): --input NAME=FILE")
        }
        return try MLDictionaryFeatureProvider(dictionary: values)
    }
}

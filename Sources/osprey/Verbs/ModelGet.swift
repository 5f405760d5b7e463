import CoreMLSpecification
import Foundation
import Vision

/// `osprey model get`: puts a model of the catalog where requests find it.
enum ModelGet: Verb {
    static let command = Command(
        "model get", "Puts a known model where requests find it.", operands: "NAME", operandCount: 0...1,
        options: [.flag("--json", "a JSON object")],
        discussion: "Without NAME, lists the models that Osprey knows.")

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let catalog = try ModelCatalog.load()
        guard let name = arguments.operands.first else {
            for model in catalog.models {
                let found = ModelFolders.standard.locate(model.file)
                let place: JSON = found.map { .string($0.path) } ?? .null
                let row: JSON = ["name": .string(model.name), "summary": .string(model.summary), "file": place]
                StandardOutput.write(
                    line: arguments.flag("--json") ? row.text : "\(model.name)  \(model.summary)  \(found?.path ?? "not here")")
            }
            return .success
        }
        guard let model = catalog[name] else {
            throw UsageError("there is no model '\(name)'; there is: \(catalog.models.map(\.name).joined(separator: ", "))")
        }
        guard let source = ModelFolders.standard.locate(model.file) else {
            throw UsageError(
                "the model '\(name)' comes with Osprey's package, in Models/\(model.file): copy that file to \(ModelFolders.personal.path)")
        }
        let target = ModelFolders.personal.appendingPathComponent((model.file as NSString).lastPathComponent)
        if source.standardizedFileURL != target.standardizedFileURL {
            try FileManager.default.createDirectory(at: ModelFolders.personal, withIntermediateDirectories: true)
            // Written under another name first, so that the model is there whole or not at all.
            try Data(contentsOf: source, options: .mappedIfSafe).write(to: target, options: .atomic)
        }
        StandardOutput.write(
            line: arguments.flag("--json")
                ? (["name": .string(name), "file": .string(target.path)] as JSON).text : "\(name): \(target.path)")
        return .success
    }
}

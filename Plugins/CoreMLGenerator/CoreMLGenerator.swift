import Foundation
import PackagePlugin

/// Generates the Swift class of each `.mlmodel` and `.mlpackage` in a target, and puts the compiled model into the target's resources.
@main
struct CoreMLGenerator: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let tool = try context.tool(named: "CoreMLGeneratorTool").url
        let models = Model.list(module.sourceFiles.map(\.url))
        for (name, same) in Dictionary(grouping: models, by: \.name) where same.count > 1 {
            Diagnostics.error("\(same.map(\.url.path).joined(separator: " and ")) would both be compiled as \(name).mlmodelc")
        }
        return models.map { model in
            // A name that no source file of the target has: a module cannot have two files of one name.
            let source = context.pluginWorkDirectoryURL.appending(path: model.url.lastPathComponent + ".swift")
            let compiled = context.pluginWorkDirectoryURL.appending(path: model.name + ".mlmodelc")
            return .buildCommand(
                displayName: "Generating the class of \(model.url.lastPathComponent)", executable: tool,
                arguments: [model.url.path, source.path, compiled.path], inputFiles: model.files, outputFiles: [source, compiled])
        }
    }
}

/// A model of a target, and the files that it consists of.
private struct Model {
    let url: URL
    var files: [URL]

    var name: String { url.deletingPathExtension().lastPathComponent }

    /// The models among `files`; a package is a folder, whose files are listed one by one.
    static func list(_ files: some Sequence<URL>) -> [Model] {
        var models: [Model] = []
        for file in files {
            guard let url = model(of: file) else { continue }
            if let index = models.firstIndex(where: { $0.url == url }) {
                models[index].files.append(file)
            } else {
                models.append(Model(url: url, files: [file]))
            }
        }
        return models
    }

    /// The model that a file is, or is a part of.
    private static func model(of file: URL) -> URL? {
        var folder = file
        while folder.pathComponents.count > 1 {
            if folder.pathExtension == "mlpackage" { return folder }
            folder.deleteLastPathComponent()
        }
        return file.pathExtension == "mlmodel" ? file : nil
    }
}

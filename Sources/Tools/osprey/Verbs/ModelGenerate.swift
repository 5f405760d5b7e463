import CoreMLSpecification
import CreateML
import Foundation
import JSON
import ModelClassGenerator

/// `osprey model generate`: generates the Swift class of a model.
enum ModelGenerate: Verb {
    static let command = Command(
        "model generate", "Writes the Swift class that Xcode would generate for a model.", operands: "MODEL", operandCount: 1...1,
        options: [
            .value("--output", "DIR", "the folder in which NAME.swift is made (the current one where not given)"),
            .value("--name", "NAME", "the name of the class (the model file's where not given)"),
            .value("--access", "LEVEL", "who may use the class: internal (where not given) or public"),
            .flag("--json", "the result as one JSON object"),
        ],
        discussion: """
            The class finds its model as NAME.mlmodelc, which 'osprey model compile' makes, in the program's bundle, or in the resources of
            the package that it is built in. In a Swift package the plugin CoreMLGenerator does both steps.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let model = URL(fileURLWithPath: arguments.operands[0])
        let resourceName = model.deletingPathExtension().lastPathComponent
        var options = ModelClass.Options()
        let levels = ModelClass.Access.allCases.map { ($0.rawValue, $0) }
        if let access = try arguments.choice("--access", of: levels) { options.access = access }
        let generated = try ModelClass(
            Specification.Model(contentsOf: model), modelName: arguments.string("--name") ?? resourceName, resourceName: resourceName,
            options: options)
        let folder = URL(fileURLWithPath: arguments.string("--output") ?? ".")
        let file = folder.appendingPathComponent(generated.name + ".swift")
        try OutputFolder.make(folder.path)
        try AtomicFile.write(Data(generated.source.utf8), to: file)
        if arguments.flag("--json") {
            let object: JSON = ["model": .string(arguments.operands[0]), "class": .string(generated.name), "file": .string(file.path)]
            try StandardOutput.write(json: object)
        } else {
            try StandardOutput.write(line: file.path)
        }
        return .success
    }
}

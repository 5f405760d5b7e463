import CoreML
import CoreMLSpecification
import Foundation
import Reports

/// `osprey model compile`: compiles a model.
enum ModelCompile: Verb {
    static let command = Command(
        "model compile", "Compiles a model for loading without its package.", operands: "MODEL", operandCount: 1...1,
        options: [
            .value("--output", "DIR", "the folder in which NAME.mlmodelc is made (the current one where not given)"),
            .flag("--json", "the result as one JSON object"),
        ])

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let source = URL(fileURLWithPath: arguments.operands[0])
        let folder = URL(fileURLWithPath: arguments.string("--output") ?? ".")
        let destination = folder.appendingPathComponent(source.deletingPathExtension().lastPathComponent + ".mlmodelc")
        try OutputFile.requireNoInput(destination.path, "--output", inputs: [source.path])
        let compiled = try MLModel.compileModel(at: source)
        let files = FileManager.default
        // The compiled model lies in a temporary folder of its own.
        defer { try? files.removeItem(at: compiled.deletingLastPathComponent()) }
        try OutputFolder.make(folder.path)
        do {
            try ModelPackage.replaceFolder(at: destination) { try files.moveItem(at: compiled, to: $0) }
        } catch {
            throw OutputError(path: destination.path, reason: "cannot be written: \(ErrorText.systemReason(error))")
        }
        if arguments.flag("--json") {
            try StandardOutput.write(json: ["model": .string(arguments.operands[0]), "compiled": .string(destination.path)])
        } else {
            try StandardOutput.write(line: destination.path)
        }
        return .success
    }
}

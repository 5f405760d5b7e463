import CoreMLSpecification
import Foundation
import ModelClassGenerator

/// The tool that the build plugin runs for each model of a target, as `CoreMLGeneratorTool MODEL SWIFT-FILE COMPILED-MODEL`. It writes the Swift file
/// with the model's class, and the compiled model.
@main
enum CoreMLGeneratorTool {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard arguments.count == 3 else {
            fail("usage: CoreMLGeneratorTool MODEL SWIFT-FILE COMPILED-MODEL")
        }
        let (model, source, compiled) = (arguments[0], arguments[1], arguments[2])
        do {
            var options = ModelClass.Options()
            options.bundle = .module
            let name = model.deletingPathExtension().lastPathComponent
            let generated = try ModelClass(
                Specification.Model(contentsOf: model), modelName: name, resourceName: name, options: options)
            try? FileManager.default.removeItem(at: compiled)
            try ModelPackage.compile(model, to: compiled)
            try Data(generated.source.utf8).write(to: source, options: .atomic)
        } catch {
            // The format of a compiler's message, so that build tools show it beside the file.
            fail("\(model.path): error: \((error as? SpecificationError)?.reason ?? "\(error)")")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}

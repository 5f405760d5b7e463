import CoreMLSpecification
import Foundation
import Reports

/// `osprey model info`: what a model is.
enum ModelInfo: Verb {
    static let command = Command(
        "model info", "Says what a model is: its kind, inputs, outputs, layers and weights.", operands: "MODEL…", operandCount: 1...Int.max,
        options: [
            .value("--function", "NAME", "of an ML Program with several functions; its default one where not given"),
            .flag("--json", "a JSON object a line"),
        ],
        discussion: "MODEL is a .mlmodel file, or a .mlpackage or .mlmodelc folder.")

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let asJSON = arguments.flag("--json")
        var status = ExitStatus.success
        for (index, path) in arguments.operands.enumerated() {
            do {
                let package = try ModelPackage(contentsOf: URL(fileURLWithPath: path))
                let info = try ModelDescriptionText(path: path, package, functionName: arguments.string("--function"))
                if !asJSON && index > 0 { try StandardOutput.write(line: "") }
                try asJSON ? StandardOutput.write(json: info.json) : StandardOutput.write(line: info.text)
            } catch let failure as OutputFailure {
                throw failure
            } catch {
                status = .someFailed
                if asJSON {
                    try StandardOutput.write(json: ["model": .string(path), "error": .string(ErrorText.describe(error))])
                } else {
                    StandardError.write(line: "osprey: \(ErrorText.describe(error))")
                }
            }
        }
        return status
    }
}

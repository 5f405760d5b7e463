import CoreML
import CoreMLSpecification
import Foundation
import JSON
import Reports

/// `osprey model info`: describes a model.
enum ModelInfo: Verb {
    static let command = Command(
        "model info", "Says what a model is: its kind, inputs, outputs, layers and weights.", operands: "MODEL…", operandCount: 1...Int.max,
        options: [
            .value("--function", "NAME", "of an ML Program with several functions; its default one where not given"),
            .flag("--precision", "loads each model, and says which products take bfloat16 factors and with which errors"),
            .flag("--json", "a JSON object a line"),
        ],
        discussion: """
            MODEL is a .mlmodel file, or a .mlpackage or .mlmodelc folder. On a processor without bfloat16 products, --precision rounds as one with
            them would.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let asJSON = arguments.flag("--json")
        var status = ExitStatus.success
        for (index, path) in arguments.operands.enumerated() {
            do {
                let package = try ModelPackage(contentsOf: URL(fileURLWithPath: path))
                try package.checkWeights()
                let info = try ModelDescriptionText(path: path, package, functionName: arguments.string("--function"))
                let precision = arguments.flag("--precision") ? try precision(of: path, arguments) : nil
                if asJSON {
                    try StandardOutput.write(json: json(info, precision))
                } else {
                    if index > 0 { try StandardOutput.write(line: "") }
                    try StandardOutput.write(line: ([info.text] + (precision?.lines ?? [])).joined(separator: "\n"))
                }
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

    private static func json(_ info: ModelDescriptionText, _ precision: PrecisionText?) -> JSON {
        guard let precision, case .object(let members) = info.json else { return info.json }
        return .object(members + [("precision", precision.json)])
    }

    /// The number formats in which the model's networks compute; `nil` for a model without networks.
    private static func precision(of path: String, _ arguments: Arguments) throws -> PrecisionText? {
        let configuration = MLModelConfiguration()
        configuration.functionName = arguments.string("--function")
        configuration.simulatesReducedPrecision = true
        return PrecisionText(try MLModel(contentsOf: URL(fileURLWithPath: path), configuration: configuration))
    }
}

import Foundation
import Reports

/// An output of the model and the file for it, given as `NAME=FILE`.
struct FeatureTarget {
    /// The extensions that files of outputs may have.
    private static let extensions = ["npy", "json"] + ImageFileWriter.extensions

    let name: String
    let path: String

    /// The targets in `--output`, checked before the model runs.
    ///
    /// - Throws: `UsageError` if a file has an unknown type, is written twice, or is the model or an input.
    static func all(_ arguments: Arguments, model: String, _ inputs: [FeatureSource]) throws -> [FeatureTarget] {
        let targets = try arguments.strings("--output").map { argument in
            let parts = try FeatureSource(argument, option: "--output")
            return FeatureTarget(name: parts.name, path: parts.text)
        }
        for target in targets {
            try OutputFile.check(target.path, "--output", extensions: extensions, inputs: [model] + inputs.map(\.text))
        }
        try OutputFile.requireDistinct(targets.map(\.path), "--output")
        return targets
    }
}

import CoreMLRuntime
import CreateML
import Foundation
import Reports

/// The options for the network that turns images into features.
enum PrintOptions {
    static let revision = Command.Option.value(
        "--revision", "N", "of Osprey's feature print: 1 (where not given); 3, which products may use; 4, that of 1 on smaller images")
    static let extractor = Command.Option.value(
        "--extractor", "MODEL", "a network whose output serves as features instead of Osprey's feature print")

    /// The revision of the feature print, in the numbers of Vision and Create ML; `nil` if the option is not given.
    static func revision(_ arguments: Arguments) throws -> Int? {
        try arguments.integer("--revision", in: PrintNetwork.shortNumbers).map(PrintNetwork.revision(short:))
    }

    /// - Throws: `UsageError` if `--revision` and `--extractor` are both given.
    static func featureExtractor(_ arguments: Arguments) throws -> MLImageClassifier.FeatureExtractorType {
        let revision = try revision(arguments)
        guard let path = arguments.string("--extractor") else { return .scenePrint(revision: revision ?? 1) }
        guard revision == nil else { throw UsageError("--revision is of Osprey's feature print, and does not go with --extractor") }
        return .custom(.init(modelPath: URL(fileURLWithPath: path)))
    }
}

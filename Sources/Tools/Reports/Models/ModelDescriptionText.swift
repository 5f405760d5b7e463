import CoreMLSpecification
import Foundation
import JSON

/// A model's description, as text or as JSON.
package struct ModelDescriptionText {
    private let path: String
    private let model: Specification.Model
    private let summary: ModelSummary
    /// The function whose features are shown, in a model with several functions.
    private let functionName: String?
    private let predictedFeatureName: String
    private let features: [(title: String, key: String, features: [FeatureSummary])]

    /// - Throws: `SpecificationError` if the model does not have the function.
    package init(path: String, _ package: ModelPackage, functionName: String?) throws {
        self.path = path
        model = package.model
        summary = ModelSummary(package.model, weights: package.weights)
        let description = model.description ?? .init()
        let function = try Self.function(functionName, description, path: path)
        self.functionName = function.name.isEmpty ? nil : function.name
        predictedFeatureName = function.predictedFeatureName
        features = [
            ("inputs", "inputs", function.input.map(FeatureSummary.init)),
            ("outputs", "outputs", function.output.map(FeatureSummary.init)),
            ("states", "states", function.state.map(FeatureSummary.init)),
            ("training inputs", "trainingInputs", description.trainingInput.map(FeatureSummary.init)),
        ]
    }

    /// The description of the function with a name, or of the default function. For a model without functions, it is the model's own description.
    private static func function(
        _ name: String?, _ description: Specification.ModelDescription, path: String
    ) throws -> Specification.FunctionDescription {
        if let function = description.function(named: name) { return function }
        if let name {
            let names = description.functionList
            throw SpecificationError("has no function '\(name)'" + (names.isEmpty ? "" : "; it has \(names)"), path: path)
        }
        var function = Specification.FunctionDescription()
        (function.input, function.output, function.state) = (description.input, description.output, description.state)
        function.predictedFeatureName = description.predictedFeatureName
        return function
    }

    private var metadata: [(key: String, value: String)] {
        let metadata = model.description?.metadata ?? .init()
        let known = [
            ("description", metadata.shortDescription), ("version", metadata.versionString), ("author", metadata.author),
            ("license", metadata.license),
        ]
        return known.filter { !$0.1.isEmpty }.map { (key: $0.0, value: $0.1) }
    }

    private var userMetadata: [(key: String, value: String)] {
        Array(model.description?.metadata?.userDefined ?? [:])
    }
}

extension ModelDescriptionText {
    package var json: JSON {
        var members: [(String, JSON)] = [
            ("model", .string(path)), ("type", .string(summary.kind)), ("specificationVersion", .integer(Int(model.specificationVersion))),
        ]
        for (_, key, features) in features where !features.isEmpty || key == "inputs" || key == "outputs" {
            members.append((key, .array(features.map(Self.json))))
        }
        if let functionName { members.append(("function", .string(functionName))) }
        if !predictedFeatureName.isEmpty { members.append(("predictedFeatureName", .string(predictedFeatureName))) }
        members.append(("metadata", .object((metadata + userMetadata).map { ($0.key, .string($0.value)) })))
        members.append(("isUpdatable", .bool(model.isUpdatable)))
        return .object(members + Self.contents(summary))
    }

    private static func json(_ feature: FeatureSummary) -> JSON {
        var members: [(String, JSON)] = [("name", .string(feature.name)), ("type", .string(feature.type))]
        if !feature.shape.isEmpty { members.append(("shape", .array(feature.shape.map(JSON.integer)))) }
        if let detail = feature.detail { members.append((detailKey(feature.type), .string(detail))) }
        if let flexibility = feature.flexibility { members.append(("flexibility", .string(flexibility))) }
        if feature.isOptional { members.append(("optional", true)) }
        if !feature.description.isEmpty { members.append(("description", .string(feature.description))) }
        return .object(members)
    }

    private static func detailKey(_ type: String) -> String {
        switch type {
        case "image": "colorSpace"
        case "dictionary": "keyType"
        case "sequence": "elementType"
        default: "dataType"
        }
    }

    private static func contents(_ summary: ModelSummary) -> [(String, JSON)] {
        var members: [(String, JSON)] = []
        if !summary.layers.isEmpty { members.append(("layers", .object(summary.layers.map { ($0.name, .integer($0.count)) }))) }
        members += summary.figures.map { figure in (figure.name, Int(figure.value).map(JSON.integer) ?? .string(figure.value)) }
        members.append(
            (
                "weights",
                .array(
                    summary.weights.kinds.map {
                        ["storage": .string($0.name), "count": .integer($0.count), "bytes": .integer($0.byteCount)]
                    })
            ))
        if !summary.parts.isEmpty {
            members.append(("models", .array(summary.parts.map { .object([("type", .string($0.kind))] + contents($0)) })))
        }
        return members
    }
}

extension ModelDescriptionText {
    package var text: String {
        var lines = [path, "  type        \(summary.kind), specification version \(model.specificationVersion)"]
        for (key, value) in metadata { lines.append("  " + Self.padded(key) + Self.indented(value)) }
        for (index, (key, value)) in userMetadata.enumerated() {
            lines.append("  " + Self.padded(index == 0 ? "metadata" : "") + "\(key): \(Self.indented(Self.shortened(value)))")
        }
        if let functionName { lines.append("  " + Self.padded("function") + functionName) }
        for (title, _, features) in features {
            for (index, feature) in features.enumerated() {
                lines.append("  " + Self.padded(index == 0 ? title : "") + "\(feature.name): \(feature.text)")
            }
        }
        lines += Self.contents(summary, indent: "  ")
        return lines.joined(separator: "\n")
    }

    private static func contents(_ summary: ModelSummary, indent: String) -> [String] {
        var lines = summary.figures.map { indent + padded($0.name) + $0.value }
        if !summary.layers.isEmpty {
            let total = summary.layers.reduce(0) { $0 + $1.count }
            let list = summary.layers.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
            lines.append(indent + padded("layers") + "\(total): \(list)")
        }
        for (index, kind) in summary.weights.kinds.enumerated() where summary.parts.isEmpty {
            let size = String(format: "%.2f MB", Double(kind.byteCount) / 1e6)
            lines.append(indent + padded(index == 0 ? "weights" : "") + "\(kind.count) \(kind.name), \(size)")
        }
        for part in summary.parts {
            lines.append(indent + padded("model") + part.kind)
            lines += contents(part, indent: indent + "  ")
        }
        return lines
    }

    /// Shortens a value to fit a line. The output of `--json` contains the whole value.
    private static func shortened(_ value: String) -> String {
        value.count > 80 ? "\(value.prefix(80))… (\(value.count) characters)" : value
    }

    private static func padded(_ title: String) -> String {
        title + String(repeating: " ", count: max(12 - title.count, 1))
    }

    /// A text of several lines, all of which begin in the same column.
    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + String(repeating: " ", count: 14))
    }
}

import CoreML
import Foundation

/// `osprey model serve`: models and predictions for programs in any language, a JSON object a line.
enum ModelServe: Verb {
    static let command = Command(
        "model serve", "Serves models to another program over standard input and output.",
        discussion: """
            Reads one JSON object a line and answers each with one. Every request has an integer "id" and an "op":
            load (path, computeUnits, function), predict (model, inputs, state), newState (model), readState (state, name),
            writeState (state, name, value), unload (model). Documentation/Serve.md says more.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let server = ModelServer()
        while let line = readLine() {
            if line.allSatisfy(\.isWhitespace) { continue }
            StandardOutput.write(line: server.answer(line).text)
        }
        return .success
    }
}

/// The models and states that a client has asked for, by handle.
private final class ModelServer {
    private struct RequestError: Error, CustomStringConvertible {
        let description: String
    }

    private var models: [Int: MLModel] = [:]
    private var lastHandle = 0

    func answer(_ line: String) -> JSON {
        var id = JSON.null
        do {
            let request = try JSON(parsing: line.utf8)
            id = request["id"] ?? .null
            return .object([("id", id), ("ok", true)] + (try perform(request)))
        } catch {
            return ["id": id, "ok": false, "error": Self.report(error)]
        }
    }

    /// Core ML's errors under their own domain and code; what is wrong with the request itself under Osprey's.
    private static func report(_ error: any Error) -> JSON {
        let message = JSON.string(ErrorText.describe(error))
        guard error is MLModelError else { return ["domain": "osprey", "code": 1, "message": message] }
        let bridged = error as NSError
        return ["domain": .string(bridged.domain), "code": .integer(bridged.code), "message": message]
    }

    private func perform(_ request: JSON) throws -> [(String, JSON)] {
        switch try text("op", of: request) {
        case "load": return try load(request)
        case "predict": return try predict(request)
        case "unload":
            let handle = try handle("model", of: request)
            models[handle] = nil
            return []
        case let operation: throw RequestError(description: "there is no op '\(operation)'")
        }
    }

    private func load(_ request: JSON) throws -> [(String, JSON)] {
        let configuration = MLModelConfiguration()
        let units: [String: MLComputeUnits] = [
            "ALL": .all, "CPU_ONLY": .cpuOnly, "CPU_AND_GPU": .cpuAndGPU, "CPU_AND_NE": .cpuAndNeuralEngine,
        ]
        if let name = request["computeUnits"]?.string {
            guard let choice = units[name] else { throw RequestError(description: "there are no compute units '\(name)'") }
            configuration.computeUnits = choice
        }
        configuration.functionName = request["function"]?.string
        let model = try MLModel(contentsOf: URL(fileURLWithPath: try text("path", of: request)), configuration: configuration)
        lastHandle += 1
        models[lastHandle] = model
        let description = model.modelDescription
        return [
            ("model", .integer(lastHandle)), ("inputs", Self.features(description.inputDescriptionsByName)),
            ("outputs", Self.features(description.outputDescriptionsByName)),
        ]
    }

    private func predict(_ request: JSON) throws -> [(String, JSON)] {
        let model = try model(request)
        var values: [String: Any] = [:]
        for (name, value) in request["inputs"]?.object ?? [] {
            values[name] = try ServedValue.decode(value, for: model.modelDescription.inputDescriptionsByName[name])
        }
        let inputs = try MLDictionaryFeatureProvider(dictionary: values)
        let prediction = try model.prediction(from: inputs)
        let outputs = try prediction.featureNames.sorted().compactMap { name in
            try prediction.featureValue(for: name).map { (name, try ServedValue.encode($0)) }
        }
        return [("outputs", .object(outputs))]
    }

    private static func features(_ features: [String: MLFeatureDescription]) -> JSON {
        .array(
            features.values.sorted { $0.name < $1.name }.map { feature in
                var members: [(String, JSON)] = [
                    ("name", .string(feature.name)), ("type", .string(FeatureTypeName.name(feature.type))),
                ]
                if let array = feature.multiArrayConstraint {
                    members.append(("shape", .array(array.shape.map { .integer($0.intValue) })))
                    members.append(("dtype", .string(FeatureTypeName.name(array.dataType))))
                } else if let image = feature.imageConstraint {
                    members.append(("shape", [.integer(image.pixelsHigh), .integer(image.pixelsWide)]))
                }
                return .object(members)
            })
    }

    private func text(_ name: String, of request: JSON) throws -> String {
        guard let text = request[name]?.string else { throw RequestError(description: "the request has no '\(name)'") }
        return text
    }

    private func handle(_ name: String, of request: JSON) throws -> Int {
        guard let handle = request[name]?.integer else { throw RequestError(description: "the request has no '\(name)'") }
        return handle
    }

    private func model(_ request: JSON) throws -> MLModel {
        let handle = try handle("model", of: request)
        guard let model = models[handle] else { throw RequestError(description: "there is no model \(handle)") }
        return model
    }
}

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
        let input = LineReader(descriptor: STDIN_FILENO)
        while let answer = input.next({ line in line.allSatisfy { $0 <= 0x20 } ? "" : server.answer(line).text }) {
            if !answer.isEmpty { StandardOutput.write(line: answer) }
        }
        return .success
    }
}

/// The models and states that a client has asked for, by handle.
final class ModelServer {
    private struct RequestError: Error, CustomStringConvertible {
        let description: String
    }

    private var models: [Int: MLModel] = [:]
    private var states: [Int: (state: MLState, model: Int)] = [:]
    private var lastHandle = 0
    /// Strings from this length on are read where they lie: they are arrays and images in Base64.
    private static let spanLength = 1 << 12

    func answer(_ line: UnsafeBufferPointer<UInt8>) -> JSON {
        var id = JSON.null
        do {
            let request = try JSON(parsing: line, spansFrom: Self.spanLength)
            id = request["id"] ?? .null
            return .object([("id", id), ("ok", true)] + (try perform(request, line)))
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

    private func perform(_ request: JSON, _ line: UnsafeBufferPointer<UInt8>) throws -> [(String, JSON)] {
        switch try text("op", of: request) {
        case "load": return try load(request)
        case "predict": return try predict(request, line)
        case "newState":
            let state = try model(request).makeState()
            lastHandle += 1
            states[lastHandle] = (state, try handle("model", of: request))
            return [("state", .integer(lastHandle))]
        case "readState": return [("value", try withState(request) { try ServedValue.encode($0) })]
        case "writeState":
            guard let array = try ServedValue(line).decode(request["value"] ?? .null, for: nil).multiArrayValue else {
                throw RequestError(description: "the value is no array")
            }
            try withState(request) { destination in
                guard destination.shape == array.shape else {
                    throw RequestError(description: "the state has the shape \(destination.shape), not \(array.shape)")
                }
                array.transfer(to: destination)
            }
            return []
        case "unload":
            let handle = try handle("model", of: request)
            models[handle] = nil
            states = states.filter { $0.value.model != handle }
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

    private func predict(_ request: JSON, _ line: UnsafeBufferPointer<UInt8>) throws -> [(String, JSON)] {
        let model = try model(request)
        var values: [String: Any] = [:]
        for (name, value) in request["inputs"]?.object ?? [] {
            values[name] = try ServedValue(line).decode(value, for: model.modelDescription.inputDescriptionsByName[name])
        }
        let inputs = try MLDictionaryFeatureProvider(dictionary: values)
        let prediction =
            try request["state"] == nil ? model.prediction(from: inputs) : model.prediction(from: inputs, using: state(request).state)
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

    private func state(_ request: JSON) throws -> (state: MLState, model: Int) {
        let handle = try handle("state", of: request)
        guard let state = states[handle] else { throw RequestError(description: "there is no state \(handle)") }
        return state
    }

    private func withState<Result>(_ request: JSON, _ body: (MLMultiArray) throws -> Result) throws -> Result {
        let (state, model) = try state(request)
        let name = try text("name", of: request)
        guard models[model]?.modelDescription.stateDescriptionsByName[name] != nil else {
            throw RequestError(description: "the model has no state '\(name)'")
        }
        return try state.withMultiArray(for: name, body)
    }
}

import CoreML
import CoreMLSpecification
import Foundation
import Reports

/// `osprey model serve`: models and predictions for programs in any language, a JSON object a line.
enum ModelServe: Verb {
    static let command = Command(
        "model serve", "Serves models to another program over standard input and output.",
        discussion: """
            Reads one JSON object a line and answers each with one. Every request has an integer "id" and an "op":
            load (path, computeUnits, function), predict (model, inputs, state), predictBatch (model, inputs), newState (model),
            readState (state, name), writeState (state, name, value), endState (state), unload (model), compile (path), plan (path, computeUnits, function), share (path).
            Documentation/Serve.md says more.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let server = ModelServer()
        let input = LineReader(descriptor: STDIN_FILENO)
        while let answer = input.next({ line in line.allSatisfy { $0 <= 0x20 } ? "" : server.answer(line).text }) {
            if !answer.isEmpty { try StandardOutput.write(answer + "\n") }
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
    /// What the client shares with this process.
    private var memory: SharedMemory?
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
        case "predict": return try predict(request, ServedValue(line, in: memory))
        case "predictBatch": return try predictBatch(request, ServedValue(line, in: memory))
        case "newState":
            let state = try model(request).makeState()
            lastHandle += 1
            states[lastHandle] = (state, try handle("model", of: request))
            return [("state", .integer(lastHandle))]
        case "readState":
            var space = answerSpace(request)
            return [("value", try withState(request) { try ServedValue.encode($0, into: &space) })]
        case "writeState":
            guard let array = try ServedValue(line, in: memory).decode(request["value"] ?? .null, for: nil).multiArrayValue else {
                throw RequestError(description: "the value is no array")
            }
            try withState(request) { destination in
                guard destination.shape == array.shape else {
                    throw RequestError(description: "the state has the shape \(destination.shape), not \(array.shape)")
                }
                array.transfer(to: destination)
            }
            return []
        case "endState":
            states[try handle("state", of: request)] = nil
            return []
        case "compile":
            return [("path", .string(try MLModel.compileModel(at: URL(fileURLWithPath: try text("path", of: request))).path))]
        case "plan":
            return [("structure", try Self.plan(text("path", of: request), configuration(request)))]
        case "share":
            let shared = try SharedMemory(path: text("path", of: request))
            memory = shared
            return [("count", .integer(shared.count))]
        case "unload":
            let handle = try handle("model", of: request)
            models[handle] = nil
            states = states.filter { $0.value.model != handle }
            return []
        case let operation: throw RequestError(description: "there is no op '\(operation)'")
        }
    }

    private func configuration(_ request: JSON) throws -> MLModelConfiguration {
        let configuration = MLModelConfiguration()
        let units: [String: MLComputeUnits] = [
            "ALL": .all, "CPU_ONLY": .cpuOnly, "CPU_AND_GPU": .cpuAndGPU, "CPU_AND_NE": .cpuAndNeuralEngine,
        ]
        if let name = request["computeUnits"]?.string {
            guard let choice = units[name] else { throw RequestError(description: "there are no compute units '\(name)'") }
            configuration.computeUnits = choice
        }
        configuration.functionName = request["function"]?.string
        return configuration
    }

    private func load(_ request: JSON) throws -> [(String, JSON)] {
        let url = URL(fileURLWithPath: try text("path", of: request))
        let model = try MLModel(contentsOf: url, configuration: configuration(request))
        lastHandle += 1
        models[lastHandle] = model
        let description = model.modelDescription
        return [
            ("model", .integer(lastHandle)), ("inputs", Self.features(description.inputDescriptionsByName)),
            ("outputs", Self.features(description.outputDescriptionsByName)),
        ]
    }

    private func predict(_ request: JSON, _ values: ServedValue) throws -> [(String, JSON)] {
        let model = try model(request)
        let inputs = try inputs(request["inputs"], of: model, values)
        let prediction =
            try request["state"] == nil ? model.prediction(from: inputs) : model.prediction(from: inputs, using: state(request).state)
        var space = answerSpace(request)
        return [("outputs", try Self.outputs(prediction, into: &space))]
    }

    private func predictBatch(_ request: JSON, _ values: ServedValue) throws -> [(String, JSON)] {
        let model = try model(request)
        guard let list = request["inputs"]?.array else { throw RequestError(description: "the request has no list of 'inputs'") }
        let batch = MLArrayBatchProvider(array: try list.map { try inputs($0, of: model, values) })
        let predictions = try model.predictions(from: batch, options: MLPredictionOptions())
        var space = answerSpace(request)
        return [("outputs", .array(try (0..<predictions.count).map { try Self.outputs(predictions.features(at: $0), into: &space) }))]
    }

    private func inputs(_ json: JSON?, of model: MLModel, _ values: ServedValue) throws -> MLDictionaryFeatureProvider {
        var features: [String: Any] = [:]
        for (name, value) in json?.object ?? [] {
            features[name] = try values.decode(value, for: model.modelDescription.inputDescriptionsByName[name])
        }
        return try MLDictionaryFeatureProvider(dictionary: features)
    }

    private static func outputs(_ prediction: any MLFeatureProvider, into space: inout AnswerSpace?) throws -> JSON {
        var outputs: [(String, JSON)] = []
        for name in prediction.featureNames.sorted() {
            guard let value = prediction.featureValue(for: name) else { continue }
            outputs.append((name, try ServedValue.encode(value, into: &space)))
        }
        return .object(outputs)
    }

    /// Where the answer's arrays go when the client wants them in shared memory.
    private func answerSpace(_ request: JSON) -> AnswerSpace? {
        guard let memory, let offset = request["answerOffset"]?.integer else { return nil }
        return AnswerSpace(memory: memory, offset: offset)
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

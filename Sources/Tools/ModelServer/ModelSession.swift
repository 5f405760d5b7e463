import CoreML
import Foundation
import JSON
import Reports

/// The state of one client: models and states by handle, and the shared memory. It is used by one thread at a time.
package final class ModelSession {
    struct RequestError: Error, CustomStringConvertible {
        let description: String
    }

    private let library: ModelLibrary
    private let rights: ClientRights
    private var models: [Int: SharedModel] = [:]
    private var states: [Int: (state: MLState, model: Int)] = [:]
    private let photos = PhotoRequests()
    private var lastHandle = 0
    /// The memory that the client shares with this process.
    private var memory: SharedMemory?
    /// The folders of models that were compiled for the client. They are removed with the session.
    private var compiled: [URL] = []
    /// The maximum number of models, and of states, that a client may have.
    private static let maximumHandleCount = 256
    /// The length, in bytes, from which on strings are not copied when a request is parsed. Such strings are Base64 arrays and images.
    private static let spanLength = 1 << 12

    /// - Parameters:
    ///   - library: the models that are already loaded in this process.
    ///   - rights: the files that the client may name.
    package init(library: ModelLibrary = ModelLibrary(), rights: ClientRights = .ofStarter) {
        (self.library, self.rights) = (library, rights)
    }

    deinit {
        for folder in compiled { try? FileManager.default.removeItem(at: folder) }
    }

    /// The answer to a request. The answer's arrays are Base64, or lie in the memory that the client shares.
    package func answer(_ line: UnsafeBufferPointer<UInt8>) -> JSON { answer(line, payload: nil, descriptor: nil, space: nil) }

    /// - Parameters:
    ///   - valueLimit: the maximum number of values in the request.
    ///   - payload: the arrays and images that came with the request; `nil` if they are in shared memory.
    ///   - descriptor: the descriptor that came with the request.
    ///   - space: the place for arrays and images of the answer outside of shared memory.
    func answer(
        _ line: UnsafeBufferPointer<UInt8>, valueLimit: Int = .max, payload: (any RequestMemory)?, descriptor: ReceivedDescriptor?,
        space: (any AnswerSpace)?
    ) -> JSON {
        var id = JSON.null
        do {
            let request = try JSON(parsing: line, spansFrom: Self.spanLength, valueLimit: valueLimit)
            id = request["id"] ?? .null
            let members = try perform(Request(request, line, payload ?? memory, descriptor, space))
            guard memory?.isDamaged != true else {
                memory = nil
                throw RequestError(description: "the shared memory was shortened meanwhile; share it again")
            }
            return .object([("id", id), ("ok", true)] + members)
        } catch {
            return ["id": id, "ok": false, "error": Self.report(error)]
        }
    }

    /// An error as JSON. Core ML's errors have their own domain and code. Errors of the request itself have Osprey's domain.
    static func report(_ error: any Error) -> JSON {
        let message = JSON.string(ErrorText.describe(error))
        guard error is MLModelError else { return ["domain": "osprey", "code": 1, "message": message] }
        let bridged = error as NSError
        return ["domain": .string(bridged.domain), "code": .integer(bridged.code), "message": message]
    }

    /// A request, with the context for reading its values and the place for the answer's values.
    private struct Request {
        let json: JSON
        let values: ServedValue
        let descriptor: ReceivedDescriptor?
        let space: (any AnswerSpace)?

        init(
            _ json: JSON, _ line: UnsafeBufferPointer<UInt8>, _ memory: (any RequestMemory)?, _ descriptor: ReceivedDescriptor?,
            _ space: (any AnswerSpace)?
        ) {
            (self.json, values, self.descriptor, self.space) = (json, ServedValue(line, in: memory), descriptor, space)
        }
    }

    private func perform(_ full: Request) throws -> [(String, JSON)] {
        let request = full.json
        switch try text("op", of: request) {
        case "load": return try load(request)
        case "predict": return try predict(full)
        case "predictBatch": return try predictBatch(full)
        case "classify", "detect", "featurePrint":
            return try photos.answer(request, full.values, rights, into: answerSpace(full))
        case "newState":
            let model = try model(request).model
            guard states.count < Self.maximumHandleCount else {
                throw RequestError(description: "a client has at most \(Self.maximumHandleCount) states")
            }
            let state = model.makeState()
            lastHandle += 1
            states[lastHandle] = (state, try handle("model", of: request))
            return [("state", .integer(lastHandle))]
        case "readState":
            let space = try answerSpace(full)
            return [("value", try withState(request) { try ServedValue.encode($0, into: space) })]
        case "writeState":
            guard let array = try full.values.decode(request["value"] ?? .null, at: "value", for: nil).multiArrayValue else {
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
            try rights.requireOwner("compile")
            let folder = try MLModel.compileModel(at: rights.model(at: text("path", of: request)))
            compiled.append(folder.deletingLastPathComponent())
            return [("path", .string(folder.path))]
        case "plan":
            return [("structure", try Self.plan(rights.model(at: text("path", of: request)).path, configuration(request)))]
        case "share":
            return [("count", .integer(try share(full)))]
        case "unload":
            let handle = try handle("model", of: request)
            models[handle] = nil
            states = states.filter { $0.value.model != handle }
            return []
        case let operation: throw RequestError(description: "there is no op '\(operation)'")
        }
    }

    /// Maps the memory that the client shares. It replaces memory that the client has shared before.
    ///
    /// - Returns: the number of bytes.
    private func share(_ full: Request) throws -> Int {
        try rights.requireOwner("share")
        let shared: SharedMemory
        if let descriptor = full.descriptor {
            shared = try SharedMemory(descriptor)
        } else if rights.namesMemory {
            shared = try SharedMemory(path: text("path", of: full.json))
        } else {
            throw RequestError(
                description: "over a socket, 'share' takes memory whose descriptor comes with the request (SCM_RIGHTS), and no path")
        }
        memory = shared
        return shared.count
    }

    private func configuration(_ request: JSON) throws -> MLModelConfiguration {
        let configuration = MLModelConfiguration()
        let units: [String: MLComputeUnits] = [
            "ALL": .all, "CPU_ONLY": .cpuOnly, "CPU_AND_GPU": .cpuAndGPU, "CPU_AND_NE": .cpuAndNeuralEngine,
        ]
        if let name = try request.member("computeUnits", "a string", \.string) {
            guard let choice = units[name] else { throw RequestError(description: "there are no compute units '\(name)'") }
            configuration.computeUnits = choice
        }
        configuration.functionName = try request.member("function", "a string", \.string)
        return configuration
    }

    private func load(_ request: JSON) throws -> [(String, JSON)] {
        let url = try rights.model(at: text("path", of: request))
        guard models.count < Self.maximumHandleCount else {
            throw RequestError(description: "a client has at most \(Self.maximumHandleCount) models")
        }
        let shared = try library.model(at: url, configuration(request))
        lastHandle += 1
        models[lastHandle] = shared
        let description = shared.model.modelDescription
        return [
            ("model", .integer(lastHandle)), ("inputs", Self.features(description.inputDescriptionsByName)),
            ("outputs", Self.features(description.outputDescriptionsByName)),
        ]
    }

    private func predict(_ full: Request) throws -> [(String, JSON)] {
        let shared = try model(full.json)
        let inputs = try inputs(full.json["inputs"], of: shared.model, full.values)
        let space = try answerSpace(full)
        let prediction =
            try full.json["state"] == nil
            ? shared.prediction(from: inputs) : shared.model.prediction(from: inputs, using: state(full.json).state)
        return [("outputs", try Self.outputs(prediction, into: space))]
    }

    private func predictBatch(_ full: Request) throws -> [(String, JSON)] {
        let model = try model(full.json).model
        guard let list = full.json["inputs"]?.array else { throw RequestError(description: "the request has no list of 'inputs'") }
        let batch = MLArrayBatchProvider(
            array: try list.enumerated().map { try inputs($1, at: "inputs[\($0)]", of: model, full.values) })
        let space = try answerSpace(full)
        let predictions = try model.predictions(from: batch, options: MLPredictionOptions())
        return [("outputs", .array(try (0..<predictions.count).map { try Self.outputs(predictions.features(at: $0), into: space) }))]
    }

    /// - Parameter member: the name of the request's member that has the inputs, for errors.
    private func inputs(
        _ json: JSON?, at member: String = "inputs", of model: MLModel, _ values: ServedValue
    ) throws -> MLDictionaryFeatureProvider {
        var features: [String: Any] = [:]
        for (name, value) in json?.object ?? [] {
            let feature = model.modelDescription.inputDescriptionsByName[name]
            features[name] = try values.decode(value, at: "\(member).\(name)", for: feature)
        }
        return try MLDictionaryFeatureProvider(dictionary: features)
    }

    private static func outputs(_ prediction: any MLFeatureProvider, into space: (any AnswerSpace)?) throws -> JSON {
        var outputs: [(String, JSON)] = []
        for name in prediction.featureNames.sorted() {
            guard let value = prediction.featureValue(for: name) else { continue }
            outputs.append((name, try ServedValue.encode(value, into: space)))
        }
        return .object(outputs)
    }

    /// The place for the answer's arrays: shared memory if the client wants them there.
    private func answerSpace(_ full: Request) throws -> (any AnswerSpace)? {
        let offset = try full.json.member("answerOffset", "a whole number", \.integer)
        guard let memory, let offset else { return full.space }
        return SharedSpace(memory: memory, offset: offset)
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

    private func model(_ request: JSON) throws -> SharedModel {
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
        guard models[model]?.model.modelDescription.stateDescriptionsByName[name] != nil else {
            throw RequestError(description: "the model has no state '\(name)'")
        }
        return try state.withMultiArray(for: name, body)
    }
}

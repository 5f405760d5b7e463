import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// Loads the models that requests need and programs do not provide. Each model is loaded once and kept while the store lives.
///
/// The store finds models only through the catalogue. For each model, the catalogue lists the file, the requests, and the crop and scale of
/// images.
package final class ModelStore: Sendable {
    /// The store of this process. It uses the standard folders.
    package static let shared = ModelStore(.standard)

    /// The store for analyses made in the current task. The default is the process's store.
    @TaskLocal package static var current = ModelStore.shared

    private let folders: ModelFolders
    // Each model has its own key. While one loads, others can be used and loaded.
    private let loaded = OnceTable(capacity: 256)

    package init(_ folders: ModelFolders) {
        self.folders = folders
    }

    private struct Key: Hashable, Sendable {
        let name: String
        let usesCPUOnly: Bool
        var isPrint = false
    }

    private struct File: Hashable, Sendable {
        let path: String
        let usesCPUOnly: Bool
        let allowsLowPrecision: Bool
    }

    /// An entry of the catalogue, and its loaded model.
    package struct Stored: Sendable {
        package let entry: ModelCatalog.Entry
        package let model: ImageModel
    }

    /// The model with a name. Threads that ask for a model wait while it loads.
    ///
    /// - Parameter request: the request that needs the model, for messages.
    /// - Throws: `VisionFailure`: `dataUnavailable`, with the command that gets the model, if it is in none of the folders; `invalidModel`
    ///   if its file cannot be used.
    package func model(_ name: String, for request: String, usesCPUOnly: Bool) throws -> Stored {
        try stored(Key(name: name, usesCPUOnly: usesCPUOnly), catalogued: name, for: request) { url, configuration in
            // Several names may stand for one file.
            let precision = configuration.allowLowPrecisionAccumulationOnGPU
            return try loaded.value(File(path: url.path, usesCPUOnly: usesCPUOnly, allowsLowPrecision: precision)) {
                try MLModel(contentsOf: url, configuration: configuration)
            }
        }
    }

    /// The network of a feature print. Errors are those of `model(_:for:usesCPUOnly:)`.
    package func featurePrint(_ network: PrintNetwork, for request: String, usesCPUOnly: Bool) throws -> Stored {
        let key = Key(name: network.rawValue, usesCPUOnly: usesCPUOnly, isPrint: true)
        return try stored(key, catalogued: network.modelName, for: request) { url, configuration in
            try MLModel(package: FeaturePrintModel.trunk(network, in: url), configuration: configuration, name: url.lastPathComponent)
        }
    }

    /// A model of the catalogue whose inputs are intermediate results of a feature print's network. It is joined with that network.
    package func readOut(_ name: String, for request: String, usesCPUOnly: Bool) throws -> Stored {
        try stored(Key(name: name, usesCPUOnly: usesCPUOnly), catalogued: name, for: request) { url, configuration in
            let reader = try ModelPackage(contentsOf: url).model
            let network = PrintNetwork(version: try NetworkReadOut.version(of: reader))
            _ = try locate(network.modelName, for: request)
            let model = try NetworkReadOut.model(reader, of: FeaturePrint(of: FeaturePrintModel.read(network, from: folders)))
            return try MLModel(package: ModelPackage(model: model), configuration: configuration, name: url.lastPathComponent)
        }
    }

    private struct SequencesKey: Hashable, Sendable {
        let name: String
    }

    /// The character sequences of languages, from the file beside a model. There are none if there is no such file.
    ///
    /// - Throws: `VisionFailure`: `invalidModel` if the file is damaged.
    func characterSequences(_ name: String, for request: String) throws -> [CharacterSequences] {
        try loaded.value(SequencesKey(name: name)) {
            let url = try locate(name, for: request).file.deletingPathExtension().appendingPathExtension(CharacterSequences.pathExtension)
            guard FileManager.default.fileExists(atPath: url.path) else { return [] }
            do {
                return try CharacterSequences.read(Bytes(contentsOf: url))
            } catch {
                throw VisionFailure(.invalidModel, "\(url.path) cannot be used: \(reason(of: error))", underlying: error)
            }
        }
    }

    private func stored(
        _ key: Key, catalogued name: String, for request: String, load: (URL, MLModelConfiguration) throws -> MLModel
    ) throws -> Stored {
        try loaded.value(key) {
            let (entry, url) = try locate(name, for: request)
            let configuration = MLModelConfiguration()
            configuration.computeUnits = key.usesCPUOnly ? .cpuOnly : .all
            configuration.allowLowPrecisionAccumulationOnGPU = entry.allowsLowPrecision ?? false
            do {
                return Stored(entry: entry, model: try ImageModel(load(url, configuration)))
            } catch let failure as VisionFailure where failure.kind == .dataUnavailable {
                throw failure
            } catch {
                throw VisionFailure(
                    .invalidModel, "the model '\(name)' at \(url.path) cannot be used: \(reason(of: error))", underlying: error)
            }
        }
    }

    private struct Presence: Hashable, Sendable {
        let name: String
    }

    /// Whether the catalogue has the model and its file exists. Once `true`, the answer is cached, so that the catalogue is not read again for each
    /// frame.
    package func has(_ name: String) -> Bool {
        (try? loaded.value(Presence(name: name)) { try locate(name, for: name).file }) != nil
    }

    /// The names of the models that do not come with Osprey. Users must provide these models themselves.
    package static let suppliedNames: Set<String> = ["animalPose", "aesthetics"]

    /// A model's entry in the catalogue, and its file.
    package func locate(_ name: String, for request: String) throws -> (entry: ModelCatalog.Entry, file: URL) {
        let entry = try ModelCatalog.load(folders)[name]
        if let entry, let url = folders.locate(entry.file) { return (entry, url) }
        if entry == nil, Self.suppliedNames.contains(name) {
            throw VisionFailure(
                .dataUnavailable,
                "\(request) needs a model '\(name)', and none comes with Osprey: put one of your own with a catalog.json into the folder in "
                    + "OSPREY_MODELS (Documentation/Vision.md, 'Models of your own')")
        }
        let file = entry.map { " (\($0.file))" } ?? ""
        throw VisionFailure(
            .dataUnavailable, "\(request) needs the model '\(name)'\(file), which was not found; get it with: osprey model get \(name)")
    }
}

extension ModelStore: Hashable {
    /// Two stores are equal if they are the same object.
    package static func == (left: ModelStore, right: ModelStore) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

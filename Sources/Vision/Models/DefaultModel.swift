import CoreML
import Synchronization

/// A model that a request of Vision needs and a program does not bring itself.
struct DefaultModel: Sendable {
    let name: String
    /// Relative to a folder of models.
    let file: String
    let cropAndScale: VNImageCropAndScaleOption
    /// The request that needs it, for messages.
    let request: String

    /// Names what a photo shows.
    static let scene = DefaultModel(
        name: "scene", file: "scene/Scene.mlmodel", cropAndScale: .centerCrop, request: "VNClassifyImageRequest")

    static let all = [scene]

    /// The model's file.
    ///
    /// - Throws: `dataUnavailable` with the command that gets the model, where it is in none of the folders.
    func locate(in folders: ModelFolders) throws -> URL {
        if let url = folders.locate(file) { return url }
        throw VNErrorCode.dataUnavailable.error(
            "\(request) needs the model '\(name)' (\(file)), which was not found; get it with: osprey model get \(name)")
    }

    /// The model, loaded once for as long as the program runs.
    func load(usesCPUOnly: Bool) throws -> VNCoreMLModel {
        let key = Loaded.Key(name: name, usesCPUOnly: usesCPUOnly)
        return try Loaded.models.withLock { models in
            if let model = models[key] { return model }
            let model = try read(locate(in: .standard), usesCPUOnly: usesCPUOnly)
            models[key] = model
            return model
        }
    }

    private func read(_ url: URL, usesCPUOnly: Bool) throws -> VNCoreMLModel {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = usesCPUOnly ? .cpuOnly : .all
        do {
            return try VNCoreMLModel(for: MLModel(contentsOf: url, configuration: configuration))
        } catch {
            throw VNErrorCode.invalidModel.error(
                "the model '\(name)' at \(url.path) cannot be used: \(reason(of: error))", underlying: error)
        }
    }
}

private enum Loaded {
    struct Key: Hashable {
        let name: String
        let usesCPUOnly: Bool
    }

    static let models = Mutex<[Key: VNCoreMLModel]>([:])
}

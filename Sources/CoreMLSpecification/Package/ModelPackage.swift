import Foundation

/// A model as it lies on disk: its message and the weight files beside it.
///
/// Three forms are read:
/// - `.mlmodel`: the message alone.
/// - `.mlpackage`: a folder with `Manifest.json`, which names the message's file among others below `Data`.
/// - `.mlmodelc`: Osprey's compiled form, a folder with the message in `model.mlmodel` and, for an ML Program, its `weights` folder.
///   (What Apple's platforms compile holds programs for their own processors and is refused.)
package struct ModelPackage: Sendable {
    package var model: Specification.Model
    package var weights: WeightStore

    /// The file that holds the message; nil for a model in memory.
    package var modelFile: URL?

    /// The file or folder that the model was read from; nil for a model in memory.
    package var location: URL?

    static let compiledModelName = "model.mlmodel"
    private static let manifestName = "Manifest.json"

    /// A model in memory.
    package init(model: Specification.Model, weights: WeightStore = WeightStore(folder: nil)) {
        self.model = model
        self.weights = weights
    }

    /// Reads a model, whose file stays mapped for as long as the message, or a weight of it, exists.
    ///
    /// - Throws: ``SpecificationError`` that names the file and the reason.
    package init(contentsOf url: URL) throws {
        let file = try Self.modelFile(of: url)
        model = try SpecificationError.naming(file.path) { try Specification.Model(parsing: Bytes(contentsOf: file)) }
        guard model.type != nil else { throw SpecificationError("is not a model, or one of an unknown kind", path: url.path) }
        weights = WeightStore(folder: file.deletingLastPathComponent())
        modelFile = file
        location = url
    }

    /// The file that holds the message of the model at `url`.
    private static func modelFile(of url: URL) throws -> URL {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw SpecificationError("does not exist", path: url.path)
        }
        guard isFolder.boolValue else { return url }
        let manifest = url.appendingPathComponent(manifestName)
        if FileManager.default.fileExists(atPath: manifest.path) {
            return try Manifest(contentsOf: manifest).rootModel(in: url.appendingPathComponent("Data"))
        }
        let compiled = url.appendingPathComponent(compiledModelName)
        if FileManager.default.fileExists(atPath: compiled.path) { return compiled }
        if FileManager.default.fileExists(atPath: url.appendingPathComponent("coremldata.bin").path) {
            throw SpecificationError(
                "was compiled on one of Apple's platforms; load the .mlmodel or .mlpackage that it was made from", path: url.path)
        }
        throw SpecificationError("is a folder without a model", path: url.path)
    }

    /// Writes the compiled form of the model at `source` into the new folder `destination`.
    ///
    /// - Throws: ``SpecificationError`` where the model cannot be read, or the folder cannot be written.
    package static func compile(_ source: URL, to destination: URL) throws {
        let package = try ModelPackage(contentsOf: source)
        guard let file = package.modelFile else { return }
        let files = FileManager.default
        do {
            try files.createDirectory(at: destination, withIntermediateDirectories: true)
            try writeFile([try Bytes(contentsOf: file)], to: destination.appendingPathComponent(compiledModelName))
            let weights = file.deletingLastPathComponent().appendingPathComponent("weights")
            if files.fileExists(atPath: weights.path) {
                try files.copyItem(at: weights, to: destination.appendingPathComponent("weights"))
            }
        } catch let error as SpecificationError {
            throw error
        } catch {
            throw SpecificationError("cannot be written: \(error.localizedDescription)", path: destination.path)
        }
    }

    /// Writes a new `.mlpackage` folder with `model` and, for an ML Program, its weights under `@model_path/weights/weight.bin`.
    ///
    /// - Throws: ``SpecificationError`` where the folder cannot be written.
    package static func write(_ model: Specification.Model, weights: WeightFileWriter? = nil, to url: URL) throws {
        let folder = url.appendingPathComponent("Data/com.apple.CoreML")
        do {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent("weights"), withIntermediateDirectories: true)
            try model.write(to: folder.appendingPathComponent("model.mlmodel"))
            try weights?.write(to: folder.appendingPathComponent("weights/weight.bin"))
            try Manifest.forModel(withWeights: weights != nil).write(to: url.appendingPathComponent(manifestName))
        } catch let error as SpecificationError {
            throw error
        } catch {
            throw SpecificationError("cannot be written: \(error.localizedDescription)", path: url.path)
        }
    }
}

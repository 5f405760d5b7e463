import Foundation

/// A model on disk: a message, and weight files beside the message.
///
/// These forms are read:
/// - `.mlmodel`: the message alone.
/// - `.mlpackage`: a folder with `Manifest.json`. The manifest names the message's file, among others below `Data`.
/// - `.mlmodelc` of Osprey: a folder with the message in `model.mlmodel`. For an ML Program, the folder also has `weights` and a text. The
///   text is not read.
/// - `.mlmodelc` of Apple's compiler: an ML Program, or a pipeline of them (``CompiledModel``).
package struct ModelPackage: Sendable {
    package var model: Specification.Model
    package var weights: WeightStore

    /// The file that holds the message, or the program's text; `nil` for a model in memory.
    package var modelFile: URL?

    /// The file or folder that the model was read from; `nil` for a model in memory.
    package var location: URL?

    static let compiledModelName = "model.mlmodel"
    private static let manifestName = "Manifest.json"

    /// A model in memory.
    package init(model: Specification.Model, weights: WeightStore = WeightStore(folder: nil)) {
        self.model = model
        self.weights = weights
    }

    /// Reads a model. The file stays mapped while the message or one of its weights exists.
    ///
    /// - Throws: ``SpecificationError`` that names the file and the reason.
    package init(contentsOf url: URL) throws {
        guard let file = try Self.modelFile(of: url) else {
            let compiled = try CompiledModel(contentsOf: url)
            model = compiled.model
            weights = WeightStore(folder: url)
            modelFile = compiled.file
            return
        }
        let bytes = try SpecificationError.naming(file.path) { try Bytes(contentsOf: file) }
        model = try SpecificationError.naming(file.path) { try Self.model(bytes) }
        weights = WeightStore(folder: file.deletingLastPathComponent())
        weights.mappedFiles.add(bytes)
        modelFile = file
        location = url
    }

    /// - Throws: `SpecificationError` with the kind of file that the bytes are, if the kind is known.
    private static func model(_ bytes: Bytes) throws -> Specification.Model {
        do {
            let model = try Specification.Model(parsing: bytes)
            guard model.type != nil else { throw SpecificationError("is not a model, or one of an unknown kind") }
            return model
        } catch {
            guard let kind = bytes.withUnsafeBytes(ForeignFile.kind) else { throw error }
            throw SpecificationError("is \(kind) and not a Core ML model")
        }
    }

    /// The file with the message of the model at `url`; `nil` for a folder that Apple's compiler made.
    private static func modelFile(of url: URL) throws -> URL? {
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
        let files = [CompiledModel.textName, CompiledModel.descriptionName]
        if files.contains(where: { FileManager.default.fileExists(atPath: url.appendingPathComponent($0).path) }) { return nil }
        throw SpecificationError("is a folder without a model", path: url.path)
    }

    /// Writes the compiled form of the model at `source` into the new folder `destination`.
    ///
    /// - Throws: ``SpecificationError`` if the model or a weight file cannot be read, or the folder cannot be written.
    package static func compile(_ source: URL, to destination: URL) throws {
        let package = try ModelPackage(contentsOf: source)
        try package.checkWeights()
        guard let file = package.modelFile else { return }
        let files = FileManager.default
        do {
            guard try modelFile(of: source) != nil else {
                try copyFolder(source, to: destination)  // It is compiled.
                return
            }
            try files.createDirectory(at: destination, withIntermediateDirectories: true)
            try writeFile([try Bytes(contentsOf: file)], to: destination.appendingPathComponent(compiledModelName))
            let folder = file.deletingLastPathComponent()
            let weights = folder.appendingPathComponent("weights")
            if files.fileExists(atPath: weights.path) {
                try copyFolder(weights, to: destination.appendingPathComponent("weights"))
            }
            try copyWeightFiles(of: package.model, from: folder, to: destination)
            writeText(of: package.model, to: destination)
        } catch let error as SpecificationError {
            throw error
        } catch {
            throw SpecificationError("cannot be written: \(FileReason.text(of: error))", path: destination.path)
        }
    }

    /// Copies a folder with its files and subfolders. Symbolic links and special files are left out, because the copy would lead out of the folder.
    private static func copyFolder(_ source: URL, to destination: URL) throws {
        let files = FileManager.default
        try files.createDirectory(at: destination, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: source.path) {
            let (item, copy) = (source.appendingPathComponent(name), destination.appendingPathComponent(name))
            switch try files.attributesOfItem(atPath: item.path)[.type] as? FileAttributeType {
            case .typeRegular?: try files.copyItem(at: item, to: copy)
            case .typeDirectory?: try copyFolder(item, to: copy)
            default: continue
            }
        }
    }

    /// Writes a new `.mlpackage` folder with `model` and, for an ML Program, its weights under `@model_path/weights/weight.bin`.
    ///
    /// - Throws: ``SpecificationError`` if the folder cannot be written.
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
            throw SpecificationError("cannot be written: \(FileReason.text(of: error))", path: url.path)
        }
    }
}

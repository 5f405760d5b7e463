import Foundation

extension ModelPackage {
    /// Writes the compiled form to the folder `url`, with the weight files that lie beside the model, and replaces an existing folder. After an
    /// error, the old folder is as it was. If the machine stops during the exchange, the folder may be missing.
    ///
    /// - Throws: ``SpecificationError`` if the folder cannot be written, or a weight file no longer exists.
    package func writeCompiled(to url: URL) throws {
        do {
            try Self.replaceFolder(at: url) { made in
                try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
                try model.write(to: made.appendingPathComponent(Self.compiledModelName))
                if let folder = modelFile?.deletingLastPathComponent() { try Self.copyWeightFiles(of: model, from: folder, to: made) }
                try WeightStore(folder: made).checkFiles(of: weights)
            }
        } catch {
            if let error = error as? SpecificationError { throw error }
            throw SpecificationError("cannot be written: \(FileReason.text(of: error))", path: url.path)
        }
    }

    /// Writes an ML Program as text beside its message, as Apple's compiler does. The text is for people and for other tools. Models are
    /// loaded from the message. The text is left out if writing fails, or if a weight file has the same name.
    static func writeText(of model: Specification.Model, to folder: URL) {
        let file = folder.appendingPathComponent(CompiledModel.textName)
        guard case .mlProgram(let program)? = model.type, !FileManager.default.fileExists(atPath: file.path),
            let text = try? ProgramPrinter.text(of: program)
        else { return }
        try? writeFile([Bytes(copying: text.utf8)], to: file)
    }

    /// Lets `make` make a file or folder beside `url`, and moves it to `url`. An existing one stays until the new one is complete.
    ///
    /// - Throws: the errors of `make`, or the reason why nothing can be moved to `url`.
    package static func replaceFolder(at url: URL, make: (URL) throws -> Void) throws {
        let files = FileManager.default
        let parent = url.deletingLastPathComponent()
        let name = ".\(url.lastPathComponent).\(UUID().uuidString)"
        let (made, old) = (parent.appendingPathComponent(name), parent.appendingPathComponent(name + ".old"))
        do {
            try make(made)
            let replaces = files.fileExists(atPath: url.path)
            if replaces { try files.moveItem(at: url, to: old) }
            do {
                try files.moveItem(at: made, to: url)
            } catch {
                if replaces { try? files.moveItem(at: old, to: url) }
                throw error
            }
            if replaces { try? files.removeItem(at: old) }
        } catch {
            try? files.removeItem(at: made)
            throw error
        }
    }
}

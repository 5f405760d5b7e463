import Foundation

extension ModelPackage {
    /// Writes the compiled form, with the weight files that lie beside the model, to the folder `url`, which it replaces where there is
    /// one: the folder is complete, or it is as it was, or, should the machine stop amid the exchange, absent.
    ///
    /// - Throws: ``SpecificationError`` where the folder cannot be written, or a weight file is not there any more.
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

    /// Writes an ML Program as text beside its message, where Apple's compiler has it, for people and tools that look at it. Models load
    /// from the message: a text that cannot be written, or has no place because a weight file bears its name, is left out.
    static func writeText(of model: Specification.Model, to folder: URL) {
        let file = folder.appendingPathComponent(CompiledModel.textName)
        guard case .mlProgram(let program)? = model.type, !FileManager.default.fileExists(atPath: file.path),
            let text = try? ProgramPrinter.text(of: program)
        else { return }
        try? writeFile([Bytes(copying: text.utf8)], to: file)
    }

    /// Puts what `make` makes at a place beside `url` there. What was there before stays until the new one is whole.
    ///
    /// - Throws: what `make` throws, or the reason why nothing can be moved there.
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

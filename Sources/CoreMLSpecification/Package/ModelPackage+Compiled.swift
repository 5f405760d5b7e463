import Foundation

extension ModelPackage {
    /// Writes the compiled form of a model without weight files to the folder `url`, which it replaces where there is one: the folder
    /// is complete, or it is as it was, or, should the machine stop amid the exchange, absent.
    ///
    /// - Throws: ``SpecificationError`` where the folder cannot be written.
    package static func writeCompiled(_ model: Specification.Model, to url: URL) throws {
        let files = FileManager.default
        let parent = url.deletingLastPathComponent()
        let name = ".\(url.lastPathComponent).\(UUID().uuidString)"
        let (made, old) = (parent.appendingPathComponent(name), parent.appendingPathComponent(name + ".old"))
        do {
            try files.createDirectory(at: made, withIntermediateDirectories: true)
            try model.write(to: made.appendingPathComponent(compiledModelName))
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
            if let error = error as? SpecificationError { throw error }
            throw SpecificationError("cannot be written: \(error.localizedDescription)", path: url.path)
        }
    }
}

import CoreMLSpecification
import Foundation

/// Reads a model from any of its forms on disk.
enum ModelFile {
    /// - Throws: `MLModelError.io` that names the file and the reason; `.modelDecryptionKeyFetch` for an encrypted model.
    static func read(_ url: URL) throws -> ModelPackage {
        guard url.isFileURL else { throw MLModelError(.io, "\(url) is not a file.") }
        // Apple's compiler writes this file into a model that it encrypts.
        if isThere("\(url.path)/encryptionInfo") {
            throw MLModelError(
                .modelDecryptionKeyFetch,
                "The model at \(url.path) is encrypted, and only Apple's platforms can fetch the key: compile it without encryption.")
        }
        do {
            return try ModelPackage(contentsOf: url)
        } catch {
            throw MLModelError(.io, "The model at \(url.path) could not be read: \(reason(error)).", underlying: error)
        }
    }

    /// The size of a model's file together with the weight files beside it, in bytes.
    static func byteCount(_ package: ModelPackage) -> Int {
        guard let file = package.modelFile else { return 0 }
        let folder = file.deletingLastPathComponent().path + "/weights"
        let weights = isThere(folder) ? (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] : []
        return weights.reduce(size(file.path)) { $0 + size("\(folder)/\($1)") }
    }

    // Foundation's functions for the size of a file take longer than reading a small model.

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func reason(_ error: any Error) -> String {
        (error as? SpecificationError)?.reason ?? "\(error)"
    }
}

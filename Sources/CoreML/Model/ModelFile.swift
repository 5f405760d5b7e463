import CoreMLSpecification
import Foundation

/// Reads a model from any of its forms on disk.
enum ModelFile {
    /// - Throws: `MLModelError.io` that names the file and the reason; `.modelDecryptionKeyFetch` for an encrypted model.
    static func read(_ url: URL) throws -> ModelPackage {
        guard url.isFileURL else { throw MLModelError(.io, "\(url) is not a file.") }
        // What Apple's compiler writes into a model that it encrypts.
        if FileManager.default.fileExists(atPath: url.appendingPathComponent("encryptionInfo").path) {
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

    /// The size of a model's file and of the weight files beside it.
    static func byteCount(_ package: ModelPackage) -> Int {
        guard let file = package.modelFile else { return 0 }
        func size(_ url: URL) -> Int { (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 }
        let folder = file.deletingLastPathComponent().appendingPathComponent("weights", isDirectory: true)
        let weights = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])) ?? []
        return weights.reduce(size(file)) { $0 + size($1) }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? SpecificationError)?.reason ?? "\(error)"
    }
}

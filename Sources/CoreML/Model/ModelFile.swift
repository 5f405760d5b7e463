import CoreMLSpecification
import Foundation

/// Reads a model from any of its forms on disk.
enum ModelFile {
    /// - Throws: `MLModelError.io` that names the file and the reason.
    static func read(_ url: URL) throws -> ModelPackage {
        guard url.isFileURL else { throw MLModelError(.io, "\(url) is not a file.") }
        do {
            return try ModelPackage(contentsOf: url)
        } catch {
            throw MLModelError(.io, "The model at \(url.path) could not be read: \(reason(error)).", underlying: error)
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? SpecificationError)?.reason ?? "\(error)"
    }
}

import CoreMLSpecification
import Foundation

/// Reads a model from any of its forms on disk.
enum ModelFile {
    /// - Throws: `MLModelError.io` that names the file and the reason.
    static func read(_ url: URL) throws -> Specification.Model {
        guard url.isFileURL else { throw MLModelError(.io, "\(url) is not a file.") }
        do {
            return try Specification.Model(contentsOf: url)
        } catch {
            throw MLModelError(.io, "The model at \(url.path) could not be read: \(reason(error)).", underlying: error)
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? SpecificationError)?.reason ?? "\(error)"
    }
}

import Foundation

extension Specification.Model {
    /// Reads a model from the bytes of a `.mlmodel` file.
    ///
    /// - Throws: ``SpecificationError`` that names the file and the reason.
    package init(contentsOf url: URL) throws {
        self = try SpecificationError.naming(url.path) { try Specification.Model(parsing: Bytes(contentsOf: url)) }
    }
}

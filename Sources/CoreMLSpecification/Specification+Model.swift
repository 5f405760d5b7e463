import Foundation

extension Specification.Model {
    /// Reads the model of a `.mlmodel` file, a `.mlpackage` or a compiled model. The file stays mapped for as long as the message, or a
    /// weight of it, exists.
    ///
    /// - Throws: ``SpecificationError`` that names the file and the reason.
    package init(contentsOf url: URL) throws {
        self = try ModelPackage(contentsOf: url).model
    }
}

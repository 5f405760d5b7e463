/// The reason why a model file could not be read or written.
package struct SpecificationError: Error, Equatable, CustomStringConvertible {
    /// The fault, as a sentence without a full stop.
    package var reason: String

    /// The file that has the fault; `nil` if it is not known.
    package var path: String?

    package init(_ reason: String, path: String? = nil) {
        self.reason = reason
        self.path = path
    }

    package var description: String {
        path.map { "\($0): \(reason)" } ?? reason
    }

    /// Runs `body`. If it throws an error that names no file, adds `path` to the error.
    static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch var error as SpecificationError where error.path == nil {
            error.path = path
            throw error
        }
    }
}

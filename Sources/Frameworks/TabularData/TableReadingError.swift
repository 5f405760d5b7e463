import Foundation
import InputChecks

/// The reason why a file or text is not a table. It names the line, if there is one.
public struct TableReadingError: Error, LocalizedError, CustomStringConvertible, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    public var errorDescription: String? { reason }
    public var description: String { reason }

    /// The result of reading a file, whose name is added to the error.
    static func naming<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
        func named(_ reason: String) -> TableReadingError { TableReadingError("the table \(url.path) cannot be read: \(reason)") }
        do {
            return try body()
        } catch let error as TableReadingError {
            throw named(error.reason)
        } catch let error as InputFileError {
            throw named(error.reason)
        }
    }
}

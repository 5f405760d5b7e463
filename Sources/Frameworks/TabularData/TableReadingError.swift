import Foundation
import InputChecks

/// The reason why a file or text cannot be read as a table. It names the line, if the reason belongs to a line.
public struct TableReadingError: Error, LocalizedError, CustomStringConvertible, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    public var errorDescription: String? { reason }
    public var description: String { reason }

    /// Runs `body`, which reads a file, and adds the file's name to its errors.
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

import Foundation

/// Why a file or text is no table, in words that name the line where there is one.
public struct TableReadingError: Error, LocalizedError, CustomStringConvertible, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    public var errorDescription: String? { reason }
    public var description: String { reason }
}

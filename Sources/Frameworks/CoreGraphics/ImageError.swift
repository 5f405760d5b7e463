import Foundation

/// The reason why an image could not be read, made, converted or written.
///
/// The description is a sentence that states the reason. A caller that knows the file adds the file's name.
package struct ImageError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The bytes are not a picture of a known format.
        case unknownFormat
        /// The format is known, but this variant of it cannot be read or written.
        case unsupported
        /// The bytes contradict themselves or the format.
        case malformed
        /// The bytes end too early.
        case truncated
        /// The picture is larger than the documented limits.
        case tooLarge
        /// The file cannot be opened or read.
        case unreadable
        /// The caller's arguments are invalid.
        case invalidArgument
        /// Memory is exhausted.
        case outOfMemory
    }

    package let kind: Kind
    package let reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    package var description: String { reason }
    package var errorDescription: String? { reason }
}

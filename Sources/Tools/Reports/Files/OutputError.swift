import Foundation

/// A file or folder that cannot be written.
package struct OutputError: Error, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    /// The system refused to write the file: `errno` says why.
    package init(systemRefused file: URL) { self.init(path: file.path, reason: "cannot be written: \(String(cString: strerror(errno)))") }

    package var description: String { "\(path): \(reason)" }
}

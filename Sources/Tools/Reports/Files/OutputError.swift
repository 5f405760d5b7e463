import Foundation

/// A file or folder that cannot be written.
package struct OutputError: Error, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    /// The error that the system refused to write the file. `errno` has the reason.
    package init(systemRefused file: URL) { self.init(path: file.path, reason: "cannot be written: \(String(cString: strerror(errno)))") }

    package var description: String { "\(path): \(reason)" }
}

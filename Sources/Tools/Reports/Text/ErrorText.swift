import CoreML
import CoreMLSpecification
import Foundation

/// The text of errors on the command line.
package enum ErrorText {
    package static func describe(_ error: any Error) -> String {
        if let usage = error as? UsageError { return usage.reason }
        if let file = FileReason(error) { return file.path.map { "\($0): \(file.reason)" } ?? file.reason }
        if let localized = error as? LocalizedError, let description = localized.errorDescription { return description }
        // On Linux every error can be cast to NSError. An error with a Swift type describes itself better.
        if type(of: error) is NSError.Type { return (error as NSError).localizedDescription }
        return String(describing: error)
    }

    /// The reason why the system refused a file. It completes a sentence that names the file.
    package static func systemReason(_ error: any Error) -> String { FileReason.text(of: error) }

    /// The fault of an image, without the image's name. It completes a line that begins with the name.
    package static func reason(_ error: any Error, ofFile name: String) -> String {
        let url = URL(fileURLWithPath: name)
        let text = error is MLModelError ? error.reason(ofImageAt: url) : describe(error)
        for start in ["\(url.path): ", "\(name): "] where text.hasPrefix(start) { return String(text.dropFirst(start.count)) }
        return text
    }
}

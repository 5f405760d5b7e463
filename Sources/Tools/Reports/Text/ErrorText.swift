import CoreML
import CoreMLSpecification
import Foundation

/// The text of errors on the command line.
package enum ErrorText {
    package static func describe(_ error: any Error) -> String {
        if let usage = error as? UsageError { return usage.reason }
        if let file = FileReason(error) { return file.path.map { "\($0): \(file.reason)" } ?? file.reason }
        if let localized = error as? LocalizedError, let description = localized.errorDescription { return description }
        // On Linux every error can be cast to NSError. For an error of a Swift type, its own description is better.
        if type(of: error) is NSError.Type { return (error as NSError).localizedDescription }
        return String(describing: error)
    }

    /// The reason why the system refused a file. The text continues a sentence that names the file.
    package static func systemReason(_ error: any Error) -> String { FileReason.text(of: error) }

    /// The reason why an image failed, without the image's name. The text continues a line that begins with the name.
    package static func reason(_ error: any Error, ofFile name: String) -> String {
        let url = URL(fileURLWithPath: name)
        let text = error is MLModelError ? error.reason(ofImageAt: url) : describe(error)
        for start in ["\(url.path): ", "\(name): "] where text.hasPrefix(start) { return String(text.dropFirst(start.count)) }
        return text
    }
}

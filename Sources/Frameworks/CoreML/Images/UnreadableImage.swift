import CoreGraphics
import Foundation

extension MLModelError {
    /// An error for an image file that could not be read. Its message names the file once and gives the reason.
    init(unreadableImageAt url: URL, _ error: any Error) {
        self.init(.generic, "The image at \(url.path) could not be read: \(error.reason(ofImageAt: url)).", underlying: error)
    }
}

extension Error {
    /// The reason why an image file could not be read, without the file's path. It completes a sentence that already names the file.
    package func reason(ofImageAt url: URL) -> String {
        let cause = (self as? MLModelError)?.userInfo[NSUnderlyingErrorKey] as? ImageError ?? self as? ImageError
        guard let cause else { return localizedDescription }
        let path = url.path + ": "
        return cause.reason.hasPrefix(path) ? String(cause.reason.dropFirst(path.count)) : cause.reason
    }
}

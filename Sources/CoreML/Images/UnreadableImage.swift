import CoreGraphics
import Foundation

extension MLModelError {
    /// An image file could not be read: names the file, once, and the reason.
    init(unreadableImageAt url: URL, _ error: any Error) {
        self.init(.generic, "The image at \(url.path) could not be read: \(error.reason(ofImageAt: url)).", underlying: error)
    }
}

extension Error {
    /// Why an image file could not be read, for a sentence that names the file: without its path.
    package func reason(ofImageAt url: URL) -> String {
        let cause = (self as? MLModelError)?.userInfo[NSUnderlyingErrorKey] as? ImageError ?? self as? ImageError
        guard let cause else { return localizedDescription }
        let path = url.path + ": "
        return cause.reason.hasPrefix(path) ? String(cause.reason.dropFirst(path.count)) : cause.reason
    }
}

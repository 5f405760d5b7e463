import Foundation
import Vision

/// An image that a verb looks at: a file, or what came on standard input.
struct InputImage: Hashable, Sendable {
    /// What results call it: the path as it was given, or `-`.
    let name: String
    /// The bytes of an image that is not a file.
    let data: Data?

    init(path: String) {
        name = path
        data = nil
    }

    init(standardInput data: Data) {
        name = "-"
        self.data = data
    }

    /// The file; nil for what is not one.
    var file: URL? { data == nil ? URL(fileURLWithPath: name) : nil }

    /// A new handler of requests on the image.
    func requestHandler() -> VNImageRequestHandler {
        data.map { VNImageRequestHandler(data: $0) } ?? VNImageRequestHandler(url: URL(fileURLWithPath: name))
    }

    /// The image as Image I/O reads it.
    func source() -> CGImageSource? {
        data.map { CGImageSourceCreateWithData($0 as CFData, nil) } ?? CGImageSourceCreateWithURL(URL(fileURLWithPath: name) as CFURL, nil)
    }
}

import CoreImage
import Foundation

/// Writes pictures: JPEG where the file's name says so, PNG otherwise.
enum ImageFileWriter {
    static func write(_ image: CGImage, to url: URL) throws {
        let type = ["jpg", "jpeg"].contains(url.pathExtension.lowercased()) ? "public.jpeg" : "public.png"
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, type as CFString, 1, nil) else {
            throw UnwritableImage(path: url.path)
        }
        CGImageDestinationAddImage(destination, image, nil)
        guard CGImageDestinationFinalize(destination) else { throw UnwritableImage(path: url.path) }
    }

    static func write(_ image: CIImage, to url: URL) throws {
        guard let drawn = CIContext().createCGImage(image, from: image.extent) else { throw UnwritableImage(path: url.path) }
        try write(drawn, to: url)
    }
}

struct UnwritableImage: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path): cannot be written" }
}

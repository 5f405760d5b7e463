import CoreImage
import CreateML
import Foundation

/// Writes pictures as JPEG or PNG. The extension of the file decides.
package enum ImageFileWriter {
    /// The extensions that pictures may have.
    package static let extensions = ["png", "jpg", "jpeg"]

    /// - Throws: an error that names the file and the reason. The file is then unchanged.
    package static func write(_ image: CGImage, to url: URL) throws {
        let type = url.pathExtension.lowercased() == "png" ? "public.png" : "public.jpeg"
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil) else {
            throw OutputError(path: url.path, reason: "no picture of the type \(type) can be made")
        }
        CGImageDestinationAddImage(destination, image, nil)
        guard CGImageDestinationFinalize(destination) else { throw OutputError(path: url.path, reason: "the picture cannot be encoded") }
        try AtomicFile.write(Data(referencing: data), to: url)
    }

    /// The picture as a PNG's bytes.
    ///
    /// - Throws: an error with the reason.
    package static func png(of image: CIImage) throws -> Data {
        let data = NSMutableData()
        guard let drawn = CIContext().createCGImage(image, from: image.extent),
            let destination = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil)
        else { throw OutputError(path: "the picture", reason: "it cannot be drawn") }
        CGImageDestinationAddImage(destination, drawn, nil)
        guard CGImageDestinationFinalize(destination) else { throw OutputError(path: "the picture", reason: "it cannot be encoded") }
        return Data(referencing: data)
    }

    package static func write(_ image: CIImage, to url: URL) throws {
        guard let drawn = CIContext().createCGImage(image, from: image.extent) else {
            throw OutputError(path: url.path, reason: "the picture cannot be drawn")
        }
        try write(drawn, to: url)
    }
}

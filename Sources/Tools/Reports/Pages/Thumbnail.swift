import CoreImage
import CoreVideo
import Foundation
import ImageIO

/// Small pictures for a page.
package enum Thumbnail {
    private static let side = 240

    /// A photo as a small JPEG in a `data:` URL; empty if the photo cannot be read.
    package static func dataURL(of path: String) -> String {
        guard let source = CGImageSourceCreateWithURL(URL(fileURLWithPath: path) as CFURL, nil), let data = jpeg(of: source, side) else {
            return ""
        }
        return "data:image/jpeg;base64," + data.base64EncodedString()
    }

    /// A picture that a model made, as a JPEG of the same size in a `data:` URL; `nil` if it cannot be shown.
    package static func dataURL(of buffer: CVPixelBuffer) -> String? {
        let image = CIImage(cvPixelBuffer: buffer)
        guard let picture = CIContext().createCGImage(image, from: image.extent) else { return nil }
        let data = NSMutableData()
        guard let target = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil) else { return nil }
        CGImageDestinationAddImage(target, picture, [kCGImageDestinationLossyCompressionQuality: 0.9] as CFDictionary)
        return CGImageDestinationFinalize(target) ? "data:image/jpeg;base64," + Data(referencing: data).base64EncodedString() : nil
    }

    /// A picture, upright, as a JPEG whose longer side has at most `side` pixels; `nil` if the picture cannot be read.
    package static func jpeg(of picture: Data, side: Int) -> Data? {
        CGImageSourceCreateWithData(picture as CFData, nil).flatMap { jpeg(of: $0, side) }
    }

    private static func jpeg(of source: CGImageSource, _ side: Int) -> Data? {
        let options: [String: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: side,
        ]
        let data = NSMutableData()
        guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary),
            let target = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil)
        else { return nil }
        CGImageDestinationAddImage(target, image, [kCGImageDestinationLossyCompressionQuality: 0.8] as CFDictionary)
        return CGImageDestinationFinalize(target) ? Data(referencing: data) : nil
    }
}

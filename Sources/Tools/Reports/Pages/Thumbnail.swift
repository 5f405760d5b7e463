import Foundation
import ImageIO

/// Small pictures for a page.
package enum Thumbnail {
    private static let side = 240

    /// A photo as a small JPEG in a `data:` URL; empty if the photo cannot be read.
    package static func dataURL(of path: String) -> String {
        let options: [String: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: side,
        ]
        let data = NSMutableData()
        guard let source = CGImageSourceCreateWithURL(URL(fileURLWithPath: path) as CFURL, nil),
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary),
            let target = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil)
        else { return "" }
        CGImageDestinationAddImage(target, image, [kCGImageDestinationLossyCompressionQuality: 0.8] as CFDictionary)
        guard CGImageDestinationFinalize(target) else { return "" }
        return "data:image/jpeg;base64," + Data(referencing: data).base64EncodedString()
    }
}

import CoreFoundation
import CoreGraphics
import Foundation
import ImageIO

/// The most pixels of an image that is decoded. Larger ones only take time.
private let maximumPixelCount = 1 << 18

/// An image file of any format: its properties, and its first frames at full and reduced sizes.
func fuzzImages(_ input: UnsafeBufferPointer<UInt8>) {
    let data = Data(buffer: input)
    guard let source = CGImageSourceCreateWithData(data as CFData, nil) else { return }
    _ = CGImageSourceCopyProperties(source, nil)
    for index in 0..<min(CGImageSourceGetCount(source), 3) {
        let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
        guard let width = (properties?[kCGImagePropertyPixelWidth as String] as? NSNumber)?.intValue,
            let height = (properties?[kCGImagePropertyPixelHeight as String] as? NSNumber)?.intValue,
            width <= maximumPixelCount / max(height, 1)
        else { continue }
        // JPEG at an eighth of its size has a decoder of its own.
        for factor in [1, 2, 8] {
            let options: [CFString: Any] = [kCGImageSourceSubsampleFactor: factor, kCGImageSourceShouldCacheImmediately: true]
            _ = CGImageSourceCreateImageAtIndex(source, index, options as CFDictionary)
        }
        let thumbnail: [CFString: Any] = [
            kCGImageSourceThumbnailMaxPixelSize: 9, kCGImageSourceCreateThumbnailFromImageIfAbsent: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
        ]
        _ = CGImageSourceCreateThumbnailAtIndex(source, index, thumbnail as CFDictionary)
    }
}

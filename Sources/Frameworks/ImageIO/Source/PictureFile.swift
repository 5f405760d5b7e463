import CoreGraphics
import Foundation

/// A picture that was read from the bytes of a file.
package struct PictureFile {
    package let image: CGImage
    /// The EXIF orientation.
    package let orientation: CGImagePropertyOrientation
    /// The resolution in dots per inch, if the file has one.
    package let resolution: CGSize?

    /// Reads a picture of a source; `nil` if it cannot be read.
    ///
    /// - Parameter index: the index of the picture or page.
    package init?(_ source: CGImageSource?, index: Int = 0) {
        guard let source, let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
        let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) ?? [:]
        func number(_ key: CFString) -> Double? { (properties[key] as? NSNumber)?.doubleValue }
        self.image = image
        orientation = number(kCGImagePropertyOrientation).flatMap { CGImagePropertyOrientation(rawValue: UInt32($0)) } ?? .up
        if let x = number(kCGImagePropertyDPIWidth), let y = number(kCGImagePropertyDPIHeight), x > 0, y > 0 {
            resolution = CGSize(width: x, height: y)
        } else {
            resolution = nil
        }
    }

    /// The bytes of a file with a picture; `nil` if the picture cannot be written.
    package static func data(_ image: CGImage, _ type: CFString, _ properties: [String: Any] = [:]) -> Data? {
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data, type, 1, nil) else { return nil }
        CGImageDestinationAddImage(destination, image, properties)
        return CGImageDestinationFinalize(destination) ? data as Data : nil
    }

    /// The URL of a picture file among a bundle's resources. If the name has no extension, the extensions of picture formats are tried.
    package static func url(named name: String, in bundle: Bundle) -> URL? {
        guard !name.isEmpty, !name.contains("\0") else { return nil }
        if !(name as NSString).pathExtension.isEmpty, let url = bundle.url(forResource: name, withExtension: nil) { return url }
        let endings = ["png", "jpg", "jpeg", "heic", "tiff", "tif", "gif", "webp", "avif", "bmp"]
        return endings.lazy.compactMap { bundle.url(forResource: name, withExtension: $0) }.first
    }
}

extension CGImage {
    /// The picture after an orientation is applied to it; `nil` if the picture cannot be decoded.
    package func upright(_ orientation: CGImagePropertyOrientation) -> CGImage? {
        guard orientation != .up else { return self }
        let exif = Int(orientation.rawValue)
        let size = RasterGeometry.uprightSize(width: width, height: height, orientation: exif)
        guard let source = try? raster(),
            let turned = try? MutableRaster(
                allocating: .rgba8, width: size.width, height: size.height,
                alpha: source.alpha == .none ? .none : .premultiplied, colorSpace: colorSpace?.model == .rgb ? colorSpace : nil),
            (try? resample(
                source,
                .fill(
                    sourceWidth: source.width, sourceHeight: source.height, orientation: exif, outputWidth: size.width,
                    outputHeight: size.height), into: turned)) != nil
        else { return nil }
        return CGImage(raster: turned.raster)
    }
}

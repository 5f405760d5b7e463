import CHEIF
import CoreGraphics
import Foundation

/// Writes HEIC and AVIF files with 8 bits per component. Chroma is subsampled 4:2:0 in HEIC, as in files of phones. In AVIF it is subsampled 4:2:0 if
/// the quality is below 0.9.
enum HEIFWriter {
    /// Whether libheif has an encoder for a type.
    static func canWrite(_ type: WritableType) -> Bool { cheif_can_encode(type == .avif ? 1 : 0) != 0 }

    /// The error for a missing encoder.
    static func missingEncoder(of type: WritableType) -> ImageError {
        let (name, encoder, plugin) = type == .avif ? ("AVIF", "AV1", "aomenc") : ("HEIC", "HEVC", "x265")
        return ImageError(
            .unsupported,
            "images are written as \(name) by libheif with an encoder of \(encoder), which is not installed "
                + "(Debian package libheif1, from Debian 13 on with libheif-plugin-\(plugin))")
    }

    static func write(_ image: WritableImage, as type: WritableType) throws -> Data {
        let name = type == .avif ? "AVIF" : "HEIC"
        let raster = image.raster
        guard raster.width <= 32768, raster.height <= 32768 else {
            throw ImageError(.tooLarge, "\(name) images of \(raster.width) × \(raster.height) pixels are not written")
        }
        let pixels = image.packedPixels()
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let (status, message) = withMessage { message, size in
            // The profile of a gray image is not written: readers convert gray to colours, and the profile does not describe colours.
            withBytes(raster.layout.isGray ? nil : image.profile) { profile, profileCount in
                withBytes(image.exif) { exif, exifCount in
                    pixels.withUnsafeBytes { pixels in
                        guard let base = pixels.baseAddress else { return Int32(1) }
                        var picture = CHEIFPicture(
                            pixels: base.assumingMemoryBound(to: UInt8.self), bytesPerRow: raster.width * raster.layout.bytesPerPixel,
                            width: Int32(raster.width), height: Int32(raster.height), components: Int32(raster.layout.componentCount),
                            isAV1: type == .avif ? 1 : 0, quality: Int32((image.quality * 100).rounded()),
                            isFullColor: type == .avif && image.quality >= 0.9 ? 1 : 0, icc: profile, iccCount: profileCount, exif: exif,
                            exifCount: exifCount)
                        return cheif_encode(&picture, &bytes, &count, message, size)
                    }
                }
            }
        }
        guard status == 0, let bytes else { throw ImageError(.invalidArgument, "the \(name) image cannot be written: \(message)") }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }
}

import CoreGraphics
import Foundation
import InputChecks
import Locks

/// The properties of a picture in a file, before it is decoded.
package struct ImageFrame: Sendable {
    /// The size in pixels, before the orientation is applied.
    package var width: Int
    package var height: Int
    /// The layout of the decoded pixels.
    package var layout: PixelLayout
    package var alpha: AlphaKind = .none
    /// The number of bits of a component in the file.
    package var bitsPerComponent = 8
    /// The colour space in the file; `nil` for sRGB, or for gray or CMYK without a profile.
    package var colorSpace: CGColorSpace?
    /// The EXIF orientation, 1 to 8, that must still be applied to the pixels.
    package var orientation = 1
    /// The EXIF block, from its TIFF header on.
    package var exif: Data?
    /// Pixels per inch.
    package var resolution: (x: Double, y: Double)?
    /// The properties from the format itself, as dictionaries with the keys of `CGImageSource`'s properties.
    package var formatProperties: [String: [String: any Sendable]] = [:]

    package init(width: Int, height: Int, layout: PixelLayout) {
        self.width = width
        self.height = height
        self.layout = layout
    }
}

/// A reader of a file format. The bytes of the file do not move while the reader exists.
protocol ImageCodec: AnyObject, Sendable {
    /// Counts the pictures. This may read the whole file.
    func countFrames() -> Int
    func frame(_ index: Int) throws -> ImageFrame
    /// Decodes a picture.
    ///
    /// - Parameter atLeast: the minimum size of the result, before the orientation is applied; `nil` for the full size. A reader that cannot scale
    ///   while it decodes ignores this parameter.
    func decode(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster
    /// Decodes only the luminance, as a gray picture; `nil` if this would not be faster than decoding the colours.
    func decodeLuminance(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster?
    /// Decodes luminance and chrominance at full size, as separate planes; `nil` if the file does not store them separately.
    func decodePlanes(_ index: Int, _ frame: ImageFrame) throws -> Raster?
    /// The bytes of the file, if it is a JPEG file.
    var encodedJPEG: ByteBuffer? { get }
}

extension ImageCodec {
    func decodeLuminance(_ index: Int, _ frame: ImageFrame, atLeast: (width: Int, height: Int)?) throws -> Raster? { nil }
    func decodePlanes(_ index: Int, _ frame: ImageFrame) throws -> Raster? { nil }
    var encodedJPEG: ByteBuffer? { nil }
}

/// The purpose of a decoded picture.
package enum PixelUse: Hashable, Sendable {
    /// Colours are needed.
    case colors
    /// Only the luminance is needed. The result is gray if the format stores luminance separately.
    case luminance
    /// Luminance and colours are needed, at full size. Luminance is a separate plane if the format stores it separately.
    case luminanceAndColors
}

/// An image file. Its type, sizes and properties are known without decoding. Pixels are decoded at full size. A reduced size is possible if the
/// format supports it.
///
/// Several threads may use a file at the same time.
///
/// A JPEG or GIF may end early or have errors in its data. The intact part is then decoded, and the rest is gray or transparent. Damaged files of
/// all other formats throw. Damaged JPEGs and GIFs also throw if the file was opened with `acceptsDamage: false`.
package final class ImageFile: @unchecked Sendable {
    package let type: ImageType
    /// The first (primary) picture.
    package let primary: ImageFrame
    /// The path of the file; `nil` if the image is not in a file. The reason of every error begins with the path.
    package let path: String?
    package let byteCount: Int

    private let codec: any ImageCodec
    private let lock = Lock()
    private var knownCount: Int?

    /// Reads the header of a file.
    ///
    /// - Parameter acceptsDamage: whether the intact part of a damaged picture may be decoded.
    /// - Throws: `ImageError` if the file cannot be read, is not an image, or exceeds the limits.
    package convenience init(contentsOf url: URL, acceptsDamage: Bool = true) throws {
        try self.init(ByteBuffer(contentsOf: url), path: url.isFileURL ? url.path : url.relativePath, acceptsDamage: acceptsDamage)
    }

    package convenience init(data: Data) throws {
        try self.init(ByteBuffer(data), path: nil)
    }

    package init(_ buffer: ByteBuffer, path: String? = nil, acceptsDamage: Bool = true) throws {
        self.path = path
        byteCount = buffer.count
        do {
            guard buffer.count > 0 else { throw ImageError(.truncated, "the file is empty") }
            guard let type = ImageType(signature: buffer.bytes) else {
                throw ImageError(.unknownFormat, "the file is not an image of a known format")
            }
            self.type = type
            codec = try Self.makeCodec(type, buffer, acceptsDamage)
            primary = try codec.frame(0)
            try Self.checkSize(primary)
        } catch {
            throw Self.named(error, path)
        }
    }

    private static func makeCodec(_ type: ImageType, _ buffer: ByteBuffer, _ acceptsDamage: Bool) throws -> any ImageCodec {
        switch type {
        case .jpeg: try JPEGCodec(buffer, acceptsDamage: acceptsDamage)
        case .png: try PNGCodec(buffer)
        case .webP: try WebPCodec(buffer)
        case .heic, .heif, .avif: try HEIFCodec(buffer)
        case .tiff: try TIFFCodec(buffer)
        case .gif: try GIFCodec(buffer, acceptsDamage: acceptsDamage)
        case .bmp: try BMPCodec(buffer)
        case .pnm: try PNMCodec(buffer)
        }
    }

    /// The number of pictures.
    package var frameCount: Int {
        lock.lock()
        defer { lock.unlock() }
        if let knownCount { return knownCount }
        let count = max(1, codec.countFrames())
        knownCount = count
        return count
    }

    /// The properties of a picture.
    package func frame(_ index: Int) throws -> ImageFrame {
        if index == 0 { return primary }
        do {
            guard index > 0, index < frameCount else { throw ImageError(.invalidArgument, "there is no image number \(index)") }
            let frame = try codec.frame(index)
            try Self.checkSize(frame)
            return frame
        } catch {
            throw Self.named(error, path)
        }
    }

    /// The stored size of the first picture.
    package var width: Int { primary.width }
    package var height: Int { primary.height }
    /// The EXIF orientation of the first picture's pixels, 1 to 8.
    package var orientation: Int { primary.orientation }

    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - atLeast: the minimum size of the result, before the orientation is applied; `nil` for the full size. A JPEG is decoded at a half, a
    ///     quarter or an eighth of its size if the result is not smaller than `atLeast`.
    ///   - use: the purpose of the pixels. The luminance of a JPEG takes less time and memory than its colours.
    /// - Returns: the pixels in stored orientation. The size of the raster shows the scale, and its layout shows the components.
    package func decode(frame index: Int = 0, atLeast: (width: Int, height: Int)? = nil, for use: PixelUse = .colors) throws -> Raster {
        let frame = try frame(index)
        do {
            switch use {
            case .luminance:
                if let raster = try codec.decodeLuminance(index, frame, atLeast: atLeast) { return raster }
            case .luminanceAndColors where atLeast == nil:
                if let raster = try codec.decodePlanes(index, frame) { return raster }
            case .luminanceAndColors, .colors: break
            }
            return try codec.decode(index, frame, atLeast: atLeast)
        } catch {
            throw Self.named(error, path)
        }
    }

    /// The bytes of the file, if it is a JPEG file.
    var encodedJPEG: ByteBuffer? { codec.encodedJPEG }

    /// A picture as a `CGImage`, which is decoded when its pixels are first needed.
    package func makeImage(frame index: Int = 0) throws -> CGImage {
        guard let image = CGImage(deferred: FilePixels(file: self, index: index, frame: try frame(index)), typeIdentifier: type.identifier)
        else { throw Self.named(ImageError(.unsupported, "the image has an unsupported pixel format"), path) }
        return image
    }

    /// Checks that each side is positive and not too long. The check applies to all formats.
    private static func checkSize(_ frame: ImageFrame) throws {
        guard frame.width > 0, frame.height > 0 else {
            throw ImageError(.malformed, "the image has \(frame.width) × \(frame.height) pixels")
        }
        guard frame.width <= ImageLimits.maximumSide, frame.height <= ImageLimits.maximumSide else {
            throw ImageError(
                .tooLarge, "the image has \(frame.width) × \(frame.height) pixels, more than \(ImageLimits.maximumSide) a side")
        }
    }

    private static func named(_ error: any Error, _ path: String?) -> any Error {
        guard let path, let error = error as? ImageError, !error.reason.hasPrefix(path) else { return error }
        return ImageError(error.kind, "\(path): \(error.reason)")
    }
}

/// A picture of a file whose pixels a `CGImage` decodes when they are first needed.
final class FilePixels: DeferredPixels {
    let file: ImageFile
    let index: Int
    let frame: ImageFrame

    init(file: ImageFile, index: Int, frame: ImageFrame) {
        self.file = file
        self.index = index
        self.frame = frame
    }

    var width: Int { frame.width }
    var height: Int { frame.height }
    var layout: PixelLayout { frame.layout }
    var alpha: AlphaKind { frame.alpha }
    var colorSpace: CGColorSpace? { frame.colorSpace }
    var encodedJPEG: ByteBuffer? { file.encodedJPEG }

    func decode(atLeast: (width: Int, height: Int)?) throws -> Raster {
        try file.decode(frame: index, atLeast: atLeast)
    }
}

extension ImageLimits {
    /// Checks that an image of this size does not exceed the limits for decoding.
    ///
    /// - Parameter bytesPerPixel: the peak memory of decoding per pixel, including the result.
    static func check(width: Int, height: Int, bytesPerPixel: Int, extra: Int = 0) throws {
        guard let pixels = [width, height].checkedProduct(), pixels <= maximumPixelCount else {
            throw ImageError(
                .tooLarge, "the image has \(width) × \(height) pixels, more than the limit of \(maximumPixelCount)")
        }
        let bytes = pixels * bytesPerPixel
        guard extra >= 0, extra <= maximumByteCount, bytes + extra <= maximumByteCount else {
            throw ImageError(
                .tooLarge,
                "decoding the image of \(width) × \(height) pixels takes more memory than the limit of \(maximumByteCount) bytes")
        }
    }
}

/// Calls a C function that writes an error message to a buffer. Returns the function's result and the message.
func withMessage<Result>(_ body: (UnsafeMutablePointer<CChar>, Int) -> Result) -> (Result, String) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        buffer.initialize(repeating: 0)
        guard let base = buffer.baseAddress else { preconditionFailure("an allocation of 256 bytes has an address") }
        let result = body(base, buffer.count)
        buffer[buffer.count - 1] = 0
        return (result, String(cString: base).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

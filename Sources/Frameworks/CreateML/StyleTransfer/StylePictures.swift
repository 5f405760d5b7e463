import CoreGraphics
import CoreML
import CoreMLRuntime
import CoreVideo
import Foundation
import ImageIO
import Vision

/// Decodes pictures for the training of a style, and converts between pictures and pixels.
enum StylePicture {
    /// Decodes a picture as a square. `option` says how to crop or scale the picture. If `option` is `nil`, the picture is stretched.
    ///
    /// - Throws: an error that names the file and the reason, if the picture cannot be read or a part of it is lost.
    static func square(_ url: URL, side: Int, _ option: VNImageCropAndScaleOption?) throws -> CVPixelBuffer {
        try buffer(url, width: side, height: side, option ?? .scaleFill)
    }

    /// Decodes a picture with its own aspect ratio. Its shorter side has `side` pixels. The other side is cropped to at most four times `side`.
    ///
    /// - Throws: an error that names the file and the reason, if the picture cannot be read or a part of it is lost.
    static func whole(_ url: URL, side: Int) throws -> CVPixelBuffer {
        let size = try AnnotatedImage.size(of: url)
        let scale = Double(side) / Double(min(size.width, size.height))
        let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
        let limit = Double(4 * side)
        return try buffer(url, width: Int(min(width, limit).rounded()), height: Int(min(height, limit).rounded()), .centerCrop)
    }

    private static func buffer(_ url: URL, width: Int, height: Int, _ option: VNImageCropAndScaleOption) throws -> CVPixelBuffer {
        let value = try MLFeatureValue(
            imageAt: url, pixelsWide: width, pixelsHigh: height, pixelFormatType: kCVPixelFormatType_32BGRA,
            options: [.cropAndScale: Int(option.rawValue), .acceptsDamage: false])
        guard let buffer = value.imageBufferValue else { throw MLCreateError.generic(reason: "\(url.path) could not be decoded") }
        return buffer
    }

    /// Writes the red, green and blue planes, 0…255, of BGRA pixels to `planes`. They are mirrored horizontally if `isMirrored` is `true`.
    static func fill(_ planes: UnsafeMutablePointer<Float>, from pixels: [UInt8], width: Int, height: Int, isMirrored: Bool) {
        pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<height {
                for column in 0..<width {
                    let source = (row * width + (isMirrored ? width - 1 - column : column)) * 4
                    for plane in 0..<3 { planes[(plane * height + row) * width + column] = Float(pixels[source + 2 - plane]) }
                }
            }
        }
    }

    /// The red, green and blue planes, 0…255, of a BGRA buffer.
    static func planes(of buffer: CVPixelBuffer) -> [Float] {
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        var planes = [Float](repeating: 0, count: 3 * width * height)
        let pixels = buffer.interleavedBytes
        planes.withUnsafeMutableBufferPointer { planes in
            if let base = planes.baseAddress { fill(base, from: pixels, width: width, height: height, isMirrored: false) }
        }
        return planes
    }

    /// An image of a BGRA buffer; `nil` if it cannot be made.
    static func image(of buffer: CVPixelBuffer) -> CGImage? {
        let width = CVPixelBufferGetWidth(buffer)
        let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue).union(.byteOrder32Little)
        guard let provider = CGDataProvider(data: Data(buffer.interleavedBytes)) else { return nil }
        return CGImage(
            width: width, height: CVPixelBufferGetHeight(buffer), bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: false,
            intent: .defaultIntent)
    }

    /// The name of the folder in a session's folder that contains redrawn pictures.
    static let sessionFolder = "stylized"

    /// Writes a picture as a PNG file, completely or not at all.
    ///
    /// - Parameter replaces: whether a symbolic link at `url` is replaced.
    /// - Throws: `MLCreateError.io` that names the file and the reason, if the picture cannot be encoded or written.
    static func write(_ image: CGImage?, to url: URL, replaces: Bool = false) throws {
        let data = NSMutableData()
        guard let image, let target = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil) else {
            throw MLCreateError.io(reason: "\(url.path): no picture can be made")
        }
        CGImageDestinationAddImage(target, image, nil)
        guard CGImageDestinationFinalize(target) else { throw MLCreateError.io(reason: "\(url.path): the picture cannot be encoded") }
        try AtomicFile.write(Data(referencing: data), to: url, replaces: replaces)
    }
}

/// The photos that a style is trained on, as squares. As many decoded photos as fit stay in memory. The other photos are decoded on demand.
final class StylePictures: Sendable {
    let urls: [URL]
    /// A warning for each photo that could not be read.
    let skipped: [String]
    /// The digest of the photos' content.
    let digest: ContentDigest
    let side: Int
    private let option: VNImageCropAndScaleOption?
    private let kept: [[UInt8]?]

    private static let memoryLimit = 1 << 30

    /// Decodes all photos once, so that damaged photos are found before the training.
    ///
    /// - Parameter report: called with the number of decoded photos. If it throws an error, the decoding ends.
    /// - Throws: the error of `report`, or `MLCreateError.generic` if no photo can be read.
    init(_ urls: [URL], side: Int, _ option: VNImageCropAndScaleOption?, report: @escaping @Sendable (Int) throws -> Void) throws {
        let capacity = Self.memoryLimit / (side * side * 4)
        let answers = try Parallelism.map(urls.count, report: report) { index in
            let pixels = try StylePicture.square(urls[index], side: side, option).interleavedBytes
            var content = ContentDigest()
            content.add(Data(pixels))
            return (kept: index < capacity ? pixels : nil, content)
        }
        var (readable, kept, skipped): ([URL], [[UInt8]?], [String]) = ([], [], [])
        var digest = ContentDigest()
        for (url, answer) in zip(urls, answers) {
            switch answer {
            case .success(let (pixels, content)):
                readable.append(url)
                kept.append(pixels)
                digest.add(content.data)

            case .failure(let error): skipped.append("\(url.path) was skipped: \(error.reason(ofImageAt: url))")
            }
        }
        guard !readable.isEmpty else {
            throw MLCreateError.generic(reason: "none of the pictures could be decoded" + (skipped.first.map { ": \($0)" } ?? ""))
        }
        (self.urls, self.skipped, self.digest, self.side, self.option, self.kept) = (readable, skipped, digest, side, option, kept)
    }

    /// The pixels of a photo as BGRA, in row-major order; `nil` if the file can no longer be read.
    subscript(index: Int) -> [UInt8]? { kept[index] ?? (try? StylePicture.square(urls[index], side: side, option).interleavedBytes) }
}

import CJPEG
import CPNG
import CoreGraphics
import Foundation

/// Writes JPEG files. Chroma subsampling is 4:2:0 for qualities below 0.9, and 4:4:4 from 0.9 on.
enum JPEGWriter {
    static func write(_ image: WritableImage) throws -> Data {
        let raster = image.raster
        guard raster.width <= 65500, raster.height <= 65500 else {
            throw ImageError(.tooLarge, "a JPEG image cannot have \(raster.width) × \(raster.height) pixels")
        }
        let format = raster.layout.isGray ? CJPEGFormatGray : CJPEGFormatRGB
        let quality = max(1, Int((image.quality * 100).rounded()))
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let (status, message) = withMessage { message, size in
            cjpeg_encode(
                raster.planes[0].base.assumingMemoryBound(to: UInt8.self), format, Int32(raster.width), Int32(raster.height),
                Int32(raster.planes[0].bytesPerRow), Int32(quality), quality < 90 ? 1 : 0, &bytes, &count, message, size)
        }
        guard status == 0, let bytes else { throw ImageError(.invalidArgument, "the JPEG image cannot be written: \(message)") }
        defer { cjpeg_free(bytes) }
        let encoded = UnsafeBufferPointer(start: bytes, count: count)
        // The library writes the start-of-image marker and a JFIF segment of 18 bytes. Metadata come after them.
        var data = Data(encoded.prefix(20))
        if let resolution = image.resolution, data.count == 20 {
            data[13] = 1
            data.replaceSubrange(14..<18, with: big16(Int(resolution.rounded())) + big16(Int(resolution.rounded())))
        }
        if let exif = image.exif { data += segment(0xE1, Data("Exif\0\0".utf8) + exif) }
        if let profile = image.profile {
            let limit = 65519
            let parts = (profile.count + limit - 1) / limit
            if parts < 256 {
                for part in 0..<parts {
                    let chunk = profile.dropFirst(part * limit).prefix(limit)
                    data += segment(0xE2, Data("ICC_PROFILE\0".utf8) + Data([UInt8(part + 1), UInt8(parts)]) + chunk)
                }
            }
        }
        data.append(contentsOf: encoded.dropFirst(20))
        return data
    }

    private static func segment(_ marker: UInt8, _ content: Data) -> Data {
        Data([0xFF, marker]) + big16(content.count + 2) + content
    }
}

/// Writes PNG files of 8 or 16 bits.
enum PNGWriter {
    static func write(_ image: WritableImage) throws -> Data {
        let raster = image.raster
        let layout =
            switch raster.layout {
            case .gray8: CPNGLayoutGray8
            case .gray16: CPNGLayoutGray16
            case .rgb16: CPNGLayoutRGB16
            case .rgba16: CPNGLayoutRGBA16
            case .rgba8: CPNGLayoutRGBA8
            default: CPNGLayoutRGB8
            }
        let pixels = image.packedPixels()
        let perMetre = image.resolution.map { UInt32(($0 / 0.0254).rounded()) } ?? 0
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let (status, message) = withMessage { message, size in
            withBytes(image.profile) { profile, profileCount in
                withBytes(image.exif) { exif, exifCount in
                    pixels.withUnsafeBytes { pixels in
                        guard let base = pixels.baseAddress else { return Int32(1) }
                        return cpng_encode(
                            base, layout, UInt32(raster.width), UInt32(raster.height), profile, profileCount, exif, exifCount, perMetre,
                            &bytes, &count, message, size)
                    }
                }
            }
        }
        guard status == 0, let bytes else { throw ImageError(.invalidArgument, "the PNG image cannot be written: \(message)") }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }
}

/// Writes TIFF files, uncompressed, with one strip per page.
enum TIFFWriter {
    static func write(_ images: [WritableImage]) throws -> Data {
        var data = Data([0x4D, 0x4D, 0, 42]) + big32(8)
        for (index, image) in images.enumerated() {
            let raster = image.raster
            let samples = raster.layout.componentCount
            let pixels = image.packedPixels()
            guard data.count + pixels.count < Int(UInt32.max) - (1 << 20) else {
                throw ImageError(.tooLarge, "the images are too large for a TIFF file")
            }
            let bits = (0..<samples).reduce(into: Data()) { bits, _ in bits += big16(8) }
            let dots = image.resolution ?? 72
            var fields: [(tag: Int, type: Int, count: Int, bytes: Data)] = [
                (0x100, 4, 1, big32(raster.width)), (0x101, 4, 1, big32(raster.height)), (0x102, 3, samples, bits),
                (0x103, 3, 1, big16(1)), (0x106, 3, 1, big16(samples == 1 ? 1 : 2)), (0x111, 4, 1, Data(count: 4)),
                (0x112, 3, 1, big16(image.orientation)), (0x115, 3, 1, big16(samples)), (0x116, 4, 1, big32(raster.height)),
                (0x117, 4, 1, big32(pixels.count)), (0x11A, 5, 1, big32(Int((dots * 1000).rounded())) + big32(1000)),
                (0x11B, 5, 1, big32(Int((dots * 1000).rounded())) + big32(1000)), (0x128, 3, 1, big16(2)),
            ]
            // TIFF calls straight alpha "unassociated".
            if samples == 4 { fields.append((0x152, 3, 1, big16(2))) }
            if let profile = image.profile { fields.append((0x8773, 7, profile.count, profile)) }
            let valueStart = data.count + 2 + 12 * fields.count + 4
            let valueBytes = fields.map(\.bytes.count).filter { $0 > 4 }.reduce(0) { $0 + $1 + $1 % 2 }
            let stripStart = valueStart + valueBytes
            var table = big16(fields.count)
            var values = Data()
            for field in fields {
                table += big16(field.tag) + big16(field.type) + big32(field.count)
                let bytes = field.tag == 0x111 ? big32(stripStart) : field.bytes
                if bytes.count <= 4 {
                    table += bytes + Data(count: 4 - bytes.count)
                } else {
                    table += big32(valueStart + values.count)
                    values += bytes + Data(count: bytes.count % 2)
                }
            }
            let next = stripStart + pixels.count + pixels.count % 2
            table += big32(index + 1 < images.count ? next : 0)
            data += table + values + pixels + Data(count: pixels.count % 2)
        }
        return data
    }
}

/// Calls `body` with the bytes of optional data. Without data, `body` receives a null pointer.
func withBytes<Result>(_ data: Data?, _ body: (UnsafeRawPointer?, Int) -> Result) -> Result {
    guard let data else { return body(nil, 0) }
    return data.withUnsafeBytes { body($0.baseAddress, $0.count) }
}

import CoreVideo
import Foundation

/// Converts packed pixels to pixel buffers and back.
package enum PixelBuffers {
    /// The reason why pixels cannot be used as an image.
    struct PixelError: Error, CustomStringConvertible {
        let description: String
    }

    /// Packed pixels in the formats of `model serve`: `RGB`, `RGBA`, `L` (8 bits) and `L16F` (half-precision floats).
    package struct Packed {
        var width: Int
        var height: Int
        var format: String
        var data: Data
    }

    package static func make(width: Int, height: Int, format: OSType) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        let status = CVPixelBufferCreate(nil, width, height, format, nil, &buffer)
        guard status == kCVReturnSuccess, let buffer else {
            throw PixelError(description: "an image of \(width) × \(height) pixels cannot be made")
        }
        return buffer
    }

    package static func make(_ pixels: Packed) throws -> CVPixelBuffer {
        let formats: [String: (type: OSType, size: Int)] = [
            "RGB": (kCVPixelFormatType_32BGRA, 3), "RGBA": (kCVPixelFormatType_32BGRA, 4), "L": (kCVPixelFormatType_OneComponent8, 1),
            "L16F": (kCVPixelFormatType_OneComponent16Half, 2),
        ]
        guard let (type, size) = formats[pixels.format] else { throw PixelError(description: "'\(pixels.format)' is not an image format") }
        let (rowSize, overflow) = pixels.width.multipliedReportingOverflow(by: size)
        guard pixels.width > 0, pixels.height > 0, !overflow, pixels.data.count % rowSize == 0, pixels.data.count / rowSize == pixels.height
        else {
            throw PixelError(
                description: "\(pixels.data.count) bytes are no \(pixels.format) image of \(pixels.width) × \(pixels.height) pixels")
        }
        let buffer = try make(width: pixels.width, height: pixels.height, format: type)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { throw PixelError(description: "an image has no memory") }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        pixels.data.withUnsafeBytes { bytes in
            for y in 0..<pixels.height {
                let row = UnsafeRawBufferPointer(rebasing: bytes[y * rowSize..<(y + 1) * rowSize])
                copy(row, to: (base + y * stride).assumingMemoryBound(to: UInt8.self), colourSize: size > 2 ? size : nil)
            }
        }
        return buffer
    }

    /// Copies a row, or converts it from RGB or RGBA to BGRA.
    private static func copy(_ row: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>, colourSize: Int?) {
        guard let size = colourSize else {
            UnsafeMutableRawBufferPointer(start: target, count: row.count).copyMemory(from: row)
            return
        }
        for x in 0..<row.count / size {
            target[4 * x] = row[size * x + 2]
            target[4 * x + 1] = row[size * x + 1]
            target[4 * x + 2] = row[size * x]
            target[4 * x + 3] = size == 4 ? row[size * x + 3] : 255
        }
    }

    /// The pixels of a buffer as `RGBA`, `L` or `L16F`.
    package static func packed(_ buffer: CVPixelBuffer) throws -> Packed {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { throw PixelError(description: "an image has no memory") }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let type = CVPixelBufferGetPixelFormatType(buffer)
        let (format, size) =
            switch type {
            case kCVPixelFormatType_OneComponent8: ("L", 1)
            case kCVPixelFormatType_OneComponent16Half: ("L16F", 2)
            case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA: ("RGBA", 4)
            default: throw PixelError(description: "an image of the pixel format \(type) cannot be answered")
            }
        var data = Data(capacity: width * height * size)
        for y in 0..<height { data.append(Data(bytes: base + y * stride, count: width * size)) }
        if type == kCVPixelFormatType_32BGRA {
            data.withUnsafeMutableBytes { bytes in
                for pixel in 0..<width * height { bytes.swapAt(4 * pixel, 4 * pixel + 2) }
            }
        }
        return Packed(width: width, height: height, format: format, data: data)
    }
}

import CoreMLRuntime
import CoreVideo
import Foundation

/// A network's image output: one or three planes of values, usually 0…255. Values are clamped and rounded for 8-bit pixels, and stored
/// unchanged in 16-bit and 32-bit pixels.
struct TensorImage {
    private let tensor: Tensor
    private let width: Int
    private let height: Int
    private let channels: Int
    private let isBGR: Bool

    /// - Throws: `MLModelError.generic` for a tensor that is not a single image of one or three channels.
    init(_ tensor: Tensor, isBGR: Bool, name: String) throws {
        let shape = tensor.shape
        guard shape.count >= 3, shape.dropLast(3).allSatisfy({ $0 == 1 }), [1, 3].contains(shape[shape.count - 3]),
            tensor.scalar.isFloatingPoint
        else {
            throw MLModelError(.generic, "The output \(name) of shape (\(ArrayGeometry.text(shape))) is no image.")
        }
        self.tensor = tensor.scalar == .float32 ? tensor : try MLMultiArray(tensor, as: .float32).tensor(as: .float32)
        channels = shape[shape.count - 3]
        height = shape[shape.count - 2]
        width = shape[shape.count - 1]
        self.isBGR = isBGR
    }

    func makeBuffer(_ format: OSType, name: String) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        let status = CVPixelBufferCreate(nil, width, height, format, nil, &buffer)
        guard status == kCVReturnSuccess, let buffer else {
            throw MLModelError(.generic, "No pixel buffer of \(width) x \(height) could be made for the output \(name).")
        }
        try write(to: buffer, name: name)
        return buffer
    }

    /// - Throws: `MLModelError.generic` for a buffer of another size or pixel format.
    func write(to buffer: CVPixelBuffer, name: String) throws {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        guard CVPixelBufferGetWidth(buffer) == width, CVPixelBufferGetHeight(buffer) == height else {
            throw MLModelError(.generic, "The image of output \(name) is \(width) x \(height); its pixel buffer is not.")
        }
        guard (channels == 1) == ImageFormats.gray.contains(format) else {
            throw MLModelError(
                .generic, "The output \(name) has \(channels) channels, which does not fit pixels of type \(ImageFormats.name(format)).")
        }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else {
            throw MLModelError(.generic, "The pixel buffer of output \(name) has no memory.")
        }
        let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
        switch format {
        case kCVPixelFormatType_32BGRA: writeColor(base, rowBytes, red: 2, green: 1, blue: 0, alpha: 3)
        case kCVPixelFormatType_32RGBA: writeColor(base, rowBytes, red: 0, green: 1, blue: 2, alpha: 3)
        case kCVPixelFormatType_32ARGB: writeColor(base, rowBytes, red: 1, green: 2, blue: 3, alpha: 0)
        case kCVPixelFormatType_OneComponent8: writeGray(base, rowBytes, UInt8.self) { byte($0) }
        case kCVPixelFormatType_OneComponent16Half: writeGray(base, rowBytes, Float16.self) { Float16($0) }
        case kCVPixelFormatType_OneComponent32Float: writeGray(base, rowBytes, Float.self) { $0 }
        default:
            throw MLModelError(.generic, "The output \(name) cannot be written as pixels of type \(ImageFormats.name(format)).")
        }
    }

    private func writeColor(_ base: UnsafeMutableRawPointer, _ rowBytes: Int, red: Int, green: Int, blue: Int, alpha: Int) {
        guard let planes = tensor.floats.baseAddress else { return }
        let size = width * height
        let reds = planes + (isBGR ? 2 : 0) * size
        let greens = planes + size
        let blues = planes + (isBGR ? 0 : 2) * size
        for y in 0..<height {
            let row = base.advanced(by: y * rowBytes).assumingMemoryBound(to: UInt8.self)
            let start = y * width
            for x in 0..<width {
                let pixel = row + x * 4
                pixel[red] = byte(reds[start + x])
                pixel[green] = byte(greens[start + x])
                pixel[blue] = byte(blues[start + x])
                pixel[alpha] = 255
            }
        }
    }

    private func writeGray<Pixel>(
        _ base: UnsafeMutableRawPointer, _ rowBytes: Int, _: Pixel.Type, _ convert: (Float) -> Pixel
    ) {
        guard let plane = tensor.floats.baseAddress else { return }
        for y in 0..<height {
            let row = base.advanced(by: y * rowBytes).assumingMemoryBound(to: Pixel.self)
            for x in 0..<width {
                row[x] = convert(plane[y * width + x])
            }
        }
    }

    /// The nearest byte; 0 for NaN.
    @inline(__always)
    private func byte(_ value: Float) -> UInt8 {
        value >= 0 ? UInt8(min(value + 0.5, 255)) : 0
    }
}

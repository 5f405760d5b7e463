import CoreVideo
import VisionRuntime

/// The pixel format of a picture of optical flow, in which each pixel is a vector.
struct OpticalFlowFormat: Sendable {
    let type: OSType

    /// The format in which the flow is computed.
    static let computed = kCVPixelFormatType_TwoComponent32Float
    static let all = [kCVPixelFormatType_TwoComponent32Float, kCVPixelFormatType_TwoComponent16Half]

    /// Creates a format from a pixel format type.
    ///
    /// - Throws: `VisionFailure` of kind `invalidFormat` if flow does not support the format.
    init(_ type: OSType) throws {
        guard Self.all.contains(type) else {
            let name = String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: type >> (24 - 8 * $0)) }, as: UTF8.self)
            throw VisionFailure(.invalidFormat, "flow cannot have the pixel format '\(name)', but two components of 32 or 16 bits")
        }
        self.type = type
    }

    /// Creates a picture of the flow.
    func makeBuffer(_ field: OpticalFlowField) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        guard CVPixelBufferCreate(nil, field.width, field.height, type, nil, &made) == kCVReturnSuccess, let buffer = made else {
            throw VisionFailure(.outOfMemory, "there is no memory for a picture of \(field.width) × \(field.height) vectors")
        }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { throw VisionFailure(.outOfMemory, "a picture has no memory") }
        let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer), count = 2 * field.width
        for y in 0..<field.height {
            let row = base + y * bytesPerRow
            field.vectors[y * count..<(y + 1) * count].withUnsafeBufferPointer { vectors in
                if type == kCVPixelFormatType_TwoComponent32Float {
                    UnsafeMutableRawBufferPointer(start: row, count: 4 * count).copyMemory(from: UnsafeRawBufferPointer(vectors))
                } else {
                    let halves = row.assumingMemoryBound(to: Float16.self)
                    for index in 0..<count { halves[index] = Float16(vectors[index]) }
                }
            }
        }
        return buffer
    }
}

import CoreVideo
import VisionRuntime

/// The pixel format of a one-component picture, such as a mask or a heat map.
struct OneComponentFormat: Sendable {
    let type: OSType

    static let all = [kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent16Half, kCVPixelFormatType_OneComponent32Float]

    /// Creates a format from a pixel format type.
    ///
    /// - Throws: `VisionFailure` of kind `invalidFormat` if masks do not support the format.
    init(_ type: OSType) throws {
        guard Self.all.contains(type) else {
            let name = String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: type >> (24 - 8 * $0)) }, as: UTF8.self)
            throw VisionFailure(.invalidFormat, "a mask cannot have the pixel format '\(name)', but one component of 8, 16 or 32 bits")
        }
        self.type = type
    }
}

import CoreGraphics
import CoreImage
import CoreVideo
import VisionRuntime

/// A picture that a request made, such as a segmentation mask, a saliency map or a stylised photo.
public struct PixelBufferObservation: VisionObservation, FactualObservation, @unchecked Sendable {
    let facts: ObservationFacts
    let pixelBuffer: CVPixelBuffer

    init(_ picture: CVPixelBuffer, _ origin: inout ObservationOrigin) {
        self.init(picture, origin.facts(confidence: 1))
    }

    init(_ picture: CVPixelBuffer, _ facts: ObservationFacts) {
        self.facts = facts
        pixelBuffer = picture
    }

    /// Converts a ``VNPixelBufferObservation``. The result is never `nil`.
    public init?(_ observation: VNPixelBufferObservation) {
        facts = ObservationFacts(observation)
        pixelBuffer = observation.pixelBuffer
    }

    /// The picture's size in pixels.
    public var size: CGSize { CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer)) }

    /// The pixel format, such as `kCVPixelFormatType_OneComponent8`.
    public var pixelFormat: OSType { CVPixelBufferGetPixelFormatType(pixelBuffer) }

    /// The picture with 8 bits per component.
    public var cgImage: CGImage {
        get throws {
            let image = CIImage(cvPixelBuffer: pixelBuffer)
            guard let made = CIContext().createCGImage(image, from: image.extent) else {
                throw VisionError.invalidFormat("a picture of the format \(pixelFormat) cannot be drawn")
            }
            return made
        }
    }

    /// Calls `body` with the address of the first pixel of the top row. If the format has several planes, the address is in the first plane.
    ///
    /// Rows may end with padding.
    public func withUnsafePointer<R>(_ body: (UnsafeRawPointer) -> R) -> R {
        CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
        return body(pixelBuffer.firstPixel)
    }

    /// The brightness of the pixel at a point. For a picture with one floating-point component, the result is the value of the component. For other
    /// pictures, the result is from 0 to 1. It is not-a-number if the format is not a picture format.
    ///
    /// - Parameter point: the point. For a point outside of the picture, the nearest pixel is used.
    public func pixel(at point: NormalizedPoint) -> Float {
        let column = min(max(Int(point.x * size.width), 0), CVPixelBufferGetWidth(pixelBuffer) - 1)
        let row = min(max(Int((1 - point.y) * size.height), 0), CVPixelBufferGetHeight(pixelBuffer) - 1)
        let offset = row * CVPixelBufferGetBytesPerRow(pixelBuffer)
        switch pixelBuffer.rasterLayout {
        case .grayFloat: return withUnsafePointer { ($0 + offset).loadUnaligned(fromByteOffset: 4 * column, as: Float.self) }
        case .grayHalf: return withUnsafePointer { Float(($0 + offset).loadUnaligned(fromByteOffset: 2 * column, as: Float16.self)) }
        default:
            let place = CGRect(x: column, y: row, width: 1, height: 1)
            guard let plane = try? Frame(.pixelBuffer(pixelBuffer)).gray(place, width: 1, height: 1) else { return .nan }
            return Float(plane.row(0)[0]) / 255
        }
    }

    var details: String { "\(CVPixelBufferGetWidth(pixelBuffer))×\(CVPixelBufferGetHeight(pixelBuffer))" }
}

extension PixelBufferObservation {
    /// Observations are equal if their properties and pixels are equal.
    public static func == (left: PixelBufferObservation, right: PixelBufferObservation) -> Bool {
        guard left.facts == right.facts else { return false }
        return left.pixelBuffer == right.pixelBuffer || ArchivedPixels(left.pixelBuffer) == ArchivedPixels(right.pixelBuffer)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(facts)
    }
}

extension PixelBufferObservation: Codable {
    private enum Key: CodingKey {
        case facts, pixels
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        facts = try container.decode(ObservationFacts.self, forKey: .facts)
        let pixels = try container.decode(ArchivedPixels.self, forKey: .pixels)
        guard let buffer = pixels.makeBuffer() else {
            throw DecodingError.dataCorruptedError(
                forKey: .pixels, in: container, debugDescription: "the pixels do not fit the picture's size and format")
        }
        pixelBuffer = buffer
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(facts, forKey: .facts)
        try container.encode(ArchivedPixels(pixelBuffer), forKey: .pixels)
    }
}

/// The archived form of a picture.
private struct ArchivedPixels: Codable, Equatable {
    let width: Int
    let height: Int
    let format: OSType
    let planes: [Data]

    init(_ buffer: CVPixelBuffer) {
        width = CVPixelBufferGetWidth(buffer)
        height = CVPixelBufferGetHeight(buffer)
        format = CVPixelBufferGetPixelFormatType(buffer)
        planes = buffer.packedPlanes
    }

    func makeBuffer() -> CVPixelBuffer? {
        CVPixelBuffer.make(width: width, height: height, format: format, packedPlanes: planes)
    }
}

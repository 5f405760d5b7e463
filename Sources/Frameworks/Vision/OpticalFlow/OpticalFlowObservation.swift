import CoreGraphics
import CoreVideo

/// The displacement of each pixel from one image to another.
public struct OpticalFlowObservation: VisionObservation, FactualObservation, @unchecked Sendable {
    /// The flow as a picture. Each pixel is a vector: the displacement in columns to the right and in rows down.
    private let picture: PixelBufferObservation

    init(_ picture: CVPixelBuffer, _ origin: inout ObservationOrigin) {
        self.picture = PixelBufferObservation(picture, &origin)
    }

    /// Converts a ``VNPixelBufferObservation``. `nil` if the picture's pixels are not vectors.
    public init?(_ observation: VNPixelBufferObservation) {
        guard OpticalFlowFormat.all.contains(CVPixelBufferGetPixelFormatType(observation.pixelBuffer)),
            let picture = PixelBufferObservation(observation)
        else { return nil }
        self.picture = picture
    }

    var facts: ObservationFacts { picture.facts }
    var details: String { picture.details }

    /// The picture's size in pixels, which is the size of the images.
    public var size: CGSize { picture.size }

    /// `kCVPixelFormatType_TwoComponent32Float` or `kCVPixelFormatType_TwoComponent16Half`.
    public var pixelFormat: OSType { picture.pixelFormat }

    /// Calls `body` with the address of the first vector of the top row. Rows may end with padding.
    public func withUnsafePointer<R>(_ body: (UnsafeRawPointer) -> R) -> R { picture.withUnsafePointer(body) }

    /// The flow at a point: the displacement, in pixels to the right and pixels down, to the same content in the other image.
    ///
    /// - Parameter point: the point. For a point outside of the image, the nearest pixel is used.
    public func flow(at point: NormalizedPoint) -> (Float, Float) {
        let buffer = picture.pixelBuffer
        let column = min(max(Int(point.x * size.width), 0), CVPixelBufferGetWidth(buffer) - 1)
        let row = min(max(Int((1 - point.y) * size.height), 0), CVPixelBufferGetHeight(buffer) - 1)
        let offset = row * CVPixelBufferGetBytesPerRow(buffer)
        return withUnsafePointer { first in
            func component<Number>(_ index: Int, _: Number.Type) -> Number {
                (first + offset).loadUnaligned(fromByteOffset: (2 * column + index) * MemoryLayout<Number>.size, as: Number.self)
            }
            if pixelFormat == kCVPixelFormatType_TwoComponent16Half {
                return (Float(component(0, Float16.self)), Float(component(1, Float16.self)))
            }
            return (component(0, Float.self), component(1, Float.self))
        }
    }
}

extension OpticalFlowObservation: Codable {
    /// Decodes an observation.
    ///
    /// - Throws: `DecodingError` if a value is missing, or if the pixels of the picture are not vectors.
    public init(from decoder: any Decoder) throws {
        let picture = try PixelBufferObservation(from: decoder)
        guard OpticalFlowFormat.all.contains(picture.pixelFormat) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "the picture's pixels are no vectors"))
        }
        self.picture = picture
    }

    public func encode(to encoder: any Encoder) throws { try picture.encode(to: encoder) }
}

import CoreGraphics
import CoreVideo

/// The displacement of each pixel from one image to another.
public struct OpticalFlowObservation: VisionObservation, FactualObservation, @unchecked Sendable {
    /// A picture whose pixels are vectors: how many columns to the right and how many rows down.
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

    /// Calls `body` with the first vector of the top row. Rows may be padded.
    public func withUnsafePointer<R>(_ body: (UnsafeRawPointer) -> R) -> R { picture.withUnsafePointer(body) }

    /// The vector of the pixel at a point: the distances, in pixels to the right and down, to the same point in the other image.
    ///
    /// - Parameter point: a point outside of the image stands for the nearest point inside.
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
    /// - Throws: `DecodingError`, also if the pixels of the picture are not vectors.
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

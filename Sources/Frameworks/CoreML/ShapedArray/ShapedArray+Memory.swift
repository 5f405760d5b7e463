import CoreVideo
import Foundation

/// The function that releases memory, made from one of Foundation's deallocators.
func releaseFunction(of deallocator: Data.Deallocator, bytes: UnsafeRawPointer, byteCount count: Int) -> (() -> Void)? {
    let pointer = UnsafeMutableRawPointer(mutating: bytes)
    switch deallocator {
    case .free: return { Foundation.free(pointer) }
    case .unmap: return { munmap(pointer, count) }
    case .custom(let release): return { release(pointer, count) }
    default: return nil
    }
}

/// The form of a shaped array that is encoded and decoded.
struct CodedArray<Scalar> {
    var shape: [Int]
    var scalars: [Scalar]

    enum CodingKeys: String, CodingKey {
        case shape
        case scalars
    }
}

extension CodedArray: Encodable where Scalar: Encodable {}

extension CodedArray: Decodable where Scalar: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        shape = try container.decode([Int].self, forKey: .shape)
        scalars = try container.decode([Scalar].self, forKey: .scalars)
        guard ArrayGeometry.count(shape) == scalars.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .scalars, in: container, debugDescription: "The shape \(shape) does not have \(scalars.count) scalars.")
        }
    }
}

extension ShapedBuffer {
    /// The scalars of a OneComponent16Half pixel buffer. The last axis is the width, and the product of the others is the height.
    init(pixels pixelBuffer: CVPixelBuffer, shape: [Int]) {
        let array = MLMultiArray(pixelBuffer: pixelBuffer, shape: shape.map { NSNumber(value: $0) })
        precondition(array.dataType == Scalar.multiArrayDataType, "The pixel buffer holds float16.")
        self.init(taking: array.memory, shape: array.dimensions, strides: array.elementStrides)
    }
}

extension MLShapedArray {
    /// An array that shares the pixels of a OneComponent16Half buffer. The last axis is the width, and the product of the others is the height.
    ///
    /// - Precondition: `Scalar` is `Float16`, and the shape fits the size of the pixel buffer.
    public init(mutating pixelBuffer: CVPixelBuffer, shape: [Int]) {
        self.init(buffer: ShapedBuffer(pixels: pixelBuffer, shape: shape))
    }

    /// Calls `body` with the pixel buffer that holds the scalars. Returns `nil` for an array that was not made from a pixel buffer.
    public func withPixelBufferIfAvailable<R>(_ body: (_ pixelBuffer: CVPixelBuffer) throws -> R) rethrows -> R? {
        try buffer.memory.pixelBuffer.map(body)
    }

    /// Calls `body` with the pixel buffer that holds the scalars. Returns `nil` for an array that was not made from a pixel buffer.
    public mutating func withMutablePixelBufferIfAvailable<R>(_ body: (_ pixelBuffer: CVPixelBuffer) throws -> R) rethrows -> R? {
        try buffer.memory.pixelBuffer.map(body)
    }
}

extension MLShapedArraySlice {
    /// A slice that shares the pixels of a OneComponent16Half buffer. The last axis is the width, and the product of the others is the height.
    ///
    /// - Precondition: `Scalar` is `Float16`, and the shape fits the size of the pixel buffer.
    public init(mutating pixelBuffer: CVPixelBuffer, shape: [Int]) {
        self.init(buffer: ShapedBuffer(pixels: pixelBuffer, shape: shape))
    }
}

import CoreVideo
import Foundation
import InputChecks

/// A numeric array with any number of dimensions.
///
/// `shape` counts elements along each axis, outermost first; `strides` counts elements, not bytes. Arrays made by `init(shape:dataType:)`
/// are row-major, contiguous and zero. Several threads may read an array at once while none writes to it.
open class MLMultiArray: NSObject {
    /// The type of the elements.
    public let dataType: MLMultiArrayDataType
    /// The number of elements.
    public let count: Int
    /// The pixel buffer that shares its memory with the array; `nil` if the array was not made from a pixel buffer.
    public var pixelBuffer: CVPixelBuffer? { memory.pixelBuffer }

    package let dimensions: [Int]
    package let elementStrides: [Int]
    package let isContiguous: Bool
    let memory: ArrayMemory

    init(memory: ArrayMemory, shape: [Int], strides: [Int], dataType: MLMultiArrayDataType) {
        self.memory = memory
        self.dataType = dataType
        dimensions = shape
        elementStrides = strides
        count = shape.product()
        isContiguous = ArrayGeometry.isContiguous(shape, strides)
    }

    /// An array without elements. It is a placeholder.
    public override convenience init() {
        self.init(memory: .none, shape: [0], strides: [1], dataType: .double)
    }

    /// An array of zeros.
    ///
    /// - Throws: `MLModelError.generic` for a negative extent or an array that is too large for the memory.
    public convenience init(shape: [NSNumber], dataType: MLMultiArrayDataType) throws {
        try self.init(extents: shape.map(\.intValue), dataType: dataType)
    }

    package convenience init(extents shape: [Int], dataType: MLMultiArrayDataType, isZeroed: Bool = true) throws {
        let memory = try MLMultiArray.allocate(shape, ArrayGeometry.contiguousStrides(shape), dataType, isZeroed: isZeroed)
        self.init(memory: memory, shape: shape, strides: ArrayGeometry.contiguousStrides(shape), dataType: dataType)
    }

    /// An array of zeros with the given strides.
    ///
    /// - Precondition: `strides` has one non-negative entry for each axis, and there is enough memory.
    public convenience init(shape: [Int], dataType: MLMultiArrayDataType, strides: [Int]) {
        do {
            let memory = try MLMultiArray.allocate(shape, strides, dataType, isZeroed: true)
            self.init(memory: memory, shape: shape, strides: strides, dataType: dataType)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// An array that uses the caller's memory without a copy. The memory must stay valid until `deallocator` is called.
    ///
    /// - Parameter strides: the strides in elements, with one non-negative entry for each axis.
    /// - Throws: `MLModelError.generic` if shape and strides do not match.
    public convenience init(
        dataPointer: UnsafeMutableRawPointer, shape: [NSNumber], dataType: MLMultiArrayDataType, strides: [NSNumber],
        deallocator: ((UnsafeMutableRawPointer) -> Void)? = nil
    ) throws {
        try self.init(
            dataPointer: dataPointer, extents: shape.map(\.intValue), dataType: dataType, strides: strides.map(\.intValue),
            deallocator: deallocator)
    }

    package convenience init(
        dataPointer: UnsafeMutableRawPointer, extents shape: [Int], dataType: MLMultiArrayDataType, strides: [Int],
        deallocator: ((UnsafeMutableRawPointer) -> Void)? = nil
    ) throws {
        guard shape.count == strides.count else {
            throw MLModelError(.generic, "A multi-array of \(shape.count) dimensions cannot have \(strides.count) strides.")
        }
        let byteCount = try MLMultiArray.byteCount(shape, strides, dataType)
        let memory = ArrayMemory(lent: dataPointer, byteCount: byteCount, release: deallocator.map { free in { free(dataPointer) } })
        self.init(memory: memory, shape: shape, strides: strides, dataType: dataType)
    }

    /// A float16 array that shares the pixels of a `kCVPixelFormatType_OneComponent16Half` buffer. The last axis is the width, and the
    /// product of the others is the height. Rows may be padded.
    public convenience init(pixelBuffer: CVPixelBuffer, shape: [NSNumber]) {
        let extents = shape.map(\.intValue)
        precondition(
            CVPixelBufferGetPixelFormatType(pixelBuffer) == kCVPixelFormatType_OneComponent16Half,
            "A multi-array shares memory only with a OneComponent16Half pixel buffer.")
        let width = extents.last ?? 0
        let height = extents.dropLast().product()
        precondition(
            width == CVPixelBufferGetWidth(pixelBuffer) && height == CVPixelBufferGetHeight(pixelBuffer),
            "The shape \(ArrayGeometry.text(extents)) does not fit the pixel buffer.")
        CVPixelBufferLockBaseAddress(pixelBuffer, [])
        guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else {
            preconditionFailure("The pixel buffer has no memory.")
        }
        let rowStride = CVPixelBufferGetBytesPerRow(pixelBuffer) / 2
        var strides = ArrayGeometry.contiguousStrides(Array(extents.dropLast())).map { $0 * rowStride }
        strides.append(1)
        let memory = ArrayMemory(lent: base, byteCount: height * rowStride * 2, pixelBuffer: pixelBuffer) {
            CVPixelBufferUnlockBaseAddress(pixelBuffer, [])
        }
        self.init(memory: memory, shape: extents, strides: strides, dataType: .float16)
    }

    /// The number of elements along each axis, outermost first.
    public var shape: [NSNumber] { dimensions.map { NSNumber(value: $0) } }
    /// The distance between neighbours along each axis, in elements.
    public var strides: [NSNumber] { elementStrides.map { NSNumber(value: $0) } }

    /// The first element. Valid as long as the array lives.
    public var dataPointer: UnsafeMutableRawPointer { memory.base }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? MLMultiArray).map(hasSameElements) ?? false
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(dataType)
        hasher.combine(dimensions)
        return hasher.finalize()
    }

    /// The type and shape, and the elements of a vector or matrix of at most 4096 elements.
    open override var description: String { text }
    open override var debugDescription: String { text }

    private static func byteCount(_ shape: [Int], _ strides: [Int], _ dataType: MLMultiArrayDataType) throws -> Int {
        guard let span = ArrayGeometry.span(shape, strides), span <= ArrayGeometry.maximumByteCount / dataType.byteSize else {
            throw MLModelError(.generic, "A multi-array of shape \(ArrayGeometry.text(shape)) is not possible.")
        }
        return span * dataType.byteSize
    }

    private static func allocate(
        _ shape: [Int], _ strides: [Int], _ dataType: MLMultiArrayDataType, isZeroed: Bool
    ) throws -> ArrayMemory {
        let byteCount = try byteCount(shape, strides, dataType)
        guard let memory = ArrayMemory(byteCount: byteCount, isZeroed: isZeroed) else {
            throw MLModelError(.generic, "There is no memory for a multi-array of shape \(ArrayGeometry.text(shape)).")
        }
        return memory
    }
}

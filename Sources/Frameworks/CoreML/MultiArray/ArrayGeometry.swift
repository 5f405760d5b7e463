import CoreVideo
import Foundation
import InputChecks

/// The arithmetic of shapes and strides, checked for overflow because shapes may come from a file.
package enum ArrayGeometry {
    /// The maximum number of bytes of one array: 64 GiB.
    package static let maximumByteCount = 1 << 36

    /// Row-major element strides: the last axis is contiguous.
    package static func contiguousStrides(_ shape: [Int]) -> [Int] {
        var strides = [Int](repeating: 1, count: shape.count)
        var stride = 1
        for axis in shape.indices.reversed() {
            strides[axis] = stride
            stride = stride.multipliedReportingOverflow(by: max(shape[axis], 1)).partialValue
        }
        return strides
    }

    /// Column-major element strides: the first axis is contiguous.
    static func lastMajorStrides(_ shape: [Int]) -> [Int] {
        Array(contiguousStrides(shape.reversed()).reversed())
    }

    static func isContiguous(_ shape: [Int], _ strides: [Int]) -> Bool {
        var expected = 1
        for axis in shape.indices.reversed() where shape[axis] != 1 {
            if shape[axis] == 0 { return true }
            if strides[axis] != expected { return false }
            expected = expected.times(shape[axis])
        }
        return true
    }

    /// The number of elements, or `nil` for a negative extent or an overflow.
    package static func count(_ shape: [Int]) -> Int? { shape.checkedProduct() }

    /// The number of elements from the first to the last in memory, both included. `nil` for an overflow or a negative stride.
    static func span(_ shape: [Int], _ strides: [Int]) -> Int? {
        guard shape.count == strides.count, let count = count(shape) else { return nil }
        if count == 0 { return 0 }
        var last = 0
        for (extent, stride) in zip(shape, strides) {
            guard stride >= 0 else { return nil }
            let (reach, overflow) = stride.multipliedReportingOverflow(by: extent - 1)
            let (sum, sumOverflow) = last.addingReportingOverflow(reach)
            guard !overflow, !sumOverflow, sum < Int.max else { return nil }
            last = sum
        }
        return last + 1
    }

    /// The offset, in elements, of the element with the row-major number `index`.
    static func offset(of index: Int, _ shape: [Int], _ strides: [Int]) -> Int {
        var rest = index
        var offset = 0
        for axis in shape.indices.reversed() {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: shape[axis])
            offset += remainder * strides[axis]
            rest = quotient
        }
        return offset
    }

    package static func text(_ shape: [Int]) -> String {
        shape.map(String.init).joined(separator: " x ")
    }
}

/// The memory of an array. The memory is owned by this object, or borrowed with a release function.
final class ArrayMemory {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// Whether the memory may be written. Borrowed read-only memory is copied before a write.
    let isWritable: Bool
    /// The pixel buffer that the memory belongs to.
    let pixelBuffer: CVPixelBuffer?
    private let release: (() -> Void)?

    /// Allocates memory, aligned for vector instructions; `nil` if there is not enough.
    init?(byteCount: Int, isZeroed: Bool) {
        var pointer: UnsafeMutableRawPointer?
        let size = max(byteCount, 1)
        guard posix_memalign(&pointer, 64, size) == 0, let pointer else { return nil }
        if isZeroed {
            memset(pointer, 0, size)
        }
        base = pointer
        self.byteCount = byteCount
        isWritable = true
        pixelBuffer = nil
        release = { free(pointer) }
    }

    init(
        lent base: UnsafeMutableRawPointer, byteCount: Int, isWritable: Bool = true, pixelBuffer: CVPixelBuffer? = nil,
        release: (() -> Void)?
    ) {
        self.base = base
        self.byteCount = byteCount
        self.isWritable = isWritable
        self.pixelBuffer = pixelBuffer
        self.release = release
    }

    /// The memory of an array without elements. A pointer to it is valid.
    static var none: ArrayMemory {
        let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 64)
        return ArrayMemory(lent: byte, byteCount: 0) { byte.deallocate() }
    }

    deinit {
        release?()
    }
}

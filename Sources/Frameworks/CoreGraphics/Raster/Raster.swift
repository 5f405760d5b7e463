import Foundation

/// Pixels in memory: top row first, in stored (not upright) orientation.
package typealias Raster = RasterView<UnsafeRawPointer>
/// Pixels in memory that may be modified. In all other respects it is the same as ``Raster``.
package typealias MutableRaster = RasterView<UnsafeMutableRawPointer>

/// A view of pixels. Its `owner` keeps the memory alive. Without an owner, the creator of the view must do so.
package struct RasterView<Base>: @unchecked Sendable {
    package struct Plane {
        package let base: Base
        /// The distance between rows in bytes; never negative.
        package let bytesPerRow: Int

        package init(base: Base, bytesPerRow: Int) {
            self.base = base
            self.bytesPerRow = bytesPerRow
        }
    }

    package let width: Int
    package let height: Int
    package let layout: PixelLayout
    package let alpha: AlphaKind
    package let planes: [Plane]
    /// The colour space of the components. For pixels that have not been written yet, it is the requested space. `nil` means sRGB. For CMYK
    /// it means plain subtractive ink, (1 − ink) · (1 − black).
    package var colorSpace: CGColorSpace?
    /// The matrix of the Y′CbCr layouts.
    package var matrix: YCbCrMatrix
    package let owner: AnyObject?

    /// A view of planes of pixels.
    ///
    /// - Precondition: there is one plane for each plane of the layout, with rows that are long enough for the width. `validate()` checks
    ///   this. Every reader calls it.
    package init(
        width: Int, height: Int, layout: PixelLayout, alpha: AlphaKind = .none, planes: [Plane], colorSpace: CGColorSpace? = nil,
        matrix: YCbCrMatrix = .itu601, owner: AnyObject? = nil
    ) {
        self.width = width
        self.height = height
        self.layout = layout
        self.alpha = layout.hasFourthComponent ? alpha : .none
        self.planes = planes
        self.colorSpace = colorSpace
        self.matrix = matrix
        self.owner = owner
    }

    /// A view of one interleaved plane.
    package init(
        width: Int, height: Int, layout: PixelLayout, alpha: AlphaKind = .none, base: Base, bytesPerRow: Int,
        colorSpace: CGColorSpace? = nil, owner: AnyObject? = nil
    ) {
        self.init(
            width: width, height: height, layout: layout, alpha: alpha, planes: [Plane(base: base, bytesPerRow: bytesPerRow)],
            colorSpace: colorSpace, owner: owner)
    }

    /// Throws an `ImageError` if the sizes or the planes do not fit the layout.
    package func validate() throws {
        try validatePlanes(width: width, height: height, layout: layout, rows: planes.map(\.bytesPerRow))
    }
}

extension Raster {
    /// The number of bytes from the first pixel of the first plane to the end of its last row. The padding of the last row counts only if
    /// the owner is known to contain it.
    var byteCount: Int {
        let plane = planes[0]
        let needed = plane.bytesPerRow * (height - 1) + (layout.minimumBytesPerRow(plane: 0, width: width) ?? 0)
        guard let buffer = owner as? RasterBuffer else { return needed }
        return max(needed, min(plane.bytesPerRow * height, buffer.byteCount - (plane.base - UnsafeRawPointer(buffer.base))))
    }
}

extension MutableRaster {
    /// Allocates zeroed memory for pixels. The bytes per row are a multiple of 16.
    package init(
        allocating layout: PixelLayout, width: Int, height: Int, alpha: AlphaKind = .none, colorSpace: CGColorSpace? = nil
    ) throws {
        guard width > 0, height > 0 else { throw ImageError(.invalidArgument, "an image of \(width) × \(height) pixels has no pixels") }
        var offsets: [Int] = []
        var rows: [Int] = []
        var total = 0
        for plane in 0..<layout.planeCount {
            guard let minimum = layout.minimumBytesPerRow(plane: plane, width: width), minimum < Int.max - 15 else {
                throw ImageError(.tooLarge, "\(width) × \(height) pixels are too many")
            }
            let bytesPerRow = Self.alignedBytesPerRow(minimum)
            let (bytes, overflow) = bytesPerRow.multipliedReportingOverflow(by: layout.planeHeight(plane, height: height))
            let (sum, sumOverflow) = total.addingReportingOverflow(bytes)
            guard !overflow, !sumOverflow else { throw ImageError(.tooLarge, "\(width) × \(height) pixels are too many") }
            offsets.append(total)
            rows.append(bytesPerRow)
            total = sum
        }
        let buffer = try RasterBuffer(byteCount: total)
        let planes = zip(offsets, rows).map { Plane(base: buffer.base + $0, bytesPerRow: $1) }
        self.init(width: width, height: height, layout: layout, alpha: alpha, planes: planes, colorSpace: colorSpace, owner: buffer)
    }

    /// The distance between rows that `init(allocating:)` chooses.
    package static func alignedBytesPerRow(_ minimum: Int) -> Int { (minimum + 15) & ~15 }

    /// A read-only raster of the same pixels.
    package var raster: Raster {
        Raster(
            width: width, height: height, layout: layout, alpha: alpha,
            planes: planes.map { Raster.Plane(base: $0.base, bytesPerRow: $0.bytesPerRow) }, colorSpace: colorSpace, matrix: matrix,
            owner: owner)
    }
}

/// Zeroed memory for pixels. The memory is aligned to 64 bytes. It is freed with its last reference.
package final class RasterBuffer: @unchecked Sendable {
    package let base: UnsafeMutableRawPointer
    package let byteCount: Int

    /// - Throws: `ImageError` of kind `tooLarge` for more than `ImageLimits.maximumByteCount` bytes, or of kind `outOfMemory` if the system
    ///   has no memory left.
    package init(byteCount: Int) throws {
        guard byteCount >= 0, byteCount <= ImageLimits.maximumByteCount else {
            throw ImageError(.tooLarge, "\(byteCount) bytes of pixels are more than the limit of \(ImageLimits.maximumByteCount)")
        }
        // `calloc` does not touch the fresh pages of large blocks until they are written. The extra bytes leave room for the alignment.
        guard let block = calloc(1, byteCount + 128) else {
            throw ImageError(.outOfMemory, "no memory for \(byteCount) bytes of pixels")
        }
        self.block = block
        self.byteCount = byteCount
        base = block.alignedUp(toMultipleOf: 64)
    }

    private let block: UnsafeMutableRawPointer

    deinit { free(block) }
}

/// Osprey's limits for images. They are checked before memory is allocated.
package enum ImageLimits {
    /// The maximum number of pixels of a decoded image: 256 Mi, 16,384 × 16,384.
    package static let maximumPixelCount = 268_435_456
    /// The maximum number of bytes in use while an image is decoded, including the codec's working memory: 768 MiB.
    package static let maximumByteCount = 805_306_368
    /// The longest side in pixels.
    package static let maximumSide = 1_000_000
}

private func validatePlanes(width: Int, height: Int, layout: PixelLayout, rows: [Int]) throws {
    guard width > 0, height > 0 else { throw ImageError(.invalidArgument, "an image of \(width) × \(height) pixels has no pixels") }
    guard width <= ImageLimits.maximumSide, height <= ImageLimits.maximumSide else {
        throw ImageError(.tooLarge, "an image of \(width) × \(height) pixels is beyond the limit of \(ImageLimits.maximumSide) a side")
    }
    guard rows.count == layout.planeCount else {
        throw ImageError(.invalidArgument, "\(rows.count) planes where \(layout.planeCount) are due")
    }
    for (plane, bytesPerRow) in rows.enumerated() {
        guard let minimum = layout.minimumBytesPerRow(plane: plane, width: width), bytesPerRow >= minimum else {
            throw ImageError(.invalidArgument, "rows of \(bytesPerRow) bytes are too short for \(width) pixels")
        }
    }
}

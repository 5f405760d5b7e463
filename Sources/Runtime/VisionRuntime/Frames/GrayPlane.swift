import CoreGraphics

/// 8-bit luminance of the upright image, top row first.
///
/// A plane is a view. Its `owner` keeps the memory alive. Without an owner, the creator of the plane must do so.
package struct GrayPlane: @unchecked Sendable {
    package let width: Int
    package let height: Int
    /// The distance between rows in bytes; at least `width`.
    package let bytesPerRow: Int
    package let base: UnsafePointer<UInt8>
    private let owner: AnyObject?

    package init(width: Int, height: Int, bytesPerRow: Int, base: UnsafePointer<UInt8>, owner: AnyObject? = nil) {
        precondition(width > 0 && height > 0 && bytesPerRow >= width)
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.base = base
        self.owner = owner
    }

    /// Allocates a plane and fills it with `fill`. Rows are a multiple of 16 bytes apart.
    ///
    /// - Throws: `ImageError` if there is no memory, and the errors of `fill`.
    package init(width: Int, height: Int, fill: (_ base: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int) throws -> Void) throws {
        let raster = try MutableRaster(allocating: .gray8, width: width, height: height)
        let plane = raster.planes[0]
        try fill(plane.base.assumingMemoryBound(to: UInt8.self), plane.bytesPerRow)
        self.init(raster.raster)
    }

    /// The first plane of a raster. It must be 8-bit luminance.
    package init(_ raster: Raster) {
        let plane = raster.planes[0]
        self.init(
            width: raster.width, height: raster.height, bytesPerRow: plane.bytesPerRow,
            base: plane.base.assumingMemoryBound(to: UInt8.self), owner: raster.owner)
    }

    /// The pixels of a row.
    package func row(_ y: Int) -> UnsafePointer<UInt8> { base + y * bytesPerRow }

    /// A part of the plane, in the same memory.
    ///
    /// - Precondition: the rectangle is not empty and lies in the plane.
    package func part(x: Int, y: Int, width: Int, height: Int) -> GrayPlane {
        precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height)
        return GrayPlane(width: width, height: height, bytesPerRow: bytesPerRow, base: base + y * bytesPerRow + x, owner: owner)
    }

    /// A copy of the plane in its own memory.
    func copied() throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { target, stride in
            for y in 0..<height { (target + y * stride).update(from: row(y), count: width) }
        }
    }
}

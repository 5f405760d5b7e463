import CoreGraphics

/// Rows of premultiplied pixels in memory, top row first, without padding. The code that makes this value must keep the memory alive.
package struct PixelRows: @unchecked Sendable {
    let pixels: UnsafeMutablePointer<SIMD4<Float>>
    let width: Int
    let height: Int

    func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { pixels + y * width }

    func rows(_ range: Range<Int>) -> PixelRows { PixelRows(pixels: row(range.lowerBound), width: width, height: range.count) }

    func fill(_ color: SIMD4<Float>) { pixels.update(repeating: color, count: width * height) }

    /// Clears the pixels outside the given columns and rows to transparent black.
    func clear(outside columns: Range<Int>, _ rows: Range<Int>) {
        for y in 0..<height {
            guard rows.contains(y), !columns.isEmpty else {
                row(y).update(repeating: .zero, count: width)
                continue
            }
            row(y).update(repeating: .zero, count: columns.lowerBound)
            (row(y) + columns.upperBound).update(repeating: .zero, count: width - columns.upperBound)
        }
    }
}

/// An image of premultiplied RGBA floats, top row first. Black is 0 and white is 1. Values outside 0…1 are preserved.
package struct FloatImage: Sendable {
    let width: Int
    let height: Int
    private let memory: RasterBuffer

    /// A transparent image.
    init(width: Int, height: Int) throws {
        self.width = width
        self.height = height
        // Each side is at most a million, so 16 bytes per pixel do not overflow.
        memory = try RasterBuffer(byteCount: width * height * 16)
    }

    var rows: PixelRows {
        PixelRows(pixels: memory.base.assumingMemoryBound(to: SIMD4<Float>.self), width: width, height: height)
    }

    var mutableRaster: MutableRaster {
        MutableRaster(
            width: width, height: height, layout: .rgbaFloat, alpha: .premultiplied, base: memory.base, bytesPerRow: width * 16,
            owner: memory)
    }

    var raster: Raster { mutableRaster.raster }

    /// The pixel at a column and row; transparent outside of the image.
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        x >= 0 && y >= 0 && x < width && y < height ? rows.pixels[y * width + x] : .zero
    }

    /// The colour at a point, interpolated between pixels. Pixel centres are at whole numbers. Outside the image it is transparent.
    func bilinear(_ x: Float, _ y: Float) -> SIMD4<Float> {
        guard x > -1, y > -1, x < Float(width), y < Float(height) else { return .zero }
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (fx, fy) = (x - left, y - top)
        let (column, row) = (Int(left), Int(top))
        if column >= 0, row >= 0, column + 1 < width, row + 1 < height {
            let pixels = rows.pixels + row * width + column
            let upper = pixels[0] + (pixels[1] - pixels[0]) * fx
            let lower = pixels[width] + (pixels[width + 1] - pixels[width]) * fx
            return upper + (lower - upper) * fy
        }
        let upper = pixel(column, row) * (1 - fx) + pixel(column + 1, row) * fx
        let lower = pixel(column, row + 1) * (1 - fx) + pixel(column + 1, row + 1) * fx
        return upper * (1 - fy) + lower * fy
    }
}

/// A picture in memory, and the rectangle that it fills.
package struct PlacedImage: Sendable {
    let image: FloatImage
    /// The rectangle that the image fills. Its width and height are the image's numbers of pixels.
    let rect: CGRect

    /// The colour at a point of the rectangle's coordinate system, interpolated between pixels.
    func color(at x: Double, _ y: Double) -> SIMD4<Float> {
        image.bilinear(Float(x - Double(rect.minX) - 0.5), Float(Double(rect.maxY) - y - 0.5))
    }

    /// Copies the pixels inside a rectangle to rows. The rectangle is aligned to the image's pixels. Rows and columns outside the image
    /// become transparent.
    func copy(_ part: CGRect, to rows: PixelRows) {
        let dx = Int((part.minX - rect.minX).rounded())
        let dy = Int((rect.maxY - part.maxY).rounded())
        let columns = max(0, -dx)..<max(max(0, -dx), min(rows.width, image.width - dx))
        for y in 0..<rows.height {
            let target = rows.row(y)
            guard y + dy >= 0, y + dy < image.height, !columns.isEmpty else {
                target.update(repeating: .zero, count: rows.width)
                continue
            }
            target.update(repeating: .zero, count: columns.lowerBound)
            (target + columns.lowerBound).update(
                from: image.rows.row(y + dy) + columns.lowerBound + dx, count: columns.count)
            (target + columns.upperBound).update(repeating: .zero, count: rows.width - columns.upperBound)
        }
    }
}

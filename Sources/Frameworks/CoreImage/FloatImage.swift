import CoreGraphics

/// Premultiplied RGBA in floats of 0 to 1, top row first.
struct FloatImage {
    let width: Int
    let height: Int
    private let memory: RasterBuffer
    private let pixels: UnsafeMutablePointer<SIMD4<Float>>

    /// A transparent image.
    init(width: Int, height: Int) throws {
        self.width = width
        self.height = height
        // Each side is at most a million, so 16 bytes per pixel do not overflow.
        memory = try RasterBuffer(byteCount: width * height * 16)
        pixels = memory.base.bindMemory(to: SIMD4<Float>.self, capacity: width * height)
    }

    var mutableRaster: MutableRaster {
        MutableRaster(
            width: width, height: height, layout: .rgbaFloat, alpha: .premultiplied, base: memory.base, bytesPerRow: width * 16,
            owner: memory)
    }

    var raster: Raster { mutableRaster.raster }

    subscript(x: Int, y: Int) -> SIMD4<Float> {
        get { pixels[y * width + x] }
        nonmutating set { pixels[y * width + x] = newValue }
    }

    func fill(_ color: SIMD4<Float>) { pixels.update(repeating: color, count: width * height) }

    /// Sets every pixel from the pixel at the same place in an image of the same size.
    func map(_ other: FloatImage, _ operation: (SIMD4<Float>) -> SIMD4<Float>) {
        for index in 0..<width * height { pixels[index] = operation(other.pixels[index]) }
    }

    func map(_ first: FloatImage, _ second: FloatImage, _ operation: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>) {
        for index in 0..<width * height { pixels[index] = operation(first.pixels[index], second.pixels[index]) }
    }

    /// Takes over a part of an image of the same size.
    func copy(_ other: FloatImage, columns: Range<Int>, rows: Range<Int>) {
        for row in rows {
            (pixels + row * width + columns.lowerBound).update(
                from: other.pixels + row * width + columns.lowerBound, count: columns.count)
        }
    }

    /// The colour at a point, interpolated between pixels. Pixel centres are at whole numbers. Outside the image it is transparent.
    func bilinear(_ x: Float, _ y: Float) -> SIMD4<Float> {
        guard x > -1, y > -1, x < Float(width), y < Float(height) else { return SIMD4() }
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (fx, fy) = (x - left, y - top)
        let (column, row) = (Int(left), Int(top))
        let upper = pixel(column, row) * (1 - fx) + pixel(column + 1, row) * fx
        let lower = pixel(column, row + 1) * (1 - fx) + pixel(column + 1, row + 1) * fx
        return upper * (1 - fy) + lower * fy
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x] : SIMD4()
    }
}

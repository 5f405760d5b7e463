import CoreGraphics

/// Draws recipes that one pass over a source cannot draw.
enum RecipeRenderer {
    /// The number of pixels that are drawn at once. Larger pictures are drawn in parts, one below the other.
    private static let partPixelCount = 1 << 24

    /// An 8-bit raster of the recipe in a rectangle with whole sides. If the rectangle's origin is fractional, its pixels lie between the
    /// image's pixels.
    static func raster(of recipe: Recipe, in rect: CGRect) throws -> Raster {
        let (width, height) = try rect.pixelCounts()
        let destination = try MutableRaster(allocating: .rgba8, width: width, height: height, alpha: .premultiplied)
        try draw(recipe, in: rect, into: destination)
        return destination.raster
    }

    /// Draws the recipe in a rectangle into memory with the rectangle's number of pixels, top row first.
    static func draw(
        _ recipe: Recipe, in rect: CGRect, into destination: MutableRaster, _ rendering: Rendering = Rendering(isLinear: true)
    ) throws {
        let (width, height) = try rect.pixelCounts()
        guard width == destination.width, height == destination.height else {
            throw ImageError(
                .invalidArgument, "a rectangle of \(rect.size) does not fit \(destination.width) × \(destination.height) pixels")
        }
        // Parts of Y′CbCr have an even number of rows, because two rows share their chroma.
        let count = max(2, partPixelCount / width) & ~1
        for top in stride(from: 0, to: height, by: count) {
            let part = top..<min(height, top + count)
            let area = rect.band(part)
            let prepared = try rendering.prepare(recipe, in: area)
            try rendering.inBands(width: width, height: part.count, halo: prepared.halo, multipleOf: 2) { band in
                let image = try FloatImage(width: width, height: band.count)
                try prepared.draw(area.band(band), image.rows)
                guard let target = destination.part(x: 0, y: top + band.lowerBound, width: width, height: band.count) else {
                    throw ImageError(.unsupported, "pixels that share their colour cannot be divided")
                }
                try write(image, to: target, rendering)
            }
        }
    }

    /// The amount that is added before rounding, so that a value that was halfway between two whole numbers still is after all steps.
    fileprivate static let roundingTolerance: Float = 2e-6

    private static func write(_ image: FloatImage, to destination: MutableRaster, _ rendering: Rendering) throws {
        if rendering.isLinear { LinearLight.encode(image.rows.pixels, count: image.width * image.height) }
        let (width, height) = (image.width, image.height)
        if let writer = ByteWriter(destination) { return writer.write(image) }
        if !destination.layout.isFloat {
            for index in 0..<width * height { image.rows.pixels[index] += roundingTolerance }
        }
        try resample(
            image.raster, .fill(sourceWidth: width, sourceHeight: height, outputWidth: width, outputHeight: height), into: destination)
    }
}

/// Writes bytes of red, green, blue and alpha.
private struct ByteWriter {
    let destination: MutableRaster
    /// By how many bits red, green, blue and alpha are shifted in a word.
    let shifts: SIMD4<UInt32>

    /// `nil` for pixels of another form or of another space than sRGB.
    init?(_ destination: MutableRaster) {
        guard destination.alpha != .none, ColorTransform.between(nil, .rgb8, destination.colorSpace, .rgb8) == nil,
            (try? destination.validate()) != nil
        else { return nil }
        switch destination.layout {
        case .rgba8: shifts = [0, 8, 16, 24]
        case .bgra8: shifts = [16, 8, 0, 24]
        case .argb8: shifts = [8, 16, 24, 0]
        case .abgr8: shifts = [24, 16, 8, 0]
        default: return nil
        }
        self.destination = destination
    }

    func write(_ image: FloatImage) {
        let plane = destination.planes[0]
        let isStraight = destination.alpha == .straight
        let scale = SIMD4<Float>(repeating: 255)
        for row in 0..<image.height {
            let pixels = image.rows.row(row)
            let target = plane.base + row * plane.bytesPerRow
            for column in 0..<image.width {
                let pixel = isStraight ? unpremultiplied(pixels[column]) : pixels[column]
                // Comparisons with values that are no number are false, so that these become 0.
                let positive = SIMD4<Float>().replacing(with: pixel, where: pixel .> SIMD4())
                let scaled = scale.replacing(with: positive * scale, where: positive .< SIMD4(repeating: 1))
                let bytes = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int32>(scaled + (0.5 + 255 * RecipeRenderer.roundingTolerance)))
                target.storeBytes(of: (bytes &<< shifts).wrappedSum().littleEndian, toByteOffset: column * 4, as: UInt32.self)
            }
        }
    }
}

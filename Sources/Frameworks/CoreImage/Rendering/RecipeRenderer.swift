import CPixels
import CoreGraphics

/// Draws recipes that need more than one pass over a source.
enum RecipeRenderer {
    /// The largest number of pixels that are drawn in one part. Pictures above this limit are drawn in parts, from top to bottom.
    private static let partPixelCount = 1 << 24

    /// Renders the recipe in a rectangle as an 8-bit raster. The rectangle's width and height are whole numbers. With a fractional origin, the
    /// result's pixels lie between the image's pixels.
    static func raster(of recipe: Recipe, in rect: CGRect) throws -> Raster {
        let (width, height) = try rect.pixelCounts()
        let destination = try MutableRaster(allocating: .rgba8, width: width, height: height, alpha: .premultiplied)
        try draw(recipe, in: rect, into: destination)
        return destination.raster
    }

    /// Draws the recipe in a rectangle into a raster with the same number of pixels, top row first.
    static func draw(
        _ recipe: Recipe, in rect: CGRect, into destination: MutableRaster, _ given: Rendering = Rendering(isLinear: true)
    ) throws {
        let rendering = Rendering(isLinear: given.isLinear, decoded: DecodedSources())
        let (width, height) = try rect.pixelCounts()
        guard width == destination.width, height == destination.height else {
            throw ImageError(
                .invalidArgument, "a rectangle of \(rect.size) does not fit \(destination.width) × \(destination.height) pixels")
        }
        let isStored = rendering.isLinear && recipe.endsInStoredValues
        // Parts of Y′CbCr have an even number of rows because two rows share their chroma.
        let count = max(2, partPixelCount / width) & ~1
        for top in stride(from: 0, to: height, by: count) {
            let part = top..<min(height, top + count)
            let area = rect.band(part)
            if let writer = ByteWriter(destination), try draw(recipe, in: area, with: writer, at: top, rendering) { continue }
            let prepared = try isStored ? rendering.prepareStored(recipe, in: area) : rendering.prepare(recipe, in: area)
            try rendering.inBands(width: width, height: part.count, halo: prepared.halo, multipleOf: 2) { band in
                let image = try FloatImage(width: width, height: band.count)
                try prepared.draw(area.band(band), image.rows)
                guard let target = destination.part(x: 0, y: top + band.lowerBound, width: width, height: band.count) else {
                    throw ImageError(.unsupported, "pixels that share their colour cannot be divided")
                }
                try write(image, to: target, isStored ? Rendering(isLinear: false) : rendering)
            }
        }
    }

    /// Draws the recipe with byte arithmetic into the rows of the destination that begin at `top`.
    ///
    /// - Returns: `false` if the recipe needs floats.
    private static func draw(
        _ recipe: Recipe, in area: CGRect, with writer: ByteWriter, at top: Int, _ rendering: Rendering
    ) throws -> Bool {
        do {
            guard let prepared = try rendering.prepareBytes(recipe, in: area, isLast: true) else { return false }
            let (width, height) = (Int(area.width), Int(area.height))
            try rendering.inBands(width: width, height: height, halo: prepared.halo, ofBytes: true) { band in
                try writer.write(prepared, area.band(band), at: top + band.lowerBound)
            }
        } catch is NotInBytes {
            return false
        }
        return true
    }

    /// The amount that is added before rounding. A value that was halfway between two whole numbers is then still rounded up, despite the
    /// rounding errors of all steps.
    static let roundingTolerance: Float = 2e-6

    private static func write(_ image: FloatImage, to destination: MutableRaster, _ rendering: Rendering) throws {
        let (width, height) = (image.width, image.height)
        if let writer = ByteWriter(destination) { return writer.write(image, encodes: rendering.isLinear) }
        if rendering.isLinear { LinearLight.encode(image.rows.pixels, count: width * height) }
        if !destination.layout.isFloat {
            for index in 0..<width * height { image.rows.pixels[index] += roundingTolerance }
        }
        try resample(
            image.raster, .fill(sourceWidth: width, sourceHeight: height, outputWidth: width, outputHeight: height), into: destination)
    }
}

/// Writes pixels as bytes of red, green, blue and alpha.
struct ByteWriter {
    private let destination: MutableRaster
    let order: PixelOrder

    /// Makes a writer into a raster. Returns `nil` if the pixels have another layout, or a colour space other than sRGB.
    init?(_ destination: MutableRaster) {
        guard destination.alpha != .none, ColorTransform.between(nil, .rgb8, destination.colorSpace, .rgb8) == nil,
            (try? destination.validate()) != nil, let order = PixelOrder(destination.layout), order.alpha >= 0
        else { return nil }
        self.order = order
        self.destination = destination
    }

    /// - Parameter encodes: whether the image is in linear light and must be converted to stored values.
    func write(_ image: FloatImage, encodes: Bool) {
        let isStraight: Int32 = destination.alpha == .straight ? 1 : 0
        for row in 0..<image.height {
            pixels_to_bytes(
                image.rows.row(row).floats, self.row(row), order, isStraight, encodes ? 1 : 0, RecipeRenderer.roundingTolerance,
                image.width)
        }
    }

    /// Writes a band of bytes. Throws ``NotInBytes`` if the destination is not premultiplied and a colour must be divided by its alpha.
    func write(_ prepared: PreparedBytes, _ band: CGRect, at top: Int) throws {
        let (width, height) = (Int(band.width), Int(band.height))
        let isStraight = destination.alpha == .straight
        let target = ByteRows(base: row(top), width: width, height: height, bytesPerRow: destination.planes[0].bytesPerRow)
        if !isStraight, order.alpha == 3, order.red == 0 { return try prepared.draw(band, target) }
        let image = ByteImage(width: width, height: height)
        try prepared.draw(band, image.rows)
        for y in 0..<height {
            guard bytes_to_order(image.rows.row(y), order, isStraight ? pixels_opaque : pixels_any, target.row(y), width) != 0 else {
                throw NotInBytes()
            }
        }
        withExtendedLifetime(image) {}
    }

    /// The address of a row of the destination.
    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        (destination.planes[0].base + index * destination.planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }
}

import CoreGraphics
import Locks

/// A small picture that is computed from all pixels of an area of another picture.
struct ReductionNode: RecipeNode {
    let input: Recipe
    let area: CGRect
    let size: (width: Int, height: Int)
    /// Computes the pixels of the small picture, row by row from the top, from the pixels of the area.
    let reduce: @Sendable (Reduction) throws -> [SIMD4<Float>]

    var extent: CGRect { CGRect(x: 0, y: 0, width: size.width, height: size.height) }
    var inputs: [Recipe] { [input] }

    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared {
        guard let whole = Reduction.pixels(of: area) else { return .transparent }
        let pixels = try reduce(Reduction(input: input, area: whole, rendering: rendering))
        let image = try FloatImage(width: size.width, height: size.height)
        for (index, pixel) in pixels.prefix(size.width * size.height).enumerated() { image.rows.pixels[index] = pixel }
        return Prepared(PlacedImage(image: image, rect: extent))
    }
}

/// The pixels of an area, which are read in bands of rows.
struct Reduction {
    let input: Recipe
    /// A rectangle whose width and height are whole numbers.
    let area: CGRect
    let rendering: Rendering

    /// The largest number of pixels that are read.
    private static let maximumPixelCount: CGFloat = 268_435_456

    /// The smallest rectangle of whole pixels around an area; `nil` if it has no pixels or too many.
    static func pixels(of area: CGRect) -> CGRect? {
        guard !area.isNull, !area.isEmpty, !area.isInfinite else { return nil }
        let whole = area.integral
        return whole.width * whole.height <= 1e15 ? whole : nil
    }

    var pixelCount: Double { Double(area.width) * Double(area.height) }

    /// Whether some of the area's pixels lie outside of the image, where they are transparent.
    var isPartlyEmpty: Bool { !input.extent.contains(area) }

    /// Calls a function for each band of rows, and returns all results in any order. Returns `nil` if the input cannot be read as bytes,
    /// or if the area contains no pixels of the image or too many. Pixels outside the image are skipped.
    func mapBytes<Result: Sendable>(_ body: @escaping @Sendable (ByteRows) -> Result) throws -> [Result]? {
        let part = area.intersection(input.extent)
        guard !part.isNull, !part.isEmpty, part.width * part.height <= Self.maximumPixelCount else { return nil }
        let results = Locked<[Result]>([])
        do {
            guard let prepared = try rendering.prepareBytes(input, in: part, isLast: false) else { return nil }
            try rendering.inBands(width: Int(part.width), height: Int(part.height), halo: prepared.halo, ofBytes: true) { rows in
                let result = try prepared.withRows(part.band(rows), body)
                results.withLock { $0.append(result) }
            }
        } catch is NotInBytes {
            return nil
        }
        return results.withLock { $0 }
    }

    /// Calls a function for each band of rows, and returns the results in order from the top.
    ///
    /// - Parameter body: gets the band's pixels, and the band's left column and top row relative to the top left of the area. Pixels
    ///   outside the image are skipped.
    func map<Result: Sendable>(_ body: @escaping @Sendable (PixelRows, _ x: Int, _ y: Int) -> Result) throws -> [Result] {
        guard let part = area.pixels(covering: input.extent) else { return [] }
        guard part.width * part.height <= Self.maximumPixelCount, part.width <= CGFloat(ImageLimits.maximumSide) else {
            throw ImageError(.tooLarge, "an area of \(part.width) × \(part.height) pixels is too large")
        }
        let prepared = try rendering.prepare(input, in: part)
        let (width, height) = (Int(part.width), Int(part.height))
        let (x, y) = (Int(part.minX - area.minX), Int(area.maxY - part.maxY))
        let results = Locked<[(Int, Result)]>([])
        try rendering.inBands(width: width, height: height, halo: prepared.halo) { range in
            let image = try FloatImage(width: width, height: range.count)
            try prepared.draw(part.band(range), image.rows)
            let result = body(image.rows, x, y + range.lowerBound)
            withExtendedLifetime(image) {}
            results.withLock { $0.append((range.lowerBound, result)) }
        }
        return results.withLock { $0.sorted { $0.0 < $1.0 }.map(\.1) }
    }
}

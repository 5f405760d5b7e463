import CoreGraphics
import Dispatch
import Locks

/// The settings for computing recipes. Pixels are premultiplied floats, in linear light or in stored values.
package struct Rendering: Sendable {
    /// Whether pixels are in linear light, as in Core Image. If not, they are sRGB's stored values.
    let isLinear: Bool
    /// The sources that have been decoded.
    var decoded: DecodedSources?

    /// The largest number of pixels in an intermediate picture.
    static let maximumPixelCount = 40_000_000
    /// The approximate number of pixels that are computed at a time. They fit in the processor's cache.
    private static let bandPixelCount = 1 << 15

    /// Whether a colour space has stored values instead of linear light. If there is no colour space, values count as stored.
    static func isStored(_ space: Any) -> Bool {
        guard let space = space as? CGColorSpace else { return true }
        return space.name.map { !$0.contains("Linear") } ?? true
    }

    /// The pixel of a recipe's colour: the colour in linear light or in stored values.
    func pixel(_ premultiplied: SIMD4<Float>) -> SIMD4<Float> {
        guard isLinear else { return premultiplied }
        var pixel = premultiplied
        LinearLight.decode(&pixel, count: 1)
        return pixel
    }

    /// The pixels of a recipe in a rectangle, or in the part of it that the recipe fills.
    ///
    /// - Returns: `nil` if the recipe is empty there.
    func image(of recipe: Recipe, in rect: CGRect) throws -> PlacedImage? {
        guard let part = rect.pixels(covering: recipe.extent) else { return nil }
        let prepared = try prepare(recipe, in: part)
        if let placed = prepared.placed, placed.rect == part { return placed }
        return PlacedImage(image: try image(of: prepared, in: part), rect: part)
    }

    /// All pixels of a prepared rectangle.
    func image(of prepared: Prepared, in rect: CGRect) throws -> FloatImage {
        let (width, height) = try rect.pixelCounts()
        guard width * height <= Self.maximumPixelCount else {
            throw ImageError(.tooLarge, "an operation needs \(width) × \(height) pixels at once")
        }
        let image = try FloatImage(width: width, height: height)
        try inBands(width: width, height: height, halo: prepared.halo) { rows in
            try prepared.draw(rect.band(rows), image.rows.rows(rows))
        }
        return image
    }

    /// Calls a function for bands of rows, on all processors, until all rows are done.
    ///
    /// - Parameter isBytes: whether a pixel consists of four bytes instead of four floats.
    func inBands(
        width: Int, height: Int, halo: Int = 0, multipleOf unit: Int = 1, ofBytes isBytes: Bool = false,
        _ body: @Sendable (Range<Int>) throws -> Void
    ) throws {
        let wanted = max(1, Self.bandPixelCount * (isBytes ? 4 : 1) / max(1, width), 4 * halo)
        let count = min(height, (wanted + unit - 1) / unit * unit)
        let bands = (height + count - 1) / count
        let failure = Locked<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: bands) { index in
            if failure.withLock({ $0 != nil }) { return }
            do {
                try body(index * count..<min(height, (index + 1) * count))
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// A recipe that is prepared for a rectangle. Any rows of the rectangle can then be drawn.
package struct Prepared: Sendable {
    /// The number of additional rows, above and below, that must be computed to draw a band. If it is not 0, drawing few rows at a time is
    /// costly.
    var halo = 0
    /// The pixels, if they are already in memory.
    var placed: PlacedImage?
    /// Draws a band of the rectangle, which has the rectangle's full width. Every pixel is set.
    let draw: @Sendable (CGRect, PixelRows) throws -> Void

    static let transparent = Prepared { _, rows in rows.fill(.zero) }

    init(halo: Int = 0, _ draw: @escaping @Sendable (CGRect, PixelRows) throws -> Void) {
        self.halo = halo
        self.draw = draw
    }

    init(_ placed: PlacedImage) {
        self.placed = placed
        draw = { rect, rows in placed.copy(rect, to: rows) }
    }
}

/// An operation on images.
package protocol RecipeNode: Sendable {
    /// The rectangle that the result fills. Outside it the result is transparent.
    var extent: CGRect { get }
    /// The recipes on which the operation works.
    var inputs: [Recipe] { get }
    /// Prepares drawing a rectangle whose width and height are whole numbers.
    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared
    /// A variant of ``prepare(in:_:)`` with byte arithmetic. Returns `nil` if the operation needs floats.
    func prepareBytes(in rect: CGRect, _ rendering: Rendering, isLast: Bool) throws -> PreparedBytes?
}

extension RecipeNode {
    func prepareBytes(in rect: CGRect, _ rendering: Rendering, isLast: Bool) throws -> PreparedBytes? { nil }
}

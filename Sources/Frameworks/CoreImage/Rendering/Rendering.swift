import CoreGraphics
import Dispatch
import Locks

/// The way to compute recipes: in premultiplied floats of linear light, or of stored values.
package struct Rendering: Sendable {
    /// Whether pixels are in linear light, as in Core Image. If not, they are sRGB's stored values.
    let isLinear: Bool
    /// The sources that the steps have read.
    var decoded: DecodedSources?

    /// The largest number of pixels in an intermediate picture.
    static let maximumPixelCount = 40_000_000
    /// About how many pixels are computed at a time, so that they stay in the processor's cache.
    private static let bandPixelCount = 1 << 15

    /// Whether a colour space has stored values instead of linear light. This is also true if there is no colour space.
    static func isStored(_ space: Any) -> Bool {
        guard let space = space as? CGColorSpace else { return true }
        return space.name.map { !$0.contains("Linear") } ?? true
    }

    /// A recipe's colour as a pixel.
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

    /// Calls a function for all rows, some at a time, on all processors.
    ///
    /// - Parameter isBytes: whether pixels have four bytes, and not four floats.
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

/// A recipe that is prepared for a rectangle, so that any of the rectangle's rows can be drawn.
package struct Prepared: Sendable {
    /// The number of additional rows, above and below, that must be computed for some rows. If it is not 0, drawing few rows at a time is
    /// costly.
    var halo = 0
    /// The pixels, if they are in memory already.
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
    /// Its parts.
    var inputs: [Recipe] { get }
    /// Prepares drawing of a rectangle with whole sides.
    func prepare(in rect: CGRect, _ rendering: Rendering) throws -> Prepared
    /// The same in bytes; `nil` if it takes floats.
    func prepareBytes(in rect: CGRect, _ rendering: Rendering, isLast: Bool) throws -> PreparedBytes?
}

extension RecipeNode {
    func prepareBytes(in rect: CGRect, _ rendering: Rendering, isLast: Bool) throws -> PreparedBytes? { nil }
}

import CPixels
import CoreGraphics

/// An error: bytes cannot represent a pixel as exactly as floats do, so the recipe must be drawn with floats.
struct NotInBytes: Error {}

/// A recipe that is prepared for drawing rows of a rectangle as bytes. The bytes are stored values.
///
/// If the rendering is in linear light, all pixels are opaque or zero. Each byte then corresponds to exactly one linear value, and larger
/// bytes correspond to larger values.
package struct PreparedBytes: Sendable {
    /// The number of additional rows, above and below, that must be computed to draw a band.
    var halo = 0
    /// Draws a band with the full width of the rectangle. Every pixel is set. Throws ``NotInBytes`` if floats are needed.
    let draw: @Sendable (CGRect, ByteRows) throws -> Void
    /// The rows of a band, if they are already in memory in the layout of ``ByteRows``.
    var inPlace: @Sendable (CGRect) -> ByteRows? = { _ in nil }

    static let transparent = PreparedBytes { _, rows in rows.clear() }

    init(halo: Int = 0, _ draw: @escaping @Sendable (CGRect, ByteRows) throws -> Void) {
        self.halo = halo
        self.draw = draw
    }

    /// Calls a function with a band's rows. The function must not change them.
    func withRows<Result>(_ band: CGRect, _ body: (ByteRows) throws -> Result) throws -> Result {
        if let rows = inPlace(band) { return try body(rows) }
        let image = ByteImage(width: Int(band.width), height: Int(band.height))
        try draw(band, image.rows)
        return try withExtendedLifetime(image) { try body(image.rows) }
    }

    /// The pixels inside a rectangle. Pixels outside the rectangle are transparent.
    func limited(to extent: CGRect) -> PreparedBytes {
        if extent.isInfinite { return self }
        return PreparedBytes(halo: halo) { band, rows in
            let (columns, lines) = band.range(of: extent)
            if columns.isEmpty || lines.isEmpty { return rows.clear() }
            try draw(band, rows)
            rows.clear(outside: columns, lines)
        }
    }

    /// The pixels, moved by whole pixels.
    func moved(x: CGFloat, y: CGFloat) -> PreparedBytes {
        var result = PreparedBytes(halo: halo) { band, rows in try draw(band.offsetBy(dx: -x, dy: -y), rows) }
        result.inPlace = { inPlace($0.offsetBy(dx: -x, dy: -y)) }
        return result
    }

    /// The pixels inside `bounds`. Each pixel outside is equal to the nearest pixel of `bounds`.
    func clamped(to bounds: CGRect) -> PreparedBytes {
        PreparedBytes(halo: halo) { band, rows in
            // The columns and rows inside the bounds. If there are none, the nearest column or row.
            let columns = Self.inside(bounds.minX - band.minX, bounds.maxX - band.minX, rows.width)
            let lines = Self.inside(band.maxY - bounds.maxY, band.maxY - bounds.minY, rows.height)
            let left = min(max(band.minX, bounds.minX), bounds.maxX - 1)
            let top = max(min(band.maxY, bounds.maxY), bounds.minY + 1)
            let (width, height) = (CGFloat(columns.count), CGFloat(lines.count))
            let inner = rows.part(columns, lines)
            try draw(CGRect(x: left, y: top - height, width: width, height: height), inner)
            for y in 0..<inner.height {
                let row = rows.row(lines.lowerBound + y)
                repeatPixel(row + 4 * columns.lowerBound, row, columns.lowerBound)
                repeatPixel(row + 4 * (columns.upperBound - 1), row + 4 * columns.upperBound, rows.width - columns.upperBound)
            }
            for y in 0..<lines.lowerBound { rows.row(y).update(from: rows.row(lines.lowerBound), count: 4 * rows.width) }
            for y in lines.upperBound..<rows.height { rows.row(y).update(from: rows.row(lines.upperBound - 1), count: 4 * rows.width) }
        }
    }

    /// The range from `low` to `high`, limited to `0..<count`. It contains at least one number.
    private static func inside(_ low: CGFloat, _ high: CGFloat, _ count: Int) -> Range<Int> {
        let first = Int(min(max(low, 0), CGFloat(count - 1)))
        return first..<max(first + 1, Int(min(high, CGFloat(count))))
    }
}

private func repeatPixel(_ pixel: UnsafeMutablePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for index in 0..<count { (target + 4 * index).update(from: pixel, count: 4) }
}

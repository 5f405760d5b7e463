import CPixels
import CoreGraphics

/// A pixel that bytes cannot stand for in the same way as floats, so that floats are needed.
struct NotInBytes: Error {}

/// A recipe made ready for a rectangle, whose pixels are bytes of stored values: what it takes to draw any of the rectangle's rows.
///
/// In linear light all pixels are opaque or zeros. Each of their bytes then stands for one light and the other way round, and greater bytes for more
/// light.
package struct PreparedBytes: Sendable {
    /// How many rows more, above and below, are computed beneath for some rows.
    var halo = 0
    /// Draws a band of the rectangle, which is as wide as the rectangle. Every pixel is set. Throws ``NotInBytes`` where floats are needed.
    let draw: @Sendable (CGRect, ByteRows) throws -> Void
    /// The rows of a band, if they are in memory in this form.
    var inPlace: @Sendable (CGRect) -> ByteRows? = { _ in nil }

    static let transparent = PreparedBytes { _, rows in rows.clear() }

    init(halo: Int = 0, _ draw: @escaping @Sendable (CGRect, ByteRows) throws -> Void) {
        self.halo = halo
        self.draw = draw
    }

    /// Gives a band's rows to a function. They are not to be changed.
    func withRows<Result>(_ band: CGRect, _ body: (ByteRows) throws -> Result) throws -> Result {
        if let rows = inPlace(band) { return try body(rows) }
        let image = ByteImage(width: Int(band.width), height: Int(band.height))
        try draw(band, image.rows)
        return try withExtendedLifetime(image) { try body(image.rows) }
    }

    /// The same, and transparent outside of a rectangle.
    func limited(to extent: CGRect) -> PreparedBytes {
        if extent.isInfinite { return self }
        return PreparedBytes(halo: halo) { band, rows in
            let (columns, lines) = band.range(of: extent)
            if columns.isEmpty || lines.isEmpty { return rows.clear() }
            try draw(band, rows)
            rows.clear(outside: columns, lines)
        }
    }

    /// The same moved by whole pixels.
    func moved(x: CGFloat, y: CGFloat) -> PreparedBytes {
        var result = PreparedBytes(halo: halo) { band, rows in try draw(band.offsetBy(dx: -x, dy: -y), rows) }
        result.inPlace = { inPlace($0.offsetBy(dx: -x, dy: -y)) }
        return result
    }

    /// The part in bounds, and outside of them their nearest pixels.
    func clamped(to bounds: CGRect) -> PreparedBytes {
        PreparedBytes(halo: halo) { band, rows in
            // The columns and rows inside of the bounds, or else the nearest one.
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

    /// The whole numbers from a low to a high one that are at least 0 and below a count, at least one of them.
    private static func inside(_ low: CGFloat, _ high: CGFloat, _ count: Int) -> Range<Int> {
        let first = Int(min(max(low, 0), CGFloat(count - 1)))
        return first..<max(first + 1, Int(min(high, CGFloat(count))))
    }
}

private func repeatPixel(_ pixel: UnsafeMutablePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    for index in 0..<count { (target + 4 * index).update(from: pixel, count: 4) }
}

import CoreGraphics

/// Rows of premultiplied RGBA pixels with one byte per component, top row first. The code that makes this value must keep the memory alive.
struct ByteRows: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let width: Int
    let height: Int
    let bytesPerRow: Int

    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y * bytesPerRow }

    func part(_ columns: Range<Int>, _ rows: Range<Int>) -> ByteRows {
        ByteRows(base: row(rows.lowerBound) + 4 * columns.lowerBound, width: columns.count, height: rows.count, bytesPerRow: bytesPerRow)
    }

    func clear() {
        for y in 0..<height { row(y).update(repeating: 0, count: 4 * width) }
    }

    /// Clears the pixels outside the given columns and rows to transparent black.
    func clear(outside columns: Range<Int>, _ rows: Range<Int>) {
        if columns.isEmpty || rows.isEmpty { return clear() }
        part(0..<width, 0..<rows.lowerBound).clear()
        part(0..<columns.lowerBound, rows).clear()
        part(columns.upperBound..<width, rows).clear()
        part(0..<width, rows.upperBound..<height).clear()
    }
}

/// An image of RGBA bytes. Its memory is not initialised.
final class ByteImage: Sendable {
    let rows: ByteRows

    init(width: Int, height: Int) {
        // Each side is at most a million, so four bytes per pixel do not overflow.
        rows = ByteRows(base: .allocate(capacity: 4 * width * height), width: width, height: height, bytesPerRow: 4 * width)
    }

    /// Copies a part of the image to rows of the same size.
    func copy(_ part: (columns: Range<Int>, rows: Range<Int>), to target: ByteRows) {
        let source = rows.part(part.columns, part.rows)
        for y in 0..<source.height { target.row(y).update(from: source.row(y), count: 4 * source.width) }
    }

    deinit { rows.base.deallocate() }
}

import CPixels
import CoreGraphics
import Foundation

extension Rendering {
    /// Prepares a recipe for drawing in a rectangle whose width and height are whole numbers. If the rectangle's origin is fractional, its
    /// pixels lie between the image's pixels.
    func prepare(_ recipe: Recipe, in rect: CGRect) throws -> Prepared {
        let visible = recipe.extent.intersection(rect)
        if visible.isNull || visible.isEmpty { return .transparent }
        if let fused = FusedRecipe(recipe) { return try prepare(fused, extent: recipe.extent, in: rect) }
        switch recipe {
        case .empty, .source: return .transparent
        case .color(let color):
            let pixel = pixel(color)
            return Prepared { _, rows in rows.fill(pixel) }
        case .cropped(let inner, let crop):
            let prepared = try prepare(inner, in: rect)
            return Prepared(halo: prepared.halo) { band, rows in
                let (columns, lines) = band.range(of: crop)
                if lines.isEmpty || columns.isEmpty { return rows.fill(.zero) }
                try prepared.draw(band, rows)
                rows.clear(outside: columns, lines)
            }
        case .pointwise(let inner, let operation): return try prepare(inner, operation, in: rect)
        case .composited(let top, let bottom):
            return try prepare(top, bottom, in: rect) { upper, lower, count in
                upper.withMemoryRebound(to: Float.self, capacity: 4 * count) { upper in
                    lower.withMemoryRebound(to: Float.self, capacity: 4 * count) { pixels_lay_over(upper, $0, count) }
                }
            }
        case .clamped(let inner, let bounds): return try prepare(inner, clampedTo: bounds, in: rect)
        case .transformed(let inner, let transform): return try prepare(inner, transform, in: rect)
        case .node(let node): return try node.prepare(in: rect, self)
        }
    }

    private func prepare(_ inner: Recipe, _ operation: PixelOperation, in rect: CGRect) throws -> Prepared {
        // Outside its extent an image stays transparent, even if the operation changes transparent black.
        if isLinear, case .storedRow(let function) = operation {
            return try prepareStored(inner, in: rect).changed(inside: inner.extent) { pixels, count in
                function(pixels, count)
                LinearLight.decode(pixels, count: count)
            }
        }
        return try prepare(inner, in: rect).changed(inside: inner.extent) { operation.apply(to: $0, count: $1, self) }
    }

    /// Prepares a function of the pixels of two images at the same position. The result replaces the pixels of the first image.
    func prepare(
        _ first: Recipe, _ second: Recipe, in rect: CGRect,
        _ function: @escaping @Sendable (UnsafeMutablePointer<SIMD4<Float>>, UnsafeMutablePointer<SIMD4<Float>>, Int) -> Void
    ) throws -> Prepared {
        let (upper, lower) = (try prepare(first, in: rect), try prepare(second, in: rect))
        return Prepared(halo: max(upper.halo, lower.halo)) { band, rows in
            let other = try FloatImage(width: rows.width, height: rows.height)
            try upper.draw(band, rows)
            try lower.draw(band, other.rows)
            function(rows.pixels, other.rows.pixels, rows.width * rows.height)
            withExtendedLifetime(other) {}
        }
    }

    private func prepare(_ inner: Recipe, clampedTo bounds: CGRect, in rect: CGRect) throws -> Prepared {
        let needed = Self.pixels(of: bounds, nearestTo: rect)
        let (x0, y1) = (needed.minX, needed.maxY)
        let part = try prepare(inner, in: needed)
        let (width, height) = try needed.pixelCounts()
        return Prepared(halo: part.halo) { band, rows in
            let first = Self.nearest(y1 - band.maxY + 0.5, height)
            let last = Self.nearest(y1 - band.minY - 0.5, height)
            // The lines are drawn at the end of the rows' memory. There are never more lines than rows. A row is written only after the
            // lines that this row and later rows read.
            let own = width <= rows.width ? nil : try FloatImage(width: width, height: last - first + 1)
            let end = rows.pixels + max(0, rows.width * rows.height - width * (last - first + 1))
            let lines = own?.rows ?? PixelRows(pixels: end, width: width, height: last - first + 1)
            try part.draw(needed.band(first..<last + 1), lines)
            let left = min(max(Int((x0 - band.minX - 0.5).rounded(.up)), 0), rows.width - 1)
            let skipped = min(max(Int((band.minX - x0 + 0.5).rounded(.down)), 0), width - 1)
            let count = min(width - skipped, rows.width - left)
            for row in 0..<rows.height {
                let from = Self.nearest(y1 - (band.maxY - CGFloat(row) - 0.5), height) - first
                let (source, target) = (lines.row(min(max(from, 0), lines.height - 1)) + skipped, rows.row(row))
                let (before, after) = (source[0], source[count - 1])
                memmove(target + left, source, count * MemoryLayout<SIMD4<Float>>.stride)
                target.update(repeating: before, count: left)
                (target + left + count).update(repeating: after, count: rows.width - left - count)
            }
            withExtendedLifetime(own) {}
        }
    }

    /// The pixels of `bounds` that are nearest to `rect`: at least one row and one column.
    static func pixels(of bounds: CGRect, nearestTo rect: CGRect) -> CGRect {
        let x0 = min(max(rect.minX, bounds.minX), bounds.maxX - 1).rounded(.down)
        let x1 = max(x0 + 1, min(max(rect.maxX, bounds.minX), bounds.maxX).rounded(.up))
        let y0 = min(max(rect.minY, bounds.minY), bounds.maxY - 1).rounded(.down)
        let y1 = max(y0 + 1, min(max(rect.maxY, bounds.minY), bounds.maxY).rounded(.up))
        return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    }

    private static func nearest(_ position: CGFloat, _ count: Int) -> Int {
        Int(min(max(position.rounded(.down), 0), CGFloat(count - 1)))
    }
}

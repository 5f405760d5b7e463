import Foundation

/// The coverage of each pixel of a rectangle by a shape, 0 to 1.
///
/// Each edge adds its exact signed area to the crossed pixels. The running sum along a row is then the winding number, with antialiasing at the
/// edges.
struct CoverageMask {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    private(set) var values: [Float]

    /// The coverage of a shape inside a bitmap of a given size; `nil` if it covers no pixels.
    ///
    /// - Parameters:
    ///   - polygons: closed polygons in device pixels, y downwards.
    ///   - smooth: whether pixels at the edge are partly covered.
    init?(_ polygons: [[CGPoint]], rule: CGPathFillRule, bitmapWidth: Int, bitmapHeight: Int, smooth: Bool) {
        var (left, right, top, bottom) = (CGFloat.infinity, -CGFloat.infinity, CGFloat.infinity, -CGFloat.infinity)
        for point in polygons.joined() {
            // Beyond this limit, coordinates are no longer exact to a fraction of a pixel.
            guard abs(point.x) < 1e9, abs(point.y) < 1e9 else { return nil }
            left = min(left, point.x)
            right = max(right, point.x)
            top = min(top, point.y)
            bottom = max(bottom, point.y)
        }
        guard left < right || top < bottom, right > 0, bottom > 0, left < CGFloat(bitmapWidth), top < CGFloat(bitmapHeight) else {
            return nil
        }
        x = Int(max(left, 0))
        y = Int(max(top, 0))
        width = Int(min(right, CGFloat(bitmapWidth)).rounded(.up)) - x
        height = Int(min(bottom, CGFloat(bitmapHeight)).rounded(.up)) - y
        guard width > 0, height > 0 else { return nil }
        values = [Float](repeating: 0, count: (width + 1) * height)
        for polygon in polygons where polygon.count > 1 {
            var previous = polygon[polygon.count - 1]
            for point in polygon {
                addEdge(previous, point)
                previous = point
            }
        }
        for row in 0..<height {
            var sum: Float = 0
            for column in 0..<width {
                let index = row * (width + 1) + column
                sum += values[index]
                var covered = abs(sum)
                if rule == .evenOdd {
                    covered = covered.truncatingRemainder(dividingBy: 2)
                    if covered > 1 { covered = 2 - covered }
                }
                covered = min(covered, 1)
                values[index] = smooth ? covered : covered >= 0.5 ? 1 : 0
            }
        }
    }

    /// The coverage of a pixel of the bitmap.
    subscript(column: Int, row: Int) -> Float {
        values[(row - y) * (width + 1) + column - x]
    }

    private mutating func addEdge(_ from: CGPoint, _ to: CGPoint) {
        let (x0, y0) = (Double(from.x) - Double(x), Double(from.y) - Double(y))
        let (x1, y1) = (Double(to.x) - Double(x), Double(to.y) - Double(y))
        if y0 == y1 { return }
        let direction = y0 < y1 ? 1.0 : -1.0
        let (ax, ay, bx, by) = y0 < y1 ? (x0, y0, x1, y1) : (x1, y1, x0, y0)
        let slope = (bx - ax) / (by - ay)
        let first = max(ay, 0)
        let last = min(by, Double(height))
        guard first < last else { return }
        for row in Int(first)..<Int(last.rounded(.up)) {
            let upper = max(first, Double(row))
            let lower = min(last, Double(row + 1))
            let tall = lower - upper
            guard tall > 0 else { continue }
            let from = ax + (upper - ay) * slope
            let to = ax + (lower - ay) * slope
            spread(row, min(from, to), max(from, to), tall * direction)
        }
    }

    /// Adds a piece of an edge within one row. Pixels on its right-hand side are fully inside. Pixels that it crosses are partly inside.
    private mutating func spread(_ row: Int, _ left: Double, _ right: Double, _ area: Double) {
        let end = Double(width)
        let start = row * (width + 1)
        if right <= 0 {
            values[start] += Float(area)
            return
        }
        if left >= end { return }
        let low = max(left, 0)
        let high = min(right, end)
        if left < 0 {
            // The part of the edge to the left of the mask affects all columns, beginning with the first.
            let outside = area * (0 - left) / (right - left)
            values[start] += Float(outside)
        }
        let span = right - left
        var column = Int(low)
        if span < 1e-9 {
            let fraction = low - Double(column)
            values[start + min(column, width)] += Float(area * (1 - fraction))
            if column + 1 <= width { values[start + column + 1] += Float(area * fraction) }
            return
        }
        var position = low
        while position < high, column < width {
            let next = min(Double(column + 1), high)
            let part = area * (next - position) / span
            // The part of the pixel to the left of the edge is not covered. `fraction` is its mean width.
            let fraction = (position + next) / 2 - Double(column)
            values[start + column] += Float(part * (1 - fraction))
            values[start + column + 1] += Float(part * fraction)
            position = next
            column += 1
        }
    }
}

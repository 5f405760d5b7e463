import CoreGraphics
import simd

/// A projective map between planes. It maps straight lines to straight lines.
struct Projection: Sendable {
    let matrix: double3x3

    init(_ matrix: double3x3) { self.matrix = matrix }

    /// The map from the unit square to four corners: lower left, lower right, upper right and upper left. `nil` if three of the corners are
    /// on a line, or if a number is not finite.
    init?(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>) {
        let (d1, d2, sum) = (p1 - p2, p3 - p2, p0 - p1 + p2 - p3)
        let divisor = d1.x * d2.y - d2.x * d1.y
        let g = (sum.x * d2.y - d2.x * sum.y) / divisor
        let h = (d1.x * sum.y - sum.x * d1.y) / divisor
        let (a, b) = (p1 - p0 + g * p1, p3 - p0 + h * p3)
        let matrix = double3x3(columns: (SIMD3(a.x, a.y, g), SIMD3(b.x, b.y, h), SIMD3(p0.x, p0.y, 1)))
        guard divisor != 0, abs(matrix.determinant) > 1e-12, matrix.determinant.isFinite else { return nil }
        self.matrix = matrix
    }

    var inverse: Projection { Projection(matrix.inverse) }

    /// The composition of this map, applied first, with an affine map.
    func then(_ next: CGAffineTransform) -> Projection { Projection(Self.matrix(next) * matrix) }

    /// The composition of an affine map, applied first, with this map.
    func after(_ first: CGAffineTransform) -> Projection { Projection(matrix * Self.matrix(first)) }

    private static func matrix(_ transform: CGAffineTransform) -> double3x3 {
        double3x3(
            columns: (
                SIMD3(Double(transform.a), Double(transform.b), 0), SIMD3(Double(transform.c), Double(transform.d), 0),
                SIMD3(Double(transform.tx), Double(transform.ty), 1)
            ))
    }

    /// The image of a point under this map; `nil` if the point is on or beyond the line that is mapped to infinity.
    @inline(__always)
    func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double>? {
        let (c0, c1, c2) = matrix.columns
        let scale = c0.z * point.x + c1.z * point.y + c2.z
        guard scale > 1e-9 else { return nil }
        return SIMD2(c0.x * point.x + c1.x * point.y + c2.x, c0.y * point.x + c1.y * point.y + c2.y) / scale
    }

    /// The bounding box of a mapped rectangle; `nil` if a part of the rectangle is mapped to infinity.
    func bounds(of rect: CGRect) -> CGRect? {
        let (left, right) = (Double(rect.minX), Double(rect.maxX))
        let (bottom, top) = (Double(rect.minY), Double(rect.maxY))
        let corners = [SIMD2(left, bottom), SIMD2(right, bottom), SIMD2(right, top), SIMD2(left, top)].compactMap { self($0) }
        guard corners.count == 4 else { return nil }
        let low = corners.dropFirst().reduce(corners[0]) { pointwiseMin($0, $1) }
        let high = corners.dropFirst().reduce(corners[0]) { pointwiseMax($0, $1) }
        guard (high - low).x < 1e6, (high - low).y < 1e6 else { return nil }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
}

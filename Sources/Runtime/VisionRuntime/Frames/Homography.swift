import CoreGraphics

/// A projective map of the plane. Its 3 × 3 matrix turns `(x, y, 1)` into `(X, Y, W)`, which stands for the point `(X / W, Y / W)`.
package struct Homography: Hashable, Sendable {
    /// The nine elements of the matrix, row by row.
    package var elements: [Double]

    /// - Precondition: there are nine elements.
    package init(_ elements: [Double]) {
        precondition(elements.count == 9)
        self.elements = elements
    }

    package static let identity = Homography([1, 0, 0, 0, 1, 0, 0, 0, 1])

    /// The affine map `transform`.
    package init(_ transform: CGAffineTransform) {
        self.init([
            Double(transform.a), Double(transform.c), Double(transform.tx), Double(transform.b), Double(transform.d), Double(transform.ty),
            0, 0, 1,
        ])
    }

    /// The point to which the map takes a point. Its coordinates are not finite if it lies at infinity.
    package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let e = elements
        let w = e[6] * x + e[7] * y + e[8]
        return ((e[0] * x + e[1] * y + e[2]) / w, (e[3] * x + e[4] * y + e[5]) / w)
    }

    package func apply(_ point: CGPoint) -> CGPoint {
        let image = apply(Double(point.x), Double(point.y))
        return CGPoint(x: image.x, y: image.y)
    }

    /// The composition of two maps. `right` is applied first.
    package static func * (left: Homography, right: Homography) -> Homography {
        var product = [Double](repeating: 0, count: 9)
        for i in 0..<3 {
            for j in 0..<3 {
                var sum = 0.0
                for k in 0..<3 { sum += left.elements[3 * i + k] * right.elements[3 * k + j] }
                product[3 * i + j] = sum
            }
        }
        return Homography(product)
    }

    /// The inverse map; `nil` if there is none.
    package var inverse: Homography? {
        let e = elements
        let cofactors = [
            e[4] * e[8] - e[5] * e[7], e[2] * e[7] - e[1] * e[8], e[1] * e[5] - e[2] * e[4],
            e[5] * e[6] - e[3] * e[8], e[0] * e[8] - e[2] * e[6], e[2] * e[3] - e[0] * e[5],
            e[3] * e[7] - e[4] * e[6], e[1] * e[6] - e[0] * e[7], e[0] * e[4] - e[1] * e[3],
        ]
        let determinant = e[0] * cofactors[0] + e[1] * cofactors[3] + e[2] * cofactors[6]
        guard determinant.isFinite, abs(determinant) > 1e-18 else { return nil }
        return Homography(cofactors.map { $0 / determinant })
    }

    /// Maps the unit square's corners (0, 0), (1, 0), (1, 1), (0, 1) to four points. `nil` if the points do not span a quadrilateral.
    ///
    /// Closed form after Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
    package init?(unitSquareTo corners: [CGPoint]) {
        precondition(corners.count == 4)
        let x = corners.map { Double($0.x) }
        let y = corners.map { Double($0.y) }
        let sum = (x: x[0] - x[1] + x[2] - x[3], y: y[0] - y[1] + y[2] - y[3])
        let first = (x: x[1] - x[2], y: y[1] - y[2])
        let second = (x: x[3] - x[2], y: y[3] - y[2])
        let determinant = first.x * second.y - second.x * first.y
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        let g = (sum.x * second.y - second.x * sum.y) / determinant
        let h = (first.x * sum.y - sum.x * first.y) / determinant
        self.init([x[1] - x[0] + g * x[1], x[3] - x[0] + h * x[3], x[0], y[1] - y[0] + g * y[1], y[3] - y[0] + h * y[3], y[0], g, h, 1])
    }
}

import Foundation

/// The rotation of a head, computed from its points.
extension FaceShape {
    /// The rotation of a mean head, under parallel projection, that best fits these points. A least-squares affine camera is fitted first, and
    /// replaced by the nearest camera that only rotates and scales. `nil` if the points lie on a line.
    var attitude: FaceAttitude? {
        let middle = MeanHead.points.reduce(SIMD2.zero) { $0 + points[$1.index] } / Double(MeanHead.points.count)
        var (first, second) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for point in MeanHead.points {
            let seen = points[point.index] - middle
            first += seen.x * point.solver
            second -= seen.y * point.solver
        }
        // The rows of the camera are made orthonormal with the inverse square root of their Gram matrix.
        let (a, b, d) = ((first * first).sum(), (first * second).sum(), (second * second).sum())
        let determinant = (a * d - b * b).squareRoot()
        let trace = (a + d + 2 * determinant).squareRoot()
        guard determinant.isFinite, determinant > 1e-12, trace > 0 else { return nil }
        let factor = 1 / (determinant * trace)
        let x = factor * ((d + determinant) * first - b * second)
        let y = factor * ((a + determinant) * second - b * first)
        // The third row is their cross product.
        let z = SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
        return FaceAttitude(roll: atan2(y.x, x.x), yaw: asin(min(max(-z.x, -1), 1)), pitch: atan2(z.y, z.z))
    }
}

/// A mean head: the points that hardly move with facial expressions.
enum MeanHead {
    struct Point {
        let index: Int
        /// The weights of the point's image coordinates in the fitted camera: the point's row of the pseudoinverse of the matrix of all points.
        let solver: SIMD3<Double>
    }

    /// The positions on a head that looks at the viewer: to the right of the picture, up, and towards the viewer, in approximate millimetres.
    ///
    /// The head is symmetric, and was fitted to the marks of 5,769 faces in photos and videos. The head and each face's camera were fitted
    /// alternately. The head is turned so that the mean of all faces looks straight ahead.
    static let places: [(index: Int, place: SIMD3<Double>)] = [
        (27, SIMD3(0, 36.2, 6.7)), (28, SIMD3(0, 21.8, 15.5)), (29, SIMD3(0, 8.1, 25)), (30, SIMD3(0, -4.1, 27.6)),
        (31, SIMD3(-14.2, -12.8, 3.4)), (33, SIMD3(0, -16.6, 9.6)), (35, SIMD3(14.2, -12.8, 3.4)), (36, SIMD3(-48.7, 37, -19.5)),
        (39, SIMD3(-21.3, 35.6, -13)), (42, SIMD3(21.3, 35.6, -13)), (45, SIMD3(48.7, 37, -19.5)), (48, SIMD3(-28.8, -39.6, -15.6)),
        (54, SIMD3(28.8, -39.6, -15.6)), (51, SIMD3(0, -31.9, 6.8)), (57, SIMD3(0, -53.9, -1.8)),
    ]

    static let points: [Point] = {
        let middle = places.reduce(SIMD3.zero) { $0 + $1.place } / Double(places.count)
        let centered = places.map { (index: $0.index, place: $0.place - middle) }
        var products = [SIMD3<Double>](repeating: .zero, count: 3)
        for (_, place) in centered {
            for row in 0..<3 { products[row] += place[row] * place }
        }
        // The Gram matrix is symmetric, so the columns of its inverse are cross products of its rows.
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let columns = [cross(products[1], products[2]), cross(products[2], products[0]), cross(products[0], products[1])]
        let determinant = (products[0] * columns[0]).sum()
        return centered.map { index, place in
            let solved = (place.x * columns[0] + place.y * columns[1] + place.z * columns[2]) / determinant
            return Point(index: index, solver: solved)
        }
    }()
}

import Foundation

/// How a head is turned, by its points.
extension FaceShape {
    /// The turn of a mean head whose points, seen from far away, lie as these do: the best affine camera for its points, brought to the nearest
    /// one that turns and scales without shearing. `nil` where the points do not span anything.
    var attitude: FaceAttitude? {
        let middle = MeanHead.points.reduce(SIMD2.zero) { $0 + points[$1.index] } / Double(MeanHead.points.count)
        var (first, second) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for point in MeanHead.points {
            let seen = points[point.index] - middle
            first += seen.x * point.solver
            second -= seen.y * point.solver
        }
        // The rows of the camera become orthonormal through the inverse square root of their products.
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

/// The points of a mean head that stay where they are when the face moves.
enum MeanHead {
    struct Point {
        let index: Int
        /// The row of the pseudoinverse of the head's points that this one is multiplied with.
        let solver: SIMD3<Double>
    }

    /// To the right of the picture, up, and towards the viewer, of a head that looks there: in about millimetres.
    ///
    /// Fitted to the marks of 5,769 faces in photos and videos, alternately with each face's camera, as one symmetric head, and turned so that
    /// the mean of all faces looks straight ahead.
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
        // The matrix of products is symmetric; its inverse has the cross products of its rows as columns.
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

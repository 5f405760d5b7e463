import CKernels
import CoreGraphics

/// A contour of an image. It is a closed polygon that goes counterclockwise around a shape and clockwise around a hole.
package struct ContourShape: Hashable, Sendable {
    let tree: ContourTree
    let index: Int
    /// The points of a simplified contour; `nil` for a traced contour.
    private var simplified: [SIMD2<Float>]?

    init(tree: ContourTree, index: Int) {
        self.tree = tree
        self.index = index
    }

    /// Makes a contour from a polygon.
    ///
    /// - Parameters:
    ///   - polygon: the points, normalised to the upright image, origin at the lower left, counterclockwise.
    ///   - aspectRatio: the image's width divided by its height.
    package init(polygon: [SIMD2<Float>], aspectRatio: Float) {
        self.init(tree: ContourTree(points: polygon, parents: [-1], ends: [polygon.count], aspectRatio: aspectRatio), index: 0)
    }

    /// Makes the convex hull of points.
    ///
    /// - Parameters:
    ///   - points: normalised to the upright image, origin at the lower left. May be empty.
    ///   - aspectRatio: the image's width divided by its height.
    package init(around points: [CGPoint], aspectRatio: Float) {
        let hull = OrientedRectangle.convexHull(of: points.map { SIMD2(Double($0.x), Double($0.y)) })
        self.init(polygon: hull.map { SIMD2<Float>($0) }, aspectRatio: aspectRatio)
    }

    /// The points, normalised to the upright image, with the origin at the lower left. The last point is joined to the first.
    package var points: ArraySlice<SIMD2<Float>> { simplified.map { $0[...] } ?? tree.points[tree.pointRange(index)] }

    package var pointCount: Int { simplified?.count ?? tree.pointRange(index).count }

    /// The image's width over its height.
    package var aspectRatio: Float { tree.aspectRatio }

    package var indexPath: IndexPath { tree.indexPath(of: index) }

    package var childCount: Int { tree.childIndices(index).count }

    /// The contours that lie directly inside this one.
    package var children: [ContourShape] { tree.shapes(within: index) }

    /// - Returns: `nil` if there is no such child.
    package func child(at place: Int) -> ContourShape? {
        let children = tree.childIndices(index)
        return place >= 0 && place < children.count ? ContourShape(tree: tree, index: children[children.startIndex + place]) : nil
    }

    package var path: CGPath {
        let path = CGMutablePath()
        path.add(points)
        return path
    }

    /// The index of the parent contour among all contours; `nil` if there is none.
    package var parent: Int? { tree.parents[index] >= 0 ? tree.parents[index] : nil }

    /// The contour simplified with the algorithm of Ramer (1972) and of Douglas and Peucker (1973). A point is left out if its distance
    /// from the remaining line is at most `epsilon`, in normalised coordinates.
    ///
    /// - Throws: `VisionFailure` of kind `invalidArgument` if `epsilon` is negative or not finite.
    package func simplified(epsilon: Float) throws -> ContourShape {
        guard epsilon >= 0, epsilon.isFinite else {
            throw VisionFailure(.invalidArgument, "a contour cannot be approximated within a distance of \(epsilon)")
        }
        let points = Array(points)
        var kept = [UInt8](repeating: 0, count: points.count)
        let count = points.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: Float.self) { numbers in
                numbers.baseAddress.map { contours_simplify($0, Int64(points.count), epsilon, &kept) } ?? 0
            }
        }
        guard count >= 0 else { throw VisionFailure(.outOfMemory, "there is no memory to approximate the contour") }
        var shape = self
        shape.simplified = zip(points, kept).compactMap { $1 == 1 ? $0 : nil }
        return shape
    }
}

extension ContourShape {
    /// The points in coordinates whose unit is the image's height in both directions. Lengths and angles are not distorted.
    package var undistortedPoints: [SIMD2<Double>] {
        points.map { SIMD2(Double($0.x) * Double(aspectRatio), Double($0.y)) }
    }

    /// The enclosed area, in squares of the image's height. It is positive if the contour goes counterclockwise.
    package var orientedArea: Double {
        let points = undistortedPoints
        guard let origin = points.first, var last = points.last else { return 0 }
        var sum = 0.0
        for point in points {
            let (from, to) = (last - origin, point - origin)
            sum += from.x * to.y - from.y * to.x
            last = point
        }
        return sum / 2
    }

    /// The length of the contour, in units of the image's height.
    package var perimeter: Double {
        let points = undistortedPoints
        guard var last = points.last else { return 0 }
        var sum = 0.0
        for point in points {
            let step = point - last
            sum += (step * step).sum().squareRoot()
            last = point
        }
        return sum
    }

    /// The smallest upright rectangle around the contour, normalised to the upright image, origin at the lower left.
    package var bounds: CGRect {
        guard let first = points.first else { return .zero }
        var (lower, upper) = (first, first)
        for point in points { (lower, upper) = (pointwiseMin(lower, point), pointwiseMax(upper, point)) }
        let size = upper - lower
        return CGRect(x: CGFloat(lower.x), y: CGFloat(lower.y), width: CGFloat(size.x), height: CGFloat(size.y))
    }

    /// The corners of the rectangle of least area around the contour, in normalised coordinates, from the top left clockwise.
    package var boundingCorners: [CGPoint] {
        let scale = 1 / Double(aspectRatio)
        return OrientedRectangle(around: undistortedPoints).corners.map { CGPoint(x: $0.x * scale, y: $0.y) }
    }
}

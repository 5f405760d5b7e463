import VisionRuntime
import simd

/// The closed outline of a shape, or of a hole in a shape. Points are normalised to the request's region of interest, which is
/// the whole upright image by default. The origin is at the lower left.
open class VNContour: NSObject, NSCopying, VNRequestRevisionProviding, @unchecked Sendable {
    let shape: ContourShape
    public let requestRevision: Int

    init(_ shape: ContourShape, revision: Int) {
        self.shape = shape
        requestRevision = revision
        super.init()
    }

    /// The contour's index path in its observation. For a top-level contour it is the index among the top-level contours. For a nested contour it is
    /// the parent's index path, followed by the index among the parent's children.
    public var indexPath: IndexPath { shape.indexPath }

    /// The number of contours that lie directly inside this one.
    public var childContourCount: Int { shape.childCount }

    /// The contours that lie directly inside this one.
    public var childContours: [VNContour] { shape.children.map { VNContour($0, revision: requestRevision) } }

    /// The contour at an index among the contours that lie directly inside this one.
    ///
    /// - Throws: `outOfBoundsError` if the index is out of range.
    public func childContour(at childContourIndex: Int) throws -> VNContour {
        guard let child = shape.child(at: childContourIndex) else {
            throw VNErrorCode.outOfBoundsError.error("there is no contour \(childContourIndex) among \(childContourCount) children")
        }
        return VNContour(child, revision: requestRevision)
    }

    /// The number of points of the contour.
    public var pointCount: Int { shape.pointCount }

    /// The points, counterclockwise around a shape and clockwise around a hole. The last point is joined to the first.
    public var normalizedPoints: [simd_float2] { Array(shape.points) }

    /// The contour as a closed path of straight lines.
    public var normalizedPath: CGPath { shape.path }

    /// The width of the image, or of the request's region of interest, divided by its height. If it is not 1, lengths and angles
    /// are distorted in normalised coordinates.
    public var aspectRatio: Float { shape.aspectRatio }

    /// Simplifies the contour with the Ramer-Douglas-Peucker algorithm. A point is removed if its distance from the remaining line is at most
    /// `epsilon`. The index path and the children stay the same.
    ///
    /// - Parameter epsilon: the maximum distance, in normalised coordinates.
    /// - Throws: `invalidArgument` if the distance is negative or not finite.
    public func polygonApproximation(epsilon: Float) throws -> VNContour {
        VNContour(try withVisionErrors { try shape.simplified(epsilon: epsilon) }, revision: requestRevision)
    }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Two contours are equal if they have the same points and the same index path, and belong to equal sets of contours.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNContour else { return false }
        return self === other || shape == other.shape
    }

    open override var hash: Int { shape.hashValue }

    open override var description: String { "<\(Self.self)> \(Array(indexPath)) \(pointCount) points, \(childContourCount) children" }
}

import VisionRuntime
import simd

/// A closed line around something, or around a hole in it. Points are normalised to the upright image, origin at the lower left.
open class VNContour: NSObject, NSCopying, VNRequestRevisionProviding, @unchecked Sendable {
    let shape: ContourShape
    public let requestRevision: Int

    init(_ shape: ContourShape, revision: Int) {
        self.shape = shape
        requestRevision = revision
        super.init()
    }

    /// Where the contour is among those of its observation: its place among the top level's, or the path of the contour that it lies in and
    /// its place among that one's children.
    public var indexPath: IndexPath { shape.indexPath }

    /// How many contours lie directly inside of this one.
    public var childContourCount: Int { shape.childCount }

    /// The contours right within this one.
    public var childContours: [VNContour] { shape.children.map { VNContour($0, revision: requestRevision) } }

    /// - Throws: `outOfBoundsError` where there are not so many children.
    public func childContour(at childContourIndex: Int) throws -> VNContour {
        guard let child = shape.child(at: childContourIndex) else {
            throw VNErrorCode.outOfBoundsError.error("there is no contour \(childContourIndex) among \(childContourCount) children")
        }
        return VNContour(child, revision: requestRevision)
    }

    /// How many points the contour has.
    public var pointCount: Int { shape.pointCount }

    /// The points, counterclockwise around what is outlined, clockwise around holes. The last one is joined to the first.
    public var normalizedPoints: [simd_float2] { Array(shape.points) }

    /// The contour as a closed path of straight lines.
    public var normalizedPath: CGPath { shape.path }

    /// The width of the image over its height, which normalised coordinates do not know.
    public var aspectRatio: Float { shape.aspectRatio }

    /// The contour without the points that are no further than `epsilon` from what remains, after Ramer, Douglas and Peucker. Its place among the
    /// other contours, and its children, stay the same.
    ///
    /// - Parameter epsilon: in normalised coordinates.
    /// - Throws: `invalidArgument` for a negative distance, or one that is not finite.
    public func polygonApproximation(epsilon: Float) throws -> VNContour {
        VNContour(try withVisionErrors { try shape.simplified(epsilon: epsilon) }, revision: requestRevision)
    }

    /// Contours do not change: a copy is the contour itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Two contours are equal that have the same points, and the same place among equal contours.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNContour else { return false }
        return self === other || shape == other.shape
    }

    open override var hash: Int { shape.hashValue }

    open override var description: String { "<\(Self.self)> \(Array(indexPath)) \(pointCount) points, \(childContourCount) children" }
}

import CoreGraphics
import Foundation
import VisionRuntime
import simd

/// The contours of an image. Points are normalised to the request's region of interest, which is the whole upright image by default. The
/// origin is at the lower left.
public struct ContoursObservation: VisionObservation, FactualObservation, @unchecked Sendable {
    let facts: ObservationFacts
    private let tree: ContourTree

    init(_ tree: ContourTree, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: 1)
        self.tree = tree
    }

    /// Converts a ``VNContoursObservation``, with its identifier, confidence and time.
    public init(_ observation: VNContoursObservation) {
        facts = ObservationFacts(observation)
        tree = observation.tree
    }

    /// The number of all contours, including nested ones.
    public var contourCount: Int { tree.count }

    /// All contours as one path.
    public var normalizedPath: CGPath { tree.path }

    /// The contours that do not lie inside another contour.
    public var topLevelContours: [Contour] { tree.topLevel.map { Contour($0) } }

    /// The contour at an index among all contours; `nil` if the index is out of range. A contour comes after its parent.
    public func contourAtIndex(_ index: Int) -> Contour? { tree[index].map { Contour($0) } }

    /// The contour at an index path. The first index selects a top-level contour. Each further index selects a child of the contour that was selected
    /// so far. `nil` if there is no such contour.
    public func countourAtIndexPath(_ indexPath: IndexPath) -> Contour? { tree[path: indexPath].map { Contour($0) } }

    var details: String { "\(contourCount) contours" }
}

extension ContoursObservation: Codable {
    private enum Key: CodingKey {
        case facts, contours
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        facts = try container.decode(ObservationFacts.self, forKey: .facts)
        guard let tree = try container.decode(ArchivedContours.self, forKey: .contours).tree else {
            throw DecodingError.dataCorruptedError(
                forKey: .contours, in: container, debugDescription: "the contours' points and parents do not go together")
        }
        self.tree = tree
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(facts, forKey: .facts)
        try container.encode(ArchivedContours(tree), forKey: .contours)
    }
}

extension ContoursObservation {
    /// The closed outline of a shape, or of a hole in a shape.
    public struct Contour: @unchecked Sendable, Equatable, Hashable, CustomStringConvertible {
        private let shape: ContourShape

        init(_ shape: ContourShape) {
            self.shape = shape
        }

        /// The width of the image, or of the request's region of interest, divided by its height. If it is not 1, lengths and
        /// angles are distorted in normalised coordinates.
        public var aspectRatio: Float { shape.aspectRatio }

        /// The contour's index path. For a top-level contour it is the index among the top-level contours. For a nested contour it is the parent's
        /// index path, followed by the index among the parent's children.
        public var indexPath: IndexPath { shape.indexPath }

        /// The contour as a closed path of straight lines.
        public var normalizedPath: CGPath { shape.path }

        /// The number of points of the contour.
        public var pointCount: Int { shape.pointCount }

        /// The points, counterclockwise around a shape and clockwise around a hole. The last point is joined to the first.
        public var normalizedPoints: [simd_float2] { Array(shape.points) }

        /// The points of ``normalizedPoints``, as values of ``NormalizedPoint``.
        public var points: [NormalizedPoint] { shape.points.map { NormalizedPoint(x: CGFloat($0.x), y: CGFloat($0.y)) } }

        /// The contours that lie directly inside this one.
        public var childContours: [Contour] { shape.children.map { Contour($0) } }

        /// The smallest upright rectangle around the contour.
        public var boundingBox: NormalizedRect { NormalizedRect(normalizedRect: shape.bounds) }

        /// The rectangle of minimum area around the contour. Its corners are named so that the rectangle is rotated by at most 45°.
        public var boundingQuad: RectangleObservation {
            let corners: [NormalizedPoint] = shape.boundingCorners.map { NormalizedPoint(normalizedPoint: $0) }
            return RectangleObservation(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        }

        /// The area that the contour encloses, in units of the image's height squared.
        ///
        /// - Parameter useOrientedArea: whether the area of a clockwise contour, such as a hole, is negative.
        public func calculateArea(useOrientedArea: Bool = false) -> Double {
            useOrientedArea ? shape.orientedArea : abs(shape.orientedArea)
        }

        /// The contour's length, in units of the image's height.
        public func calculatePerimeter() -> Double { shape.perimeter }

        /// The smallest circle around the contour's points. The unit is the image's height, because x coordinates are first multiplied by
        /// ``aspectRatio``.
        public func boundingCircle() -> NormalizedCircle {
            NormalizedCircle.boundingCircle(for: shape.undistortedPoints.map { NormalizedPoint(x: CGFloat($0.x), y: CGFloat($0.y)) })
        }

        /// Simplifies the contour with the Ramer-Douglas-Peucker algorithm. A point is removed if its distance from the remaining line is at most
        /// `epsilon`. The index path and the children stay the same.
        ///
        /// - Parameter epsilon: the maximum distance, in normalised coordinates.
        /// - Throws: ``VisionError/invalidArgument(_:)`` if the distance is negative or not finite.
        public func polygonApproximation(epsilon: Float) throws -> Contour {
            do {
                return Contour(try shape.simplified(epsilon: epsilon))
            } catch {
                throw VisionError.from(error)
            }
        }

        public var description: String { "contour \(Array(indexPath)) \(pointCount) points, \(shape.childCount) children" }
    }
}

/// The outline of a part of an image.
public typealias NormalizedRegion = ContoursObservation.Contour

extension NormalizedRegion {
    /// The convex hull of points. Without points, the contour is empty.
    init(around points: [NormalizedPoint], aspectRatio: Float) {
        self.init(ContourShape(around: points.map(\.cgPoint), aspectRatio: aspectRatio))
    }
}

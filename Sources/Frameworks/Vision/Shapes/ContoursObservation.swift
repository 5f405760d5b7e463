import CoreGraphics
import Foundation
import VisionRuntime
import simd

/// The contours of an image. Points are normalised to the upright image, origin at the lower left.
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

    /// A contour by its index among all contours; `nil` if the index is too large. A contour comes after its parent.
    public func contourAtIndex(_ index: Int) -> Contour? { tree[index].map { Contour($0) } }

    /// A contour by its path. The first index is among the top-level contours, each further index among the children of the contour before.
    /// `nil` if there is no such contour.
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

        /// The width of the image over its height. It distorts lengths and angles in normalised coordinates.
        public var aspectRatio: Float { shape.aspectRatio }

        /// The contour's path. For a top-level contour it is the index among the top-level contours. For a nested contour it is the parent's path,
        /// followed by the index among the parent's children.
        public var indexPath: IndexPath { shape.indexPath }

        /// The contour as a closed path of straight lines.
        public var normalizedPath: CGPath { shape.path }

        /// The number of points of the contour.
        public var pointCount: Int { shape.pointCount }

        /// The points, counterclockwise around a shape and clockwise around a hole. The last point is joined to the first.
        public var normalizedPoints: [simd_float2] { Array(shape.points) }

        /// As ``normalizedPoints``.
        public var points: [NormalizedPoint] { shape.points.map { NormalizedPoint(x: CGFloat($0.x), y: CGFloat($0.y)) } }

        /// The contours that lie directly inside this one.
        public var childContours: [Contour] { shape.children.map { Contour($0) } }

        /// The smallest upright rectangle around the contour.
        public var boundingBox: NormalizedRect { NormalizedRect(normalizedRect: shape.bounds) }

        /// The rectangle of least area around the contour. Its corners are named so that it is turned by 45° at most.
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

        /// The smallest circle around the contour's points. Their x is first multiplied by ``aspectRatio``.
        public func boundingCircle() -> NormalizedCircle {
            NormalizedCircle.boundingCircle(for: shape.undistortedPoints.map { NormalizedPoint(x: CGFloat($0.x), y: CGFloat($0.y)) })
        }

        /// The contour simplified with the Ramer-Douglas-Peucker algorithm: points no further than `epsilon` from the remaining line are left out.
        /// The index path and the children stay the same.
        ///
        /// - Parameter epsilon: the greatest distance, in normalised coordinates.
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

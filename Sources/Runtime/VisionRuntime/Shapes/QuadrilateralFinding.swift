import CKernels
import CoreGraphics

/// A quadrilateral in an image, such as a rectangle that is seen in perspective.
package struct QuadrilateralFinding: Hashable, Sendable {
    /// The corners, normalised to the upright image with the origin at the lower left. They go clockwise from the top left.
    package var corners: [CGPoint]
    /// The confidence, from 0 to 1.
    package var confidence: Float

    package init(corners: [CGPoint], confidence: Float) {
        self.corners = corners
        self.confidence = confidence
    }

    /// - Parameter box: an upright rectangle, normalised, origin at the lower left.
    package init(box: CGRect, confidence: Float) {
        corners = box.corners
        self.confidence = confidence
    }

    init(_ quadrilateral: Quadrilateral, in view: ReducedView) {
        corners = quadrilateral.corners.map { view.normalized($0).clampedToUnitSquare }
        confidence = min(max(quadrilateral.confidence, 0), 1)
    }
}

extension CGPoint {
    /// The nearest point of the square from (0, 0) to (1, 1).
    var clampedToUnitSquare: CGPoint { CGPoint(x: min(max(x, 0), 1), y: min(max(y, 0), 1)) }
}

extension Quadrilateral {
    /// The corners in pixels, with the origin at the top left. They go clockwise from the top left.
    var corners: [CGPoint] {
        get {
            let (x, y) = (self.x, self.y)
            return zip([x.0, x.1, x.2, x.3], [y.0, y.1, y.2, y.3]).map { CGPoint(x: CGFloat($0), y: CGFloat($1)) }
        }
        set {
            precondition(newValue.count == 4)
            let (x, y) = (newValue.map { Float($0.x) }, newValue.map { Float($0.y) })
            self.x = (x[0], x[1], x[2], x[3])
            self.y = (y[0], y[1], y[2], y[3])
        }
    }
}

extension QuadrilateralFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> QuadrilateralFinding {
        QuadrilateralFinding(corners: corners.relative(to: coordinates), confidence: confidence)
    }
}

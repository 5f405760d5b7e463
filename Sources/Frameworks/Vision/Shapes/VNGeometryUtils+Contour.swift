import VisionRuntime

/// Measures of contours. The unit is the height of the image, or of the request's region of interest, in both directions. This avoids the
/// distortion of normalised coordinates.
extension VNGeometryUtils {
    /// The smallest circle around a contour's points. The unit is the image's height, because x coordinates are first multiplied by the contour's
    /// `aspectRatio`.
    ///
    /// - Throws: `invalidArgument` if the contour has no points.
    public class func boundingCircle(for contour: VNContour) throws -> VNCircle {
        try boundingCircle(for: contour.shape.undistortedPoints.map { VNPoint(x: $0.x, y: $0.y) })
    }

    /// The area that a contour encloses.
    ///
    /// - Parameters:
    ///   - area: receives the area. The unit is the image's height squared.
    ///   - orientedArea: whether the area of a clockwise contour, such as a hole, is negative.
    public class func calculateArea(
        _ area: UnsafeMutablePointer<Double>, for contour: VNContour, orientedArea: Bool
    ) throws {
        area.pointee = orientedArea ? contour.shape.orientedArea : abs(contour.shape.orientedArea)
    }

    /// The length of a contour.
    ///
    /// - Parameter perimeter: receives the length, in units of the image's height.
    public class func calculatePerimeter(_ perimeter: UnsafeMutablePointer<Double>, for contour: VNContour) throws {
        perimeter.pointee = contour.shape.perimeter
    }
}

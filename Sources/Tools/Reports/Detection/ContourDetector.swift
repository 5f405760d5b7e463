import Foundation
import JSON
import Vision

/// Finds the outlines of dark objects on a light background.
package struct ContourDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectContoursRequest()
        return DetectionQuery(request: request) {
            guard let contours = request.results?.first else { return [] }
            var places: [IndexPath: Int] = [:]
            return try (0..<contours.contourCount).map { index in
                let contour = try contours.contour(at: index)
                places[contour.indexPath] = index
                return Finding(contour: contour, parent: places[contour.indexPath.dropLast()])
            }
        }
    }
}

extension Finding {
    /// - Parameter parent: the index in the list of the contour that encloses this contour.
    fileprivate init(contour: VNContour, parent: Int?) {
        let points = contour.normalizedPoints.map { CGPoint(x: CGFloat($0.x), y: CGFloat($0.y)) }
        let path = contour.normalizedPath
        self.init(
            // A title for each contour would hide the picture.
            label: parent == nil ? "contour" : "contour in a contour", tellsConfidence: false, isTitled: false, confidence: 1,
            boundingBox: path.boundingBox,
            json: [
                "points": .array(contour.normalizedPoints.map { .array([.float($0.x), .float($0.y)]) }),
                "parent": parent.map { .integer($0) } ?? .null,
            ], outlines: [points])
    }
}

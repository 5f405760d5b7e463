import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import JSON
import Vision

/// Finds the most prominent document.
package struct DocumentDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectDocumentSegmentationRequest()
        let findings = {
            (request.results ?? []).map { observation in
                Finding(
                    label: "document", confidence: observation.confidence,
                    boundingBox: observation.boundingBox,
                    json: [
                        "corners": .array(observation.corners.map { JSON($0) }), "confidence": .float(observation.confidence),
                    ], outlines: [observation.corners])
            }
        }
        var query = DetectionQuery(request: request, findings: findings, isSingle: true)
        query.picture = { _, photo in try request.results?.first.map { Self.flattened(CIImage(cgImage: try photo()), $0) } ?? nil }
        return query
    }

    /// The page in a photo, flattened to a view from above.
    private static func flattened(_ photo: CIImage, _ page: VNRectangleObservation) -> CIImage? {
        func place(_ corner: CGPoint) -> CGPoint { CGPoint(x: corner.x * photo.extent.width, y: corner.y * photo.extent.height) }
        let filter = CIFilter.perspectiveCorrection()
        filter.inputImage = photo
        filter.topLeft = place(page.topLeft)
        filter.topRight = place(page.topRight)
        filter.bottomLeft = place(page.bottomLeft)
        filter.bottomRight = place(page.bottomRight)
        return filter.outputImage
    }
}

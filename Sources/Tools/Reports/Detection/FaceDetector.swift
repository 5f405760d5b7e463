import Foundation
import JSON
import Vision

/// Finds faces, the rotation of the heads, and the capture quality of the faces.
package struct FaceDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectFaceCaptureQualityRequest()
        return DetectionQuery(request: request) { (request.results ?? []).map(Finding.init(face:)) }
    }
}

/// Finds the landmarks of faces.
package struct LandmarkDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectFaceLandmarksRequest()
        return DetectionQuery(request: request) { (request.results ?? []).map(Finding.init(landmarksOf:)) }
    }
}

extension Finding {
    fileprivate init(face observation: VNFaceObservation) {
        func number(_ number: NSNumber?) -> JSON { number.map { .number($0.doubleValue) } ?? .null }
        self.init(
            label: "face", confidence: observation.confidence,
            boundingBox: observation.boundingBox,
            json: [
                "boundingBox": JSON(observation.boundingBox), "confidence": .float(observation.confidence),
                "roll": number(observation.roll), "yaw": number(observation.yaw), "pitch": number(observation.pitch),
                "quality": observation.faceCaptureQuality.map { .float($0) } ?? .null,
            ])
        let turns = [("roll", observation.roll), ("yaw", observation.yaw), ("pitch", observation.pitch)].compactMap { name, angle in
            angle.map { "\(name) \(Int(($0.doubleValue * 180 / .pi).rounded()))°" }
        }
        let quality = observation.faceCaptureQuality.map { [String(format: "quality %.2f", $0)] } ?? []
        details = (turns + quality).joined(separator: ", ")
    }

    fileprivate init(landmarksOf observation: VNFaceObservation) {
        let regions = observation.landmarks?.namedRegions ?? []
        self.init(
            // A title for each face would hide other faces of a crowd.
            label: "landmarks", isTitled: false, confidence: observation.confidence, boundingBox: observation.boundingBox,
            json: .object([
                ("boundingBox", JSON(observation.boundingBox)), ("confidence", .float(observation.confidence)),
                ("regions", .object(regions.map { ($0.name, .array($0.points.map { JSON($0) })) })),
            ]), outlines: regions.map(\.outline))
    }
}

/// A part of a face, with a name and points, for JSON and for drawing.
private struct NamedRegion {
    let name: String
    /// The points, normalised to the photo, with the origin at the lower left.
    let points: [CGPoint]
    let isOpen: Bool

    init(_ name: String, _ region: VNFaceLandmarkRegion2D) {
        self.name = name
        points = region.pointsInImage(imageSize: CGSize(width: 1, height: 1))
        isOpen = region.pointsClassification == .openPath
    }

    /// The part of the face as a closed line. An open line returns along the same points. A single point becomes a small cross.
    var outline: [CGPoint] {
        guard points.count == 1 else { return isOpen ? points + points.reversed() : points }
        let arm = 0.002
        return [(-arm, 0), (arm, 0), (0, 0), (0, arm), (0, -arm), (0, 0)].map { CGPoint(x: points[0].x + $0.0, y: points[0].y + $0.1) }
    }
}

extension VNFaceLandmarks2D {
    fileprivate var namedRegions: [NamedRegion] {
        let regions = [
            ("faceContour", faceContour), ("leftEye", leftEye), ("rightEye", rightEye), ("leftEyebrow", leftEyebrow),
            ("rightEyebrow", rightEyebrow), ("nose", nose), ("noseCrest", noseCrest), ("medianLine", medianLine), ("outerLips", outerLips),
            ("innerLips", innerLips), ("leftPupil", leftPupil), ("rightPupil", rightPupil),
        ]
        return regions.compactMap { name, region in region.map { NamedRegion(name, $0) } }
    }
}

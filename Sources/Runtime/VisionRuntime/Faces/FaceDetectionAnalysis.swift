import CoreGraphics
import Foundation

/// Finds faces and their roll angles with the model `faces`. The most certain face comes first.
///
/// The network's outputs are ``DetectionMaps`` of seven channels. The last two are cosine and sine of the angle by which a face is turned
/// counterclockwise. A network with several input sizes runs once for each size. Large sizes find small faces, and small sizes find faces
/// that fill the image.
package struct FaceDetectionAnalysis: Analysis {
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect
    package var usesCPUOnly: Bool
    private let models: ModelStore

    private static let channels = 7
    /// The least confidence of a finding. At this value about a fifth of the findings are faces. Callers that want fewer false positives use a higher
    /// threshold.
    private static let threshold: Float = 0.2
    private static let overlap = 0.45
    private static let limit = 1000

    package init(regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) {
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
        self.models = models
    }

    private func network() throws -> Network {
        let stored = try models.model("faces", for: "VNDetectFaceRectanglesRequest", usesCPUOnly: usesCPUOnly)
        // The image lies in a corner of the network's input, because the network was measured that way. It finds fewer faces if an image has bars on
        // both sides.
        return Network(model: stored.model, cropAndScale: .scaleFit, usesCPUOnly: usesCPUOnly, fillsFromCorner: true)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try network().demands(region: regionOfInterest, of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [FaceFinding] {
        let looks = try network().answers(region: regionOfInterest, in: context)
        let found = try looks.map { outputs, crop in
            var detections = try DetectionMaps(outputs, channels: Self.channels, inputSize: crop.inputSize)
                .detections(extras: 2, threshold: Self.threshold, overlap: Self.overlap, limit: Self.limit)
            for index in detections.indices { detections[index].box = crop.imageBox(ofInputBox: detections[index].box) }
            return detections
        }
        return DetectionMaps.joined(found, overlap: Self.overlap, limit: Self.limit).compactMap { detection in
            // A face that lies wholly in the bars beside the image is left out.
            let face = detection.box.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
            guard !face.isNull, !face.isEmpty else { return nil }
            let roll = atan2(Double(detection.extras[1]), Double(detection.extras[0]))
            return FaceFinding(boundingBox: face, confidence: detection.confidence, attitude: FaceAttitude(roll: roll))
        }
    }
}

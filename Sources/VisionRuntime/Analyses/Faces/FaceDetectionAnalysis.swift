import CoreGraphics
import Foundation

/// Where faces are and how they are turned in the plane of the image, by the model `faces`. The most certain comes first.
///
/// The network's outputs are ``DetectionMaps`` of seven channels: the last two are cosine and sine of the angle by which a face is turned
/// counterclockwise.
package struct FaceDetectionAnalysis: Analysis {
    /// Normalised to the upright image, origin at the lower left.
    package var regionOfInterest: CGRect
    package var usesCPUOnly: Bool
    private let models: ModelStore

    private static let channels = 7
    private static let threshold: Float = 0.4
    private static let overlap = 0.45
    private static let limit = 1000

    package init(regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) {
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
        self.models = models
    }

    private func network() throws -> Network {
        let stored = try models.model("faces", for: "VNDetectFaceRectanglesRequest", usesCPUOnly: usesCPUOnly)
        return Network(model: stored.model, cropAndScale: .scaleFit, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try network().demands(region: regionOfInterest, of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [FaceFinding] {
        let (outputs, crop) = try network().answer(region: regionOfInterest, in: context)
        let maps = try DetectionMaps(outputs, channels: Self.channels, inputSize: crop.inputSize)
        let detections = maps.detections(extras: 2, threshold: Self.threshold, overlap: Self.overlap, limit: Self.limit)
        return detections.compactMap { detection in
            // Nothing where it lies wholly in the bars beside the image.
            let face = crop.imageBox(ofInputBox: detection.box).intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
            guard !face.isNull, !face.isEmpty else { return nil }
            let roll = atan2(Double(detection.extras[1]), Double(detection.extras[0]))
            return FaceFinding(boundingBox: face, confidence: detection.confidence, attitude: FaceAttitude(roll: roll))
        }
    }
}

import CoreGraphics
import CoreML

/// The body poses of all people in an image, the most certain first.
package struct BodyPoseAnalysis: Analysis {
    package let source: NetworkSource
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool

    /// The name of the model for body poses in the model catalogue.
    package static let modelName = "bodyPose"

    package init(source: NetworkSource = .catalog(modelName), regionOfInterest: CGRect, usesCPUOnly: Bool) {
        self.source = source
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
    }

    private func network() throws -> Network { try source.network(for: "VNDetectHumanBodyPoseRequest", usesCPUOnly: usesCPUOnly) }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try network().demands(region: regionOfInterest, of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [PoseFinding] {
        let (outputs, crop) = try network().answer(region: regionOfInterest, in: context)
        let maps = try PoseMaps(outputs, inputSize: crop.inputSize)
        return PoseDecoder().poses(in: maps).compactMap { PoseFinding($0, in: crop, tolerance: max(maps.strideX, maps.strideY)) }
    }
}

extension PoseFinding {
    /// Converts a pose to image coordinates. `nil` if hardly any of its joints lies inside of the image.
    fileprivate init?(_ pose: PoseDecoder.Pose, in crop: CropAndScale, tolerance: Float) {
        var points = zip(pose.places, pose.scores).map { place, score in
            crop.point(x: place.x, y: place.y, confidence: score, tolerance: tolerance)
        }
        guard points.count(where: \.isFound) >= 2 else { return nil }
        func middle(_ first: BodyJoint, _ second: BodyJoint) -> FoundPoint { .middle(points[first.rawValue], points[second.rawValue]) }
        points += [middle(.leftShoulder, .rightShoulder), middle(.leftHip, .rightHip)]
        self.init(points: points, confidence: min(pose.confidence, 1))
    }
}

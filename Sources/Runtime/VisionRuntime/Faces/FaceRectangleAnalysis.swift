import CoreGraphics

/// Finds faces. The most certain face comes first. If the model `faceLandmarks` is installed, the rotations of the heads are computed too.
package struct FaceRectangleAnalysis: Analysis {
    private let detection: FaceDetectionAnalysis
    private let usesCPUOnly: Bool
    private let models: ModelStore

    package init(regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) {
        detection = FaceDetectionAnalysis(regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly, models: models)
        (self.usesCPUOnly, self.models) = (usesCPUOnly, models)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try detection.demands(of: frame) }

    package func findings(in context: AnalysisContext) throws -> [FaceFinding] {
        let faces = try context.findings(of: detection)
        guard !faces.isEmpty, models.has(FacePointAnalysis.modelName) else { return faces }
        let looks = faces.map { FacePointAnalysis(face: $0, in: context.frame.info, usesCPUOnly: usesCPUOnly, models: models) }
        return try zip(faces, context.firstFindings(of: looks)).map { face, shape in face.seen(as: shape) }
    }
}

extension FaceFinding {
    /// The face, with unknown angles taken from its points.
    func seen(as shape: FaceShape) -> FaceFinding {
        var face = self
        face.attitude = attitude.completed(by: shape.attitude ?? FaceAttitude())
        return face
    }
}

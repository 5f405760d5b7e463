import CoreGraphics
import CoreML

/// The 68 points of a face that the model `faceLandmarks` finds in one square crop around it. There is one finding.
struct FacePointAnalysis: Analysis {
    let crop: FaceCrop
    let usesCPUOnly: Bool
    let models: ModelStore

    /// The least resolution at which the image is decoded for the crop, as a fraction of the resolution of the network's input.
    private static let sufficientScale = 0.6

    /// The name of the model in the model catalogue.
    static let modelName = "faceLandmarks"

    static func model(_ models: ModelStore, usesCPUOnly: Bool) throws -> ImageModel {
        try models.model(modelName, for: "VNDetectFaceLandmarksRequest", usesCPUOnly: usesCPUOnly).model
    }

    init(crop: FaceCrop, usesCPUOnly: Bool, models: ModelStore) {
        (self.crop, self.usesCPUOnly, self.models) = (crop, usesCPUOnly, models)
    }

    /// Uses the crop that the network was trained on: a square around the upright face. The box's longer side times 1.5 gives the side of
    /// the square.
    init(face: FaceFinding, in frame: FrameInfo, usesCPUOnly: Bool, models: ModelStore) {
        let crop = FaceCrop(around: face.boundingBox, roll: face.attitude.roll ?? 0, margin: 1.5, in: frame)
        self.init(crop: crop, usesCPUOnly: usesCPUOnly, models: models)
    }

    private func warp(_ model: ImageModel) throws -> FrameWarp {
        crop.warp(pixels: Int(try model.imageInputSize().width))
    }

    func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        var demand = try warp(Self.model(models, usesCPUOnly: usesCPUOnly)).demand(of: frame)
        demand.size = demand.size.map { CGSize(width: $0.width * Self.sufficientScale, height: $0.height * Self.sufficientScale) }
        return [demand]
    }

    func findings(in context: AnalysisContext) throws -> [FaceShape] {
        let model = try Self.model(models, usesCPUOnly: usesCPUOnly)
        let image = WarpTensor(frame: context.frame, warp: try warp(model))
        let result = try model.outputs(of: image, usesCPUOnly: usesCPUOnly, cancellation: context.cancellation)
        let outputs = NetworkOutputs(result, of: model)
        let points = try outputs.numbers("points", shape: [2 * FaceShape.pointCount])
        let errors = outputs.contains("errors") ? try outputs.numbers("errors", shape: [FaceShape.pointCount]) : nil
        return [FaceShape(points, errors: errors, in: crop)]
    }
}

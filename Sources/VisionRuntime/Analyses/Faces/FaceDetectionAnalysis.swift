import CoreGraphics
import CoreML

/// Where faces are and how they are turned in the plane of the image, by the model `faces`. The most certain comes first.
package struct FaceDetectionAnalysis: Analysis {
    /// Normalised to the upright image, origin at the lower left.
    package var regionOfInterest: CGRect
    package var usesCPUOnly: Bool
    private let models: ModelStore

    package init(regionOfInterest: CGRect, usesCPUOnly: Bool, models: ModelStore = .current) {
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
        self.models = models
    }

    private func model() throws -> ImageModel {
        try models.model("faces", for: "VNDetectFaceRectanglesRequest", usesCPUOnly: usesCPUOnly).model
    }

    private func crop(_ model: ImageModel, _ frame: FrameInfo) throws -> CropAndScale {
        try model.crop(.scaleFit, region: regionOfInterest, of: frame)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        [FrameDemand(try crop(model(), frame))]
    }

    package func findings(in context: AnalysisContext) throws -> [FaceFinding] {
        let model = try model()
        let crop = try crop(model, context.frame.info)
        let image = FrameTensor(frame: context.frame, crop: crop)
        let outputs = try model.outputs(of: image, usesCPUOnly: usesCPUOnly, cancellation: context.cancellation)
        let maps = try FaceMap.strides.map { try FaceMap(stride: $0, of: model, outputs) }
        return FaceCandidate.best(of: maps).compactMap { $0.finding(crop) }
    }
}

extension FaceCandidate {
    /// The face in the image; `nil` where it lies wholly in the bars beside the image.
    fileprivate func finding(_ crop: CropAndScale) -> FaceFinding? {
        let input = CGRect(
            x: box.minX / crop.inputSize.width, y: box.minY / crop.inputSize.height, width: box.width / crop.inputSize.width,
            height: box.height / crop.inputSize.height)
        let face = crop.imageBox(ofInputBox: input).intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard !face.isNull, !face.isEmpty else { return nil }
        return FaceFinding(boundingBox: face, confidence: confidence, attitude: FaceAttitude(roll: roll))
    }
}

import CoreML

/// A Core ML model on its way over an image: how the image comes into the model, and how its answer becomes observations.
struct ModelInference {
    let model: VNCoreMLModel
    let option: VNImageCropAndScaleOption
    let regionOfInterest: CGRect
    let usesCPUOnly: Bool

    func demand(on frame: FrameSource) throws -> FrameDemand {
        let crop = try crop(of: frame)
        var demand = FrameDemand(region: crop.region, size: crop.destination.size)
        if crop.isRotated {
            // The demand is about the image as it stands upright; only how many pixels it takes matters.
            demand.region = CGRect(origin: .zero, size: CGSize(width: crop.region.height, height: crop.region.width))
            demand.size = CGSize(width: crop.destination.height, height: crop.destination.width)
        }
        return demand
    }

    func observations(in context: RequestContext) throws -> [VNObservation] {
        let crop = try crop(of: context.frame)
        let outputs = try predict(FrameTensor(frame: context.frame, crop: crop))
        try context.cancellation.check()
        return try model.answer.observations(from: outputs, crop: crop, origin: context.origin)
    }

    private func predict(_ image: FrameTensor) throws -> PredictionResult {
        var options: MLPredictionOptions?
        if usesCPUOnly {
            options = MLPredictionOptions()
            options?.usesCPUOnly = true
        }
        do {
            return try model.model.prediction(
                image: image, forInput: model.inputImageFeatureName, features: model.featureProvider, options: options)
        } catch {
            if let visionError = error.visionError { throw visionError }
            throw VNErrorCode.operationFailed.error("the model failed: \(reason(of: error))", underlying: error)
        }
    }

    private func crop(of frame: FrameSource) throws -> CropAndScale {
        CropAndScale(
            option, regionOfInterest: regionOfInterest, imageSize: CGSize(width: frame.width, height: frame.height),
            inputSize: try model.imageInputSize())
    }
}

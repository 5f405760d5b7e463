import CoreML

extension VNImageCropAndScaleOption {
    /// The same way of bringing an image to a model's input, as Core ML's part of the package calls it.
    var cropAndScale: CropAndScale.Option {
        switch self {
        case .centerCrop: .centerCrop
        case .scaleFit: .scaleFit
        case .scaleFill: .scaleFill
        case .scaleFitRotate90CCW: .scaleFitRotate90CCW
        case .scaleFillRotate90CCW: .scaleFillRotate90CCW
        }
    }
}

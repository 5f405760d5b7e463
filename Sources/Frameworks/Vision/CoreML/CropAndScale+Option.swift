import CoreML

extension VNImageCropAndScaleOption {
    /// The equivalent `CropAndScale` option of Core ML.
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

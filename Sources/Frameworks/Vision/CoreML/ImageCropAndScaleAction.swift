import CoreML

/// How an image is cropped and scaled to the size of a model's input.
public enum ImageCropAndScaleAction: CaseIterable, Codable, Equatable, Hashable, Sendable {
    /// Uses the largest centred part that has the model's aspect ratio. The rest, at two sides, is cropped off.
    case centerCrop
    /// The whole image with its own aspect ratio, centred on black.
    case scaleToFit
    /// The whole image, squeezed to the model's aspect ratio.
    case scaleToFill
    /// Like `scaleToFit`, but the upright image is first turned by 90° counterclockwise.
    case scaleToFitPlus90CCWRotation
    /// Like `scaleToFill`, but the upright image is first turned by 90° counterclockwise.
    case scaleToFillPlus90CCWRotation

    /// The equivalent `CropAndScale` option of Core ML.
    var cropAndScale: CropAndScale.Option {
        switch self {
        case .centerCrop: .centerCrop
        case .scaleToFit: .scaleFit
        case .scaleToFill: .scaleFill
        case .scaleToFitPlus90CCWRotation: .scaleFitRotate90CCW
        case .scaleToFillPlus90CCWRotation: .scaleFillRotate90CCW
        }
    }
}

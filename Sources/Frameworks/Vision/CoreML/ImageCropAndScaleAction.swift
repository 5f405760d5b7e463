import CoreML

/// How an image is cropped and scaled to the size of a model's input.
public enum ImageCropAndScaleAction: CaseIterable, Codable, Equatable, Hashable, Sendable {
    /// Uses the largest centred part of the image that has the aspect ratio of the model's input. The margins at two opposite sides are cropped.
    case centerCrop
    /// Scales the whole image to fit, and centres it on a black background. The aspect ratio is preserved.
    case scaleToFit
    /// Scales the whole image to the size of the model's input, without preserving its aspect ratio.
    case scaleToFill
    /// Like `scaleToFit`, but the upright image is first rotated by 90° counterclockwise.
    case scaleToFitPlus90CCWRotation
    /// Like `scaleToFill`, but the upright image is first rotated by 90° counterclockwise.
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

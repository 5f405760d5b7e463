import CoreML

/// How an image is brought to the size that a model wants.
public enum ImageCropAndScaleAction: CaseIterable, Codable, Equatable, Hashable, Sendable {
    /// The largest centred part of the model's aspect ratio; what is left over at two sides is cut off.
    case centerCrop
    /// The whole image with its own aspect ratio, centred on black.
    case scaleToFit
    /// The whole image, squeezed to the model's aspect ratio.
    case scaleToFill
    /// As `scaleToFit`, after the upright image has been turned by 90° counterclockwise.
    case scaleToFitPlus90CCWRotation
    /// As `scaleToFill`, after the upright image has been turned by 90° counterclockwise.
    case scaleToFillPlus90CCWRotation

    /// The same way of bringing an image to a model's input, as Core ML's part of the package calls it.
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

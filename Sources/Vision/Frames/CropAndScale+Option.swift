import CoreGraphics
import CoreML

extension CropAndScale {
    /// - Parameters:
    ///   - regionOfInterest: normalised to the upright image, origin at the lower left.
    ///   - imageSize: of the upright image.
    init(_ option: VNImageCropAndScaleOption, regionOfInterest: CGRect, imageSize: CGSize, inputSize: CGSize) {
        let own: Option =
            switch option {
            case .centerCrop: .centerCrop
            case .scaleFit: .scaleFit
            case .scaleFill: .scaleFill
            case .scaleFitRotate90CCW: .scaleFitRotate90CCW
            case .scaleFillRotate90CCW: .scaleFillRotate90CCW
            }
        self.init(own, regionOfInterest: regionOfInterest, imageSize: imageSize, inputSize: inputSize)
    }
}

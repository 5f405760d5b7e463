import CoreGraphics
import Foundation

/// How an image is brought to a model's size. Raw values are those of Vision's `VNImageCropAndScaleOption`.
enum CropAndScale: UInt {
    /// The largest centred part with the model's aspect ratio.
    case centerCrop = 0
    /// The whole image, with black bars.
    case scaleFit = 1
    /// The whole image, stretched.
    case scaleFill = 2
    case scaleFitRotate90CCW = 257
    case scaleFillRotate90CCW = 258

    /// Where the pixels of an upright image's region land.
    ///
    /// - Parameters:
    ///   - orientation: the EXIF orientation of the stored image.
    ///   - region: in pixels of the upright image, origin at its top left.
    func geometry(
        orientation: Int, storedWidth: Int, storedHeight: Int, region: CGRect, outputWidth: Int, outputHeight: Int
    ) -> RasterGeometry {
        var orientation = orientation
        var region = region
        if self == .scaleFitRotate90CCW || self == .scaleFillRotate90CCW {
            let upright = RasterGeometry.uprightSize(width: storedWidth, height: storedHeight, orientation: orientation)
            // The upright image's right edge becomes the top one.
            region = CGRect(x: region.minY, y: CGFloat(upright.width) - region.maxX, width: region.height, height: region.width)
            orientation = CropAndScale.turnedCounterclockwise[orientation - 1]
        }
        var destination = CGRect(x: 0, y: 0, width: outputWidth, height: outputHeight)
        let scaleX = CGFloat(outputWidth) / region.width
        let scaleY = CGFloat(outputHeight) / region.height
        switch self {
        case .centerCrop:
            let scale = max(scaleX, scaleY)
            let width = CGFloat(outputWidth) / scale
            let height = CGFloat(outputHeight) / scale
            var part = CGRect(x: region.midX - width / 2, y: region.midY - height / 2, width: width, height: height)
            if scale <= 1 {
                // Half a pixel less is not seen; starting at a whole one keeps an unscaled image sharp.
                part.origin = CGPoint(x: part.minX.rounded(.down), y: part.minY.rounded(.down))
            }
            region = part
        case .scaleFit, .scaleFitRotate90CCW:
            let scale = min(scaleX, scaleY)
            let width = min(max((region.width * scale).rounded(), 1), CGFloat(outputWidth))
            let height = min(max((region.height * scale).rounded(), 1), CGFloat(outputHeight))
            destination = CGRect(
                x: ((CGFloat(outputWidth) - width) / 2).rounded(.down), y: ((CGFloat(outputHeight) - height) / 2).rounded(.down),
                width: width, height: height)
        case .scaleFill, .scaleFillRotate90CCW: break
        }
        return RasterGeometry(
            orientation: orientation, region: region, outputWidth: outputWidth, outputHeight: outputHeight, destination: destination)
    }

    /// For each EXIF orientation the one whose upright image is that of the first, turned by 90° counterclockwise.
    private static let turnedCounterclockwise = [8, 5, 6, 7, 4, 1, 2, 3]
}

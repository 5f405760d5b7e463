import CoreGraphics
import CoreMLRuntime
import CoreVideo
import Foundation
import ImageIO

extension MLImageConstraint {
    /// The largest step between possible sides. The sides are multiples of the step. Some networks halve a picture and later join the halves, which
    /// requires sides that are multiples of a power of two.
    private static let largestStep = 32

    /// The input size for a picture with the given width and height.
    ///
    /// - If the model lists sizes, this is the listed size with the nearest aspect ratio.
    /// - If the model accepts a range, the size has the picture's aspect ratio, and roughly the pixel count of the default size. Its width is a
    ///   multiple of the largest power of two, up to 32, that divides the default width. The same holds for the height.
    /// - If the model accepts no other size, this is the default size.
    package func size(for width: Int, _ height: Int) -> (width: Int, height: Int) {
        let own = (width: pixelsWide, height: pixelsHigh)
        guard width > 0, height > 0 else { return own }
        let shape = Double(width) / Double(height)
        switch sizeConstraint.type {
        case .unspecified: return own
        case .enumerated:
            // If several sizes are equally near, the default size is chosen.
            func distance(_ size: MLImageSize) -> (Double, Int) {
                let other = Double(max(size.pixelsWide, 1)) / Double(max(size.pixelsHigh, 1))
                return (abs(log(other / shape)), size.pixelsWide == pixelsWide && size.pixelsHigh == pixelsHigh ? 0 : 1)
            }
            return sizeConstraint.enumeratedImageSizes.min { distance($0) < distance($1) }.map { ($0.pixelsWide, $0.pixelsHigh) } ?? own
        case .range:
            let area = Double(max(pixelsWide, 1)) * Double(max(pixelsHigh, 1))
            let high = Self.side((area / shape).squareRoot(), sizeConstraint.heights, like: pixelsHigh)
            let wide = Self.side(Double(high) * shape, sizeConstraint.widths, like: pixelsWide)
            // The width may have been limited to its bound, so the height is computed again from the width.
            return (wide, Self.side(Double(wide) / shape, sizeConstraint.heights, like: pixelsHigh))
        }
    }

    private static func side(_ wanted: Double, _ range: SizeRange, like own: Int) -> Int {
        let step = own > 0 ? min(largestStep, own & -own) : 1
        let upper = max(min(range.upper ?? .max, 1 << 24), 1)
        let low = (max(range.lower, 1) + step - 1) / step * step
        let side = Int((wanted / Double(step)).rounded()) * step
        let fitting = min(max(side, low), upper / step * step)
        // If the range contains no multiple of the step, the side is the wanted one, limited to the range.
        return range.contains(fitting) && fitting > 0 ? fitting : min(max(Int(wanted.rounded()), max(range.lower, 1)), upper)
    }

    /// The options to crop a picture to the aspect ratio of the chosen size, if the model accepts a range of sizes.
    fileprivate var options: [MLFeatureValue.ImageOption: Any] {
        sizeConstraint.type == .range ? [.cropAndScale: NSNumber(value: CropAndScale.Option.centerCrop.rawValue)] : [:]
    }
}

extension MLFeatureValue {
    /// Decodes an image file in the format of a model's input, and applies its EXIF orientation. Among the sizes that the model accepts, the size
    /// with the most similar aspect ratio is used.
    ///
    /// - Throws: `MLModelError.generic` that names the file and the reason.
    package convenience init(shapedImageAt url: URL, constraint: MLImageConstraint) throws {
        guard constraint.sizeConstraint.type != .unspecified else {
            try self.init(imageAt: url, constraint: constraint)
            return
        }
        let file: ImageFile
        do { file = try ImageFile(contentsOf: url) } catch { throw MLModelError(unreadableImageAt: url, error) }
        let upright = RasterGeometry.uprightSize(width: file.width, height: file.height, orientation: file.orientation)
        let size = constraint.size(for: upright.width, upright.height)
        try self.init(
            imageAt: url, pixelsWide: size.width, pixelsHigh: size.height, pixelFormatType: constraint.pixelFormatType,
            options: constraint.options)
    }

    /// Converts an image to the format of a model's input, and applies its orientation. Among the sizes that the model accepts, the size with the
    /// most similar aspect ratio is used.
    ///
    /// - Parameter orientation: the orientation of the stored pixels.
    /// - Throws: `MLModelError.generic` if the image cannot be converted.
    package convenience init(
        shapedImage image: CGImage, orientation: CGImagePropertyOrientation, constraint: MLImageConstraint
    ) throws {
        let upright = RasterGeometry.uprightSize(width: image.width, height: image.height, orientation: Int(orientation.rawValue))
        let size = constraint.size(for: upright.width, upright.height)
        try self.init(
            cgImage: image, orientation: orientation, pixelsWide: size.width, pixelsHigh: size.height,
            pixelFormatType: constraint.pixelFormatType, options: constraint.options)
    }
}

import CoreGraphics
import CoreVideo
import Foundation
import ImageIO

extension MLFeatureValue {
    /// An option of the image initialisers.
    public struct ImageOption: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: String

        /// An option with this name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An option with this name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// The key for the region of the upright image to use: a `CGRect`, or an `NSValue` with a `CGRect`. The rectangle is normalised to 0…1, and
        /// the origin lies at the lower left.
        public static let cropRect = ImageOption(rawValue: "MLFeatureValueImageOptionCropRect")
        /// The key for the crop-and-scale option, which defines how the region is scaled to the requested size. The value is a raw value of
        /// `VNImageCropAndScaleOption` as a number. The default is `scaleFill`.
        public static let cropAndScale = ImageOption(rawValue: "MLFeatureValueImageOptionCropAndScale")
        /// The key for decoding damaged image files: a `Bool`. If it is true, the intact part of a damaged image is used. The default is true.
        package static let acceptsDamage = ImageOption(rawValue: "OspreyImageOptionAcceptsDamage")
    }

    /// Converts an image to the size and format of a model's input.
    ///
    /// - Throws: `MLModelError.generic` if the image cannot be converted.
    public convenience init(cgImage: CGImage, constraint: MLImageConstraint, options: [ImageOption: Any]? = nil) throws {
        try self.init(cgImage: cgImage, orientation: .up, constraint: constraint, options: options)
    }

    /// Converts an image to the size and format of a model's input.
    ///
    /// - Parameter orientation: the orientation of the stored pixels. The image is rotated or flipped upright.
    /// - Throws: `MLModelError.generic` if the image cannot be converted.
    public convenience init(
        cgImage: CGImage, orientation: CGImagePropertyOrientation, constraint: MLImageConstraint, options: [ImageOption: Any]? = nil
    ) throws {
        try self.init(
            cgImage: cgImage, orientation: orientation, pixelsWide: constraint.pixelsWide, pixelsHigh: constraint.pixelsHigh,
            pixelFormatType: constraint.pixelFormatType, options: options)
    }

    /// Converts an image to the given size and format.
    ///
    /// - Parameter pixelFormatType: the format of the pixels; 0 for BGRA.
    /// - Throws: `MLModelError.generic` if the image cannot be converted.
    public convenience init(
        cgImage: CGImage, pixelsWide: Int, pixelsHigh: Int, pixelFormatType: OSType, options: [ImageOption: Any]? = nil
    ) throws {
        try self.init(
            cgImage: cgImage, orientation: .up, pixelsWide: pixelsWide, pixelsHigh: pixelsHigh, pixelFormatType: pixelFormatType,
            options: options)
    }

    /// Converts an image to the given size and format.
    ///
    /// - Parameters:
    ///   - orientation: the orientation of the stored pixels. The image is rotated or flipped upright.
    ///   - pixelFormatType: the format of the pixels; 0 for BGRA.
    /// - Throws: `MLModelError.generic` if the image cannot be converted.
    public convenience init(
        cgImage: CGImage, orientation: CGImagePropertyOrientation, pixelsWide: Int, pixelsHigh: Int, pixelFormatType: OSType,
        options: [ImageOption: Any]? = nil
    ) throws {
        let target = ImageTarget(width: pixelsWide, height: pixelsHigh, format: pixelFormatType)
        let size = (width: cgImage.width, height: cgImage.height)
        let buffer = try target.makeBuffer(size, orientation: Int(orientation.rawValue), options) { needed in
            try cgImage.raster(atLeast: needed)
        }
        self.init(pixelBuffer: buffer)
    }
}

/// The size and format of the pixel buffer to which an image is converted.
struct ImageTarget {
    let width: Int
    let height: Int
    let format: OSType

    /// - Parameter format: the pixel format; 0 for BGRA.
    init(width: Int, height: Int, format: OSType) {
        self.width = width
        self.height = height
        self.format = format == 0 ? kCVPixelFormatType_32BGRA : format
    }

    /// Fits an image into a new buffer in one pass.
    ///
    /// - Parameters:
    ///   - size: the stored size of the image.
    ///   - orientation: the orientation of the stored pixels.
    ///   - decode: returns the image, at least as large as the requested size.
    /// - Throws: `MLModelError.generic` that says what is wrong with the options, the size, the format or the image.
    func makeBuffer(
        _ size: (width: Int, height: Int), orientation: Int, _ options: [MLFeatureValue.ImageOption: Any]?,
        decode: ((width: Int, height: Int)) throws -> Raster
    ) throws -> CVPixelBuffer {
        var created: CVPixelBuffer?
        guard width > 0, height > 0, CVPixelBufferCreate(nil, width, height, format, nil, &created) == kCVReturnSuccess,
            let buffer = created
        else {
            throw MLModelError(.generic, "There is no pixel buffer of \(width) x \(height) in format \(ImageFormats.name(format)).")
        }
        let upright = RasterGeometry.uprightSize(width: size.width, height: size.height, orientation: orientation)
        let crop = CropAndScale(
            try cropAndScale(options), regionOfInterest: try region(options),
            imageSize: CGSize(width: upright.width, height: upright.height), inputSize: CGSize(width: width, height: height))
        do {
            let seen = try crop.look(at: size, orientation: orientation, decode: decode)
            CVPixelBufferLockBaseAddress(buffer, [])
            defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
            try resample(seen.raster, seen.geometry, into: buffer.makeMutableRaster())
        } catch {
            throw MLModelError(.generic, "The image could not be converted: \(error).", underlying: error)
        }
        return buffer
    }

    private func cropAndScale(_ options: [MLFeatureValue.ImageOption: Any]?) throws -> CropAndScale.Option {
        guard let option = options?[.cropAndScale] else { return .scaleFill }
        let raw: UInt? =
            switch option {
            case let number as NSNumber: UInt(exactly: number.int64Value)
            case let value as any RawRepresentable: value.rawValue as? UInt
            default: nil
            }
        guard let raw, let value = CropAndScale.Option(rawValue: raw) else {
            throw MLModelError(.generic, "\(option) is no way to crop and scale an image.")
        }
        return value
    }

    /// The region of the upright image to use, normalised, with its origin at the lower left.
    private func region(_ options: [MLFeatureValue.ImageOption: Any]?) throws -> CGRect {
        guard let option = options?[.cropRect] else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
        guard let rectangle = option as? CGRect, rectangle.minX >= 0, rectangle.minY >= 0, rectangle.maxX <= 1, rectangle.maxY <= 1,
            rectangle.width > 0, rectangle.height > 0
        else {
            throw MLModelError(.generic, "The crop rectangle \(option) is not a part of the unit square.")
        }
        return rectangle
    }
}

import CoreGraphics
import CoreMLRuntime
import Foundation
import ImageIO

/// A region of an image that is resampled directly into a model's input, without intermediate 8-bit pixels.
package struct RasterTensor: ImageTensorSource {
    package let raster: Raster
    /// The mapping of the pixels to the input.
    package let geometry: RasterGeometry
    /// The value in the tensor for a sample of 1 in a floating-point image. Use 255 for the scale of 8-bit images. Use 1 if the image already holds
    /// the model's values.
    package var floatWhite: Float

    package init(_ raster: Raster, _ geometry: RasterGeometry, floatWhite: Float = 255) {
        (self.raster, self.geometry, self.floatWhite) = (raster, geometry, floatWhite)
    }

    package var width: Int { geometry.outputWidth }
    package var height: Int { geometry.outputHeight }

    /// - Throws: `ImageError` if the geometry is invalid for the pixels.
    package func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let scale = [Float](repeating: preprocessing.scale, count: preprocessing.channels.count)
        try resample(
            raster, geometry, intoTensor: destination, channels: preprocessing.channels.ofTensor, scale: scale,
            bias: preprocessing.biases, floatWhite: floatWhite)
    }
}

extension RasterTensor {
    /// The largest centred part of an image file that has the aspect ratio of a model's input. If possible, the file is decoded at a
    /// reduced size that is sufficient for the input.
    ///
    /// - Parameter acceptsDamage: whether a damaged image file may be used.
    /// - Throws: `MLModelError.generic` that names the file and the reason.
    package init(_ url: URL, for constraint: MLImageConstraint, acceptsDamage: Bool) throws {
        do {
            try self.init(ImageFile(contentsOf: url, acceptsDamage: acceptsDamage), constraint)
        } catch {
            throw MLModelError(unreadableImageAt: url, error)
        }
    }

    /// Decodes the bytes of an image file, if possible at a reduced size that is sufficient for the input.
    ///
    /// - Throws: `MLModelError.generic` with the reason.
    package init(_ data: Data, for constraint: MLImageConstraint) throws {
        do {
            try self.init(ImageFile(data: data), constraint)
        } catch {
            throw MLModelError(.generic, "The image could not be read: \(error).", underlying: error)
        }
    }

    private init(_ file: ImageFile, _ constraint: MLImageConstraint) throws {
        try self.init((file.width, file.height), orientation: file.orientation, constraint) { try file.decode(atLeast: $0) }
    }

    /// The largest centred part of an image that has the aspect ratio of a model's input.
    ///
    /// - Throws: `MLModelError.generic` if the image has no pixels.
    package init(_ image: CGImage, for constraint: MLImageConstraint) throws {
        do {
            try self.init((image.width, image.height), orientation: 1, constraint) { try image.raster(atLeast: $0) }
        } catch {
            throw MLModelError(.generic, "The image could not be read: \(error).", underlying: error)
        }
    }

    private init(
        _ size: (width: Int, height: Int), orientation: Int, _ constraint: MLImageConstraint,
        decode: ((width: Int, height: Int)) throws -> Raster
    ) throws {
        let upright = RasterGeometry.uprightSize(width: size.width, height: size.height, orientation: orientation)
        let crop = CropAndScale(
            .centerCrop, regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1),
            imageSize: CGSize(width: upright.width, height: upright.height),
            inputSize: CGSize(width: constraint.pixelsWide, height: constraint.pixelsHigh))
        self = try crop.look(at: size, orientation: orientation, decode: decode)
    }
}

extension ImageChannels {
    /// The channels as a value of the resampler's type.
    package var ofTensor: TensorChannels {
        switch self {
        case .rgb: .rgb
        case .bgr: .bgr
        case .gray: .gray
        }
    }
}

import CoreGraphics
import CoreMLRuntime
import Foundation
import ImageIO

/// The largest centred part of an image that writes itself into a model's input in one pass, without pixels of eight bits in between: what
/// Vision's requests do with a file.
package struct PhotoTensor: ImageTensorSource {
    package let width: Int
    package let height: Int
    private let raster: Raster
    private let geometry: RasterGeometry

    /// Decodes an image file no larger than needed.
    ///
    /// - Parameter acceptsDamage: whether an image of which a part is lost will do.
    /// - Throws: `MLModelError.generic` that names the file and the reason.
    package init(_ url: URL, for constraint: MLImageConstraint, acceptsDamage: Bool) throws {
        do {
            let file = try ImageFile(contentsOf: url, acceptsDamage: acceptsDamage)
            try self.init((file.width, file.height), orientation: file.orientation, constraint) { try file.decode(atLeast: $0) }
        } catch {
            throw MLModelError(.generic, "The image at \(url.path) could not be read: \(error).", underlying: error)
        }
    }

    /// - Throws: `MLModelError.generic` where the image has no pixels.
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
        (width, height) = (constraint.pixelsWide, constraint.pixelsHigh)
        let upright = RasterGeometry.uprightSize(width: size.width, height: size.height, orientation: orientation)
        let crop = CropAndScale(
            .centerCrop, regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1),
            imageSize: CGSize(width: upright.width, height: upright.height), inputSize: CGSize(width: width, height: height))
        (raster, geometry) = try crop.look(at: size, orientation: orientation, decode: decode)
    }

    package func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        let scale = [Float](repeating: preprocessing.scale, count: preprocessing.channels.count)
        try resample(
            raster, geometry, intoTensor: destination, channels: preprocessing.channels.ofTensor, scale: scale, bias: preprocessing.biases)
    }
}

extension ImageChannels {
    /// As the resampler names them.
    package var ofTensor: TensorChannels {
        switch self {
        case .rgb: .rgb
        case .bgr: .bgr
        case .gray: .gray
        }
    }
}

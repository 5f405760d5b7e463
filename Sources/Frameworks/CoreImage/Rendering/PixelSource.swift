import CoreGraphics
import CoreVideo
import Locks

/// The source of an image's pixels.
package enum PixelSource: Sendable {
    case image(CGImage)
    case buffer(CVPixelBuffer)

    /// The size of the stored image in pixels.
    package var size: (width: Int, height: Int) {
        switch self {
        case .image(let image): (image.width, image.height)
        case .buffer(let buffer): (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        }
    }

    /// The pixels. An image that is not decoded yet may be decoded at a reduced size, but not below `atLeast`.
    package func raster(atLeast: (width: Int, height: Int)? = nil) throws -> Raster {
        switch self {
        case .image(let image): try image.raster(atLeast: atLeast)
        case .buffer(let buffer): try buffer.makeRaster()
        }
    }
}

/// The pictures that have been decoded while a recipe is drawn. If several operations read the same picture, it is decoded only once.
final class DecodedSources: Sendable {
    private struct Key: Hashable {
        let image: ObjectIdentifier
        let width: Int
        let height: Int
    }

    private let rasters = Locked<[Key: Raster]>([:])

    /// A variant of ``PixelSource/raster(atLeast:)`` that decodes the picture only once.
    func raster(_ source: PixelSource, atLeast size: (width: Int, height: Int)) throws -> Raster {
        guard case .image(let image) = source else { return try source.raster(atLeast: size) }
        let key = Key(image: ObjectIdentifier(image), width: size.width, height: size.height)
        if let known = rasters.withLock({ $0[key] }) { return known }
        let raster = try source.raster(atLeast: size)
        rasters.withLock { $0[key] = raster }
        return raster
    }
}

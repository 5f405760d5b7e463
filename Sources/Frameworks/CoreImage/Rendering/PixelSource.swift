import CoreGraphics
import CoreVideo

/// The source of an image's pixels.
package enum PixelSource: Sendable {
    case image(CGImage)
    case buffer(CVPixelBuffer)

    /// The stored size.
    package var size: (width: Int, height: Int) {
        switch self {
        case .image(let image): (image.width, image.height)
        case .buffer(let buffer): (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        }
    }

    /// The pixels. An image that is not decoded yet may be decoded at a reduced size, which is not below `atLeast`.
    package func raster(atLeast: (width: Int, height: Int)? = nil) throws -> Raster {
        switch self {
        case .image(let image): try image.raster(atLeast: atLeast)
        case .buffer(let buffer): try buffer.makeRaster()
        }
    }
}

import CoreGraphics
import CoreImage
import CoreVideo
import ImageIO

/// The source of a frame's pixels.
enum FramePixels: Sendable {
    /// An image file.
    case file(ImageFile)
    /// A Core Graphics image, which may be backed by a file that is not decoded yet.
    case bitmap(CGImage)
    /// A pixel buffer, read in place.
    case buffer(CVPixelBuffer)
    /// A Core Image recipe. Its steps are rendered in one pass over the source's pixels. `width` and `height` are its size in whole pixels.
    case recipe(CIImage, width: Int, height: Int)

    /// The size of the stored pixels, before the orientation is applied.
    var size: (width: Int, height: Int) {
        switch self {
        case .file(let file): (file.width, file.height)
        case .bitmap(let image): (image.width, image.height)
        case .buffer(let buffer): (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        case .recipe(_, let width, let height): (width, height)
        }
    }

    /// The image's name in messages; `nil` if it has none.
    var name: String? {
        if case .file(let file) = self { file.path } else { nil }
    }

    /// The stored pixels; `nil` for a recipe, which is rendered anew for each use.
    ///
    /// - Parameters:
    ///   - scale: the least resolution, as a fraction of the full resolution.
    ///   - use: the use of the pixels. Pixels of a file may have no colours if only luminance is needed.
    func raster(scale: CGFloat, for use: PixelUse) throws -> Raster? {
        let needed = scale < 1 ? size(scaledBy: scale) : nil
        return switch self {
        case .file(let file): try file.decode(frame: 0, atLeast: needed, for: use)
        case .bitmap(let image): try image.raster(atLeast: needed)
        case .buffer(let buffer): try buffer.makeRaster()
        case .recipe: nil
        }
    }

    private func size(scaledBy scale: CGFloat) -> (width: Int, height: Int) {
        func scaled(_ side: Int) -> Int {
            // The tolerance prevents a rounding error just above a whole number from demanding one pixel more, and with it twice the size.
            min(max(Int((CGFloat(side) * scale - 1e-6).rounded(.up)), 1), side)
        }
        return (scaled(size.width), scaled(size.height))
    }
}

import CoreGraphics
import CoreImage
import CoreVideo
import ImageIO

/// The stored pixels of an image, in whatever form they are.
protocol FramePixels: Sendable {
    /// The stored size, before the orientation is undone.
    var width: Int { get }
    var height: Int { get }
    /// The image's name in messages; `nil` where it has none.
    var name: String? { get }

    /// The pixels.
    ///
    /// - Parameter atLeast: a stored size that is enough; `nil` for the full size.
    func raster(atLeast: (width: Int, height: Int)?) throws -> Raster
}

extension FramePixels {
    /// The stored size that has a part of the full resolution.
    func size(scaledBy scale: CGFloat) -> (width: Int, height: Int) {
        func scaled(_ side: Int) -> Int {
            // A rounding error above a whole number must not ask for one pixel more, and with it for twice the size.
            min(max(Int((CGFloat(side) * scale - 1e-6).rounded(.up)), 1), side)
        }
        return (scaled(width), scaled(height))
    }
}

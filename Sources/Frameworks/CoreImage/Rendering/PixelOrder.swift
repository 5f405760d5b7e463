import CPixels
import CoreGraphics

extension PixelOrder {
    /// The positions of the components in a pixel; `nil` if the layout does not consist of bytes of gray or of red, green and blue.
    init?(_ layout: PixelLayout) {
        let places: (red: Int32, green: Int32, blue: Int32, alpha: Int32)
        switch layout {
        case .gray8: places = (0, 0, 0, -1)
        case .rgb8: places = (0, 1, 2, -1)
        case .bgr8: places = (2, 1, 0, -1)
        case .rgba8: places = (0, 1, 2, 3)
        case .bgra8: places = (2, 1, 0, 3)
        case .argb8: places = (1, 2, 3, 0)
        case .abgr8: places = (3, 2, 1, 0)
        default: return nil
        }
        self.init(size: Int32(layout.bytesPerPixel), red: places.red, green: places.green, blue: places.blue, alpha: places.alpha)
    }
}

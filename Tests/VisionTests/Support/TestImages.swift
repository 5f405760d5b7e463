import CoreGraphics
import Foundation

/// Pictures of which every pixel is known.
enum TestImages {
    typealias Color = SIMD3<UInt8>

    /// Pixel columns and rows whose colours say where they are: red is 10 × the column, green 10 × the row, blue 100.
    static func ramp(width: Int, height: Int) throws -> CGImage {
        try image(width: width, height: height) { x, y in Color(UInt8(clamping: 10 * x), UInt8(clamping: 10 * y), 100) }
    }

    /// One colour.
    static func plain(_ color: Color, width: Int, height: Int) throws -> CGImage {
        try image(width: width, height: height) { _, _ in color }
    }

    /// An image that looks like `image` once `orientation` has been undone: what a camera held in another way would have stored.
    static func stored(width: Int, height: Int, orientation: Int, color: (_ x: Int, _ y: Int) -> Color) throws -> CGImage {
        let isTurned = orientation >= 5
        let (storedWidth, storedHeight) = isTurned ? (height, width) : (width, height)
        return try image(width: storedWidth, height: storedHeight) { column, row in
            // EXIF's table: where the stored row 0 and column 0 are in the upright image.
            let (x, y) =
                switch orientation {
                case 2: (width - 1 - column, row)
                case 3: (width - 1 - column, height - 1 - row)
                case 4: (column, height - 1 - row)
                case 5: (row, column)
                case 6: (width - 1 - row, column)
                case 7: (width - 1 - row, height - 1 - column)
                case 8: (row, height - 1 - column)
                default: (column, row)
                }
            return color(x, y)
        }
    }

    static func image(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> Color) throws -> CGImage {
        var bytes = [UInt8](repeating: 255, count: width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = color(x, y)
                for channel in 0..<3 { bytes[(y * width + x) * 4 + channel] = pixel[channel] }
            }
        }
        guard let provider = CGDataProvider(data: Data(bytes) as CFData),
            let space = CGColorSpace(name: CGColorSpace.sRGB),
            let image = CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent)
        else { throw CocoaError(.featureUnsupported) }
        return image
    }
}

import CoreGraphics
import CoreImage
import Foundation
import VisionRuntime

extension CIImage {
    /// Warps the image by a homography of its coordinates, with bilinear sampling. Pixels that come from outside of the image are transparent.
    ///
    /// - Returns: `nil` if a part of the image maps to infinity, or if the image or the result has no pixels or too many pixels.
    func warped(by map: Homography) -> CIImage? {
        guard let inverse = map.inverse, let target = map.bounds(of: extent)?.integral,
            target.width >= 1, target.height >= 1, target.width * target.height <= CGFloat(Self.maximumPixelCount),
            let pixels = PremultipliedPixels(self)
        else { return nil }
        let (width, height) = (Int(target.width), Int(target.height))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let point = inverse.apply(Double(target.minX) + Double(x) + 0.5, Double(target.maxY) - Double(y) - 0.5)
                let color = pixels.color(point.x - Double(extent.minX), Double(extent.maxY) - point.y)
                for channel in 0..<4 { bytes[(y * width + x) * 4 + channel] = UInt8(color[channel].rounded()) }
            }
        }
        guard let image = PremultipliedPixels.image(bytes, width: width, height: height) else { return nil }
        return CIImage(cgImage: image).transformed(by: CGAffineTransform(translationX: target.minX, y: target.minY))
    }

    private static let maximumPixelCount = 1 << 28
}

extension Homography {
    /// The bounding box of the warped rectangle; `nil` if a part of the rectangle maps to infinity.
    fileprivate func bounds(of rect: CGRect) -> CGRect? {
        guard !rect.isNull, !rect.isInfinite, !rect.isEmpty else { return nil }
        let corners = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY), (rect.minX, rect.maxY)]
        var xs: [Double] = []
        var ys: [Double] = []
        var signs: Set<Bool> = []
        for (x, y) in corners.map({ (Double($0.0), Double($0.1)) }) {
            let point = apply(x, y)
            guard point.x.isFinite, point.y.isFinite else { return nil }
            signs.insert(elements[6] * x + elements[7] * y + elements[8] > 0)
            xs.append(point.x)
            ys.append(point.y)
        }
        // If the third coordinate changes its sign, a line within the rectangle maps to infinity.
        guard signs.count == 1, let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return nil }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

/// RGBA pixels with premultiplied alpha, top row first.
private struct PremultipliedPixels {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// Draws an image into memory.
    ///
    /// - Returns: `nil` if the image cannot be drawn.
    init?(_ image: CIImage) {
        guard let drawn = CIContext().createCGImage(image, from: image.extent), let data = drawn.dataProvider?.data as Data?,
            drawn.bitsPerPixel == 32
        else { return nil }
        (width, height) = (drawn.width, drawn.height)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            let start = data.startIndex + y * drawn.bytesPerRow
            bytes.append(contentsOf: data[start..<start + width * 4])
        }
        self.bytes = bytes
    }

    static func image(_ bytes: [UInt8], width: Int, height: Int) -> CGImage? {
        guard let provider = CGDataProvider(data: Data(bytes) as CFData), let space = CGColorSpace(name: CGColorSpace.sRGB) else {
            return nil
        }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    /// The interpolated colour at a position. (0, 0) is the upper left corner of the image. Outside of the image, the colour is transparent.
    func color(_ x: Double, _ y: Double) -> SIMD4<Float> {
        guard x >= 0, y >= 0, x <= Double(width), y <= Double(height) else { return .zero }
        let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        let (fx, fy) = (Float(x - 0.5 - left), Float(y - 0.5 - top))
        let upper = pixel(Int(left), Int(top)) * (1 - fx) + pixel(Int(left) + 1, Int(top)) * fx
        let lower = pixel(Int(left), Int(top) + 1) * (1 - fx) + pixel(Int(left) + 1, Int(top) + 1) * fx
        return upper * (1 - fy) + lower * fy
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let index = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 4
        return SIMD4(Float(bytes[index]), Float(bytes[index + 1]), Float(bytes[index + 2]), Float(bytes[index + 3]))
    }
}

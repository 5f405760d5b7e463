import Foundation

/// Copies pixels with one byte per component, without rotation, scaling or colour conversion. Only the order of the components may change.
///
/// - Returns: `false` if the pixels need another conversion. Nothing has been written then.
func copyBytes(_ source: Raster, _ geometry: RasterGeometry, into destination: MutableRaster) -> Bool {
    let region = geometry.region
    let wholeDestination = CGRect(x: 0, y: 0, width: destination.width, height: destination.height)
    guard geometry.orientation == 1, geometry.destination == wholeDestination, region.size == wholeDestination.size,
        region.origin.x >= 0, region.origin.y >= 0, region.origin.x.rounded() == region.origin.x,
        region.origin.y.rounded() == region.origin.y, region.maxX <= CGFloat(source.width), region.maxY <= CGFloat(source.height),
        (try? source.validate()) != nil, let from = ByteOrder(source.layout), let to = ByteOrder(destination.layout),
        source.layout.isGray || !destination.layout.isGray
    else { return false }
    // Alpha may be copied unchanged. If the colours are premultiplied, it may also be dropped.
    let isOpaque = source.alpha == .none
    guard isOpaque || source.alpha == destination.alpha || (source.alpha == .premultiplied && destination.alpha == .none) else {
        return false
    }
    let format: ColorTransform.PixelFormat = source.layout.isGray ? .gray8 : .rgb8
    let staysGray = source.layout.isGray && destination.layout.isGray
    guard staysGray || ColorTransform.between(source.colorSpace, format, destination.colorSpace, .rgb8) == nil else { return false }

    let (x, y) = (Int(region.origin.x), Int(region.origin.y))
    let (input, output) = (source.planes[0], destination.planes[0])
    let writesAlpha = to.alpha != nil
    let copiesAlpha = writesAlpha && !isOpaque && destination.alpha != .none
    for row in 0..<destination.height {
        let start = input.base + (y + row) * input.bytesPerRow + x * from.size
        let pixels = start.assumingMemoryBound(to: UInt8.self)
        let target = (output.base + row * output.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        let count = destination.width
        if source.layout == destination.layout, copiesAlpha || !writesAlpha {
            memcpy(target, pixels, count * from.size)
        } else if destination.layout == .gray8 {
            for i in 0..<count { target[i] = pixels[i * from.size] }
        } else if to.size == 2 {
            for i in 0..<count {
                target[2 * i] = pixels[i * from.size]
                target[2 * i + 1] = copiesAlpha ? pixels[i * from.size + 1] : 255
            }
        } else {
            reorder(pixels, from, target, to, count)
            if copiesAlpha, let a = from.alpha, let b = to.alpha {
                for i in 0..<count { target[4 * i + b] = pixels[i * from.size + a] }
            } else if let b = to.alpha {
                for i in 0..<count { target[4 * i + b] = 255 }
            }
        }
    }
    return true
}

@inline(__always)
private func reorder(
    _ pixels: UnsafePointer<UInt8>, _ from: ByteOrder, _ target: UnsafeMutablePointer<UInt8>, _ to: ByteOrder, _ count: Int
) {
    let (r0, g0, b0, s) = (from.red, from.green, from.blue, from.size)
    let (r1, g1, b1, t) = (to.red, to.green, to.blue, to.size)
    for i in 0..<count {
        let (p, q) = (i &* s, i &* t)
        target[q &+ r1] = pixels[p &+ r0]
        target[q &+ g1] = pixels[p &+ g0]
        target[q &+ b1] = pixels[p &+ b0]
    }
}

/// The order of the components in a pixel of bytes.
private struct ByteOrder {
    let size: Int
    let red: Int
    let green: Int
    let blue: Int
    let alpha: Int?

    init?(_ layout: PixelLayout) {
        let values: (Int, Int, Int, Int, Int?)? =
            switch layout {
            case .gray8: (1, 0, 0, 0, nil)
            case .grayAlpha8: (2, 0, 0, 0, 1)
            case .rgb8: (3, 0, 1, 2, nil)
            case .bgr8: (3, 2, 1, 0, nil)
            case .rgba8: (4, 0, 1, 2, 3)
            case .bgra8: (4, 2, 1, 0, 3)
            case .argb8: (4, 1, 2, 3, 0)
            case .abgr8: (4, 3, 2, 1, 0)
            default: nil
            }
        guard let values else { return nil }
        (size, red, green, blue, alpha) = values
    }
}

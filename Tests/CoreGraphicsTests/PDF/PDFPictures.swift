import CoreGraphics
import Foundation

/// A white bitmap, or a transparent one.
func bitmap(_ width: Int, _ height: Int, isWhite: Bool = true) -> CGContext? {
    let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    guard isWhite else { return context }
    context?.saveGState()
    context?.setFillColor(gray: 1, alpha: 1)
    context?.fill(CGRect(x: 0, y: 0, width: width, height: height))
    context?.restoreGState()
    return context
}

extension CGContext {
    /// Red, green, blue and alpha of the pixel at a point, with the origin at the lower left.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        guard let data else { return [] }
        let start = (height - 1 - y) * bytesPerRow + 4 * x
        return (0..<4).map { data.load(fromByteOffset: start + $0, as: UInt8.self) }
    }

    /// The bytes of all pixels.
    var pixels: [UInt8] {
        guard let data else { return [] }
        return (0..<height).flatMap { y in (0..<(4 * width)).map { data.load(fromByteOffset: y * bytesPerRow + $0, as: UInt8.self) } }
    }

    /// The bounding box of the pixels that are darker than a middle gray, in pixels with the origin at the lower left.
    var ink: CGRect {
        var box = CGRect.null
        for y in 0..<height {
            for x in 0..<width {
                let pixel = pixel(x, y)
                if pixel[3] > 128, pixel[0..<3].contains(where: { $0 < 128 }) { box = box.union(CGRect(x: x, y: y, width: 1, height: 1)) }
            }
        }
        return box
    }
}

/// A PDF document that `draw` draws.
func document(_ box: CGRect = CGRect(x: 0, y: 0, width: 100, height: 80), _ draw: (CGContext) -> Void) -> Data {
    let data = NSMutableData()
    guard let consumer = CGDataConsumer(data: data as CFMutableData) else { return Data() }
    withUnsafePointer(to: box) { CGContext(consumer: consumer, mediaBox: $0, nil) }.map { context in
        draw(context)
        context.closePDF()
    }
    return data as Data
}

func open(_ data: Data) -> CGPDFDocument? { CGDataProvider(data: data as CFData).flatMap { CGPDFDocument($0) } }

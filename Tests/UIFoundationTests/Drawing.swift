import CoreGraphics
import Foundation
import ImageIO
import Testing

/// Bytes of a picture: red, green, blue and alpha of each pixel, from the upper left.
func rgba(_ image: CGImage) -> [[UInt8]] {
    guard
        let context = CGContext(
            data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 4 * image.width,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue), let data = context.data
    else { return [] }
    context.setBlendMode(.copy)
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    let bytes = UnsafeRawBufferPointer(start: data, count: 4 * image.width * image.height)
    return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<($0 + 4)]) }
}

/// One letter for each pixel, row after row: of the colours that tests draw in, a full stop for transparent ones.
func letters(_ image: CGImage?) -> [String] {
    guard let image else { return [] }
    let names: [[UInt8]: Character] = [
        [255, 0, 0, 255]: "r", [0, 255, 0, 255]: "g", [0, 0, 255, 255]: "b", [255, 255, 0, 255]: "y", [255, 255, 255, 255]: "w",
        [0, 0, 0, 255]: "k", [0, 0, 0, 0]: ".", [0, 255, 255, 255]: "c",
    ]
    let all = rgba(image).map { names[$0] ?? "?" }
    return (0..<image.height).map { String(all[($0 * image.width)..<(($0 + 1) * image.width)]) }
}

/// The opposite of `letters`.
func picture(_ rows: [String]) -> CGImage? {
    let colors: [Character: [UInt8]] = [
        "r": [255, 0, 0, 255], "g": [0, 255, 0, 255], "b": [0, 0, 255, 255], "y": [255, 255, 0, 255], "w": [255, 255, 255, 255],
        "k": [0, 0, 0, 255], ".": [0, 0, 0, 0], "c": [0, 255, 255, 255],
    ]
    let (width, height) = (rows.first?.count ?? 0, rows.count)
    let bytes = rows.joined().flatMap { colors[$0] ?? [] }
    let data = CGDataProvider(data: Data(bytes) as CFData)
    return data.flatMap {
        CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
            provider: $0, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }
}

/// How dark the pixels of a part of a white picture are, together; 1 for a black pixel.
func ink(_ image: CGImage, in rect: CGRect) -> Double {
    let pixels = rgba(image)
    var sum = 0.0
    for y in Int(rect.minY)..<Int(rect.maxY) {
        for x in Int(rect.minX)..<Int(rect.maxX) { sum += 1 - Double(pixels[y * image.width + x][1]) / 255 }
    }
    return sum
}

/// Calls `body` with the name of a picture that is in the main bundle meanwhile.
func withPictureInMainBundle(_ rows: [String], _ body: (String) throws -> Void) throws {
    let name = "literal-\(UUID().uuidString)"
    let url = try #require(Bundle.main.resourceURL).appendingPathComponent("\(name).png")
    let image = try #require(picture(rows))
    try #require(PictureFile.data(image, "public.png")).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(name)
}

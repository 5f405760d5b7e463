import CoreGraphics
import CoreMLRuntime
import CoreVideo
import Foundation

/// Makes augmented copies of an image: rotated, cropped, mirrored, blurred, with noise or with another exposure.
struct ImageAugmenter {
    private let width: Int
    private let height: Int
    private let sourceWidth: Int
    private let sourceHeight: Int
    /// The pixels of the image, row after row: blue, green, red and alpha.
    private let source: [UInt8]
    private var generator: SplitMix64

    /// - Parameter buffer: a 32BGRA image. It is larger than the copies, which have `width` × `height` pixels.
    init(_ buffer: CVPixelBuffer, width: Int, height: Int, seed: Int) {
        self.width = width
        self.height = height
        sourceWidth = CVPixelBufferGetWidth(buffer)
        sourceHeight = CVPixelBufferGetHeight(buffer)
        generator = SplitMix64(seed: seed)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(sourceWidth * sourceHeight * 4)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        if let base = CVPixelBufferGetBaseAddress(buffer) {
            let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
            for row in 0..<sourceHeight {
                pixels += UnsafeRawBufferPointer(start: base + row * bytesPerRow, count: sourceWidth * 4)
            }
        }
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        source = pixels
    }

    /// An augmented copy of the image, changed as one option says.
    mutating func image(_ option: MLImageClassifier.ImageAugmentationOptions) throws -> CGImage {
        var view = View()
        if option == .rotation { view.angle = Double.random(in: -0.35...0.35, using: &generator) }
        if option == .flip { view.mirrors = true }
        if option == .crop {
            view.scale = Double.random(in: 0.6...0.9, using: &generator)
            let room = (1 - view.scale) / 2
            view.center.x = 0.5 + Double.random(in: -room...room, using: &generator)
            view.center.y = 0.5 + Double.random(in: -room...room, using: &generator)
        }
        var pixels = sampled(view)
        if option == .exposure { expose(&pixels, factor: exp2(Double.random(in: -0.8...0.8, using: &generator))) }
        if option == .blur { blur(&pixels, radius: Int.random(in: 1...max(1, width / 64), using: &generator)) }
        if option == .noise { addNoise(&pixels, deviation: Double.random(in: 4...14, using: &generator)) }
        return try makeImage(pixels)
    }

    /// The part of the source that a copy shows.
    private struct View {
        var angle = 0.0
        var scale = 1.0
        var mirrors = false
        /// The centre of the part, as fractions, 0…1, of the source's width and height.
        var center = (x: 0.5, y: 0.5)
    }

    private func sampled(_ view: View) -> [UInt8] {
        var result = [UInt8](repeating: 255, count: width * height * 4)
        let stepX = Double(sourceWidth) * view.scale / Double(width)
        let stepY = Double(sourceHeight) * view.scale / Double(height)
        let (cosine, sine) = (cos(view.angle), sin(view.angle))
        for y in 0..<height {
            for x in 0..<width {
                var across = (Double(x) + 0.5 - Double(width) / 2) * stepX
                let down = (Double(y) + 0.5 - Double(height) / 2) * stepY
                if view.mirrors { across = -across }
                let sourceX = view.center.x * Double(sourceWidth) + across * cosine - down * sine - 0.5
                let sourceY = view.center.y * Double(sourceHeight) + across * sine + down * cosine - 0.5
                interpolate(sourceX, sourceY, into: &result, at: (y * width + x) * 4)
            }
        }
        return result
    }

    /// Interpolates between the four pixels around a point. Outside the image, edge pixels are repeated.
    private func interpolate(_ x: Double, _ y: Double, into result: inout [UInt8], at target: Int) {
        let x = min(max(x, 0), Double(sourceWidth - 1)), y = min(max(y, 0), Double(sourceHeight - 1))
        let left = Int(x), top = Int(y)
        let right = min(left + 1, sourceWidth - 1), bottom = min(top + 1, sourceHeight - 1)
        let (partX, partY) = (x - Double(left), y - Double(top))
        for channel in 0..<3 {
            func value(_ x: Int, _ y: Int) -> Double { Double(source[(y * sourceWidth + x) * 4 + channel]) }
            let upper = value(left, top) * (1 - partX) + value(right, top) * partX
            let lower = value(left, bottom) * (1 - partX) + value(right, bottom) * partX
            result[target + channel] = UInt8(upper * (1 - partY) + lower * partY + 0.5)
        }
    }

    private func expose(_ pixels: inout [UInt8], factor: Double) {
        for index in pixels.indices where index % 4 != 3 { pixels[index] = UInt8(min(255, Double(pixels[index]) * factor + 0.5)) }
    }

    private mutating func addNoise(_ pixels: inout [UInt8], deviation: Double) {
        for index in pixels.indices where index % 4 != 3 {
            // The sum of four uniform random numbers approximates a normal distribution well enough.
            let sum = (0..<4).reduce(0.0) { total, _ in total + Double.random(in: -0.5...0.5, using: &generator) }
            pixels[index] = UInt8(min(255, max(0, Double(pixels[index]) + sum * deviation * 1.732 + 0.5)))
        }
    }

    private func blur(_ pixels: inout [UInt8], radius: Int) {
        for isVertical in [false, true] {
            let original = pixels
            for y in 0..<height {
                for x in 0..<width {
                    for channel in 0..<3 {
                        var sum = 0
                        for offset in -radius...radius {
                            let column = isVertical ? x : min(max(x + offset, 0), width - 1)
                            let row = isVertical ? min(max(y + offset, 0), height - 1) : y
                            sum += Int(original[(row * width + column) * 4 + channel])
                        }
                        pixels[(y * width + x) * 4 + channel] = UInt8((sum + radius) / (2 * radius + 1))
                    }
                }
            }
        }
    }

    private func makeImage(_ pixels: [UInt8]) throws -> CGImage {
        let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue).union(.byteOrder32Little)
        guard let provider = CGDataProvider(data: Data(pixels)),
            let image = CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: false,
                intent: .defaultIntent)
        else { throw MLCreateError.generic(reason: "a changed copy of an image could not be made") }
        return image
    }
}

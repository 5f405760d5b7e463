import Foundation
import Testing

@testable import CoreImage

@Suite("Core Image: loops over pixels")
struct PixelKernelTests {
    private static let stored = CIContext(options: [.workingColorSpace: NSNull()])

    private static func image(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> CIImage {
        var bytes: [UInt8] = []
        for y in 0..<height { for x in 0..<width { bytes += pixel(x, y) } }
        return CIImage(
            bitmapData: Data(bytes), bytesPerRow: 4 * width, size: CGSize(width: width, height: height), format: .RGBA8, colorSpace: nil)
    }

    @Test("Steps of single components make the same bytes from a table as from floats, in light and in stored values")
    func tables() {
        // A pixel that is not opaque keeps the second picture from the table.
        let opaque = Self.image(257, 2) { x, y in [UInt8(x & 255), UInt8(255 - x & 255), UInt8(x * 7 & 255), 255] }
        let mixed = Self.image(257, 2) { x, y in
            x == 256 && y == 1 ? [1, 1, 1, 128] : [UInt8(x & 255), UInt8(255 - x & 255), UInt8(x * 7 & 255), 255]
        }
        let steps: [(CIImage) -> CIImage] = [
            { $0.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.7]) },
            { $0.applyingFilter("CIColorInvert").applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.6]) },
            { $0.applyingFilter("CIColorPosterize").applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1]) },
            { $0.applyingFilter("CIColorThreshold", parameters: ["inputThreshold": 0.3]) },
        ]
        for context in [CIContext(), Self.stored] {
            for step in steps {
                let (table, floats) = (
                    bytes(of: step(opaque), in: opaque.extent, context: context), bytes(of: step(mixed), in: mixed.extent, context: context)
                )
                #expect(table.dropLast(4) == floats.dropLast(4))
            }
        }
    }

    @Test("The extremes of a rectangle are those of its pixels, however wide it is", arguments: [1, 3, 9, 11, 16, 23], [1, 5, 12])
    func rectangles(width: Int, height: Int) throws {
        let (columns, rows) = (37, 21)
        let picture = Self.image(columns, rows) { x, y in (0..<3).map { UInt8((x * 89 + y * 53 + $0 * 31 + x * y * 7) % 251) } + [255] }
        let rect = CGRect(x: 0, y: 0, width: CGFloat(columns), height: CGFloat(rows))
        let pixels = bytes(of: picture, in: rect, context: Self.stored)
        // Sides are odd: even ones count as the next lower.
        let (across, along) = ((width - 1) / 2, (height - 1) / 2)
        for (name, better) in [("CIMorphologyRectangleMaximum", max), ("CIMorphologyRectangleMinimum", min)]
            as [(String, (UInt8, UInt8) -> UInt8)]
        {
            let result = picture.clampedToExtent().applyingFilter(name, parameters: ["inputWidth": width, "inputHeight": height])
            let expected = (0..<rows).flatMap { y in
                (0..<columns).flatMap { x in
                    (0..<4).map { component in
                        var best = pixels[4 * (y * columns + x) + component]
                        for row in max(0, y - along)...min(rows - 1, y + along) {
                            for column in max(0, x - across)...min(columns - 1, x + across) {
                                best = better(best, pixels[4 * (row * columns + column) + component])
                            }
                        }
                        return best
                    }
                }
            }
            #expect(bytes(of: result, in: rect, context: Self.stored) == expected, "\(name)")
        }
    }

    @Test(
        "A Gaussian is that of the formula within 2 of 255 for any deviation, also on stripes as fine as pixels",
        arguments: [0.7, 2.9, 3, 4.3, 7.9])
    func gaussian(sigma: Double) {
        let (width, height) = (83, 61)
        let value = { (x: Int, y: Int) in x < 40 ? Double((x * 10) % 21 < 10 ? 255 : 0) : Double((x * x * 31 + y * y * 17 + x * y) % 256) }
        let image = Self.image(width, height) { x, y in [UInt8(value(x, y)), UInt8(value(y, x)), 128, 255] }
        let pixels = bytes(
            of: image.clampedToExtent().applyingGaussianBlur(sigma: sigma), in: image.extent, context: Self.stored)
        let reach = Int(4 * sigma) + 1
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        func blurred(_ length: Int, _ line: (Int) -> Double, _ place: Int) -> Double {
            var sum = 0.0
            for (index, weight) in weights.enumerated() { sum += weight * line(min(max(place + index - reach, 0), length - 1)) }
            return sum / total
        }
        let rows = (0..<height).map { y in (0..<width).map { x in blurred(width, { value($0, y) }, x) } }
        var worst = 0.0
        for y in stride(from: 0, to: height, by: 3) {
            for x in 0..<width { worst = max(worst, abs(Double(pixels[4 * (y * width + x)]) - blurred(height, { rows[$0][x] }, y))) }
        }
        #expect(worst <= 2)
    }

    @Test(
        "A box is the mean of its pixels, with a part of the outermost ones for a radius between whole numbers",
        arguments: [0.5, 1, 2.25, 20])
    func box(radius: Double) {
        let (width, height) = (53, 47)
        let value = { (x: Int, y: Int) in (x * x * 31 + y * y * 17 + x * y) % 256 }
        let image = Self.image(width, height) { x, y in [UInt8(value(x, y)), 9, 77, 255] }
        let filtered = image.clampedToExtent().applyingFilter("CIBoxBlur", parameters: ["inputRadius": radius])
        let pixels = bytes(of: filtered, in: image.extent, context: Self.stored)
        let reach = Int(radius.rounded(.up))
        let weights = (-reach...reach).map { min(1, radius + 1 - Double(abs($0))) / (2 * radius + 1) }
        for (x, y) in [(0, 0), (52, 46), (26, 20), (3, 40), (51, 1)] {
            var sum = 0.0
            for (j, v) in weights.enumerated() {
                for (i, u) in weights.enumerated() {
                    let (column, row) = (min(max(x + i - reach, 0), width - 1), min(max(y + j - reach, 0), height - 1))
                    sum += u * v * Double(value(column, row))
                }
            }
            #expect(abs(Double(pixels[4 * (y * width + x)]) - sum) <= 1)
        }
    }
}

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import ImageIO

/// A file of a few pixels that another program wrote, with the pixels that another program finds in it. See Tests/Fixtures/formats.
struct FormatFixture: Decodable, Sendable, CustomTestStringConvertible {
    struct Picture: Decodable, Sendable {
        let width: Int
        let height: Int
        let components: Int
        let samples: String
        let alpha: String
        let pixels: Data
    }

    struct Content: Decodable, Sendable {
        let bytes: Data
        let tolerance: Double
        let pictures: [Picture]
    }

    let name: String
    let content: Content

    var testDescription: String { name }

    static let png = read("png")
    static let jpeg = read("jpeg")
    static let webP = read("webp")
    static let heif = read("heif")
    static let tiff = read("tiff")
    static let gif = read("gif")
    static let bmp = read("bmp")
    static let pnm = read("pnm")
    static let all = png + jpeg + webP + heif + tiff + gif + bmp + pnm

    /// The fixtures of a format, by name.
    private static func read(_ format: String) -> [FormatFixture] {
        let url = Fixtures.common("formats/\(format).json")
        do {
            let table = try JSONDecoder().decode([String: Content].self, from: Data(contentsOf: url))
            return table.sorted { $0.key < $1.key }.map { FormatFixture(name: $0.key, content: $0.value) }
        } catch {
            Issue.record("\(url.path): \(error)")
            return []
        }
    }
}

/// Pixels as numbers, in units of their samples: red, green, blue and alpha, or inks, where 0 is none.
struct PixelValues {
    let width: Int
    let height: Int
    let bytesPerComponent: Int
    let isInk: Bool
    let alpha: AlphaKind
    var values: [SIMD4<Double>]

    /// The alpha of an opaque pixel.
    var most: Double { bytesPerComponent == 1 ? 255 : bytesPerComponent == 2 ? 65535 : 1 }
}

extension PixelValues {
    init(_ picture: FormatFixture.Picture) throws {
        width = picture.width
        height = picture.height
        isInk = picture.samples == "ink"
        bytesPerComponent = try #require(["uint8": 1, "ink": 1, "uint16": 2, "float32": 4][picture.samples])
        alpha = try #require(["none": .none, "straight": .straight, "premultiplied": .premultiplied][picture.alpha] as AlphaKind?)
        values = []
        let (components, size) = (picture.components, bytesPerComponent)
        try #require(picture.pixels.count == width * height * components * size)
        values = picture.pixels.withUnsafeBytes { bytes in
            (0..<(width * height)).map { pixel in
                Self.expanded(components, most: most) { Self.component(bytes, pixel * components + $0, size) }
            }
        }
    }

    init(_ raster: Raster) throws {
        width = raster.width
        height = raster.height
        isInk = raster.layout.isCMYK
        alpha = raster.alpha
        bytesPerComponent = raster.layout.bytesPerComponent
        values = []
        let readable: [PixelLayout] = [
            .gray8, .grayAlpha8, .rgb8, .rgba8, .gray16, .rgb16, .rgba16, .grayFloat, .rgbFloat, .rgbaFloat, .cmyk8, .invertedCMYK8,
        ]
        try #require(readable.contains(raster.layout))
        let (components, size) = (raster.layout.componentCount, bytesPerComponent)
        let plane = raster.planes[0]
        for y in 0..<height {
            let row = UnsafeRawBufferPointer(start: plane.base + y * plane.bytesPerRow, count: width * components * size)
            for x in 0..<width {
                var pixel = Self.expanded(components, most: most) { Self.component(row, x * components + $0, size) }
                if raster.layout == .invertedCMYK8 { pixel = most - pixel }
                if raster.layout.hasFourthComponent, alpha == .none { pixel.w = most }
                values.append(pixel)
            }
        }
    }

    private static func component(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ size: Int) -> Double {
        switch size {
        case 1: Double(bytes[index])
        case 2: Double(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)))
        default: Double(bytes.loadUnaligned(fromByteOffset: 4 * index, as: Float.self))
        }
    }

    private static func expanded(_ count: Int, most: Double, _ component: (Int) -> Double) -> SIMD4<Double> {
        switch count {
        case 1: SIMD4(component(0), component(0), component(0), most)
        case 2: SIMD4(component(0), component(0), component(0), component(1))
        case 3: SIMD4(component(0), component(1), component(2), most)
        default: SIMD4(component(0), component(1), component(2), component(3))
        }
    }

    /// The greatest difference of a component.
    func difference(from other: PixelValues) -> Double {
        guard width == other.width, height == other.height else { return .infinity }
        return zip(values, other.values).map { pair in
            let steps = pair.0 - pair.1
            return max(abs(steps.x), abs(steps.y), abs(steps.z), abs(steps.w))
        }.max() ?? 0
    }

    /// The means of squares of two by two pixels as bytes, multiplied by alpha.
    var halved: PixelValues {
        let bytes = values.map { pixel in
            let color = alpha == .straight ? pixel * (pixel.w / most) : pixel
            return SIMD4(color.x, color.y, color.z, pixel.w) * (255 / most)
        }
        let means = (0..<(height / 2)).flatMap { y in
            (0..<(width / 2)).map { x in
                let corner = 2 * y * width + 2 * x
                return (bytes[corner] + bytes[corner + 1] + bytes[corner + width] + bytes[corner + width + 1]) / 4
            }
        }
        return PixelValues(
            width: width / 2, height: height / 2, bytesPerComponent: 1, isInk: isInk, alpha: alpha == .none ? .none : .premultiplied,
            values: means)
    }
}

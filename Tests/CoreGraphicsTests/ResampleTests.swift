import Foundation
import TestSupport
import Testing

@testable import CoreGraphics

func randomRaster(_ layout: PixelLayout, _ width: Int, _ height: Int, alpha: AlphaKind = .none, seed: UInt64 = 1) throws -> MutableRaster {
    var random = SplitMix64(state: seed)
    let raster = try MutableRaster(allocating: layout, width: width, height: height, alpha: alpha)
    for (index, plane) in raster.planes.enumerated() {
        for y in 0..<layout.planeHeight(index, height: height) {
            for x in 0..<plane.bytesPerRow {
                plane.base.storeBytes(
                    of: UInt8.random(in: 0...255, using: &random), toByteOffset: y * plane.bytesPerRow + x, as: UInt8.self)
            }
        }
    }
    return raster
}

extension MutableRaster {
    func byte(_ x: Int, _ y: Int, _ c: Int) -> UInt8 {
        planes[0].base.load(fromByteOffset: y * planes[0].bytesPerRow + x * layout.bytesPerPixel + c, as: UInt8.self)
    }
}

/// The same filter written as its definition says, in double precision, pixel by pixel.
struct NaiveResampler {
    let width: Int
    let height: Int
    /// Stored pixel to red, green, blue.
    let pixel: (Int, Int) -> [Double]

    func upright(_ x: Int, _ y: Int, orientation: Int) -> [Double]? {
        let transposed = orientation >= 5
        let (w, h) = transposed ? (height, width) : (width, height)
        guard x >= 0, y >= 0, x < w, y < h else { return nil }
        return switch orientation {
        case 1: pixel(x, y)
        case 2: pixel(width - 1 - x, y)
        case 3: pixel(width - 1 - x, height - 1 - y)
        case 4: pixel(x, height - 1 - y)
        case 5: pixel(y, x)
        case 6: pixel(y, height - 1 - x)
        case 7: pixel(width - 1 - y, height - 1 - x)
        default: pixel(width - 1 - y, x)
        }
    }

    private func weights(_ start: Double, _ step: Double, _ index: Int, _ count: Int) -> [(Int, Double)] {
        if step > 1 {
            let (from, to) = (start + Double(index) * step, start + Double(index + 1) * step)
            return (Int(from.rounded(.down))...Int(to.rounded(.up))).compactMap { sample in
                let covered = min(to, Double(sample + 1)) - max(from, Double(sample))
                return covered > 0 && sample >= 0 && sample < count ? (sample, covered / step) : nil
            }
        }
        let centre = start + (Double(index) + 0.5) * step
        guard centre >= 0, centre <= Double(count) else { return [] }
        let left = (centre - 0.5).rounded(.down)
        let fraction = centre - 0.5 - left
        return [(Int(left), 1 - fraction), (Int(left) + 1, fraction)].map { (min(max($0.0, 0), count - 1), $0.1) }
    }

    func value(_ geometry: RasterGeometry, _ x: Int, _ y: Int) -> [Double] {
        let (w, h) = geometry.orientation >= 5 ? (height, width) : (width, height)
        let region = geometry.region
        let columns = weights(region.origin.x, region.width / geometry.destination.width, x, w)
        let rows = weights(region.origin.y, region.height / geometry.destination.height, y, h)
        var sum = [0.0, 0, 0]
        for (row, wy) in rows {
            for (column, wx) in columns {
                guard let colour = upright(column, row, orientation: geometry.orientation) else { continue }
                for c in 0..<3 { sum[c] += wx * wy * colour[c] }
            }
        }
        return sum
    }
}

@Suite struct ResampleTests {
    static let cases: [(Int, CGRect, Int, Int)] = [
        (1, CGRect(x: 0, y: 0, width: 53, height: 37), 10, 9),
        (1, CGRect(x: 0, y: 0, width: 53, height: 37), 53, 37),
        (1, CGRect(x: 3.25, y: 4.5, width: 31.5, height: 20.25), 17, 41),
        (1, CGRect(x: -10, y: -7.5, width: 80, height: 60), 24, 19),
        (1, CGRect(x: -3, y: -3, width: 20, height: 10), 60, 55),
        (1, CGRect(x: 0, y: 0, width: 53, height: 37), 1, 1),
    ]

    @Test("A rounding error above a whole number does not ask for a larger source")
    func neededSize() {
        // 0.29 · 3000 is a little less than 870, so 3000 · 435 / that is a little more than 1500.
        let region = CGRect(x: 0, y: 0, width: 0.29 * 3000, height: 580)
        let needed = RasterGeometry(region: region, outputWidth: 435, outputHeight: 290).neededSourceSize(of: (3000, 2000))
        #expect(needed == (1500, 1000))
    }

    @Test("Any crop, scale and orientation equals the filter's definition in double precision", arguments: 1...8)
    func matchesDefinition(orientation: Int) throws {
        let source = try randomRaster(.rgb8, 53, 37)
        let naive = NaiveResampler(width: 53, height: 37) { x, y in (0..<3).map { Double(source.byte(x, y, $0)) } }
        for (_, region, width, height) in Self.cases {
            let geometry = RasterGeometry(orientation: orientation, region: region, outputWidth: width, outputHeight: height)
            var tensor = [Float](repeating: -1, count: 3 * width * height)
            try tensor.withUnsafeMutableBufferPointer {
                try resample(
                    source.raster, geometry, intoTensor: $0.baseAddress!, channels: .bgr, scale: [1, 0.5, 2], bias: [0, 3, -7])
            }
            for y in 0..<height {
                for x in 0..<width {
                    let expected = naive.value(geometry, x, y)
                    for (c, (scale, bias)) in [(1.0, 0.0), (0.5, 3.0), (2.0, -7.0)].enumerated() {
                        let value = Double(tensor[(c * height + y) * width + x])
                        #expect(abs(value - (expected[2 - c] * scale + bias)) < 1e-3)
                    }
                }
            }
        }
    }

    @Test("Shrinking by much weighs every source pixel once")
    func largeShrink() throws {
        let source = try randomRaster(.bgra8, 1900, 1403)
        let naive = NaiveResampler(width: 1900, height: 1403) { x, y in [2, 1, 0].map { Double(source.byte(x, y, $0)) } }
        let geometry = RasterGeometry.fill(sourceWidth: 1900, sourceHeight: 1403, outputWidth: 3, outputHeight: 2)
        let output = try MutableRaster(allocating: .rgb8, width: 3, height: 2)
        try resample(source.raster, geometry, into: output)
        for y in 0..<2 {
            for x in 0..<3 {
                let expected = naive.value(geometry, x, y)
                for c in 0..<3 { #expect(abs(Double(output.byte(x, y, c)) - expected[c]) <= 0.51) }
            }
        }
    }

    @Test("A letterboxed image has the bias as its border and the scaled image inside")
    func letterbox() throws {
        let source = try randomRaster(.gray8, 40, 20)
        let geometry = RasterGeometry(
            region: CGRect(x: 0, y: 0, width: 40, height: 20), outputWidth: 20, outputHeight: 20,
            destination: CGRect(x: 0, y: 5, width: 20, height: 10))
        var tensor = [Float](repeating: 0, count: 400)
        try tensor.withUnsafeMutableBufferPointer {
            try resample(source.raster, geometry, intoTensor: $0.baseAddress!, channels: .gray, scale: [1], bias: [-5])
        }
        #expect(tensor[0..<100].allSatisfy { $0 == -5 } && tensor[300..<400].allSatisfy { $0 == -5 })
        let mean = (0..<4).map { Float(source.byte($0 % 2, $0 / 2, 0)) }.reduce(0, +) / 4
        #expect(abs(tensor[100] - (mean - 5)) < 1e-3)
    }

    @Test("Every interleaved layout carries the same picture there and back")
    func layouts() throws {
        let source = try randomRaster(.rgb8, 13, 11)
        let geometry = RasterGeometry.fill(sourceWidth: 13, sourceHeight: 11, outputWidth: 13, outputHeight: 11)
        let layouts: [PixelLayout] = [.bgr8, .rgba8, .bgra8, .argb8, .abgr8, .rgb16, .rgba16, .rgbaHalf, .rgbFloat, .rgbaFloat]
        for layout in layouts {
            let middle = try MutableRaster(allocating: layout, width: 13, height: 11)
            let back = try MutableRaster(allocating: .rgb8, width: 13, height: 11)
            try resample(source.raster, geometry, into: middle)
            try resample(middle.raster, geometry, into: back)
            for y in 0..<11 {
                for x in 0..<13 {
                    for c in 0..<3 { #expect(back.byte(x, y, c) == source.byte(x, y, c), "\(layout)") }
                }
            }
        }
    }

    @Test("Straight and premultiplied alpha are seen over black alike", arguments: [PixelLayout.rgba8, .argb8, .abgr8, .bgra8])
    func alpha(layout: PixelLayout) throws {
        let straight = try randomRaster(layout, 8, 8, alpha: .straight)
        let geometry = RasterGeometry.fill(sourceWidth: 8, sourceHeight: 8, outputWidth: 4, outputHeight: 4)
        let premultiplied = try MutableRaster(allocating: .rgbaFloat, width: 8, height: 8, alpha: .premultiplied)
        try resample(
            straight.raster, RasterGeometry.fill(sourceWidth: 8, sourceHeight: 8, outputWidth: 8, outputHeight: 8), into: premultiplied)
        var tensors = [[Float]](repeating: [Float](repeating: 0, count: 48), count: 2)
        for (index, source) in [straight, premultiplied].enumerated() {
            try tensors[index].withUnsafeMutableBufferPointer {
                try resample(
                    source.raster, geometry, intoTensor: $0.baseAddress!, channels: .rgb, scale: [1, 1, 1], bias: [0, 0, 0])
            }
        }
        for (a, b) in zip(tensors[0], tensors[1]) { #expect(abs(a - b) < 1e-3) }
        // The first output pixel by hand.
        let first = [0, 3, 1, 0]
        let alphaIndex = layout == .argb8 || layout == .abgr8 ? 0 : 3
        let redIndex = [PixelLayout.rgba8: first[0], .abgr8: first[1], .argb8: first[2], .bgra8: 2][layout]!
        var red = 0.0
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            red += Double(straight.byte(x, y, redIndex)) * Double(straight.byte(x, y, alphaIndex)) / 255 / 4
        }
        #expect(abs(Double(tensors[0][0]) - red) < 1e-2)
    }

    @Test("Copying bytes and filtering them give the same pixels", arguments: [AlphaKind.none, .straight, .premultiplied])
    func plainCopies(alpha: AlphaKind) throws {
        let layouts: [PixelLayout] = [.gray8, .grayAlpha8, .rgb8, .bgr8, .rgba8, .bgra8, .argb8, .abgr8]
        for from in layouts {
            let source = try randomRaster(from, 20, 9, alpha: alpha)
            if source.alpha == .premultiplied { continue }
            for to in layouts {
                for kind in [AlphaKind.none, alpha] {
                    let copied = try MutableRaster(allocating: to, width: 11, height: 5, alpha: kind)
                    let filtered = try MutableRaster(allocating: to, width: 11, height: 5, alpha: kind)
                    let region = CGRect(x: 3, y: 2, width: 11, height: 5)
                    try resample(source.raster, RasterGeometry(region: region, outputWidth: 11, outputHeight: 5), into: copied)
                    // A region that is a hair away is filtered.
                    let near = region.offsetBy(dx: 1e-6, dy: 0)
                    try resample(source.raster, RasterGeometry(region: near, outputWidth: 11, outputHeight: 5), into: filtered)
                    for y in 0..<5 {
                        for x in 0..<11 {
                            let alphaIndex = to == .argb8 || to == .abgr8 ? 0 : to.componentCount - 1
                            let isClear = to.hasFourthComponent && copied.byte(x, y, alphaIndex) < 8
                            for c in 0..<to.componentCount where !isClear {
                                #expect(abs(Int(copied.byte(x, y, c)) - Int(filtered.byte(x, y, c))) <= 1, "\(from) \(to) \(kind)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("A flat Y′CbCr picture is the colour of its matrix and range, there and back", arguments: [true, false])
    func biplanar(fullRange: Bool) throws {
        for (index, colour) in [[255, 0, 0], [0, 255, 0], [12, 34, 200], [128, 128, 128], [255, 255, 255]].enumerated() {
            let source = try MutableRaster(allocating: .rgb8, width: 7, height: 5)
            for y in 0..<5 {
                for x in 0..<7 {
                    for c in 0..<3 {
                        source.planes[0].base.storeBytes(
                            of: UInt8(colour[c]), toByteOffset: y * source.planes[0].bytesPerRow + 3 * x + c, as: UInt8.self)
                    }
                }
            }
            var video = try MutableRaster(allocating: .biplanar420(fullRange: fullRange), width: 7, height: 5)
            video.matrix = index.isMultiple(of: 2) ? .itu709 : .itu601
            let geometry = RasterGeometry.fill(sourceWidth: 7, sourceHeight: 5, outputWidth: 7, outputHeight: 5)
            try resample(source.raster, geometry, into: video)
            let back = try MutableRaster(allocating: .rgb8, width: 7, height: 5)
            try resample(video.raster, geometry, into: back)
            for c in 0..<3 { #expect(abs(Int(back.byte(3, 2, c)) - colour[c]) <= 2) }
        }
    }

    @Test("Geometry that makes no sense is an error")
    func badGeometry() throws {
        let source = try randomRaster(.gray8, 4, 4).raster
        let output = try MutableRaster(allocating: .gray8, width: 4, height: 4)
        let regions = [
            CGRect(x: 0, y: 0, width: 0, height: 4), CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), .infinite, .null,
        ]
        for region in regions {
            let geometry = RasterGeometry(region: region, outputWidth: 4, outputHeight: 4)
            #expect(throws: ImageError.self) { try resample(source, geometry, into: output) }
        }
        let outside = RasterGeometry(
            region: CGRect(x: 0, y: 0, width: 4, height: 4), outputWidth: 4, outputHeight: 4,
            destination: CGRect(x: 2, y: 0, width: 4, height: 4))
        #expect(throws: ImageError.self) { try resample(source, outside, into: output) }
        let turned = RasterGeometry(
            orientation: 9, region: CGRect(x: 0, y: 0, width: 4, height: 4), outputWidth: 4, outputHeight: 4)
        #expect(throws: ImageError.self) { try resample(source, turned, into: output) }
    }

    @Test("Halves and floats convert both ways for every half")
    func halves() {
        for bits in UInt16.min...UInt16.max {
            let value = halfToFloat(bits)
            if value.isNaN {
                #expect(bits & 0x7C00 == 0x7C00 && bits & 0x3FF != 0)
            } else {
                #expect(floatToHalf(value) == bits)
            }
        }
        #expect(halfToFloat(0x3C00) == 1 && halfToFloat(0x0001) == 5.9604645e-8 && floatToHalf(65520) == 0x7C00)
    }
}

@Suite("Sources decoded at a reduced size")
struct ReducedSourceTests {
    @Test("An eighth rounded up has its surplus where the orientation puts it", arguments: 1...8)
    func surplus(orientation: Int) {
        // 450 rows at an eighth are 57, of which the last stands for two rows only.
        let upright = RasterGeometry.uprightSize(width: 600, height: 450, orientation: orientation)
        let geometry = RasterGeometry(
            orientation: orientation, region: CGRect(x: 0, y: 0, width: upright.width, height: upright.height), outputWidth: 10,
            outputHeight: 10)
        let region = geometry.scaled(from: (600, 450), to: (75, 57)).region
        let isTransposed = orientation > 4
        #expect(region.size == (isTransposed ? CGSize(width: 56.25, height: 75) : CGSize(width: 75, height: 56.25)))
        // The stored last row is seen at the top for 3 and 4, at the left for 6 and 7.
        #expect(region.minY == ([3, 4].contains(orientation) ? 0.75 : 0))
        #expect(region.minX == ([6, 7].contains(orientation) ? 0.75 : 0))
    }

    @Test("Sizes that are no half, quarter or eighth are the whole image")
    func other() {
        let geometry = RasterGeometry(region: CGRect(x: 30, y: 20, width: 60, height: 40), outputWidth: 4, outputHeight: 4)
        #expect(geometry.scaled(from: (600, 400), to: (300, 100)).region == CGRect(x: 15, y: 5, width: 30, height: 10))
        #expect(geometry.scaled(from: (600, 400), to: (600, 400)).region == geometry.region)
    }
}

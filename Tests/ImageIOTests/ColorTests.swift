import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import ImageIO

@Suite struct ColorFileTests {
    /// Grids of mean colours that another program found; made by Tests/Fixtures/make_color_fixtures.py.
    static let truth: [String: [UInt8]] = {
        (try? JSONDecoder().decode([String: [UInt8]].self, from: Data(contentsOf: Fixtures.common("color.json")))) ?? [:]
    }()

    @Test(
        "Profiles, CMYK, palettes and depths give the colours that Pillow and Little CMS find",
        .enabled(if: SharedData.has("images/color"), "needs ../shared/data/images"), arguments: truth.keys.sorted())
    func colours(name: String) throws {
        let file = try ImageFile(contentsOf: SharedData.url("images/\(name)"))
        // The truth is the mean of converted pixels, so the conversion comes first here, too.
        let upright = RasterGeometry.uprightSize(width: file.width, height: file.height, orientation: file.orientation)
        let (width, height) = (min(upright.width, 300), min(upright.height, 300))
        let converted = try MutableRaster(allocating: .rgb8, width: width, height: height)
        let raster = try file.decode(atLeast: (300, 300))
        try resample(
            raster,
            .fill(
                sourceWidth: raster.width, sourceHeight: raster.height, orientation: file.orientation, outputWidth: width,
                outputHeight: height), into: converted)
        let grid = try pixels(converted.raster, .fill(sourceWidth: width, sourceHeight: height, outputWidth: 6, outputHeight: 4))
        let expected = try #require(Self.truth[name])
        #expect(grid.count == expected.count)
        let difference = meanDifference(grid, expected)
        #expect(difference < 1.2, "\(name): \(difference)")
    }

    @Test("A picture in Display P3, Adobe RGB or linear sRGB is seen as its twin in sRGB", arguments: ["public.png", "public.jpeg"])
    func twins(type: String) throws {
        let sRGB = try makeTestImage(width: 64, height: 48)
        for name in [CGColorSpace.displayP3, CGColorSpace.adobeRGB1998, CGColorSpace.itur_2020] {
            let space = try #require(CGColorSpace(name: name))
            let wide = try MutableRaster(allocating: .rgb8, width: 64, height: 48, colorSpace: space)
            try resample(sRGB.raster(), .fill(sourceWidth: 64, sourceHeight: 48, outputWidth: 64, outputHeight: 48), into: wide)
            let image = try #require(CGImage(raster: wide.raster))
            let data = try write(image, type, [kCGImageDestinationLossyCompressionQuality: 1.0])
            let file = try ImageFile(data: data)
            #expect(file.primary.colorSpace != nil)
            let small = RasterGeometry.fill(sourceWidth: 64, sourceHeight: 48, outputWidth: 16, outputHeight: 12)
            let difference = meanDifference(try pixels(file.decode(), small), try pixels(sRGB.raster(), small))
            #expect(difference < 2.55, "\(name): \(difference)")
            // Without its profile it would be another picture.
            var bare = try file.decode()
            bare.colorSpace = nil
            #expect(meanDifference(try pixels(bare, small), try pixels(sRGB.raster(), small)) > difference)
        }
    }
}

/// A picture of smooth and sharp parts in many colours.
func makeTestImage(width: Int, height: Int) throws -> CGImage {
    let raster = try MutableRaster(allocating: .rgb8, width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            let u = Double(x) / Double(max(width - 1, 1))
            let v = Double(y) / Double(max(height - 1, 1))
            let block = (x / 8 + y / 8) % 2 == 0
            let colour = [u * 200 + 30, v * 180 + (block ? 50 : 20), (1 - u) * 150 + 40]
            for c in 0..<3 {
                raster.planes[0].base.storeBytes(
                    of: UInt8(colour[c]), toByteOffset: y * raster.planes[0].bytesPerRow + 3 * x + c, as: UInt8.self)
            }
        }
    }
    guard let image = CGImage(raster: raster.raster) else { throw ImageError(.unsupported, "no image") }
    return image
}

/// The bytes of an image file.
func write(_ image: CGImage, _ type: String, _ properties: [String: Any] = [:]) throws -> Data {
    let data = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(data as CFMutableData, type as CFString, 1, nil) else {
        throw ImageError(.unsupported, "no destination")
    }
    CGImageDestinationAddImage(destination, image, properties as CFDictionary)
    guard CGImageDestinationFinalize(destination) else { throw ImageError(.unsupported, "not written") }
    return Data(referencing: data)
}

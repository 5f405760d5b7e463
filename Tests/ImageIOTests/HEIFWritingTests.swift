import CoreGraphics
import Foundation
import Testing

@testable import ImageIO

@Suite("HEIC and AVIF that are written", .enabled(if: HEIFWriter.canWrite(.heic) && HEIFWriter.canWrite(.avif), "needs libheif's encoders"))
struct HEIFWritingTests {
    @Test(
        "A file of the best quality is nearly the picture", arguments: ["public.heic", "public.avif"],
        [(1, 1), (1, 300), (65, 43), (640, 480)])
    func best(type: String, size: (Int, Int)) throws {
        let image = try makeTestImage(width: size.0, height: size.1)
        let file = try ImageFile(data: write(image, type, [kCGImageDestinationLossyCompressionQuality: 1.0]))
        #expect(file.type.identifier == type && file.width == size.0 && file.height == size.1)
        #expect(meanDifference(try pixels(file.decode()), try pixels(image.raster())) < (type == "public.avif" ? 1 : 2))
    }

    @Test("A lower quality makes a smaller file", arguments: ["public.heic", "public.avif"])
    func smaller(type: String) throws {
        let image = try makeTestImage(width: 320, height: 240)
        let sizes = try [0.3, 1.0].map { try write(image, type, [kCGImageDestinationLossyCompressionQuality: $0]).count }
        #expect(sizes[0] * 2 < sizes[1])
    }

    @Test("Alpha stays straight, and gray stays gray", arguments: ["public.heic", "public.avif"], [PixelLayout.gray8, .rgba8])
    func layouts(type: String, layout: PixelLayout) throws {
        let raster = try MutableRaster(allocating: layout, width: 40, height: 30, alpha: layout == .rgba8 ? .straight : .none)
        let count = layout.componentCount
        for y in 0..<30 {
            for x in 0..<(40 * count) {
                let value = x % count == 3 ? 100 + 4 * y : 20 + 5 * (x / count)
                raster.planes[0].base.storeBytes(of: UInt8(value), toByteOffset: y * raster.planes[0].bytesPerRow + x, as: UInt8.self)
            }
        }
        let image = try #require(CGImage(raster: raster.raster))
        let back = try ImageFile(data: write(image, type, [kCGImageDestinationLossyCompressionQuality: 1.0])).decode()
        #expect(back.alpha == (layout == .rgba8 ? .straight : .none) && back.width == 40 && back.height == 30)
        var most = 0
        for y in 0..<30 {
            for x in 0..<40 {
                for c in 0..<back.layout.componentCount {
                    let place = y * back.planes[0].bytesPerRow + x * back.layout.bytesPerPixel + c
                    let value = Int(back.planes[0].base.load(fromByteOffset: place, as: UInt8.self))
                    most = max(most, abs(value - (c == 3 ? 100 + 4 * y : 20 + 5 * x)))
                }
            }
        }
        #expect(most <= 6)
    }

    @Test("The picture is written upright, with its metadata", arguments: ["public.heic", "public.avif"])
    func metadata(type: String) throws {
        let image = try makeTestImage(width: 64, height: 32)
        let properties: [String: Any] = [
            kCGImagePropertyOrientation: 6, kCGImageDestinationLossyCompressionQuality: 1.0,
            kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Osprey"],
            kCGImagePropertyGPSDictionary: [kCGImagePropertyGPSLatitude: 47.5, kCGImagePropertyGPSLatitudeRef: "N"] as [String: Any],
        ]
        let data = try write(image, type, properties)
        let file = try ImageFile(data: data)
        #expect(file.width == 32 && file.height == 64 && file.orientation == 1)
        let turned = RasterGeometry.fill(sourceWidth: 64, sourceHeight: 32, orientation: 6, outputWidth: 32, outputHeight: 64)
        #expect(meanDifference(try pixels(file.decode()), try pixels(image.raster(), turned)) < 3)
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        let read = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        let tiff = try #require(read[kCGImagePropertyTIFFDictionary] as? [String: Any])
        #expect(tiff[kCGImagePropertyTIFFMake] as? String == "Osprey")
        let gps = try #require(read[kCGImagePropertyGPSDictionary] as? [String: Any])
        #expect(abs(try #require(gps[kCGImagePropertyGPSLatitude] as? Double) - 47.5) < 1e-6)
    }

    @Test("A wide space is written with its profile", arguments: ["public.heic", "public.avif"])
    func wideSpace(type: String) throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let raster = try MutableRaster(allocating: .rgb8, width: 32, height: 32, colorSpace: space)
        let stored: [UInt8] = [230, 60, 40]
        for y in 0..<32 {
            for x in 0..<96 {
                raster.planes[0].base.storeBytes(of: stored[x % 3], toByteOffset: y * raster.planes[0].bytesPerRow + x, as: UInt8.self)
            }
        }
        let image = try #require(CGImage(raster: raster.raster))
        let file = try ImageFile(data: write(image, type))
        #expect(try file.frame(0).colorSpace != nil)
        // Seen in sRGB, both are the same colour, which is not the stored one.
        let (written, meant) = (try pixels(file.decode()), try pixels(image.raster()))
        #expect(meanDifference(written, meant) < 4)
        #expect(meanDifference(meant, Array(repeating: stored, count: 1024).flatMap { $0 }) > 4)
    }
}

@Suite struct MissingEncoderTests {
    @Test("The error names the encoder that is missing and its package")
    func message() {
        #expect(HEIFWriter.missingEncoder(of: .heic).reason.contains("libheif-plugin-x265"))
        #expect(HEIFWriter.missingEncoder(of: .avif).reason.contains("libheif-plugin-aomenc"))
        let error = #expect(throws: ImageError.self) { try requireWritable("org.webmproject.webp") }
        #expect(error?.reason == "images cannot be written as org.webmproject.webp")
    }
}

import CoreGraphics
import Foundation
import Testing

@testable import ImageIO

@Suite struct RoundTripTests {
    @Test(
        "Lossless types give the same pixels back, whatever their shape",
        arguments: ["public.png", "public.tiff"], [(1, 1), (1, 300), (700, 2), (33, 17)])
    func lossless(type: String, size: (Int, Int)) throws {
        let image = try makeTestImage(width: size.0, height: size.1)
        let file = try ImageFile(data: write(image, type))
        #expect(file.type.identifier == type && file.width == size.0 && file.height == size.1)
        #expect(try pixels(file.decode()) == pixels(image.raster()))
    }

    @Test("Gray, alpha and 16 bits survive in a PNG file", arguments: [PixelLayout.gray8, .rgba8, .gray16, .rgb16, .rgba16])
    func layouts(layout: PixelLayout) throws { try checkLayout(layout, "public.png") }

    @Test("Gray, colour and alpha survive in a TIFF file", arguments: [PixelLayout.gray8, .rgb8, .rgba8])
    func layoutsInTIFF(layout: PixelLayout) throws { try checkLayout(layout, "public.tiff") }

    private func checkLayout(_ layout: PixelLayout, _ type: String) throws {
        let raster = try MutableRaster(allocating: layout, width: 9, height: 7, alpha: .straight)
        for index in 0..<(7 * raster.planes[0].bytesPerRow) {
            raster.planes[0].base.storeBytes(of: UInt8(index * 37 % 251 | 1), toByteOffset: index, as: UInt8.self)
        }
        let image = try #require(CGImage(raster: raster.raster))
        let file = try ImageFile(data: write(image, type))
        let back = try file.decode()
        #expect(back.layout == layout && back.alpha == raster.alpha)
        for y in 0..<7 {
            for x in 0..<(9 * layout.bytesPerPixel) {
                let a = back.planes[0].base.load(fromByteOffset: y * back.planes[0].bytesPerRow + x, as: UInt8.self)
                let b = raster.planes[0].base.load(fromByteOffset: y * raster.planes[0].bytesPerRow + x, as: UInt8.self)
                #expect(a == b)
            }
        }
    }

    @Test("A JPEG file of the best quality is nearly the picture", arguments: [(1, 1), (1, 300), (700, 2), (65, 43)])
    func jpeg(size: (Int, Int)) throws {
        let image = try makeTestImage(width: size.0, height: size.1)
        let file = try ImageFile(data: write(image, "public.jpeg", [kCGImageDestinationLossyCompressionQuality: 1.0]))
        #expect(file.width == size.0 && file.height == size.1)
        #expect(meanDifference(try pixels(file.decode()), try pixels(image.raster())) < 1)
    }

    @Test("An eighth of a JPEG is what the full picture shrinks to", arguments: [0.8, 0.95], [(640, 480), (333, 219), (16, 9)])
    func eighth(quality: Double, size: (Int, Int)) throws {
        let image = try makeTestImage(width: size.0, height: size.1)
        let file = try ImageFile(data: write(image, "public.jpeg", [kCGImageDestinationLossyCompressionQuality: quality]))
        let small = try file.decode(atLeast: (1, 1))
        #expect(small.width == (size.0 + 7) / 8 && small.height == (size.1 + 7) / 8)
        // Whole blocks only: at the right and lower edges the blocks go beyond the picture.
        let (columns, rows) = (size.0 / 8, size.1 / 8)
        let full = try pixels(
            file.decode(),
            RasterGeometry(
                region: CGRect(x: 0, y: 0, width: 8 * columns, height: 8 * rows), outputWidth: columns, outputHeight: rows))
        let eighth = try pixels(
            small,
            RasterGeometry(region: CGRect(x: 0, y: 0, width: columns, height: rows), outputWidth: columns, outputHeight: rows))
        #expect(meanDifference(full, eighth) < 1.5)
    }

    @Test("Metadata come back as they were written", arguments: ["public.jpeg", "public.png"])
    func metadata(type: String) throws {
        let properties: [String: Any] = [
            kCGImagePropertyOrientation: 6, kCGImagePropertyDPIWidth: 300,
            kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Osprey", kCGImagePropertyTIFFModel: "Mark I"],
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifExposureTime: 0.004, kCGImagePropertyExifFNumber: 2.8, kCGImagePropertyExifISOSpeedRatings: [200],
                kCGImagePropertyExifDateTimeOriginal: "2024:05:06 07:08:09", kCGImagePropertyExifUserComment: "by the sea",
            ] as [String: Any],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: 47.5, kCGImagePropertyGPSLatitudeRef: "N", kCGImagePropertyGPSLongitude: 8.25,
                kCGImagePropertyGPSLongitudeRef: "E", kCGImagePropertyGPSTimeStamp: "12:34:56",
            ] as [String: Any],
        ]
        let data = try write(makeTestImage(width: 20, height: 10), type, properties)
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        let read = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        #expect(read[kCGImagePropertyOrientation] as? UInt32 == 6)
        #expect(read[kCGImagePropertyPixelWidth] as? Int == 20)
        #expect(abs(try #require(read[kCGImagePropertyDPIWidth] as? Double) - 300) < 0.1)
        let tiff = try #require(read[kCGImagePropertyTIFFDictionary] as? [String: Any])
        #expect(tiff[kCGImagePropertyTIFFMake] as? String == "Osprey" && tiff[kCGImagePropertyTIFFOrientation] as? Int == 6)
        let exif = try #require(read[kCGImagePropertyExifDictionary] as? [String: Any])
        #expect(exif[kCGImagePropertyExifExposureTime] as? Double == 0.004)
        #expect(exif[kCGImagePropertyExifISOSpeedRatings] as? [Int] == [200])
        #expect(exif[kCGImagePropertyExifUserComment] as? String == "by the sea")
        let gps = try #require(read[kCGImagePropertyGPSDictionary] as? [String: Any])
        #expect(abs(try #require(gps[kCGImagePropertyGPSLatitude] as? Double) - 47.5) < 1e-6)
        #expect(gps[kCGImagePropertyGPSTimeStamp] as? String == "12:34:56")
    }

    @Test("A thumbnail keeps the picture's shape and is upright when asked")
    func thumbnails() throws {
        let data = try write(makeTestImage(width: 400, height: 200), "public.jpeg", [kCGImagePropertyOrientation: 8])
        let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
        var options: [String: Any] = [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 100]
        let plain = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        #expect(plain.width == 100 && plain.height == 50)
        options[kCGImageSourceCreateThumbnailWithTransform] = true
        let upright = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        #expect(upright.width == 50 && upright.height == 100)
        options[kCGImageSourceThumbnailMaxPixelSize] = 10000
        let large = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        #expect(large.width == 200 && large.height == 400)
    }

    @Test("An incremental source has the status of the data so far")
    func incremental() throws {
        let data = try write(makeTestImage(width: 100, height: 80), "public.png")
        let source = CGImageSourceCreateIncremental(nil)
        #expect(CGImageSourceGetStatus(source) == .statusReadingHeader && CGImageSourceGetCount(source) == 0)
        CGImageSourceUpdateData(source, data.prefix(10) as CFData, false)
        #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
        CGImageSourceUpdateData(source, data.prefix(data.count - 20) as CFData, false)
        #expect(CGImageSourceGetStatus(source) == .statusIncomplete && CGImageSourceGetCount(source) == 1)
        CGImageSourceUpdateData(source, data as CFData, true)
        #expect(CGImageSourceGetStatus(source) == .statusComplete && CGImageSourceGetType(source) == "public.png")
    }

    @Test("An image from a file has its bytes where it says, and knows where it comes from")
    func imageBytes() throws {
        let original = try makeTestImage(width: 21, height: 5)
        let source = try #require(CGImageSourceCreateWithData(write(original, "public.png") as CFData, nil))
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(image.utType == "public.png")
        let data = try #require(image.dataProvider?.data as Data?)
        #expect(data.count == image.bytesPerRow * image.height)
        let expected = try pixels(original.raster())
        for x in 0..<21 {
            let pixel = Array(data[2 * image.bytesPerRow + 4 * x..<2 * image.bytesPerRow + 4 * x + 4])
            #expect(pixel == Array(expected[3 * (2 * 21 + x)..<3 * (2 * 21 + x) + 3]) + [255])
        }
    }

    @Test("Opaque colours have 32 bits a pixel, so that a context takes the image's own rows", arguments: ["public.jpeg", "public.png"])
    func opaqueColors(type: String) throws {
        let source = try #require(CGImageSourceCreateWithData(write(makeTestImage(width: 21, height: 5), type) as CFData, nil))
        let whole = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        let part = try #require(whole.cropping(to: CGRect(x: 2, y: 1, width: 7, height: 3)))
        let options = [kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 9] as CFDictionary
        let small = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options))
        for image in [whole, part, small] {
            #expect(image.bitsPerPixel == 32 && image.bitsPerComponent == 8 && image.alphaInfo == .noneSkipLast)
            let context = CGContext(
                data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: image.bytesPerRow,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            #expect(context?.bytesPerRow == image.bytesPerRow)
            let data = try #require(image.dataProvider?.data as Data?)
            #expect(data.count == image.bytesPerRow * image.height)
            let seen = try pixels(image.raster())
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let (place, start) = (y * image.bytesPerRow + 4 * x, 3 * (y * image.width + x))
                    #expect(Array(data[place..<place + 4]) == Array(seen[start..<start + 3]) + [255])
                }
            }
        }
    }

    @Test("Bytes that are no image make a source without images, and a missing file makes none")
    func noImages() throws {
        let source = try #require(CGImageSourceCreateWithData(Data("hello, world, this is text".utf8) as CFData, nil))
        #expect(CGImageSourceGetCount(source) == 0 && CGImageSourceGetType(source) == nil)
        #expect(CGImageSourceGetStatus(source) == .statusUnknownType)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/nonexistent/a.png") as CFURL, nil) == nil)
        #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.mp3" as CFString, 1, nil) == nil)
    }

    @Test("Several pages fit a TIFF file")
    func pages() throws {
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data as CFMutableData, "public.tiff" as CFString, 3, nil))
        let sizes = [(5, 4), (17, 9), (2, 30)]
        for (w, h) in sizes { CGImageDestinationAddImage(destination, try makeTestImage(width: w, height: h), nil) }
        #expect(CGImageDestinationFinalize(destination))
        let file = try ImageFile(data: Data(referencing: data))
        #expect(file.frameCount == 3)
        for (index, (w, h)) in sizes.enumerated() {
            let image = try file.makeImage(frame: index)
            #expect(image.width == w && image.height == h)
            #expect(try pixels(image.raster()) == pixels(makeTestImage(width: w, height: h).raster()))
        }
        #expect(throws: ImageError.self) { try file.frame(3) }
    }

    @Test("A file that claims more pixels than the limit is refused before memory is taken")
    func claims() throws {
        // A bitmap header of 30,000 × 30,000 pixels of 1 bit: its data would fit a real file, its pixels not the limit.
        var bytes = [UInt8]("BM".utf8) + [UInt8](repeating: 0, count: 60)
        func put(_ value: UInt32, _ offset: Int) { for i in 0..<4 { bytes[offset + i] = UInt8(value >> (8 * UInt32(i)) & 255) } }
        put(62, 10)
        put(40, 14)
        put(30000, 18)
        put(30000, 22)
        bytes[26] = 1
        bytes[28] = 1
        let file = try ImageFile(data: Data(bytes))
        #expect(throws: ImageError.self) { try file.decode() }
        let netpbm = try ImageFile(data: Data("P5 100000 100000 255\n".utf8))
        #expect(throws: ImageError.self) { try netpbm.decode() }
    }
}

import CoreGraphics
import Foundation
import Testing

@testable import ImageIO

@Suite("Every form of every format")
struct FormatTests {
    @Test(
        "PNG: each colour type, depth, interlacing and transparency has the pixels that pypng and libpng find", arguments: FormatFixture.png
    )
    func png(fixture: FormatFixture) throws { try check(fixture) }

    @Test("JPEG: each coding, subsampling and colour model has the pixels that Pillow finds", arguments: FormatFixture.jpeg)
    func jpeg(fixture: FormatFixture) throws { try check(fixture) }

    @Test(
        "WebP: lossy, lossless, with alpha, and each frame of an animation have the pixels that Pillow finds", arguments: FormatFixture.webP
    )
    func webP(fixture: FormatFixture) throws { try check(fixture) }

    @Test("HEIF and AVIF: 8, 10 and 12 bits, gray and alpha have the pixels that other decoders find", arguments: FormatFixture.heif)
    func heif(fixture: FormatFixture) throws { try check(fixture) }

    @Test("TIFF: each layout, depth, compression and byte order has the pixels that tifffile wrote", arguments: FormatFixture.tiff)
    func tiff(fixture: FormatFixture) throws { try check(fixture) }

    @Test("GIF: each depth, interlacing, transparency and disposal has the pixels that Pillow finds", arguments: FormatFixture.gif)
    func gif(fixture: FormatFixture) throws { try check(fixture) }

    @Test("BMP: each depth, header, compression and direction has the pixels that ImageMagick finds", arguments: FormatFixture.bmp)
    func bmp(fixture: FormatFixture) throws { try check(fixture) }

    @Test("PNM: P1 to P6 have their pixels at every maximum", arguments: FormatFixture.pnm)
    func pnm(fixture: FormatFixture) throws { try check(fixture) }

    /// Compares every picture of a file with the expected one, decoded directly and through Apple's interface.
    private func check(_ fixture: FormatFixture) throws {
        let pictures = fixture.content.pictures
        guard !pictures.isEmpty else {
            #expect(throws: ImageError.self) { try ImageFile(data: fixture.content.bytes).decode() }
            return
        }
        let file = try ImageFile(data: fixture.content.bytes)
        let source = try #require(CGImageSourceCreateWithData(fixture.content.bytes as CFData, nil))
        #expect(file.frameCount == pictures.count && CGImageSourceGetCount(source) == pictures.count)
        for (index, picture) in pictures.enumerated() {
            let expected = try PixelValues(picture)
            #expect(try file.frame(index).width == picture.width && file.frame(index).height == picture.height)
            try compare(PixelValues(file.decode(frame: index)), expected, fixture.content.tolerance)
            let image = try #require(CGImageSourceCreateImageAtIndex(source, index, nil))
            #expect(image.width == picture.width && image.height == picture.height)
            #expect(image.bitsPerComponent == 8 * expected.bytesPerComponent)
            try compare(PixelValues(image.raster()), expected, fixture.content.tolerance)
        }
    }

    private func compare(_ found: PixelValues, _ expected: PixelValues, _ tolerance: Double) throws {
        #expect(found.bytesPerComponent == expected.bytesPerComponent && found.isInk == expected.isInk && found.alpha == expected.alpha)
        let difference = found.difference(from: expected)
        #expect(difference <= tolerance, "differs by \(difference)")
    }

    @Test(
        "JPEG: luminance alone, and luminance beside colours, are those of the pixels that Pillow finds",
        arguments: FormatFixture.jpeg.filter { $0.content.pictures.first?.components == 3 })
    func jpegLuminance(fixture: FormatFixture) throws {
        let file = try ImageFile(data: fixture.content.bytes)
        let expected = try PixelValues(fixture.content.pictures[0])
        let tolerance = fixture.content.tolerance
        let luminance = try file.decode(for: .luminance)
        let planes = try file.decode(for: .luminanceAndColors)
        #expect((luminance.width, luminance.height) == (file.width, file.height))
        #expect((planes.width, planes.height) == (file.width, file.height))
        // RGB files have no luminance, and planes are for the common subsampling.
        if luminance.layout == .gray8 {
            let found = try PixelValues(luminance)
            for (gray, color) in zip(found.values, expected.values) {
                let isClipped = (0..<3).contains { color[$0] <= 0 || color[$0] >= 255 }
                let luma = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
                #expect(isClipped || abs(gray.x - luma) <= 1.5 + tolerance)
            }
        } else {
            #expect(luminance.layout == .rgb8 && fixture.name.hasPrefix("RGB"))
        }
        if planes.layout == .biplanar420(fullRange: true) {
            for y in 0..<file.height {
                #expect(memcmp(planes.planes[0].base + y * planes.planes[0].bytesPerRow, rowOf(luminance, y), file.width) == 0)
            }
            let colors = try MutableRaster(allocating: .rgb8, width: file.width, height: file.height)
            try resample(
                planes,
                RasterGeometry(
                    orientation: 1, region: CGRect(x: 0, y: 0, width: file.width, height: file.height), outputWidth: file.width,
                    outputHeight: file.height), into: colors)
            try compare(PixelValues(colors.raster), expected, 2 + tolerance)
        } else {
            try compare(PixelValues(planes), expected, tolerance)
        }
    }

    private func rowOf(_ raster: Raster, _ y: Int) -> UnsafeRawPointer { raster.planes[0].base + y * raster.planes[0].bytesPerRow }

    @Test(
        "At half its size a picture is the means of its pixels",
        arguments: (FormatFixture.png + FormatFixture.tiff + FormatFixture.bmp + FormatFixture.pnm).filter {
            $0.content.pictures.first.map { $0.width % 2 == 0 && $0.height % 2 == 0 && ($0.samples == "uint8" || $0.samples == "uint16") }
                ?? false
        })
    func reduced(fixture: FormatFixture) throws {
        let picture = fixture.content.pictures[0]
        let expected = try PixelValues(picture).halved
        let source = try #require(CGImageSourceCreateWithData(fixture.content.bytes as CFData, nil))
        let options: [String: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceThumbnailMaxPixelSize: max(picture.width, picture.height) / 2,
        ]
        let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        try compare(PixelValues(thumbnail.raster()), expected, 0.51 + fixture.content.tolerance)
        // These formats have no smaller version of a picture, so that asking for one gives the whole.
        let whole = try ImageFile(data: fixture.content.bytes).decode(atLeast: (picture.width / 2, picture.height / 2))
        try compare(PixelValues(whole), PixelValues(picture), fixture.content.tolerance)
    }

    @Test(
        "A file cut anywhere gives a picture or an error, and half a file an error where its format has no partial pictures",
        arguments: FormatFixture.all)
    func cut(fixture: FormatFixture) throws {
        let data = fixture.content.bytes
        for part in 0..<16 {
            do {
                let file = try ImageFile(data: Data(data.prefix(data.count * part / 16)))
                _ = try file.properties()
                for index in 0..<file.frameCount { _ = try file.decode(frame: index) }
                // Of several pictures the first ones may be whole.
                let mayBePartial = file.type == .jpeg || file.type == .gif || fixture.content.pictures.count > 1
                #expect(part > 8 || mayBePartial, "\(part) sixteenths")
            } catch is ImageError {
            }
        }
    }

    @Test("Changed bytes give a picture or an error", arguments: FormatFixture.all)
    func changed(fixture: FormatFixture) throws {
        var state: UInt64 = 88_172_645_463_325_252
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<24 {
            var data = fixture.content.bytes
            for _ in 0..<(1 + random(3)) { data[random(data.count)] = UInt8(random(256)) }
            do {
                let file = try ImageFile(data: data)
                _ = try file.properties()
                let first = file.primary
                // A changed size may ask for much memory and time.
                if first.width * first.height < 1_000_000 {
                    let raster = try file.decode()
                    #expect(raster.width == first.width && raster.height == first.height)
                }
            } catch is ImageError {
            }
        }
    }
}

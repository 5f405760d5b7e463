import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import ImageIO

/// The difficult pictures of ../shared/data/images (see its index.tsv).
@Suite(.enabled(if: SharedData.has("images/large"), "needs ../shared/data/images"))
struct SharedImagesTests {
    @Test("Every file gives a picture or an error", arguments: SharedData.files(in: "images"))
    func everyFile(folder: URL) throws {
        guard folder.hasDirectoryPath else { return }
        for url in SharedData.files(in: "images/\(folder.lastPathComponent)") {
            do {
                let file = try ImageFile(contentsOf: url)
                _ = try file.properties()
                // As a classifier would read it.
                let raster = try file.decode(atLeast: (256, 256))
                let result = try pixels(
                    raster,
                    .fill(
                        sourceWidth: raster.width, sourceHeight: raster.height, orientation: file.orientation, outputWidth: 32,
                        outputHeight: 32))
                #expect(result.count == 3072)
            } catch let error as ImageError {
                #expect(error.reason.hasPrefix(url.path))
            }
        }
    }

    @Test(
        "Files that other decoders read are read, at the same size",
        .enabled(if: SharedData.has("images/index.tsv"), "needs ../shared/data/images/index.tsv"))
    func readsWhatOthersRead() throws {
        let table = try String(contentsOf: SharedData.url("images/index.tsv"), encoding: .utf8)
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 10, fields[9] == "ok", fields[2] != "JPEG2000", fields[2] != "" else { continue }
            // Pillow reads these although their data are damaged; an error is as good.
            if fields[0].hasPrefix("corrupt/") { continue }
            let file = try ImageFile(contentsOf: SharedData.url("images/\(fields[0])"))
            #expect(file.width == Int(fields[3]) && file.height == Int(fields[4]), "\(fields[0])")
            _ = try file.decode(atLeast: (64, 64))
            if fields[2] == "GIF" || fields[2] == "TIFF" || fields[2] == "WEBP" {
                #expect(file.frameCount == Int(fields[6]), "\(fields[0])")
            }
            if let orientation = Int(fields[7]) { #expect(file.orientation == orientation, "\(fields[0])") }
        }
    }

    static let families: [[String]] = [
        (1...8).map { "Landscape_\($0).jpg" }, (2...8).map { "hopper_orientation_\($0).jpg" },
        (1...8).map { "g4_orientation_\($0).tif" }, (0...3).map { "avif_rot\($0)mir0.avif" },
    ]

    @Test("All orientations of a picture are the same picture upright", arguments: families)
    func orientations(names: [String]) throws {
        let files = try names.map { try ImageFile(contentsOf: SharedData.url("images/orientation/\($0)")) }
        let first = try uprightPixels(files[0], width: 60, height: 45)
        for (name, file) in zip(names, files).dropFirst() {
            let difference = meanDifference(first, try uprightPixels(file, width: 60, height: 45))
            #expect(difference < 6, "\(name) differs by \(difference)")
        }
    }

    @Test("A 12-megapixel photo comes at an eighth where that is enough")
    func reducedDecoding() throws {
        let file = try ImageFile(contentsOf: SharedData.url("images/large/cat.jpg"))
        let small = try file.decode(atLeast: (341, 227))
        #expect(small.width == 534 && small.height == 356)
        let half = try file.decode(atLeast: (1100, 227))
        #expect(half.width == 2136)
        let full = try file.decode()
        #expect(full.width == 4272 && full.height == 2848)
        let geometry = RasterGeometry.fill(sourceWidth: 4272, sourceHeight: 2848, outputWidth: 64, outputHeight: 64)
        let a = try pixels(full, geometry)
        let b = try pixels(small, geometry.scaled(from: (4272, 2848), to: (534, 356)))
        #expect(meanDifference(a, b) < 1)
    }

    @Test(
        "A file cut anywhere gives a picture or an error",
        arguments: [
            "jpeg/flower2.jpg", "color/pil_sample_cmyk.jpg", "png/hopper.png", "png/test-pattern.png", "webp/flower2.webp",
            "webp/animated-loop-3.webp", "heic_avif/heif_RGB_8__128x128.heif", "heic_avif/avif_exif.avif", "other/hopper.tif",
            "other/multipage.tiff", "gif/transparent.gif", "gif/dispose_prev.gif", "other/bmp_g_pal8.bmp", "other/bmp_g_rgb16-565.bmp",
            "other/hopper.ppm", "depth16/tiff_16bit_RGB.tiff",
        ])
    func truncations(path: String) throws {
        let data = try Data(contentsOf: SharedData.url("images/\(path)"))
        for part in 0..<20 {
            let cut = data.prefix(data.count * part / 20)
            do {
                let file = try ImageFile(data: Data(cut))
                _ = try file.properties(frame: file.frameCount - 1)
                _ = try file.decode(frame: file.frameCount - 1)
                _ = try file.decode()
            } catch is ImageError {
            }
        }
    }

    @Test(
        "Flipped bytes give a picture or an error",
        arguments: [
            "jpeg/hopper.jpg", "png/hopper.png", "webp/hopper.webp", "heic_avif/heif_RGB_8__128x128.heif", "other/hopper.tif",
            "gif/dispose_bgnd.gif", "other/bmp_g_pal8.bmp", "other/hopper.ppm", "corrupt/bmp_b_badrle.bmp",
        ])
    func flippedBytes(path: String) throws {
        let data = try Data(contentsOf: SharedData.url("images/\(path)"))
        var state: UInt64 = 88_172_645_463_325_252
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for _ in 0..<40 {
            var damaged = data
            // Headers are where it hurts.
            for _ in 0..<3 { damaged[random(min(damaged.count, 600))] = UInt8(random(256)) }
            do {
                let file = try ImageFile(data: damaged)
                _ = try file.properties()
                if file.width * file.height < 4_000_000 { _ = try file.decode() }
            } catch is ImageError {
            }
        }
    }

    @Test("EXIF, GPS and TIFF values come under Apple's keys")
    func properties() throws {
        let source = try #require(
            CGImageSourceCreateWithURL(SharedData.url("images/color/Channel_digital_image_CMYK_color.jpg") as CFURL, nil))
        #expect(CGImageSourceGetType(source) == "public.jpeg")
        let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        #expect(properties[kCGImagePropertyPixelWidth] as? Int == 500)
        #expect(properties[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelCMYK)
        #expect(properties[kCGImagePropertyProfileName] as? String == "U.S. Web Coated (SWOP) v2")
        let gps = try ImageFile(contentsOf: SharedData.url("images/jpeg/flowers.jpeg")).properties()
        #expect(gps[kCGImagePropertyOrientation] as? UInt32 == 1)
    }
}

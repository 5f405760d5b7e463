import CJPEG
import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import ImageIO

/// The files of Tests/Fixtures/jpeg, made by make_jpeg_fixtures.py there.
@Suite struct JPEGTests {
    static func fixture(_ name: String) -> URL { Fixtures.common("jpeg/\(name).jpg") }

    /// An eighth of the size as the library decodes it.
    func library(_ url: URL, _ layout: PixelLayout, _ width: Int, _ height: Int) throws -> Raster {
        let buffer = try ByteBuffer(contentsOf: url)
        let raster = try MutableRaster(allocating: layout, width: width, height: height)
        let format = layout == .gray8 ? CJPEGFormatGray : CJPEGFormatRGB
        let (status, message) = withMessage { message, size in
            cjpeg_decode(
                buffer.base.assumingMemoryBound(to: UInt8.self), buffer.count, 8, format, Int32(width), Int32(height),
                raster.planes[0].base.assumingMemoryBound(to: UInt8.self), Int32(raster.planes[0].bytesPerRow), message, size)
        }
        guard status == CJPEGSuccess else { throw ImageError(.malformed, message) }
        return raster.raster
    }

    @Test(
        "An eighth from the blocks' means is the library's eighth, and the full picture's",
        arguments: ["restart420", "restart444", "422", "optimised", "gray"])
    func eighth(name: String) throws {
        let url = Self.fixture(name)
        let buffer = try ByteBuffer(contentsOf: url)
        let header = try #require(JPEGHeader(buffer.bytes))
        let decoder = try #require(JPEGEighthDecoder(header, buffer.bytes))
        let layout: PixelLayout = name == "gray" ? .gray8 : .rgb8
        let own = try MutableRaster(allocating: layout, width: 19, height: 13)
        #expect(decoder.decode(into: own))
        // The library blurs the chroma of 4:2:2 at this size.
        if name != "422" {
            let (a, b) = (try pixels(own.raster), try pixels(library(url, layout, 19, 13)))
            #expect(meanDifference(a, b) < 0.8)
            #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 10 })
        }
        // The blocks that are completely in the picture are the means of its pixels.
        let full = try ImageFile(contentsOf: url).decode()
        let means = try pixels(
            full, RasterGeometry(region: CGRect(x: 0, y: 0, width: 144, height: 96), outputWidth: 18, outputHeight: 12))
        let blocks = try pixels(
            own.raster, RasterGeometry(region: CGRect(x: 0, y: 0, width: 18, height: 12), outputWidth: 18, outputHeight: 12))
        #expect(meanDifference(means, blocks) < 1)
    }

    @Test("Progressive and CMYK files are left to the library", arguments: ["progressive", "cmyk"])
    func others(name: String) throws {
        let buffer = try ByteBuffer(contentsOf: Self.fixture(name))
        let header = try #require(JPEGHeader(buffer.bytes))
        #expect(JPEGEighthDecoder(header, buffer.bytes) == nil)
        let file = try ImageFile(contentsOf: Self.fixture(name))
        #expect(try file.decode(atLeast: (19, 13)).width == 19)
        #expect(try file.decode(atLeast: (20, 13)).width == 37)
        #expect(try file.decode(atLeast: (38, 20)).width == 74)
    }

    @Test("Data that end early or are changed are noticed, and the library decodes the rest")
    func damaged() throws {
        for name in ["restart420", "422", "optimised"] {
            let whole = try Data(contentsOf: Self.fixture(name))
            let start = try #require(whole.withUnsafeBytes { JPEGHeader($0)?.scanStart })
            for part in 1..<10 {
                let cut = Data(whole.prefix(start + (whole.count - start) * part / 10))
                let own = try MutableRaster(allocating: .rgb8, width: 19, height: 13)
                let done = cut.withUnsafeBytes { bytes in
                    JPEGHeader(bytes).flatMap { JPEGEighthDecoder($0, bytes) }?.decode(into: own)
                }
                #expect(done == false)
                #expect(try ImageFile(data: cut).decode(atLeast: (19, 13)).width == 19)
            }
            var state: UInt64 = 12345
            for _ in 0..<200 {
                var changed = whole
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[start + Int(state >> 33) % (whole.count - start)] = UInt8(truncatingIfNeeded: state >> 20)
                do { _ = try ImageFile(data: changed).decode(atLeast: (19, 13)) } catch is ImageError {}
            }
        }
    }

    @Test("A damaged picture is an error where damage is not accepted; junk between segments is no damage")
    func strictness() throws {
        for name in ["restart420", "422", "progressive"] {
            let whole = try Data(contentsOf: Self.fixture(name))
            func decode(_ data: Data) throws -> Raster { try ImageFile(ByteBuffer(data), acceptsDamage: false).decode() }
            #expect(try decode(whole).width > 0)
            let start = try #require(whole.withUnsafeBytes { JPEGHeader($0)?.scanStart })
            for part in 1..<10 {
                let cut = Data(whole.prefix(start + (whole.count - start) * part / 10))
                #expect(throws: ImageError.self) { try decode(cut) }
                #expect(throws: Never.self) { try ImageFile(data: cut).decode() }
            }
            #expect(try decode(whole.dropLast(2) + [1, 2, 3] + whole.suffix(2)).width > 0)
        }
    }
}

import CoreImage
import Foundation
import TestSupport
import Testing

@Suite("Core Image: files")
struct CIImageFileTests {
    private let context = CIContext()

    /// Columns of red, green and blue.
    private func makeFile() throws -> Data {
        let stripes = [CIColor.red, .green, .blue].enumerated().map { index, color in
            CIImage(color: color).cropped(to: CGRect(x: 8 * index, y: 0, width: 8, height: 16))
        }
        let image = stripes[0].composited(over: stripes[1]).composited(over: stripes[2])
        return try #require(context.pngRepresentation(of: image, format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB()))
    }

    private func pixel(_ image: CIImage, _ x: Int, _ y: Int) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0]
        context.render(
            image, toBitmap: &bytes, rowBytes: 4, bounds: CGRect(x: x, y: y, width: 1, height: 1), format: .RGBA8, colorSpace: nil)
        return bytes
    }

    @Test("A written file is read again, from memory and from disk")
    func roundTrip() throws {
        let data = try makeFile()
        let folder = try TemporaryFolder()
        let url = folder.file("written.png")
        try data.write(to: url)
        for image in [try #require(CIImage(data: data)), try #require(CIImage(contentsOf: url))] {
            #expect(image.extent == CGRect(x: 0, y: 0, width: 24, height: 16))
            #expect(pixel(image, 2, 3) == [255, 0, 0, 255] && pixel(image, 10, 3) == [0, 255, 0, 255])
            #expect(pixel(image, 20, 15) == [0, 0, 255, 255] && pixel(image, 24, 0) == [0, 0, 0, 0])
            // As on Apple's platforms, whichever type of number a program asks for.
            let width = image.properties["PixelWidth"]
            #expect(width as? Int == 24 && width as? UInt32 == 24 && width as? Double == 24 && width as? NSNumber == 24)
        }
        #expect(CIImage(contentsOf: url)?.url == url)
    }

    @Test("A file that is no image or ends too early gives no image or no pixels")
    func badFiles() throws {
        #expect(CIImage(data: Data()) == nil && CIImage(data: Data("no image at all".utf8)) == nil)
        #expect(CIImage(contentsOf: URL(fileURLWithPath: "/nowhere/image.jpg")) == nil)
        let data = try makeFile()
        for count in stride(from: 1, to: data.count - 1, by: max(1, data.count / 20)) {
            guard let image = CIImage(data: data.prefix(count)) else { continue }
            let geometry = RasterGeometry(region: image.extent, outputWidth: 24, outputHeight: 16)
            let destination = try MutableRaster(allocating: .rgb8, width: 24, height: 16)
            // The data after the pixels (checksums, the end mark) may be missing.
            guard (try? image.render(geometry, into: destination)) != nil else { continue }
            #expect(count > data.count - 24 && pixel(image, 20, 0) == [0, 0, 255, 255])
        }
        let short = CIImage(bitmapData: Data(count: 10), bytesPerRow: 8, size: CGSize(width: 2, height: 2), format: .RGBA8, colorSpace: nil)
        #expect(short.extent.isNull)
        let raw = CIImage(
            bitmapData: Data([1, 2, 3, 255, 4, 5, 6, 255]), bytesPerRow: 8, size: CGSize(width: 2, height: 1), format: .RGBA8,
            colorSpace: nil)
        #expect(pixel(raw, 1, 0) == [4, 5, 6, 255])
        let endless = CIImage(
            bitmapData: Data(count: 8), bytesPerRow: 8, size: CGSize(width: CGFloat.infinity, height: 1), format: .RGBA8, colorSpace: nil)
        #expect(endless.extent.isNull)
    }

    @Test(
        "The eight orientations of a photo look the same",
        .enabled(if: SharedData.has("images/orientation"), "needs ../shared/data/images/orientation"))
    func photos() throws {
        let folder = SharedData.url("images/orientation")
        var reference: [UInt8]?
        for number in 2...8 {
            let url = folder.appendingPathComponent("hopper_orientation_\(number).jpg")
            let image = try #require(CIImage(contentsOf: url, options: [.applyOrientationProperty: true]))
            #expect(image.fused?.orientation == number)
            let destination = try MutableRaster(allocating: .rgb8, width: 32, height: 32)
            try image.render(RasterGeometry(region: image.extent, outputWidth: 32, outputHeight: 32), into: destination)
            let plane = destination.planes[0]
            let bytes = (0..<32 * 96).map { plane.base.load(fromByteOffset: $0 / 96 * plane.bytesPerRow + $0 % 96, as: UInt8.self) }
            if let reference {
                let difference = zip(reference, bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                #expect(Double(difference) / Double(bytes.count) < 2, "orientation \(number)")
            } else {
                reference = bytes
            }
        }
    }
}

import CoreGraphics
import Testing
import VideoToolbox

@Suite("VideoToolbox: pictures of pixel buffers")
struct VideoToolboxTests {
    private func buffer(_ format: OSType, _ fill: (UnsafeMutableRawPointer, Int) -> Void) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 2, 2, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        fill(try #require(CVPixelBufferGetBaseAddress(buffer)), CVPixelBufferGetBytesPerRow(buffer))
        CVPixelBufferUnlockBaseAddress(buffer, [])
        return buffer
    }

    /// Red, green, blue and alpha of the four pixels.
    private func pixels(_ image: CGImage) throws -> [[UInt8]] {
        let data = try #require(image.dataProvider?.data as Data?)
        return (0..<2).flatMap { y in (0..<2).map { x in Array(data[(y * image.bytesPerRow + 4 * x)...].prefix(4)) } }
    }

    @Test("The picture has the pixels of the buffer, and keeps them")
    func picture() throws {
        let source = try buffer(kCVPixelFormatType_32BGRA) { base, bytesPerRow in
            for (index, bytes) in [[0, 0, 255, 255], [0, 255, 0, 255], [255, 0, 0, 255], [0, 0, 0, 255]].enumerated() {
                let place = base + index / 2 * bytesPerRow + index % 2 * 4
                place.copyMemory(from: bytes.map { UInt8($0) }, byteCount: 4)
            }
        }
        var image: CGImage?
        #expect(VTCreateCGImageFromCVPixelBuffer(source, options: nil, imageOut: &image) == 0)
        let made = try #require(image)
        CVPixelBufferLockBaseAddress(source, [])
        CVPixelBufferGetBaseAddress(source)?.storeBytes(of: 0, as: UInt32.self)
        CVPixelBufferUnlockBaseAddress(source, [])
        #expect(made.width == 2 && made.height == 2)
        #expect(try pixels(made) == [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]])
    }

    @Test("Gray pixels become gray")
    func gray() throws {
        let source = try buffer(kCVPixelFormatType_OneComponent8) { base, bytesPerRow in
            for index in 0..<4 { base.storeBytes(of: UInt8(index * 80), toByteOffset: index / 2 * bytesPerRow + index % 2, as: UInt8.self) }
        }
        var image: CGImage?
        #expect(VTCreateCGImageFromCVPixelBuffer(source, options: nil, imageOut: &image) == 0)
        #expect(try pixels(#require(image)) == [0, 80, 160, 240].map { [$0, $0, $0, 255] })
    }

    @Test("Vectors are no picture")
    func vectors() throws {
        let source = try buffer(kCVPixelFormatType_TwoComponent32Float) { _, _ in }
        var image = CGImage(
            width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 1, space: CGColorSpaceCreateDeviceGray(),
            bitmapInfo: [], provider: try #require(CGDataProvider(data: Data([0]) as CFData)), decode: nil, shouldInterpolate: false,
            intent: .defaultIntent)
        #expect(VTCreateCGImageFromCVPixelBuffer(source, options: nil, imageOut: &image) == kVTParameterErr && image == nil)
    }
}

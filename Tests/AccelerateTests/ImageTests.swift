import Accelerate
import Foundation
import Testing

/// Pixels with a buffer over them, whose rows are longer than needed. The memory is never freed: buffers are used after the last use of the
/// object.
final class TestImage<T> {
    let width: Int
    let height: Int
    let channels: Int
    let rowLength: Int
    let memory: UnsafeMutableBufferPointer<T>

    init(_ width: Int, _ height: Int, channels: Int = 1, filledWith mark: T, _ pixels: [T] = []) {
        self.width = width
        self.height = height
        self.channels = channels
        rowLength = width * channels + 3
        memory = .allocate(capacity: rowLength * height + 1)
        memory.initialize(repeating: mark)
        for (n, value) in pixels.enumerated() { memory[n / (width * channels) * rowLength + n % (width * channels)] = value }
    }

    var buffer: vImage_Buffer {
        vImage_Buffer(
            data: memory.baseAddress, height: UInt(height), width: UInt(width), rowBytes: rowLength * MemoryLayout<T>.stride)
    }

    var pixels: [T] { (0..<height).flatMap { y in (0..<width * channels).map { memory[y * rowLength + $0] } } }
    /// The bytes behind the pixels of each row.
    var margins: [T] { (0..<height).flatMap { y in (width * channels..<rowLength).map { memory[y * rowLength + $0] } } }
}

@Suite("vImage")
struct ImageTests {
    typealias Bytes = TestImage<UInt8>
    typealias Floats = TestImage<Float>
    let none = vImage_Flags(kvImageNoFlags)

    @Test("Planes of bytes, floats and halves convert to each other, and nothing is written beside them")
    func planes() {
        let bytes = Bytes(3, 2, filledWith: 9, [0, 51, 255, 102, 204, 153]), floats = Floats(3, 2, filledWith: 9),
            back = Bytes(3, 2, filledWith: 9)
        #expect(vImageConvert_Planar8toPlanarF([bytes.buffer], [floats.buffer], 1, 0, none) == kvImageNoError)
        #expect(distance(floats.pixels, [0, 0.2, 1, 0.4, 0.8, 0.6]) < 1e-6 && floats.margins.allSatisfy { $0 == 9 })
        #expect(vImageConvert_PlanarFtoPlanar8([floats.buffer], [back.buffer], 1, 0, none) == 0 && back.pixels == bytes.pixels)
        #expect(vImageConvert_PlanarFtoPlanar8([floats.buffer], [back.buffer], 0.8, 0.2, none) == 0)
        #expect(back.pixels == [0, 0, 255, 85, 255, 170] && back.margins.allSatisfy { $0 == 9 })
        let halves = TestImage<UInt16>(3, 2, filledWith: 9), again = Floats(3, 2, filledWith: 9)
        #expect(vImageConvert_PlanarFtoPlanar16F([floats.buffer], [halves.buffer], none) == 0 && halves.pixels[2] == 0x3c00)
        #expect(vImageConvert_Planar16FtoPlanarF([halves.buffer], [again.buffer], none) == 0)
        #expect(distance(again.pixels, floats.pixels.map { Double($0) }) < 5e-4)
        #expect(vImageConvert_Planar16FtoPlanar8([halves.buffer], [back.buffer], none) == 0 && back.pixels == bytes.pixels)
        #expect(vImageConvert_Planar8toPlanar16F([bytes.buffer], [halves.buffer], none) == 0 && halves.pixels[2] == 0x3c00)
    }

    @Test("Halves round to the nearest even, and keep infinities, NaN and subnormal numbers")
    func halves() {
        let numbers: [Float] = [
            1, -2, 65504, 65520, 1e-7, 5.9604645e-8, 2049, 2051, .infinity, -.infinity, .nan, -0.0, 6.1e-5, 1e-9, 0.1, 3e-6, 1,
        ]
        let source = Floats(17, 1, filledWith: 0, numbers), result = TestImage<UInt16>(17, 1, filledWith: 0),
            back = Floats(17, 1, filledWith: 0)
        #expect(vImageConvert_PlanarFtoPlanar16F([source.buffer], [result.buffer], none) == 0)
        let expected = numbers.map { Float16($0) }
        #expect(zip(result.pixels, expected).allSatisfy { $1.isNaN ? Float16(bitPattern: $0).isNaN : $0 == $1.bitPattern })
        #expect(vImageConvert_Planar16FtoPlanarF([result.buffer], [back.buffer], none) == 0)
        #expect(zip(back.pixels, expected).allSatisfy { $0 == Float($1) || $1.isNaN && $0.isNaN })
    }

    @Test("Channels join, separate, change places and are overwritten")
    func channels() {
        let planes = (0..<4).map { n in Bytes(2, 2, filledWith: 0, (0..<4).map { UInt8(10 * n + $0) }) }
        let joined = Bytes(2, 2, channels: 4, filledWith: 99)
        let buffers = planes.map(\.buffer)
        #expect(vImageConvert_Planar8toARGB8888([buffers[0]], [buffers[1]], [buffers[2]], [buffers[3]], [joined.buffer], none) == 0)
        #expect(joined.pixels == [0, 10, 20, 30, 1, 11, 21, 31, 2, 12, 22, 32, 3, 13, 23, 33] && joined.margins.allSatisfy { $0 == 99 })
        let plane = Bytes(2, 2, filledWith: 0)
        #expect(vImageExtractChannel_ARGB8888([joined.buffer], [plane.buffer], 2, none) == 0 && plane.pixels == [20, 21, 22, 23])
        let parts = (0..<4).map { _ in Bytes(2, 2, filledWith: 0) }.map { $0 }, ends = parts.map(\.buffer)
        #expect(vImageConvert_ARGB8888toPlanar8([joined.buffer], [ends[0]], [ends[1]], [ends[2]], [ends[3]], none) == 0)
        #expect(zip(parts, planes).allSatisfy { $0.pixels == $1.pixels })
        #expect(vImageOverwriteChannelsWithScalar_ARGB8888(7, [joined.buffer], [joined.buffer], 0x8 | 0x1, none) == 0)
        #expect(joined.pixels.prefix(8) == [7, 10, 20, 7, 7, 11, 21, 7])
        #expect(vImageOverwriteChannels_ARGB8888([plane.buffer], [joined.buffer], [joined.buffer], 0x4, none) == 0)
        #expect(joined.pixels.prefix(8) == [7, 20, 20, 7, 7, 21, 21, 7])
        #expect(vImagePermuteChannels_ARGB8888([joined.buffer], [joined.buffer], [3, 1, 0, 2], none) == 0)
        #expect(joined.pixels.prefix(4) == [7, 20, 7, 20])
        let table = (0..<256).map { UInt8(255 - $0) }
        #expect(vImageTableLookUp_Planar8([plane.buffer], [plane.buffer], table, none) == 0 && plane.pixels == [235, 234, 233, 232])
        #expect(vImageTableLookUp_ARGB8888([joined.buffer], [joined.buffer], nil, table, nil, nil, none) == 0)
        #expect(joined.pixels.prefix(4) == [7, 235, 7, 20])
        let rgb = Bytes(2, 2, channels: 3, filledWith: 0)
        #expect(vImageConvert_BGRA8888toRGB888([joined.buffer], [rgb.buffer], none) == 0 && rgb.pixels.prefix(3) == [7, 235, 7])
        #expect(vImageConvert_RGB888toARGB8888([rgb.buffer], nil, 128, [joined.buffer], true, none) == 0)
        #expect(joined.pixels.prefix(4) == [128, 4, 118, 4])
    }

    @Test("Floating-point planes join to bytes and come back, with three ranges for three planes")
    func floatChannels() {
        let planes = (0..<3).map { n in Floats(2, 1, filledWith: 0, [Float(n) / 2, 1]) }, buffers = planes.map(\.buffer)
        let joined = Bytes(2, 1, channels: 4, filledWith: 0)
        let error = vImageConvert_PlanarFToBGRX8888(
            [buffers[0]], [buffers[1]], [buffers[2]], 200, [joined.buffer], [1, 1, 2], [0, 0, 0], none)
        #expect(error == kvImageNoError && joined.pixels == [0, 128, 128, 200, 255, 255, 128, 200])
        let parts = (0..<4).map { _ in Floats(2, 1, filledWith: 0) }, ends = parts.map(\.buffer)
        #expect(
            vImageConvert_ARGB8888toPlanarF(
                [joined.buffer], [ends[0]], [ends[1]], [ends[2]], [ends[3]], [1, 255, 1, 1], [0, 0, -1, 0], none) == 0)
        #expect(parts[0].pixels == [0, 1] && parts[1].pixels == [128, 255] && abs(parts[2].pixels[0] - 1.0 / 255) < 1e-6)
    }

    @Test("Alpha multiplies, divides and blends, rounded to the nearest")
    func alpha() {
        let image = Bytes(2, 1, channels: 4, filledWith: 0, [200, 100, 50, 128, 9, 9, 9, 0]),
            result = Bytes(2, 1, channels: 4, filledWith: 0)
        #expect(vImagePremultiplyData_RGBA8888([image.buffer], [result.buffer], none) == 0)
        #expect(result.pixels == [100, 50, 25, 128, 0, 0, 0, 0])
        #expect(vImageUnpremultiplyData_RGBA8888([result.buffer], [image.buffer], none) == 0)
        #expect(image.pixels == [199, 100, 50, 128, 0, 0, 0, 0])
        let bottom = Bytes(2, 1, channels: 4, filledWith: 0, [10, 20, 30, 255, 1, 2, 3, 4])
        #expect(vImagePremultipliedAlphaBlend_BGRA8888([result.buffer], [bottom.buffer], [bottom.buffer], none) == 0)
        #expect(bottom.pixels == [105, 60, 40, 255, 1, 2, 3, 4])
    }

    @Test(
        "Scaling is Pillow's Lanczos away from the edges, for floats, bytes and four channels",
        arguments: [("down", 10, 8), ("up", 50, 33)])
    func scaling(name: String, width: Int, height: Int) throws {
        let fixture = try #require(Fixtures["lanczos_\(name)"])
        let source = Floats(24, 20, filledWith: 0, fixture.operands[0].map { Float($0) }), result = Floats(width, height, filledWith: 9)
        #expect(vImageScale_PlanarF([source.buffer], [result.buffer], nil, none) == kvImageNoError)
        let bytes = Bytes(
            24, 20, channels: 4, filledWith: 0, fixture.operands[0].flatMap { [UInt8](repeating: UInt8(($0 * 255).rounded()), count: 4) })
        let scaled = Bytes(width, height, channels: 4, filledWith: 9)
        #expect(vImageScale_ARGB8888([bytes.buffer], [scaled.buffer], nil, none) == 0 && scaled.margins.allSatisfy { $0 == 9 })
        // Pillow leaves out what lies beyond the edge, where vImage repeats the edge.
        let inset = name == "down" ? 3 : 8
        for y in inset..<height - inset {
            for x in inset..<width - inset {
                let expected = fixture.result[y * width + x]
                #expect(abs(Double(result.pixels[y * width + x]) - expected) < 1e-5)
                #expect(abs(Double(scaled.pixels[4 * (y * width + x) + 2]) - min(max(expected, 0), 1) * 255) < 1.6)
            }
        }
        let flat = Floats(5, 7, filledWith: 0, [Float](repeating: 0.5, count: 35))
        #expect(vImageScale_PlanarF([flat.buffer], [result.buffer], nil, vImage_Flags(kvImageHighQualityResampling)) == 0)
        #expect(result.pixels.allSatisfy { abs($0 - 0.5) < 1e-6 })
    }

    @Test("Turns and reflections move every pixel, and fill the rest")
    func geometry() {
        let source = Bytes(3, 2, filledWith: 0, [1, 2, 3, 4, 5, 6]), sideways = Bytes(2, 3, filledWith: 0),
            wide = Bytes(5, 2, filledWith: 0)
        #expect(vImageRotate90_Planar8([source.buffer], [sideways.buffer], UInt8(kRotate90DegreesClockwise), 0, none) == 0)
        #expect(sideways.pixels == [4, 1, 5, 2, 6, 3])
        #expect(vImageRotate90_Planar8([source.buffer], [sideways.buffer], UInt8(kRotate90DegreesCounterClockwise), 0, none) == 0)
        #expect(sideways.pixels == [3, 6, 2, 5, 1, 4])
        #expect(vImageRotate90_Planar8([source.buffer], [wide.buffer], UInt8(kRotate180DegreesClockwise), 7, none) == 0)
        #expect(wide.pixels == [7, 6, 5, 4, 7, 7, 3, 2, 1, 7])
        #expect(vImageHorizontalReflect_Planar8([source.buffer], [source.buffer], none) == 0 && source.pixels == [3, 2, 1, 6, 5, 4])
        #expect(vImageVerticalReflect_Planar8([source.buffer], [source.buffer], none) == 0 && source.pixels == [6, 5, 4, 3, 2, 1])
        let pixels = Bytes(2, 1, channels: 4, filledWith: 0, [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(vImageHorizontalReflect_ARGB8888([pixels.buffer], [pixels.buffer], none) == 0 && pixels.pixels == [5, 6, 7, 8, 1, 2, 3, 4])
        #expect(vImageRotate90_ARGB8888([pixels.buffer], [pixels.buffer], 9, [0, 0, 0, 0], none) == kvImageInvalidParameter)
    }

    @Test("Buffers that do not agree, have no memory or too short rows are errors")
    func faults() {
        let small = Bytes(2, 2, filledWith: 0), large = Bytes(3, 3, filledWith: 0)
        #expect(vImageTableLookUp_Planar8([small.buffer], [large.buffer], [], none) == kvImageRoiLargerThanInputBuffer)
        #expect(vImageHorizontalReflect_Planar8([large.buffer], [small.buffer], none) == kvImageBufferSizeMismatch)
        var broken = small.buffer
        broken.data = nil
        #expect(vImageScale_Planar8([broken], [small.buffer], nil, none) == kvImageNullPointerArgument)
        broken = small.buffer
        broken.rowBytes = 1
        #expect(vImageScale_Planar8([small.buffer], [broken], nil, none) == kvImageInvalidRowBytes)
        broken.width = .max
        #expect(vImageScale_Planar8([small.buffer], [broken], nil, none) == kvImageInvalidParameter)
        #expect(vImageExtractChannel_ARGB8888([small.buffer], [small.buffer], 4, none) == kvImageInvalidParameter)
        #expect(vImageScale_Planar8([small.buffer], [large.buffer], nil, 1 << 30) == kvImageUnknownFlagsBit)
        #expect(vImageScale_Planar8([small.buffer], [large.buffer], nil, vImage_Flags(kvImageGetTempBufferSize)) == 0)
        var buffer = vImage_Buffer()
        #expect(vImageBuffer_Init(&buffer, .max, 2, 32, none) == kvImageInvalidParameter && buffer.data == nil)
        #expect(vImageBuffer_Init(&buffer, 1 << 40, 1 << 20, 8, none) == kvImageMemoryAllocationError)
        #expect(throws: vImage.Error.invalidParameter) { try vImage_Buffer(width: -1, height: 2, bitsPerPixel: 8) }
    }

    @Test("An image becomes a buffer in any format, and a buffer an image")
    func coreGraphics() throws {
        let space = CGColorSpaceCreateDeviceRGB(), pixels: [UInt8] = [255, 0, 0, 255, 0, 64, 0, 128]
        let provider = try #require(CGDataProvider(data: Data(pixels)))
        let image = try #require(
            CGImage(
                width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent))
        let bgra = try #require(
            vImage_CGImageFormat(
                bitsPerComponent: 8, bitsPerPixel: 32, colorSpace: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.first.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)))
        var buffer = try vImage_Buffer(cgImage: image, format: bgra)
        defer { buffer.free() }
        let bytes = UnsafeBufferPointer(start: buffer.data.assumingMemoryBound(to: UInt8.self), count: 8)
        #expect(Array(bytes) == [0, 0, 255, 255, 0, 128, 0, 128] && buffer.size == CGSize(width: 2, height: 1))
        let back = try buffer.createCGImage(format: bgra)
        #expect(back.width == 2 && back.bitmapInfo == bgra.bitmapInfo && (back.dataProvider?.data as Data?)?.prefix(8) == Data(bytes))

        var opaque = try #require(vImage_CGImageFormat(bitsPerComponent: 8, bitsPerPixel: 24, colorSpace: space, bitmapInfo: []))
        var rgb = vImage_Buffer(), white: [CGFloat] = [1, 1, 1]
        #expect(vImageBuffer_InitWithCGImage(&rgb, &opaque, &white, image, none) == kvImageNoError)
        #expect((0..<6).map { rgb.data.load(fromByteOffset: $0, as: UInt8.self) } == [255, 0, 0, 127, 191, 127])
        free(rgb.data)

        let float = try #require(
            vImage_CGImageFormat(
                bitsPerComponent: 32, bitsPerPixel: 128, colorSpace: space,
                bitmapInfo: CGBitmapInfo(
                    rawValue: CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
                        | CGBitmapInfo.byteOrder32Little.rawValue)))
        let converter = try vImageConverter.make(sourceFormat: bgra, destinationFormat: float)
        var floats = try vImage_Buffer(width: 2, height: 1, bitsPerPixel: 128)
        defer { floats.free() }
        #expect(vImageConvert_AnyToAny(converter, &buffer, &floats, nil, none) == kvImageNoError)
        let values = (0..<8).map { floats.data.load(fromByteOffset: 4 * $0, as: Float.self) }
        #expect(distance(values, [1, 0, 0, 1, 0, 128.0 / 255 * 128 / 255, 0, 128.0 / 255]) < 1e-6)
        let gray = try #require(
            vImage_CGImageFormat(bitsPerComponent: 8, bitsPerPixel: 8, colorSpace: CGColorSpaceCreateDeviceGray(), bitmapInfo: []))
        let plane = try vImage_Buffer(cgImage: image, format: gray)
        defer { plane.free() }
        #expect(plane.data.load(as: UInt8.self) > 40 && plane.data.load(as: UInt8.self) < 140)
    }

    @Test("Formats that are not known are errors")
    func unknownFormats() {
        let space = CGColorSpaceCreateDeviceRGB()
        #expect(vImage_CGImageFormat(bitsPerComponent: 8, bitsPerPixel: 16, colorSpace: space, bitmapInfo: []) == nil)
        #expect(vImage_CGImageFormat(bitsPerComponent: 0, bitsPerPixel: 16, colorSpace: space, bitmapInfo: []) == nil)
        var odd = vImage_CGImageFormat(), error = kvImageNoError
        let converter = vImageConverter_CreateWithCGImageFormat(&odd, [odd], nil, none, &error)
        #expect(converter == nil && error == kvImageInvalidImageFormat)
        odd.bitsPerComponent = 5
        odd.bitsPerPixel = 16
        let small = Bytes(2, 2, filledWith: 0)
        #expect(vImageCreateCGImageFromBuffer([small.buffer], &odd, nil, nil, none, &error) == nil && error == kvImageInvalidImageFormat)
    }
}

import Accelerate
import Testing

@Suite("Pixel buffers of vImage")
struct PixelBufferTests {
    private let size = vImage.Size(width: 2, height: 2)
    private let rgba = vImage_CGImageFormat(
        bitsPerComponent: 8, bitsPerPixel: 32, colorSpace: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue))
    private let rgb = vImage_CGImageFormat(
        bitsPerComponent: 8, bitsPerPixel: 24, colorSpace: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue))

    @Test("A new buffer is black, copies share its memory, and its channels are read row by row")
    func memory() {
        let buffer = vImage.PixelBuffer<vImage.Interleaved8x3>(width: 2, height: 2)
        #expect(buffer.array == [UInt8](repeating: 0, count: 12) && buffer.count == 12 && buffer.size == size && buffer.rowStride == 6)
        let same = buffer
        same.withUnsafeMutableBufferPointer { $0[4] = 9 }
        #expect(buffer.array[4] == 9)
        let copy = vImage.PixelBuffer<vImage.Interleaved8x3>(size: size)
        buffer.copy(to: copy)
        same.withUnsafeMutableBufferPointer { $0[4] = 0 }
        #expect(copy.array[4] == 9)
        #expect(vImage.Interleaved8x3.bitCountPerPixel == 24 && vImage.PlanarFx3.bitCountPerPixel == 96)
        #expect(vImage.Size(exactly: CGSize(width: 3, height: 4)) == vImage.Size(width: 3, height: 4))
        #expect(vImage.Size(exactly: CGSize(width: 3.5, height: 4)) == nil)
    }

    @Test("Memory of the program's is used in place, and what lies between its rows stays as it is")
    func memoryOfOthers() {
        var memory: [Float] = [1, 2, 7, 3, 4, 7]
        memory.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let buffer = vImage.PixelBuffer(data: base, width: 2, height: 2, byteCountPerRow: 12, pixelFormat: vImage.PlanarF.self)
            #expect(buffer.array == [1, 2, 3, 4])
            buffer.multiply(by: 0.5, preBias: 1, postBias: 10, destination: buffer)
            buffer.withUnsafeRegionOfInterest(CGRect(x: 1, y: 1, width: 1, height: 1)) { part in
                #expect(part.array == [12.5])
                part.clip(to: 0...12, destination: part)
            }
        }
        #expect(memory == [11, 11.5, 7, 12, 12, 7])
    }

    @Test("Bytes and floating-point numbers become each other, in planes and side by side")
    func conversions() {
        let bytes = vImage.PixelBuffer<vImage.Interleaved8x2>(pixelValues: [0, 51, 102, 153, 204, 255, 1, 2], size: size)
        let floats = vImage.PixelBuffer<vImage.InterleavedFx2>(size: size)
        bytes.convert(to: floats)
        #expect(distance(floats.array, [0, 0.2, 0.4, 0.6, 0.8, 1, 1 / 255, 2 / 255]) < 1e-6)
        let back = vImage.PixelBuffer<vImage.Interleaved8x2>(size: size)
        floats.convert(to: back)
        #expect(back.array == bytes.array)
        // Numbers beyond 0 and 1 are limited, and others rounded.
        let wild = vImage.PixelBuffer<vImage.PlanarF>(pixelValues: [-3, 0.4999, 1.5, 0.2549], size: size)
        let limited = vImage.PixelBuffer<vImage.Planar8>(size: size)
        wild.convert(to: limited)
        #expect(limited.array == [0, 127, 255, 65])
    }

    @Test("Channels are divided into planes and joined again")
    func planes() {
        let pixels: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        let colors = vImage.PixelBuffer<vImage.Interleaved8x3>(pixelValues: pixels, size: size)
        let planes = vImage.PixelBuffer<vImage.Planar8x3>(interleavedBuffer: colors)
        planes.withUnsafePixelBuffer(at: 1) { #expect($0.array == [2, 5, 8, 11]) }
        #expect(colors.planarBuffers().map(\.array) == planes.planarBuffers().map(\.array))
        let joined = vImage.PixelBuffer<vImage.Interleaved8x3>(size: size)
        planes.interleave(destination: joined)
        #expect(joined.array == pixels)
        let floats = vImage.PixelBuffer<vImage.PlanarFx3>(size: size)
        planes.convert(to: floats)
        let whole = vImage.PixelBuffer<vImage.InterleavedFx3>(planarBuffers: floats.planarBuffers())
        #expect(distance(whole.array, pixels.map { Double($0) / 255 }) < 1e-7)
        let again = vImage.PixelBuffer<vImage.PlanarFx3>(planarBuffers: whole.planarBuffers())
        whole.deinterleave(destination: again)
        again.withUnsafePixelBuffers { #expect(distance($0[2].array, [3, 6, 9, 12].map { $0 / 255 }) < 1e-7) }
    }

    @Test("Alpha is left out, and four channels become one")
    func fourChannels() {
        let pixels: [UInt8] = [255, 10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255, 100, 110, 120]
        let buffer = vImage.PixelBuffer<vImage.Interleaved8x4>(pixelValues: pixels, size: size)
        let colors = vImage.PixelBuffer<vImage.Interleaved8x3>(size: size)
        buffer.convert(to: colors, channelOrdering: .ARGB)
        #expect(colors.array == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120])
        buffer.convert(to: colors, channelOrdering: .RGBA)
        #expect(colors.array.prefix(6) == [255, 10, 20, 255, 40, 50])
        let gray = vImage.PixelBuffer<vImage.Planar8>(size: size)
        buffer.multiply(by: (0, 1, 2, 1), divisor: 4, preBias: (0, 0, 0, 0), postBias: 3, destination: gray)
        #expect(gray.array == [20, 50, 80, 110])
        buffer.multiply(by: (0, 9, 0, -9), divisor: 1, preBias: (0, 30, 0, 0), postBias: 0, destination: gray)
        #expect(gray.array == [90, 90, 90, 90])
        let floats = vImage.PixelBuffer<vImage.InterleavedFx4>(size: size), plane = vImage.PixelBuffer<vImage.PlanarF>(size: size)
        buffer.convert(to: floats)
        floats.multiply(by: (0, 0.25, 0.5, 0.25), preBias: (0, 0, 0, 0), postBias: 1, destination: plane)
        #expect(distance(plane.array, [20, 50, 80, 110].map { 1 + $0 / 255 }) < 1e-6)
    }

    @Test("Images of Core Graphics become buffers and are made of them; another number of bits is an error")
    func images() throws {
        let pixels: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7]
        let colors = vImage.PixelBuffer<vImage.Interleaved8x3>(pixelValues: pixels, size: size)
        let (rgb, rgba) = (try #require(rgb), try #require(rgba))
        let image = try #require(colors.makeCGImage(cgImageFormat: rgb))
        #expect(image.width == 2 && image.height == 2)
        #expect(colors.makeCGImage(cgImageFormat: rgba) == nil)
        var format = rgba
        let four = try vImage.PixelBuffer<vImage.Interleaved8x4>(cgImage: image, cgImageFormat: &format)
        let three = vImage.PixelBuffer<vImage.Interleaved8x3>(size: size)
        four.convert(to: three, channelOrdering: .RGBA)
        #expect(three.array == pixels)
        var empty = vImage_CGImageFormat()
        let own = try vImage.PixelBuffer<vImage.Interleaved8x3>(cgImage: image, cgImageFormat: &empty)
        #expect(own.array == pixels && empty.bitsPerPixel == 24)
        #expect(throws: vImage.Error.invalidImageFormat) {
            try vImage.PixelBuffer<vImage.PlanarF>(cgImage: image, cgImageFormat: &format)
        }
    }

    @Test("A plane of one value keeps it when it is scaled, and so does each of several planes")
    func scaling() {
        let source = vImage.PixelBuffer<vImage.Planar8x2>(planarBuffers: [
            vImage.PixelBuffer(pixelValues: [UInt8](repeating: 200, count: 64), size: .init(width: 8, height: 8)),
            vImage.PixelBuffer(pixelValues: [UInt8](repeating: 3, count: 64), size: .init(width: 8, height: 8)),
        ])
        let result = vImage.PixelBuffer<vImage.Planar8x2>(width: 5, height: 3)
        source.scale(destination: result)
        #expect(result.planarBuffers().map { Set($0.array) } == [[200], [3]])
        let floats = vImage.PixelBuffer<vImage.InterleavedFx4>(
            pixelValues: (0..<256).map { Float($0 % 4) }, size: .init(width: 8, height: 8))
        let large = vImage.PixelBuffer<vImage.InterleavedFx4>(width: 11, height: 9)
        floats.scale(destination: large)
        #expect(distance(Array(large.array.prefix(4)), [0, 1, 2, 3]) < 1e-5)
    }

    @Test("Functions of vDSP take planes of floating-point numbers")
    func vectors() {
        let plane = vImage.PixelBuffer<vImage.PlanarF>(pixelValues: [1, 2, 3, 6], size: size)
        #expect(vDSP.mean(plane) == 3 && vDSP.maximum(plane) == 6)
        var result = vImage.PixelBuffer<vImage.PlanarF>(size: size)
        vDSP.multiply(2, plane, result: &result)
        #expect(result.array == [2, 4, 6, 12])
    }
}

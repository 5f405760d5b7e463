import CoreImage
import Foundation
import Testing

private func makeBuffer(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
    try CVBuffer.make(width: width, height: height, pixelFormatType: format)
}

/// The bytes of a plane's row.
private func row(_ buffer: CVPixelBuffer, _ y: Int, count: Int, plane: Int = 0) -> [UInt8] {
    guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { return [] }
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
    return (0..<count).map { base.load(fromByteOffset: y * bytesPerRow + $0, as: UInt8.self) }
}

@Suite("Core Image: into and out of pixel buffers")
struct CIContextTests {
    private let context = CIContext()
    private let orange = CIImage(color: CIColor(red: 1, green: 0.5, blue: 0))

    @Test(
        "A colour arrives in every order of components",
        arguments: [
            (kCVPixelFormatType_32BGRA, [0, 128, 255, 255]), (kCVPixelFormatType_32RGBA, [255, 128, 0, 255]),
            (kCVPixelFormatType_32ARGB, [255, 255, 128, 0]), (kCVPixelFormatType_32ABGR, [255, 0, 128, 255]),
            (kCVPixelFormatType_24RGB, [255, 128, 0]), (kCVPixelFormatType_24BGR, [0, 128, 255]),
            // 0.299 + 0.587 / 2 of 255.
            (kCVPixelFormatType_OneComponent8, [151]),
        ])
    func componentOrder(format: OSType, expected: [UInt8]) throws {
        let buffer = try makeBuffer(3, 2, format)
        context.render(orange, to: buffer)
        for y in 0..<2 { #expect(row(buffer, y, count: 3 * expected.count) == expected + expected + expected) }
    }

    @Test(
        "Y'CbCr of a colour is what the standard's matrix and range give, and comes back",
        arguments: [
            // BT.601: Y = 0.299 * 255 + 0.587 * 127.5, and so on; video range scales to 219 and 224 steps.
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVImageBufferYCbCrMatrix_ITU_R_601_4, [151, 43, 202]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVImageBufferYCbCrMatrix_ITU_R_601_4, [146, 53, 193]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVImageBufferYCbCrMatrix_ITU_R_709_2, [145, 50, 197]),
        ])
    func biplanar(format: OSType, matrix: String, expected: [UInt8]) throws {
        let buffer = try makeBuffer(5, 3, format)
        CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
        context.render(orange, to: buffer)
        for (value, want) in zip(
            row(buffer, 2, count: 5) + row(buffer, 1, count: 6, plane: 1),
            [
                expected[0], expected[0], expected[0], expected[0], expected[0], expected[1], expected[2], expected[1], expected[2],
                expected[1], expected[2],
            ])
        {
            #expect(abs(Int(value) - Int(want)) <= 1)
        }
        var back = [UInt8](repeating: 0, count: 5 * 3 * 4)
        context.render(
            CIImage(cvPixelBuffer: buffer), toBitmap: &back, rowBytes: 20, bounds: CGRect(x: 0, y: 0, width: 5, height: 3), format: .RGBA8,
            colorSpace: nil)
        for pixel in 0..<15 {
            for (c, want) in [255, 128, 0, 255].enumerated() { #expect(abs(Int(back[4 * pixel + c]) - want) <= 3) }
        }
    }

    @Test("Formats without a raster layout are converted: planar, packed and deep Y'CbCr, big-endian RGB")
    func conversions() throws {
        // Video-range BT.601 red: Y 81, Cb 90, Cr 240.
        let planar = try makeBuffer(4, 4, kCVPixelFormatType_420YpCbCr8Planar)
        let packed = try makeBuffer(4, 4, kCVPixelFormatType_422YpCbCr8)
        let half = try makeBuffer(4, 4, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange)
        let deep = try makeBuffer(4, 4, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        let wide = try makeBuffer(4, 4, kCVPixelFormatType_64ARGB)
        fill(planar, 0, [81])
        fill(planar, 1, [90])
        fill(planar, 2, [240])
        fill(packed, 0, [90, 81, 240, 81])
        fill(half, 0, [81])
        fill(half, 1, [90, 240])
        fill(deep, 0, [0, 81])
        fill(deep, 1, [0, 90, 0, 240])
        fill(wide, 0, [255, 255, 255, 0, 0, 0, 0, 0])
        for buffer in [planar, packed, half, deep, wide] {
            var pixels = [UInt8](repeating: 0, count: 64)
            context.render(
                CIImage(cvPixelBuffer: buffer), toBitmap: &pixels, rowBytes: 16, bounds: CGRect(x: 0, y: 0, width: 4, height: 4),
                format: .RGBA8, colorSpace: nil)
            for pixel in 0..<16 {
                #expect(
                    pixels[4 * pixel] >= 253 && pixels[4 * pixel + 1] <= 2 && pixels[4 * pixel + 2] <= 2 && pixels[4 * pixel + 3] == 255)
            }
        }
        let pair = try makeBuffer(4, 4, kCVPixelFormatType_TwoComponent8)
        #expect(throws: (any Error).self) { try pair.makeRaster() }
    }

    @Test("Bounds limit what changes, and (0, 0) is the buffer's lower left")
    func bounds() throws {
        let buffer = try makeBuffer(4, 3, kCVPixelFormatType_OneComponent8)
        fill(buffer, 0, [9])
        let image = CIImage.white.cropped(to: CGRect(x: 1, y: 0, width: 9, height: 1))
        context.render(image, to: buffer, bounds: CGRect(x: 0, y: 0, width: 3, height: 2), colorSpace: nil)
        #expect((0..<3).map { row(buffer, $0, count: 4) } == [[9, 9, 9, 9], [0, 0, 0, 9], [0, 255, 255, 9]])
        context.render(image, to: buffer)
        #expect((0..<3).map { row(buffer, $0, count: 4) } == [[0, 0, 0, 0], [0, 0, 0, 0], [0, 255, 255, 255]])
        context.render(image, to: buffer, bounds: CGRect(x: CGFloat.nan, y: 0, width: 3, height: 2), colorSpace: nil)
        context.render(image, to: buffer, bounds: .null, colorSpace: nil)
        context.render(image, to: buffer, bounds: .infinite, colorSpace: nil)
        #expect(row(buffer, 2, count: 4) == [0, 255, 255, 255])
    }

    @Test("A large composition is drawn in bands without seams")
    func bands() throws {
        let (width, height) = (700, 800)
        let buffer = try makeBuffer(width, height, kCVPixelFormatType_OneComponent8)
        for y in 0..<height {
            let base = try #require(CVPixelBufferGetBaseAddress(buffer)) + y * CVPixelBufferGetBytesPerRow(buffer)
            for x in 0..<width { base.storeBytes(of: UInt8((x &* 31 &+ y &* 17) & 255), toByteOffset: x, as: UInt8.self) }
        }
        let image = CIImage(cvPixelBuffer: buffer)
        let composed = try makeBuffer(width, height, kCVPixelFormatType_OneComponent8)
        context.render(image.composited(over: CIImage.black), to: composed)
        for y in stride(from: 0, to: height, by: 7) { #expect(row(composed, y, count: width) == row(buffer, y, count: width)) }
    }

    /// Repeats bytes over the rows of a plane.
    private func fill(_ buffer: CVPixelBuffer, _ plane: Int, _ bytes: [UInt8]) {
        guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { return }
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
            for x in 0..<bytesPerRow { base.storeBytes(of: bytes[x % bytes.count], toByteOffset: y * bytesPerRow + x, as: UInt8.self) }
        }
    }
}

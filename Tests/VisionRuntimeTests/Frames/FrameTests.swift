import CoreGraphics
import CoreML
import CoreMLRuntime
import CoreVideo
import Foundation
import TestSupport
import Testing
import VisionRuntime

@Suite("Pixels of a frame")
struct FrameTests {
    /// A picture whose red is 4·x, green 4·y and blue 100, as a file's bytes.
    private func ramp(width: Int, height: Int) -> FrameImage {
        var bytes = Data("P6\n\(width) \(height)\n255\n".utf8)
        for y in 0..<height {
            for x in 0..<width { bytes.append(contentsOf: [UInt8(4 * x), UInt8(4 * y), 100]) }
        }
        return .data(bytes)
    }

    private func luma(_ x: Double, _ y: Double) -> Double { 0.299 * 4 * x + 0.587 * 4 * y + 0.114 * 100 }

    @Test("Luminance of a part is made once, at the size that is asked for")
    func gray() throws {
        let frame = try Frame(ramp(width: 32, height: 16))
        frame.note(.whole(frame.info))
        let part = try frame.gray(CGRect(x: 8, y: 4, width: 8, height: 8))
        #expect((part.width, part.height) == (8, 8))
        for y in 0..<8 {
            for x in 0..<8 { #expect(abs(Double(part.row(y)[x]) - luma(Double(x + 8), Double(y + 4))) <= 1) }
        }
        #expect(try frame.gray(CGRect(x: 8, y: 4, width: 8, height: 8)).base == part.base)
        let half = try frame.gray(width: 16, height: 8)
        #expect(abs(Double(half.row(3)[5]) - luma(10.5, 6.5)) <= 1)
        #expect(frame.decodings == 1)
    }

    @Test("For luminance alone a JPEG is decoded without its colours; with colours, both come from one decoding")
    func luminanceOfJPEG() throws {
        let photo = FrameImage.url(Fixtures.common("jpeg/restart420.jpg"))
        let gray = try Frame(photo)
        gray.note(.whole(gray.info, isGray: true))
        let plane = try gray.gray()
        let both = try Frame(photo)
        both.note(.whole(both.info))
        both.note(.whole(both.info, isGray: true))
        let beside = try both.gray()
        for y in 0..<gray.info.height { #expect(memcmp(plane.row(y), beside.row(y), gray.info.width) == 0) }
        let whole = CropAndScale(
            .scaleFill, regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1), imageSize: both.info.size, inputSize: both.info.size)
        let colors = try both.tensor(whole, ImagePreprocessing(channels: .rgb))
        #expect(gray.decodings == 1 && both.decodings == 1)
        // Colours that were not announced cost another decoding, and are the same.
        let late = try gray.tensor(whole, ImagePreprocessing(channels: .rgb))
        #expect(gray.decodings == 2)
        #expect(zip(colors.elements, late.elements).allSatisfy { abs($0 - $1) <= 2 })
        let area = gray.info.width * gray.info.height
        let luma: Float = 0.299 * colors.elements[0] + 0.587 * colors.elements[area] + 0.114 * colors.elements[2 * area]
        #expect(abs(luma - Float(plane.row(0)[0])) <= 2)
    }

    @Test(
        "The luminance of a pixel buffer is read where it lies",
        arguments: [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange])
    func luminanceInPlace(_ format: OSType) throws {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 16, 8, format, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        base.storeBytes(of: 77, toByteOffset: 3, as: UInt8.self)
        let frame = try Frame(.pixelBuffer(buffer))
        frame.note(.whole(frame.info))
        let plane = try frame.gray()
        #expect(UnsafeRawPointer(plane.base) == UnsafeRawPointer(base) && plane.row(0)[3] == 77)
        // Upside down, the pixels have to be moved.
        let turned = try Frame(.pixelBuffer(buffer), orientation: .down)
        turned.note(.whole(turned.info))
        #expect(try turned.gray().row(7)[12] == 77)
    }

    @Test("Each level of a pyramid is the mean of four pixels of the level before")
    func pyramid() throws {
        let frame = try Frame(ramp(width: 33, height: 16))
        frame.note(.whole(frame.info))
        let pyramid = try frame.pyramid(smallestSide: 4)
        #expect(pyramid.levels.map(\.width) == [33, 16, 8] && pyramid.levels.map(\.height) == [16, 8, 4])
        #expect(abs(Double(pyramid.levels[2].row(1)[2]) - luma(9.5, 5.5)) <= 2)
    }

    @Test("A warp takes the pixels inside four corners, and bilinear values between them")
    func warp() throws {
        let frame = try Frame(ramp(width: 32, height: 32))
        frame.note(.whole(frame.info))
        // The part from (8, 4) to (24, 12), turned by a quarter: its top left corner is the part's bottom left one.
        let corners = [CGPoint(x: 8, y: 12), CGPoint(x: 8, y: 4), CGPoint(x: 24, y: 4), CGPoint(x: 24, y: 12)]
        let warp = try #require(FrameWarp(corners: corners, width: 8, height: 16))
        let tensor = try frame.tensor(warp, ImagePreprocessing(channels: .rgb, scale: 1, biases: [0, 0, 1]))
        #expect((tensor.channels, tensor.width, tensor.height) == (3, 8, 16))
        for (u, v) in [(0, 0), (7, 0), (3, 9), (7, 15)] {
            // One pixel of the warp is one of the image; x runs up, y to the right.
            let red = tensor.elements[v * 8 + u]
            let green = tensor.elements[128 + v * 8 + u]
            #expect(abs(red - Float(4 * (8 + v))) < 0.01 && abs(green - Float(4 * (11 - u))) < 0.01)
        }
        #expect(tensor.elements[2 * 128] == 101)
        #expect(FrameWarp(corners: [CGPoint](repeating: .zero, count: 4), width: 4, height: 4) == nil)
    }

    @Test("A homography and its inverse cancel out; four corners go where they should")
    func homography() throws {
        let corners = [CGPoint(x: 1, y: 2), CGPoint(x: 9, y: 1), CGPoint(x: 8, y: 7), CGPoint(x: 0, y: 6)]
        let map = try #require(Homography(unitSquareTo: corners))
        for (point, corner) in zip([(0.0, 0.0), (1, 0), (1, 1), (0, 1)], corners) {
            let image = map.apply(point.0, point.1)
            #expect(abs(image.x - Double(corner.x)) < 1e-9 && abs(image.y - Double(corner.y)) < 1e-9)
        }
        let back = try #require(map.inverse)
        let point = (back * map).apply(0.3, 0.8)
        #expect(abs(point.x - 0.3) < 1e-9 && abs(point.y - 0.8) < 1e-9)
        #expect(Homography([1, 2, 3, 2, 4, 6, 0, 0, 1]).inverse == nil)
    }

    @Test("Bytes that are no image, and an image without pixels, are failures")
    func brokenImages() {
        #expect(throws: VisionFailure.self) { try Frame(.data(Data())) }
        #expect(throws: VisionFailure.self) { try Frame(.data(Data([0xFF, 0xD8, 0xFF]))) }
        #expect(throws: VisionFailure.self) { try Frame(.url(URL(fileURLWithPath: "/nowhere.jpg"))) }
    }
}

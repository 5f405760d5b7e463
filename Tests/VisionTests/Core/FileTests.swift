import CoreGraphics
import CoreImage
import CoreML
import CoreMLRuntime
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

@Suite("Images in all the forms that programs have them in")
struct FileTests {
    /// A portable pixmap of one row of colours.
    private func pixmap(_ colors: [SIMD3<UInt8>]) -> Data {
        Data("P6\n\(colors.count) 1\n255\n".utf8) + Data(colors.flatMap { [$0.x, $0.y, $0.z] })
    }

    private func seen(_ handler: VNImageRequestHandler, width: Int = 2, height: Int = 1) throws -> SeenPixels {
        try seenPixels(width: width, height: height, option: .scaleFill, handler: handler)
    }

    @Test("A file and its bytes look the same")
    func fileAndBytes() throws {
        let bytes = pixmap([[10, 20, 30], [200, 100, 0]])
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".ppm")
        try bytes.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        for handler in [VNImageRequestHandler(url: url), VNImageRequestHandler(data: bytes)] {
            let seen = try seen(handler)
            #expect(seen.color(0, 0) == SIMD3(10, 20, 30) && seen.color(1, 0) == SIMD3(200, 100, 0))
        }
        let mirrored = try seen(VNImageRequestHandler(data: bytes, orientation: .upMirrored))
        #expect(mirrored.color(0, 0) == SIMD3(200, 100, 0))
    }

    @Test("A pixel buffer is seen in its own format, and a sample buffer gives its time to the observations")
    func buffers() throws {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 2, 1, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        for (offset, byte) in [30, 20, 10, 255, 0, 100, 200, 255].enumerated() {
            base.storeBytes(of: UInt8(byte), toByteOffset: offset, as: UInt8.self)
        }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        #expect(try seen(VNImageRequestHandler(cvPixelBuffer: buffer)).color(1, 0) == SIMD3(200, 100, 0))
        #expect(try seen(VNImageRequestHandler(cvPixelBuffer: buffer, orientation: .down)).color(0, 0) == SIMD3(200, 100, 0))

        var format: CMVideoFormatDescription?
        #expect(CMVideoFormatDescriptionCreateForImageBuffer(allocator: nil, imageBuffer: buffer, formatDescriptionOut: &format) == 0)
        var timing = CMSampleTimingInfo(
            duration: .invalid, presentationTimeStamp: CMTime(value: 7, timescale: 30), decodeTimeStamp: .invalid)
        var sample: CMSampleBuffer?
        let status = CMSampleBufferCreateReadyWithImageBuffer(
            allocator: nil, imageBuffer: buffer, formatDescription: try #require(format), sampleTiming: &timing, sampleBufferOut: &sample)
        #expect(status == 0)
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.pixels(width: 2, height: 1)))
        try VNImageRequestHandler(cmSampleBuffer: try #require(sample)).perform([request])
        #expect(request.results?.first?.timeRange.start == CMTime(value: 7, timescale: 30))
        #expect(try SeenPixels(request).color(0, 0) == SIMD3(10, 20, 30))
    }

    @Test("The steps of a Core Image recipe are part of what is seen")
    func recipes() throws {
        let image = CIImage(cgImage: try TestImages.ramp(width: 8, height: 4))
        let plain = try seen(VNImageRequestHandler(ciImage: image), width: 8, height: 4)
        #expect(plain.color(5, 3) == SIMD3(50, 30, 100))
        // Core Image counts rows from the bottom: the crop keeps the two upper rows of the middle columns.
        let cropped = try seen(
            VNImageRequestHandler(ciImage: image.cropped(to: CGRect(x: 2, y: 2, width: 4, height: 2))), width: 4, height: 2)
        #expect(cropped.color(0, 0) == SIMD3(20, 0, 100) && cropped.color(3, 1) == SIMD3(50, 10, 100))
        let turned = try seen(VNImageRequestHandler(ciImage: image.oriented(.right)), width: 4, height: 8)
        // Turned by 90° clockwise, the left column becomes the top row.
        #expect(turned.color(0, 0) == SIMD3(0, 30, 100) && turned.color(3, 7) == SIMD3(70, 0, 100))
        let back = try seen(VNImageRequestHandler(ciImage: image.oriented(.right), orientation: .left), width: 8, height: 4)
        #expect(back.color(5, 3) == SIMD3(50, 30, 100))
    }

    @Test("An infinite image and an empty one are errors")
    func endless() throws {
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.pixels(width: 2, height: 1)))
        #expect(thrownCode { try VNImageRequestHandler(ciImage: CIImage(color: .red)).perform([request]) } == .invalidImage)
        #expect(thrownCode { try VNImageRequestHandler(ciImage: .empty()).perform([request]) } == .invalidImage)
    }

    @Test(
        "A photo looks the same however the camera was held",
        .enabled(if: SharedData.has("images/orientation/Landscape_1.jpg"), "needs ../shared/data/images/orientation"), arguments: 2...8)
    func exifOrientation(_ orientation: Int) throws {
        let upright = SharedData.url("images/orientation/Landscape_1.jpg")
        let other = SharedData.url("images/orientation/Landscape_\(orientation).jpg")
        for option in [VNImageCropAndScaleOption.centerCrop, .scaleFit] {
            let expected = try seenPixels(width: 48, height: 32, option: option, handler: VNImageRequestHandler(url: upright))
            let seen = try seenPixels(width: 48, height: 32, option: option, handler: VNImageRequestHandler(url: other))
            var difference: Float = 0
            for index in 0..<expected.array.count {
                difference += abs(expected.array[index].floatValue - seen.array[index].floatValue)
            }
            // Each file shows its own number in the middle and was compressed by itself; a picture held wrongly differs by more than 30.
            #expect(difference / Float(expected.array.count) < 4)
        }
    }

    @Test(
        "A photo is decoded no larger than its requests need, and looks the same",
        .enabled(if: SharedData.has("images/large/cat.jpg"), "needs ../shared/data/images/large"))
    func reducedDecoding() throws {
        let url = SharedData.url("images/large/cat.jpg")
        let small = try Frame(.url(url))
        let full = try Frame(.url(url))
        let size = small.info.size
        let crop = CropAndScale(
            CropAndScale.Option.scaleFill, regionOfInterest: VNNormalizedIdentityRect, imageSize: size,
            inputSize: CGSize(width: 64, height: 64))
        small.note(FrameDemand(region: crop.region, size: crop.destination.size))
        full.note(FrameDemand(region: crop.region, size: nil))
        let pixels = ImagePreprocessing(channels: .rgb)
        var tensors: [[Float]] = []
        for frame in [small, full] {
            tensors.append(
                try [Float](unsafeUninitializedCapacity: 3 * 64 * 64) { buffer, count in
                    guard let base = buffer.baseAddress else { return }
                    try frame.render(crop, into: base, pixels)
                    count = 3 * 64 * 64
                })
        }
        #expect(small.decodedWidth * 4 <= full.decodedWidth && full.decodedWidth == small.info.width)
        let differences = zip(tensors[0], tensors[1]).map { abs($0 - $1) }
        #expect(differences.reduce(0, +) / Float(differences.count) < 1.5)
        // A later request that needs more makes the frame decode again.
        small.note(FrameDemand(region: crop.region, size: nil))
        try tensors[0].withUnsafeMutableBufferPointer { buffer in
            try small.render(crop, into: try #require(buffer.baseAddress), pixels)
        }
        #expect(small.decodedWidth == small.info.width && tensors[0] == tensors[1])
    }
}

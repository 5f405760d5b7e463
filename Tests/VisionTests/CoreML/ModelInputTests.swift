import CoreGraphics
import CoreImage
import CoreMLSpecification
import CoreVideo
import Foundation
import Testing

@testable import Vision

@Suite("Images as models get them")
struct ModelInputTests {
    /// Whether two colours agree to half a step of 8 bits.
    private func close(_ left: SIMD3<Float>, _ right: SIMD3<Float>) -> Bool {
        (0..<3).allSatisfy { abs(left[$0] - right[$0]) <= 0.51 }
    }

    private func ramp(_ x: Int, _ y: Int) -> SIMD3<Float> { SIMD3(Float(10 * x), Float(10 * y), 100) }

    @Test("An image of the model's size is seen pixel by pixel, top row first")
    func identity() throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 6, height: 4))
        for option in [VNImageCropAndScaleOption.centerCrop, .scaleFit, .scaleFill] {
            let seen = try seenPixels(width: 6, height: 4, option: option, handler: handler)
            for y in 0..<4 {
                for x in 0..<6 { #expect(close(seen.color(x, y), ramp(x, y)), "\(option) at \(x), \(y)") }
            }
        }
    }

    @Test("A model of flexible image size sees its default size, and without one its first or smallest")
    func flexibleSizes() throws {
        func size(_ change: (inout Specification.ImageFeatureType) -> Void, declared: (width: UInt64, height: UInt64)) throws -> [Int] {
            var model = TestModels.pixels(width: 6, height: 4)
            guard case .imageType(var image) = model.description?.input[0].type?.type else { throw CocoaError(.coderInvalidValue) }
            (image.width, image.height) = (Int64(declared.width), Int64(declared.height))
            change(&image)
            model.description?.input[0].type?.type = .imageType(image)
            let request = VNCoreMLRequest(model: try VNCoreMLModel(model))
            try VNImageRequestHandler(cgImage: try TestImages.ramp(width: 9, height: 9)).perform([request])
            let seen = try SeenPixels(request)
            return [seen.width, seen.height]
        }
        func enumerated(_ image: inout Specification.ImageFeatureType) {
            image.sizeFlexibility = .enumeratedSizes(
                .with { sizes in
                    sizes.sizes = ([(6, 4), (3, 5)] as [(UInt64, UInt64)]).map { width, height in
                        .with { ($0.width, $0.height) = (width, height) }
                    }
                })
        }
        func range(_ image: inout Specification.ImageFeatureType) {
            image.sizeFlexibility = .imageSizeRange(
                .with { range in
                    range.widthRange = .with { ($0.lowerBound, $0.upperBound) = (2, 20) }
                    range.heightRange = .with { ($0.lowerBound, $0.upperBound) = (3, -1) }
                })
        }
        #expect(try size(enumerated, declared: (3, 5)) == [3, 5])
        #expect(try size(enumerated, declared: (0, 0)) == [6, 4])
        #expect(try size(range, declared: (7, 8)) == [7, 8])
        #expect(try size(range, declared: (0, 0)) == [2, 3])
    }

    @Test("centerCrop sees the middle")
    func centerCrop() throws {
        let seen = try seenPixels(
            width: 4, height: 4, option: .centerCrop, handler: VNImageRequestHandler(cgImage: try TestImages.ramp(width: 10, height: 4)))
        for y in 0..<4 {
            for x in 0..<4 { #expect(close(seen.color(x, y), ramp(x + 3, y))) }
        }
    }

    @Test("scaleFit sees everything between black bars")
    func scaleFit() throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([200, 100, 50], width: 16, height: 8))
        let seen = try seenPixels(width: 8, height: 8, option: .scaleFit, handler: handler)
        for x in 0..<8 {
            for y in [0, 1, 6, 7] { #expect(seen.color(x, y) == .zero) }
            for y in 2...5 { #expect(close(seen.color(x, y), SIMD3(200, 100, 50))) }
        }
    }

    @Test("scaleFill averages the pixels that it squeezes together")
    func scaleFill() throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 8, height: 4))
        let seen = try seenPixels(width: 4, height: 4, option: .scaleFill, handler: handler)
        for y in 0..<4 {
            // The middle columns: at the edges a filter wider than a pixel sees less than it has room for.
            for x in 1...2 { #expect(close(seen.color(x, y), SIMD3(Float(20 * x) + 5, Float(10 * y), 100))) }
        }
    }

    @Test("The rotated options see the image turned by 90° counterclockwise")
    func rotated() throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 6, height: 4))
        for option in [VNImageCropAndScaleOption.scaleFillRotate90CCW, .scaleFitRotate90CCW] {
            let seen = try seenPixels(width: 4, height: 6, option: option, handler: handler)
            for y in 0..<6 {
                // The right edge of the image comes to lie at the top.
                for x in 0..<4 { #expect(close(seen.color(x, y), ramp(5 - y, x)), "\(option) at \(x), \(y)") }
            }
        }
    }

    @Test("A region of interest is cut out of the upright image, its origin at the lower left")
    func regionOfInterest() throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 8, height: 8))
        let region = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        let seen = try seenPixels(width: 4, height: 2, option: .scaleFill, region: region, handler: handler)
        for y in 0..<2 {
            for x in 0..<4 { #expect(close(seen.color(x, y), ramp(x + 2, y + 2))) }
        }
    }

    @Test("All orientations of one picture look the same, with every option and region", arguments: 1...8)
    func orientations(_ orientation: Int) throws {
        let image = try TestImages.stored(width: 12, height: 8, orientation: orientation) { x, y in
            TestImages.Color(UInt8(10 * x), UInt8(10 * y), 100)
        }
        let value = try #require(CGImagePropertyOrientation(rawValue: UInt32(orientation)))
        let handler = VNImageRequestHandler(cgImage: image, orientation: value)
        let upright = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 12, height: 8))
        let options: [VNImageCropAndScaleOption] = [.centerCrop, .scaleFit, .scaleFill, .scaleFitRotate90CCW, .scaleFillRotate90CCW]
        for option in options {
            for region in [VNNormalizedIdentityRect, CGRect(x: 0.5, y: 0.25, width: 0.5, height: 0.5)] {
                let seen = try seenPixels(width: 5, height: 4, option: option, region: region, handler: handler)
                let expected = try seenPixels(width: 5, height: 4, option: option, region: region, handler: upright)
                for y in 0..<4 {
                    for x in 0..<5 { #expect(close(seen.color(x, y), expected.color(x, y)), "\(option) \(region) at \(x), \(y)") }
                }
            }
        }
    }

    @Test("The orientation among the image's properties counts unless the caller gives one")
    func orientationOption() throws {
        let image = try TestImages.stored(width: 6, height: 4, orientation: 6) { x, y in TestImages.Color(UInt8(10 * x), UInt8(10 * y), 100)
        }
        let options: [VNImageOption: Any] = [.properties: [kCGImagePropertyOrientation: 6]]
        let seen = try seenPixels(
            width: 6, height: 4, option: .scaleFill, handler: VNImageRequestHandler(cgImage: image, options: options))
        #expect(close(seen.color(4, 1), ramp(4, 1)))
        let other = VNImageRequestHandler(cgImage: image, orientation: .up, options: options)
        let stored = try seenPixels(width: 4, height: 6, option: .scaleFill, handler: other)
        // As it is stored, its first row is the right edge of the picture.
        #expect(close(stored.color(0, 0), ramp(5, 0)))
    }

    @Test("A gray model sees luminance")
    func gray() throws {
        let model = try VNCoreMLModel(TestModels.pixels(width: 2, height: 2, colors: .grayscale))
        let request = VNCoreMLRequest(model: model)
        try VNImageRequestHandler(cgImage: try TestImages.plain([100, 100, 100], width: 4, height: 4)).perform([request])
        #expect(abs(try SeenPixels(request).channel(0, 0, 0) - 100) <= 0.51)
    }

    @Test("A model of blue, green and red sees them in that order")
    func bgr() throws {
        let model = try VNCoreMLModel(TestModels.pixels(width: 2, height: 2, colors: .bgr))
        let request = VNCoreMLRequest(model: model)
        try VNImageRequestHandler(cgImage: try TestImages.plain([10, 20, 30], width: 4, height: 4)).perform([request])
        #expect(close(try SeenPixels(request).color(0, 0), SIMD3(30, 20, 10)))
    }
}

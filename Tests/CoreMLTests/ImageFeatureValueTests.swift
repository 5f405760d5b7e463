import CoreML
import Foundation
import ImageIO
import TestSupport
import Testing

@Suite struct ImageFeatureValueTests {
    /// Three wide, two high: red green blue over white black gray.
    private func image() throws -> CGImage {
        let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255, 128, 128, 128, 255]
        let provider = try #require(CGDataProvider(data: Data(pixels)))
        return try #require(
            CGImage(
                width: 3, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 12, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent))
    }

    /// The names of the colours of a value's pixels.
    private func colors(_ value: MLFeatureValue) throws -> [String] {
        let buffer = try #require(value.imageBufferValue)
        let names: [[UInt8]: String] = [
            [0, 0, 255]: "red", [0, 255, 0]: "green", [255, 0, 0]: "blue", [255, 255, 255]: "white", [0, 0, 0]: "black",
            [128, 128, 128]: "gray",
        ]
        return try TestModels.bytes(buffer, CVPixelBufferGetWidth(buffer) * 4).map { row in
            stride(from: 0, to: row.count, by: 4).map { names[Array(row[$0..<$0 + 3])] ?? "?" }.joined(separator: " ")
        }
    }

    private func value(
        _ width: Int, _ height: Int, orientation: CGImagePropertyOrientation = .up, _ options: [MLFeatureValue.ImageOption: Any]? = nil
    ) throws -> [String] {
        try colors(
            MLFeatureValue(
                cgImage: image(), orientation: orientation, pixelsWide: width, pixelsHigh: height,
                pixelFormatType: kCVPixelFormatType_32BGRA, options: options))
    }

    @Test("An image of the right size keeps its pixels")
    func anImageOfTheRightSizeKeepsItsPixels() throws {
        #expect(try value(3, 2) == ["red green blue", "white black gray"])
    }

    @Test("A pixel format of 0 is the usual one, also with a box that is an NSValue")
    func usualPixelFormat() throws {
        let options: [MLFeatureValue.ImageOption: Any] = [.cropRect: NSValue(rect: CGRect(x: 0, y: 0, width: 1, height: 0.5))]
        let value = try MLFeatureValue(cgImage: image(), pixelsWide: 3, pixelsHigh: 1, pixelFormatType: 0, options: options)
        #expect(value.imageBufferValue.map { CVPixelBufferGetPixelFormatType($0) } == kCVPixelFormatType_32BGRA)
        #expect(try colors(value) == ["white black gray"])
        let wrong: [MLFeatureValue.ImageOption: Any] = [.cropRect: NSValue(range: NSRange(location: 0, length: 1))]
        #expect(throws: MLModelError.self) {
            try MLFeatureValue(cgImage: image(), pixelsWide: 3, pixelsHigh: 1, pixelFormatType: 0, options: wrong)
        }
    }

    @Test("Orientations are turned upright")
    func orientationsAreTurnedUpright() throws {
        #expect(try value(3, 2, orientation: .upMirrored) == ["blue green red", "gray black white"])
        #expect(try value(3, 2, orientation: .down) == ["gray black white", "blue green red"])
        #expect(try value(2, 3, orientation: .right) == ["white red", "black green", "gray blue"])
        #expect(try value(2, 3, orientation: .left) == ["blue gray", "green black", "red white"])
        #expect(try value(2, 3, orientation: .leftMirrored) == ["red white", "green black", "blue gray"])
    }

    @Test("Crop and scale options choose the part")
    func cropAndScaleOptionsChooseThePart() throws {
        #expect(try value(2, 2, [.cropAndScale: 0 as NSNumber]) == ["red green", "white black"])
        #expect(
            try value(3, 4, [.cropAndScale: 1 as NSNumber]) == [
                "black black black", "red green blue", "white black gray", "black black black",
            ])
        #expect(try value(2, 3, [.cropAndScale: 258 as NSNumber]) == ["blue gray", "green black", "red white"])
        #expect(
            try value(2, 5, [.cropAndScale: 257 as NSNumber]) == ["black black", "blue gray", "green black", "red white", "black black"])
        #expect(throws: MLModelError.self) { try value(2, 2, [.cropAndScale: 7 as NSNumber]) }
    }

    @Test("Every orientation can be turned once more")
    func everyOrientationCanBeTurnedOnceMore() throws {
        for raw in UInt32(1)...8 {
            let orientation = try #require(CGImagePropertyOrientation(rawValue: raw))
            let isTurned = raw > 4
            let upright = try value(isTurned ? 2 : 3, isTurned ? 3 : 2, orientation: orientation).map { $0.split(separator: " ") }
            let turned = try value(isTurned ? 3 : 2, isTurned ? 2 : 3, orientation: orientation, [.cropAndScale: 258 as NSNumber])
            let expected = upright[0].indices.reversed().map { column in upright.map { $0[column] }.joined(separator: " ") }
            #expect(turned == expected, "orientation \(raw)")
        }
    }

    @Test("Crop rectangles have their origin at the lower left")
    func cropRectanglesHaveTheirOriginAtTheLowerLeft() throws {
        let lower = CGRect(x: 0, y: 0, width: 2.0 / 3, height: 0.5)
        #expect(try value(2, 1, [.cropRect: lower]) == ["white black"])
        #expect(try value(2, 1, [.cropRect: NSValue(rect: lower)]) == ["white black"])
        #expect(throws: MLModelError.self) { try value(2, 1, [.cropRect: CGRect(x: 0.5, y: 0, width: 1, height: 1)]) }
        #expect(throws: MLModelError.self) { try value(2, 1, [.cropRect: "all"]) }
    }

    @Test("Constraints give size and format")
    func constraintsGiveSizeAndFormat() throws {
        let gray = MLImageConstraint(pixelsWide: 3, pixelsHigh: 2, pixelFormatType: kCVPixelFormatType_OneComponent8)
        let buffer = try #require(try MLFeatureValue(cgImage: image(), constraint: gray).imageBufferValue)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent8)
        #expect(try TestModels.bytes(buffer, 3)[1] == [255, 0, 128])
        #expect(throws: MLModelError.self) {
            try MLFeatureValue(cgImage: image(), pixelsWide: 0, pixelsHigh: 2, pixelFormatType: kCVPixelFormatType_32BGRA)
        }
        #expect(throws: MLModelError.self) { try MLFeatureValue(cgImage: image(), pixelsWide: 2, pixelsHigh: 2, pixelFormatType: 1) }
    }

    @Test("Files that are no images are named")
    func filesThatAreNoImagesAreNamed() {
        let url = Fixtures.url("make_predictors.py")
        #expect {
            try MLFeatureValue(imageAt: url, pixelsWide: 8, pixelsHigh: 8, pixelFormatType: kCVPixelFormatType_32BGRA)
        } throws: { error in
            error.localizedDescription.contains("make_predictors.py")
        }
        #expect(throws: MLModelError.self) {
            try MLFeatureValue(
                imageAt: URL(fileURLWithPath: "/nowhere.png"), pixelsWide: 8, pixelsHigh: 8, pixelFormatType: kCVPixelFormatType_32BGRA)
        }
    }

    /// Needs ../shared/data/images/orientation.
    @Test(
        "The eight orientations of a photo are one image",
        .enabled(if: SharedData.has("images/orientation"), "needs ../shared/data/images/orientation"))
    func theEightOrientationsOfAPhotoAreOneImage() throws {
        let folder = SharedData.url("images/orientation")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { ["jpg", "jpeg"].contains($0.pathExtension.lowercased()) && $0.lastPathComponent.contains("andscape") }
        var first: [UInt8]?
        for file in files.sorted(by: { $0.path < $1.path }) {
            let value = try MLFeatureValue(imageAt: file, pixelsWide: 32, pixelsHigh: 24, pixelFormatType: kCVPixelFormatType_32BGRA)
            let bytes = try TestModels.bytes(try #require(value.imageBufferValue), 32 * 4).flatMap { $0 }
            guard let reference = first else {
                first = bytes
                continue
            }
            let difference = zip(bytes, reference).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            // Each photo has its number drawn on it, and was compressed on its own.
            #expect(Double(difference) / Double(bytes.count) < 8, "\(file.lastPathComponent)")
        }
    }
}

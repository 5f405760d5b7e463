import CoreImage
import Foundation
import TestSupport
import Testing

@Suite("Core Image: rendering of filters")
struct RenderingTests {
    private let image = FilterCase.picture("image")

    @Test("Colour matrices in a row become one step")
    func fusing() {
        let once = image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 1])
        let twice = once.applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 0.5])
        guard case .pointwise(.source, .matrix) = twice.recipe else {
            Issue.record("the recipe has more than one step: \(twice.recipe)")
            return
        }
        let back = once.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: -1])
        let pairs = zip(bytes(of: back, in: image.extent), bytes(of: image, in: image.extent))
        #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test("Light is halved in linear light, and stored values where the context has no working space")
    func workingSpace() {
        let gray = CIImage(color: CIColor(red: 0.5, green: 0.5, blue: 0.5)).applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])
        let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
        // (((0.5 + 0.055) / 1.055) ^ 2.4 / 2), back in sRGB: 0.3613.
        #expect(bytes(of: gray, in: pixel) == [92, 92, 92, 255])
        let stored = CIContext(options: [.workingColorSpace: NSNull()])
        #expect(bytes(of: gray, in: pixel, context: stored) == [64, 64, 64, 255] && stored.workingColorSpace == nil)
    }

    @Test(
        "A picture drawn in parts has no seams",
        arguments: ["CIGaussianBlur", "CIBoxBlur", "CIMorphologyMaximum", "CIUnsharpMask", "CIMedianFilter"])
    func seams(name: String) {
        let large = image.applyingFilter("CIAffineTile").cropped(to: CGRect(x: 0, y: 0, width: 600, height: 700))
        for radius in [2, 50] {
            let output = large.applyingFilter(name, parameters: [kCIInputRadiusKey: radius].filter { _ in name != "CIMedianFilter" })
            let whole = bytes(of: output, in: CGRect(x: 0, y: 0, width: 600, height: 700))
            // The same rows, drawn by themselves.
            for y in [0, 123, 400, 671] {
                let part = bytes(of: output, in: CGRect(x: 0, y: 700 - y - 29, width: 600, height: 29))
                let worst = zip(part, whole[y * 2400..<(y + 29) * 2400]).map { abs(Int($0) - Int($1)) }.max() ?? 0
                #expect(worst <= 1, "radius \(radius), row \(y): \(worst)")
            }
        }
    }

    @Test("A blur of any radius keeps a plane colour, and ends in a second")
    func hugeRadii() {
        let plane = CIImage(color: CIColor(red: 0.2, green: 0.6, blue: 0.9)).cropped(to: CGRect(x: 0, y: 0, width: 300, height: 200))
        for name in ["CIGaussianBlur", "CIBoxBlur", "CIBokehBlur", "CIDiscBlur", "CIMotionBlur"] {
            for radius in [0, 0.3, 7.9, 8, 33, 5000, 1e9] {
                let output = plane.clampedToExtent().applyingFilter(name, parameters: [kCIInputRadiusKey: radius])
                let pixel = bytes(of: output, in: CGRect(x: 20, y: 30, width: 1, height: 1))
                #expect(
                    zip(pixel, [51, 153, 230, 255] as [UInt8]).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(name) \(radius): \(pixel)")
            }
        }
    }

    @Test("A QR code has the bytes as they are, without a mark of their encoding", arguments: [("L", 17), ("M", 14), ("Q", 11), ("H", 7)])
    func plainBytes(level: String, capacity: Int) throws {
        // These are the most bytes that a code of 21 modules a side holds, and there is a margin of one module.
        let message = Data("\u{fc}".utf8 + [UInt8](repeating: 0xfe, count: capacity - 2))
        for (count, side) in [(capacity, 23.0), (capacity + 1, 27)] {
            let bytes = message.prefix(count) + Data(count: max(count - capacity, 0))
            let filter = CIFilter(name: "CIQRCodeGenerator", parameters: ["inputMessage": bytes, "inputCorrectionLevel": level])
            #expect(try #require(filter?.outputImage).extent.size == CGSize(width: side, height: side))
        }
    }

    @Test("A barcode that is drawn is read again", arguments: ["hello", "https://example.org/?q=1", "Grüße"])
    func barcodes(message: String) throws {
        let filter = try #require(
            CIFilter(name: "CIQRCodeGenerator", parameters: ["inputMessage": Data(message.utf8), "inputCorrectionLevel": "H"]))
        let code = try #require(filter.outputImage)
        #expect(code.extent.width == code.extent.height)
        let large = code.transformed(by: CGAffineTransform(scaleX: 8, y: 8))
        let detector = try #require(
            CIDetector(ofType: CIDetectorTypeQRCode, context: nil, options: [CIDetectorAccuracy: CIDetectorAccuracyHigh]))
        let features = detector.features(in: large.transformed(by: CGAffineTransform(translationX: 100, y: -40)))
        let feature = try #require(features.first as? CIQRCodeFeature)
        #expect(features.count == 1 && feature.messageString == message)
        #expect(abs(feature.topLeft.x - 108) <= 4 && abs(feature.topLeft.y - (large.extent.height - 48)) <= 4)
        for name in ["CIAztecCodeGenerator", "CICode128BarcodeGenerator", "CIPDF417BarcodeGenerator"]
        where message.utf8.count == message.count {
            let other = CIFilter(name: name, parameters: ["inputMessage": Data(message.utf8)])?.outputImage
            #expect(try #require(other).extent.height >= 15)
        }
        #expect(CIFilter(name: "CIQRCodeGenerator", parameters: ["inputMessage": Data(count: 5000)])?.outputImage == nil)
    }

    @Test("A filtered image is written as JPEG, PNG and TIFF, and read again", arguments: ["jpg", "png", "tiff"])
    func files(type: String) throws {
        let context = CIContext()
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let output = image.applyingFilter("CIColorInvert")
        let folder = try TemporaryFolder()
        let url = folder.file("written.\(type)")
        switch type {
        case "jpg": try context.writeJPEGRepresentation(of: output, to: url, colorSpace: space)
        case "png": try context.writePNGRepresentation(of: output, to: url, format: .RGBA8, colorSpace: space)
        default: try context.writeTIFFRepresentation(of: output, to: url, format: .RGBA8, colorSpace: space)
        }
        let read = try #require(CIImage(contentsOf: url))
        #expect(read.extent == output.extent)
        if type != "jpg" { #expect(bytes(of: read, in: output.extent) == bytes(of: output, in: output.extent)) }
        #expect(context.jpegRepresentation(of: .empty(), colorSpace: space) == nil)
        #expect(throws: (any Error).self) {
            try context.writePNGRepresentation(of: .red, to: folder.file("endless.png"), format: .RGBA8, colorSpace: space)
        }
    }

    @Test("A filtered image is written as HEIC, or the error says which encoder is missing")
    func heic() throws {
        let context = CIContext()
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        // Colour has half the resolution of light, so that only larger areas keep theirs.
        let output = CIImage(color: CIColor(red: 0.8, green: 0.3, blue: 0.1)).cropped(to: CGRect(x: 0, y: 0, width: 64, height: 48))
            .applyingFilter("CIColorInvert")
        let folder = try TemporaryFolder()
        let url = folder.file("written.heic")
        guard CGImageDestinationCopyTypeIdentifiers().contains(where: { "\($0)" == "public.heic" }) else {
            let error = #expect(throws: ImageError.self) {
                try context.writeHEIFRepresentation(of: output, to: url, format: .RGBA8, colorSpace: space)
            }
            #expect(try #require(error).reason.contains("encoder of HEVC"))
            return
        }
        try context.writeHEIFRepresentation(of: output, to: url, format: .RGBA8, colorSpace: space)
        let read = try #require(CIImage(contentsOf: url))
        #expect(read.extent == output.extent)
        let (written, meant) = (bytes(of: read, in: output.extent), bytes(of: output, in: output.extent))
        let difference = zip(written, meant).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference < 4 * meant.count && written.count == meant.count)
        #expect(context.heifRepresentation(of: output, format: .RGBA8, colorSpace: space)?.count ?? 0 > 100)
        #expect(context.heifRepresentation(of: .empty(), format: .RGBA8, colorSpace: space) == nil)
    }
}

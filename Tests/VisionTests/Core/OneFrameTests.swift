import CoreGraphics
import Foundation
import ImageIO
import Testing

@testable import Vision

@Suite("Several requests on one image")
struct OneFrameTests {
    /// A photo of 12 megapixels, as the bytes of a JPEG file.
    private static let photo: Data = {
        guard
            let context = CGContext(
                data: nil, width: 4000, height: 3000, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
        else { return Data() }
        for index in 0..<40 {
            context.setFillColor(
                CGColor(red: CGFloat(index % 7) / 7, green: CGFloat(index % 5) / 5, blue: CGFloat(index % 3) / 3, alpha: 1))
            context.fill([CGRect(x: 97 * index, y: (71 * index) % 2500, width: 400, height: 300)])
        }
        let data = NSMutableData()
        guard let image = context.makeImage(),
            let destination = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil)
        else { return Data() }
        CGImageDestinationAddImage(destination, image, nil)
        return CGImageDestinationFinalize(destination) ? data as Data : Data()
    }()

    @Test(
        "Classification, barcodes and a model look at a large photo that is decoded once",
        .enabled(if: ModelFolders.standard.locate("scene/Scene.mlmodel") != nil, "needs Models/scene/Scene.mlmodel"))
    func oneDecoding() throws {
        let handler = VNImageRequestHandler(data: Self.photo)
        let classification = VNClassifyImageRequest()
        let barcodes = VNDetectBarcodesRequest()
        let model = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.meanColor(side: 64)))
        try handler.perform([classification, barcodes, model])
        let frame = try handler.frame.frame()
        #expect(frame.decodings == 1)
        #expect((classification.results?.count ?? 0) > 100 && barcodes.results?.isEmpty == true)
        #expect(model.results?.count == 3)
        // Findings are not looked for again.
        let again = VNClassifyImageRequest()
        try handler.perform([again])
        #expect(frame.decodings == 1 && again.results?.first?.confidence == classification.results?.first?.confidence)
        #expect(again.results?.first?.uuid != classification.results?.first?.uuid)
    }

    @Test("A small model alone has the photo decoded small; a later request that needs more has it decoded again")
    func growingDemand() throws {
        let handler = VNImageRequestHandler(data: Self.photo)
        try handler.perform([VNCoreMLRequest(model: try VNCoreMLModel(TestModels.meanColor(side: 64)))])
        let frame = try handler.frame.frame()
        #expect(frame.decodedWidth == 500)
        try handler.perform([VNDetectBarcodesRequest()])
        #expect(frame.decodedWidth == 4000 && frame.decodings == 2)
    }

    @Test("A performance uses the settings that a request had when it began")
    func settingsSnapshot() throws {
        let model = try VNCoreMLModel(TestModels.pixels(width: 2, height: 2))
        let later = VNCoreMLRequest(model: model)
        let first = VNCoreMLRequest(model: model) { _, _ in later.regionOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 0.5) }
        let handler = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 4, height: 4))
        later.imageCropAndScaleOption = .scaleFill
        first.imageCropAndScaleOption = .scaleFill
        try handler.perform([first, later])
        #expect(try SeenPixels(later).color(1, 1) == SeenPixels(first).color(1, 1))
    }
}

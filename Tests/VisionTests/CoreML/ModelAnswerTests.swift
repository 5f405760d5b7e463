import CoreGraphics
import CoreML
import CoreVideo
import Foundation
import Testing
import VisionRuntime

@testable import Vision

@Suite("Results of models")
struct ModelAnswerTests {
    private func handler(_ color: TestImages.Color = [51, 255, 102], width: Int = 8, height: Int = 8) throws -> VNImageRequestHandler {
        VNImageRequestHandler(cgImage: try TestImages.plain(color, width: width, height: height))
    }

    @Test("A classifier's classes come as observations, the most probable first")
    func classification() throws {
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.meanColor(side: 4)))
        try handler().perform([request])
        let results = try #require(request.results as? [VNClassificationObservation])
        #expect(results.map(\.identifier) == ["green", "blue", "red"])
        #expect(zip(results.map(\.confidence), [1, 0.4, 0.2]).allSatisfy { abs($0 - $1) < 0.003 })
        #expect(results.allSatisfy { $0.requestRevision == VNCoreMLRequestRevision1 && !$0.hasPrecisionRecallCurve })
        #expect(Set(results.map(\.uuid)).count == 3)
    }

    @Test("Equally probable classes keep the model's order, not-a-number comes last")
    func ranking() {
        let ranked = [("a", Float.nan), ("b", 0.5), ("c", 0.5), ("d", 0.75)].map { Classification(identifier: $0, confidence: $1) }
            .rankedByConfidence
        #expect(ranked.map(\.identifier) == ["d", "b", "c", "a"])
        #expect(ranked.map(\.confidence) == [0.75, 0.5, 0.5, 0])
    }

    @Test("The curves of a model's metadata come with its classes")
    func curves() throws {
        let metadata = [PrecisionRecallCurves.metadataKey: #"{"green": [[0.5, 0.9, 0.7]]}"#]
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.meanColor(side: 4, metadata: metadata)))
        try handler().perform([request])
        let results = try #require(request.results as? [VNClassificationObservation])
        #expect(results.map(\.hasPrecisionRecallCurve) == [true, false, false])
        #expect(results.filter { $0.hasMinimumRecall(0.5, forPrecision: 0.9) }.map(\.identifier) == ["green"])
    }

    private func detector() throws -> VNCoreMLModel {
        try VNCoreMLModel(
            TestModels.detector(
                side: 8, labels: ["cup", "plate"],
                boxes: [[0.25, 0.25, 0.5, 0.5], [0.26, 0.25, 0.5, 0.5], [0.75, 0.75, 0.25, 0.5], [0.5, 0.5, 1, 1]],
                confidences: [[0.5, 0.25], [0.75, 0.125], [0.125, 0.875], [0.0625, 0.125]]))
    }

    @Test("A detector's boxes are normalised to the image with their origin at the lower left, the most certain first")
    func objects() throws {
        let request = VNCoreMLRequest(model: try detector())
        request.imageCropAndScaleOption = .scaleFill
        try handler().perform([request])
        let results = try #require(request.results as? [VNRecognizedObjectObservation])
        #expect(results.count == 2, "one box is suppressed by a better one, one is below the threshold")
        #expect(results.map(\.confidence) == [0.875, 0.75])
        #expect(results[0].boundingBox == CGRect(x: 0.625, y: 0, width: 0.25, height: 0.5))
        #expect(results[0].labels.map(\.identifier) == ["plate", "cup"])
        #expect(results[0].labels.map(\.confidence) == [0.875, 0.125])
        let second = results[1].boundingBox
        #expect(abs(second.minX - 0.01) < 1e-6 && abs(second.minY - 0.5) < 1e-6)
        #expect(results[1].labels.first?.identifier == "cup")
    }

    @Test("A detector's boxes are relative to the region of interest, whatever was cut out of it")
    func objectsInRegion() throws {
        let request = VNCoreMLRequest(model: try detector())
        request.imageCropAndScaleOption = .centerCrop
        try handler(width: 16, height: 8).perform([request])
        var results = try #require(request.results as? [VNRecognizedObjectObservation])
        #expect(results[0].boundingBox == CGRect(x: 0.5625, y: 0, width: 0.125, height: 0.5))
        request.imageCropAndScaleOption = .scaleFit
        try handler(width: 16, height: 8).perform([request])
        results = try #require(request.results as? [VNRecognizedObjectObservation])
        #expect(results[0].boundingBox == CGRect(x: 0.625, y: -0.5, width: 0.25, height: 1))
        request.imageCropAndScaleOption = .scaleFill
        request.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        try handler(width: 16, height: 8).perform([request])
        results = try #require(request.results as? [VNRecognizedObjectObservation])
        #expect(results[0].boundingBox == CGRect(x: 0.625, y: 0, width: 0.25, height: 0.5))
        request.imageCropAndScaleOption = .centerCrop
        try handler(width: 16, height: 8).perform([request])
        results = try #require(request.results as? [VNRecognizedObjectObservation])
        #expect(results[0].boundingBox == CGRect(x: 0.5625, y: 0, width: 0.125, height: 0.5))
    }

    @Test("A picture among the outputs comes as a pixel buffer with the output's name")
    func pictures() throws {
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.picture(width: 4, height: 2)))
        try handler([10, 20, 30]).perform([request])
        let observation = try #require(request.results?.first as? VNPixelBufferObservation)
        #expect(request.results?.count == 1 && observation.featureName == "picture" && observation.confidence == 1)
        let buffer = observation.pixelBuffer
        #expect(CVPixelBufferGetWidth(buffer) == 4 && CVPixelBufferGetHeight(buffer) == 2)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        #expect((0..<3).map { base.load(fromByteOffset: $0, as: UInt8.self) } == [30, 20, 10])
    }

    @Test("Any other output comes as a feature value with its name")
    func features() throws {
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.pixels(width: 4, height: 2)))
        try handler().perform([request])
        let observation = try #require(request.results?.first as? VNCoreMLFeatureValueObservation)
        #expect(observation.featureName == "pixels")
        #expect(observation.featureValue.multiArrayValue?.shape.map(\.intValue) == [3, 2, 4])
    }

    @Test("A model without an image input is no model for Vision")
    func noImage() throws {
        #expect(thrownCode { _ = try VNCoreMLModel(TestModels.withoutImage()) } == .invalidModel)
    }

    @Test("The image goes to the input of the given name, which must be an image")
    func inputName() throws {
        let model = try VNCoreMLModel(TestModels.pixels(width: 2, height: 2))
        #expect(model.inputImageFeatureName == "image")
        model.inputImageFeatureName = "picture"
        let request = VNCoreMLRequest(model: model)
        #expect(thrownCode { try handler().perform([request]) } == .invalidModel)
    }
}

import CoreVideo
import Foundation
import ImageIO
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

/// The default model for masks, on photos whose joints people have marked.
@Suite("The default model for masks", .enabled(if: ModelFolders.standard.locate("masks/Masks.mlmodel") != nil, "needs Models/masks"))
struct DefaultMaskTests {
    /// The mask's value at a place, from 0 to 1.
    ///
    /// - Parameters:
    ///   - x: normalised, from the left.
    ///   - y: from the top.
    private func value(_ mask: CVPixelBuffer, _ x: Double, _ y: Double) -> Double {
        let (width, height) = (CVPixelBufferGetWidth(mask), CVPixelBufferGetHeight(mask))
        let (column, row) = (min(Int(x * Double(width)), width - 1), min(Int(y * Double(height)), height - 1))
        return Double(mask.packedPlanes[0][row * width + column]) / 255
    }

    @Test(
        "In each quality the mask of somebody who stands has the joints inside and the picture's corners outside",
        .enabled(if: SharedData.has("people"), "needs ../shared/data/people"),
        arguments: [VNGeneratePersonSegmentationRequest.QualityLevel.fast, .balanced, .accurate])
    func standing(_ level: VNGeneratePersonSegmentationRequest.QualityLevel) throws {
        let record = try MarkedPhoto.named("multi/coco_000000000785.jpg")
        let request = VNGeneratePersonSegmentationRequest()
        request.qualityLevel = level
        try VNImageRequestHandler(url: SharedData.url("people/" + record.file)).perform([request])
        let mask = try #require(request.results?.first?.pixelBuffer)
        let trunk = ["left_shoulder", "right_shoulder", "left_hip", "right_hip", "left_knee", "right_knee"]
        let joints = trunk.compactMap { record.persons.first?.keypoints[$0] }
        let inside = joints.map { value(mask, $0[0] / record.width, $0[1] / record.height) }
        #expect(inside.count == trunk.count && inside.allSatisfy { $0 > 0.5 }, "\(inside)")
        for (x, y) in [(0.02, 0.02), (0.98, 0.02), (0.02, 0.98), (0.98, 0.98)] { #expect(value(mask, x, y) < 0.5, "\(x), \(y)") }
    }

    @Test("An empty picture has no people and no object")
    func nothing() throws {
        let plain = try TestImages.plain([140, 150, 160], width: 640, height: 480)
        let (mask, people, objects) = (
            VNGeneratePersonSegmentationRequest(), VNGeneratePersonInstanceMaskRequest(), VNGenerateForegroundInstanceMaskRequest()
        )
        try VNImageRequestHandler(cgImage: plain).perform([mask, people, objects])
        let pixels = try #require(mask.results?.first?.pixelBuffer).packedPlanes[0]
        #expect(pixels.allSatisfy { $0 < 128 })
        #expect(people.results?.isEmpty == true && objects.results?.isEmpty == true)
    }

    @Test("The three requests share one model, which takes three sizes")
    func shared() throws {
        let names = ["personSegmentation", "personInstances", "foregroundInstances"]
        let models = try names.map { try ModelStore.shared.model($0, for: "a test", usesCPUOnly: false).model }
        #expect(models.allSatisfy { $0.model === models[0].model })
        #expect(try models[0].imageInputSizes().map(\.width).sorted() == [192, 320, 448])
    }
}

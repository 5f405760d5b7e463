import Foundation
import ImageIO
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

/// The default model for cats and dogs.
@Suite(
    "The default model for animals",
    .enabled(if: ModelFolders.standard.locate("animals/Animals.mlmodel") != nil, "needs Models/animals"))
struct DefaultAnimalTests {
    @Test("Empty pictures have no animal, in both interfaces")
    func nothing() async throws {
        for image in [
            try TestImages.plain([140, 150, 160], width: 640, height: 480), try TestImages.plain([0, 0, 0], width: 1, height: 1),
            try TestImages.ramp(width: 300, height: 40),
        ] {
            let request = VNRecognizeAnimalsRequest()
            try VNImageRequestHandler(cgImage: image).perform([request])
            #expect(request.results?.isEmpty == true)
            #expect(try await RecognizeAnimalsRequest().perform(on: image).isEmpty)
        }
    }

    @Test(
        "Photos of people have no animal that the model is sure of",
        .enabled(if: SharedData.has("people"), "needs ../shared/data/people"))
    func people() throws {
        for name in ["multi/coco_000000000785.jpg", "lspet/im00162.jpg", "lspet/im00373.jpg"] {
            let request = VNRecognizeAnimalsRequest()
            try VNImageRequestHandler(url: SharedData.url("people/" + name)).perform([request])
            #expect(request.results?.allSatisfy { $0.confidence < 0.5 } == true, "\(name)")
        }
    }
}

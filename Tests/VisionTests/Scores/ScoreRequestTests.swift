import CoreGraphics
import Foundation
import Testing
import VisionRuntime

@testable import Vision

@Suite("Scores of whole images")
struct ScoreRequestTests {
    private func folder() throws -> ModelFolder {
        try ModelFolder([
            "aesthetics": TestModels.scores(side: 8, [("overallScore", 4, -2), ("utility", 1, 0)]),
            "lensSmudge": TestModels.scores(side: 8, [("smudge", 1, 0)]),
        ])
    }

    private func gray(_ level: UInt8) throws -> CGImage { try TestImages.plain([level, level, level], width: 20, height: 10) }

    private func scores(_ image: CGImage, _ folder: ModelFolder) throws -> VNImageAestheticsScoresObservation {
        let request = VNCalculateImageAestheticsScoresRequest()
        try folder.perform([request], VNImageRequestHandler(cgImage: image))
        return try #require(request.results?.first)
    }

    @Test("The model's numbers are the scores, no further than -1 and 1")
    func aesthetics() async throws {
        let folder = try folder()
        let middle = try scores(gray(153), folder)
        #expect(abs(middle.overallScore - 0.4) < 0.01 && middle.isUtility)
        let dark = try scores(gray(10), folder)
        #expect(dark.overallScore == -1 && !dark.isUtility)
        #expect(try scores(gray(250), folder).overallScore == 1)
        let data = try NSKeyedArchiver.archivedData(withRootObject: middle, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNImageAestheticsScoresObservation.self, from: data))
        #expect(copy == middle && copy.overallScore == middle.overallScore && copy.isUtility)
        let image = try gray(153)
        let swift = try await ModelStore.$current.withValue(folder.store) {
            try await CalculateImageAestheticsScoresRequest().perform(on: image)
        }
        #expect(swift.overallScore == middle.overallScore && swift.isUtility)
        #expect(ImageAestheticsScoresObservation(middle).overallScore == middle.overallScore)
        #expect(try JSONDecoder().decode(ImageAestheticsScoresObservation.self, from: JSONEncoder().encode(swift)) == swift)
    }

    @Test("How likely a smudged lens is, is the observation's confidence")
    func smudge() async throws {
        let image = try gray(204)
        let observation = try await ModelStore.$current.withValue(folder().store) {
            try await DetectLensSmudgeRequest().perform(on: image)
        }
        #expect(abs(observation.confidence - 0.8) < 0.01)
        #expect(try JSONDecoder().decode(SmudgeObservation.self, from: JSONEncoder().encode(observation)) == observation)
    }

    @Test("Without a model the error names it; a model without the score is an error too")
    func missing() async throws {
        let image = try gray(100)
        let empty = try ModelFolder([:])
        #expect(thrownCode { _ = try scores(image, empty) } == .dataUnavailable)
        let other = try ModelFolder(["aesthetics": TestModels.scores(side: 8, [("overallScore", 1, 0)])])
        #expect(thrownCode { _ = try scores(image, other) } == .invalidModel)
        let boundless = try ModelFolder([
            "aesthetics": TestModels.scores(side: 8, [("overallScore", .nan, 0), ("utility", 1, 0)])
        ])
        #expect(thrownCode { _ = try scores(image, boundless) } == .operationFailed)
        let error = await #expect(throws: VisionError.self) {
            try await ModelStore.$current.withValue(empty.store) { try await CalculateImageAestheticsScoresRequest().perform(on: image) }
        }
        let text = try #require(error).description
        #expect(text.contains("model 'aesthetics', and none comes with Osprey") && text.contains("OSPREY_MODELS"))
        #expect(!text.contains("osprey model get"))
        let smudge = await #expect(throws: VisionError.self) {
            try await ModelStore.$current.withValue(empty.store) { try await DetectLensSmudgeRequest().perform(on: image) }
        }
        #expect(try #require(smudge).description.contains("osprey model get lensSmudge"))
    }
}

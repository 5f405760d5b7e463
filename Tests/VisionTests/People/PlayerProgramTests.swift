import CoreML
import Foundation
import TestSupport
import Testing
import Vision

/// A program as one writes it to coach a player: it looks for the player, keeps the poses of the latest frames, asks an action classifier what
/// kind of throw they are, and measures the lower arm's angle at the release.
private final class Coach {
    private let detectPlayerRequest = VNDetectHumanBodyPoseRequest()
    private(set) var poseObservations: [VNHumanBodyPoseObservation] = []
    private let bodyPoseDetectionMinConfidence: VNConfidence = 0.6
    private let bodyPoseRecognizedPointMinConfidence: VNConfidence = 0.1
    static let frameCount = 45

    init(network: MLModel) throws {
        try detectPlayerRequest.use(network)
    }

    func playerBox(in image: CGImage) throws -> CGRect {
        try VNImageRequestHandler(cgImage: image, options: [:]).perform([detectPlayerRequest])
        guard let result = detectPlayerRequest.results?.first else { return .null }
        return humanBoundingBox(for: result)
    }

    private func humanBoundingBox(for observation: VNHumanBodyPoseObservation) -> CGRect {
        guard observation.confidence > bodyPoseDetectionMinConfidence, let points = try? observation.recognizedPoints(forGroupKey: .all)
        else {
            return .null
        }
        var box = CGRect.null
        for (_, point) in points {
            guard point.confidence > bodyPoseRecognizedPointMinConfidence else { continue }
            box = box.union(CGRect(origin: point.location, size: .zero))
        }
        if poseObservations.count >= Coach.frameCount { poseObservations.removeFirst() }
        poseObservations.append(observation)
        return box
    }

    func classifierInput() -> MLMultiArray? {
        var multiArrayBuffer = poseObservations.suffix(Coach.frameCount).compactMap { try? $0.keypointsMultiArray() }
        while let first = multiArrayBuffer.first, multiArrayBuffer.count < Coach.frameCount { multiArrayBuffer.insert(first, at: 0) }
        return MLMultiArray(concatenating: multiArrayBuffer, axis: 0, dataType: .float)
    }

    func releaseAngle() -> Double? {
        guard let observation = poseObservations.last,
            let wrist = try? observation.recognizedPoint(.rightWrist), let elbow = try? observation.recognizedPoint(.rightElbow),
            wrist.confidence > bodyPoseRecognizedPointMinConfidence, elbow.confidence > bodyPoseRecognizedPointMinConfidence
        else { return nil }
        return atan2(Double(wrist.location.y - elbow.location.y), Double(wrist.location.x - elbow.location.x)) * 180 / .pi
    }
}

@Suite("A program that watches a player")
struct PlayerProgramTests {
    private func coach() throws -> Coach {
        let coach = try Coach(
            network: PoseModels.network(
                width: 128, height: 128,
                outputs: PoseModels.bodyMaps([(PoseModels.standing(atX: 30), 0.9)], side: 128, stride: 8)))
        let image = try TestImages.plain([80, 140, 60], width: 128, height: 128)
        for _ in 0..<3 {
            let box = try coach.playerBox(in: image)
            #expect(abs(box.minX * 128 - 36) < 0.1 && abs(box.maxX * 128 - 84) < 0.1)
            #expect(abs(box.minY * 128 - 12) < 0.1 && abs(box.maxY * 128 - 117) < 0.1)
        }
        return coach
    }

    @Test("The player's box, the classifier's input of 45 frames and the angle of the arm come from the joints")
    func player() throws {
        let coach = try coach()
        let input = try #require(coach.classifierInput())
        #expect(input.shape == [45, 3, 18] && input.dataType == .float32)
        // The neck of every frame, in normalised coordinates.
        for frame in 0..<45 { #expect(abs(input[frame * 54 + 1].doubleValue - 60.0 / 128) < 1e-3) }
        // From the elbow at (40, 52) to the wrist at (36, 72), from the top left.
        let angle = try #require(coach.releaseAngle())
        #expect(abs(angle - atan2(-20, -4) * 180 / Double.pi) < 0.5)
    }

    @Test(
        "An action classifier takes the poses as they come",
        .enabled(if: SharedData.has("models/PlayerActionClassifier.mlmodel"), "needs ../shared/data/models/PlayerActionClassifier.mlmodel"))
    func classifier() throws {
        let model = try MLModel(contentsOf: SharedData.url("models/PlayerActionClassifier.mlmodel"))
        let input = try #require(try coach().classifierInput())
        let output = try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["poses": input]))
        let probabilities = try #require(output.featureValue(for: "labelProbabilities")?.dictionaryValue)
        #expect(abs(probabilities.values.reduce(0) { $0 + $1.doubleValue } - 1) < 1e-3)
        #expect(output.featureValue(for: "label")?.stringValue.isEmpty == false)
    }
}

import CoreML
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import Vision

@Suite("Published models on real photos")
struct RealModelTests {
    private func model(_ name: String) throws -> VNCoreMLModel {
        try VNCoreMLModel(for: MLModel(contentsOf: SharedData.url("models/\(name)")))
    }

    @Test(
        "PoseNet finds a skier's joints where people have marked them",
        .enabled(
            if: SharedData.has("models/PoseNetMobileNet075S16FP16.mlmodel") && SharedData.has("people/keypoints.json"),
            "needs ../shared/data/models/PoseNetMobileNet075S16FP16.mlmodel and ../shared/data/people"))
    func poseNet() throws {
        let request = VNCoreMLRequest(model: try model("PoseNetMobileNet075S16FP16.mlmodel"))
        request.imageCropAndScaleOption = .scaleFill
        let file = "multi/coco_000000000785.jpg"
        try VNImageRequestHandler(url: SharedData.url("people/\(file)")).perform([request])
        let observations = try #require(request.results as? [VNCoreMLFeatureValueObservation])
        let outputs = Dictionary(uniqueKeysWithValues: observations.map { ($0.featureName, $0.featureValue) })
        #expect(outputs.keys.sorted() == ["displacementBwd", "displacementFwd", "heatmap", "offsets"])
        let heatmap = try #require(outputs["heatmap"]?.multiArrayValue)
        let offsets = try #require(outputs["offsets"]?.multiArrayValue)

        let photo = try MarkedPhoto.named(file)
        let joints = [
            "nose", "left_eye", "right_eye", "left_ear", "right_ear", "left_shoulder", "right_shoulder", "left_elbow", "right_elbow",
            "left_wrist", "right_wrist", "left_hip", "right_hip", "left_knee", "right_knee", "left_ankle", "right_ankle",
        ]
        var distances: [Double] = []
        for (index, joint) in joints.enumerated() {
            guard let mark = photo.persons.first?.keypoints[joint], mark[2] == 2 else { continue }
            let side = 33
            let cells = (0..<side * side).map { heatmap[index * side * side + $0].doubleValue }
            let best = try #require(cells.indices.max { cells[$0] < cells[$1] })
            let down = Double(best / side * 16) + offsets[index * side * side + best].doubleValue
            let across = Double(best % side * 16) + offsets[(17 + index) * side * side + best].doubleValue
            distances.append(hypot(across / 512 - mark[0] / photo.width, down / 512 - mark[1] / photo.height))
        }
        #expect(distances.count >= 8)
        #expect(distances.sorted()[distances.count / 2] < 0.03, "\(distances)")
    }

    @Test(
        "A style transfer answers a picture of its own size",
        .enabled(
            if: SharedData.has("models/style_mosaic.mlmodel") && SharedData.has("images/large/cat.jpg"),
            "needs ../shared/data/models/style_mosaic.mlmodel and ../shared/data/images/large"))
    func style() throws {
        let request = VNCoreMLRequest(model: try model("style_mosaic.mlmodel"))
        try VNImageRequestHandler(url: SharedData.url("images/large/cat.jpg")).perform([request])
        let picture = try #require(request.results?.first as? VNPixelBufferObservation)
        #expect(picture.featureName == "stylizedImage")
        #expect(CVPixelBufferGetWidth(picture.pixelBuffer) == 720 && CVPixelBufferGetHeight(picture.pixelBuffer) == 1280)
    }

    @Test(
        "A broken picture gives results or an error that says why, never anything else",
        .enabled(if: SharedData.has("images/corrupt"), "needs ../shared/data/images/corrupt"))
    func corruptImages() throws {
        let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.pixels(width: 16, height: 16)))
        for name in try FileManager.default.contentsOfDirectory(atPath: SharedData.url("images/corrupt").path) {
            do {
                try VNImageRequestHandler(url: SharedData.url("images/corrupt/\(name)")).perform([request])
                #expect(request.results?.count == 1, "\(name)")
            } catch {
                #expect(visionCode(error) != nil && error.localizedDescription.contains(name), "\(name): \(error)")
                #expect(request.results == nil)
            }
        }
    }
}

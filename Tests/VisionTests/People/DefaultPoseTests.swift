import Foundation
import ImageIO
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

/// The default model for bodies, on a photo whose joints people have marked.
@Suite("The default model for bodies", .enabled(if: ModelFolders.standard.locate("people/BodyPose.mlmodel") != nil, "needs Models/people"))
struct DefaultPoseTests {
    private let names: [(String, VNHumanBodyPoseObservation.JointName)] = [
        ("left_shoulder", .leftShoulder), ("right_shoulder", .rightShoulder), ("left_hip", .leftHip), ("right_hip", .rightHip),
        ("left_knee", .leftKnee), ("right_knee", .rightKnee), ("left_ankle", .leftAnkle), ("right_ankle", .rightAnkle),
    ]

    @Test(
        "Somebody who stands is found with shoulders, hips, knees and ankles, and a box around them",
        .enabled(if: SharedData.has("people"), "needs ../shared/data/people"))
    func standing() throws {
        let record = try MarkedPhoto.named("multi/coco_000000000785.jpg")
        let (pose, people) = (VNDetectHumanBodyPoseRequest(), VNDetectHumanRectanglesRequest())
        people.upperBodyOnly = false
        try VNImageRequestHandler(url: SharedData.url("people/" + record.file)).perform([pose, people])
        let found = try #require(pose.results?.first)
        var distances: [Double] = []
        for (name, joint) in names {
            guard let marked = record.persons.first?.keypoints[name] else { continue }
            let point = try found.recognizedPoint(joint)
            let (x, y) = (point.x * record.width - marked[0], (1 - point.y) * record.height - marked[1])
            distances.append((x * x + y * y).squareRoot() / record.height)
        }
        #expect(distances.count >= 6 && distances.sorted()[distances.count / 2] < 0.03, "\(distances)")
        let box = try #require(people.results?.first?.boundingBox)
        #expect(box.contains(try found.recognizedPoint(.root).location) && box.height > 0.5)
    }

    @Test("An empty picture has no people")
    func nobody() throws {
        let pose = VNDetectHumanBodyPoseRequest()
        try VNImageRequestHandler(cgImage: TestImages.plain([140, 150, 160], width: 640, height: 480)).perform([pose])
        #expect(pose.results?.isEmpty == true)
    }
}

import Foundation
import TestSupport
import Testing
import VisionRuntime
import simd

@testable import Vision

/// The default model for bodies in space, on a photo whose joints people have marked.
@Suite(
    "The default model for bodies in space",
    .enabled(
        if: ["pose3d/BodyPose3D.mlmodel", "people/BodyPose.mlmodel"].allSatisfy { ModelFolders.standard.locate($0) != nil },
        "needs Models/pose3d and Models/people"))
struct DefaultPose3DTests {
    private typealias Joint = VNHumanBodyPose3DObservation.JointName

    private let names: [(String, Joint)] = [
        ("left_shoulder", .leftShoulder), ("right_shoulder", .rightShoulder), ("left_hip", .leftHip), ("right_hip", .rightHip),
        ("left_knee", .leftKnee), ("right_knee", .rightKnee), ("left_ankle", .leftAnkle), ("right_ankle", .rightAnkle),
    ]

    @Test(
        "Somebody who stands has joints where people marked them, and limbs as long as those of a person",
        .enabled(if: SharedData.has("people"), "needs ../shared/data/people"))
    func standing() throws {
        let record = try MarkedPhoto.named("multi/coco_000000000785.jpg")
        let request = VNDetectHumanBodyPose3DRequest()
        try VNImageRequestHandler(url: SharedData.url("people/" + record.file)).perform([request])
        let body = try #require(request.results?.first)
        #expect(request.results?.count == 1 && body.confidence > 0.5 && body.bodyHeight == 1.8)
        let marks = try #require(record.persons.first?.keypoints)
        let distances = try names.compactMap { name, joint -> Double? in
            guard let marked = marks[name] else { return nil }
            let point = try body.pointInImage(joint)
            let (x, y) = (point.x * record.width - marked[0], (1 - point.y) * record.height - marked[1])
            return (x * x + y * y).squareRoot() / record.height
        }
        #expect(distances.count >= 6 && distances.sorted()[distances.count / 2] < 0.07, "\(distances)")

        func position(_ joint: Joint) throws -> SIMD3<Float> {
            let column = try body.recognizedPoint(joint).position.columns.3
            return SIMD3(column.x, column.y, column.z)
        }
        func length(_ from: Joint, _ to: Joint) throws -> Float { try simd_distance(position(from), position(to)) }
        #expect(try position(.root) == .zero)
        #expect(try position(.topHead).y > 0.4 && position(.leftAnkle).y < -0.4 && position(.rightAnkle).y < -0.4)
        for (from, to) in [(Joint.leftHip, Joint.leftKnee), (.rightHip, .rightKnee), (.leftKnee, .leftAnkle), (.rightKnee, .rightAnkle)] {
            let found = try length(from, to)
            #expect((0.25...0.6).contains(found), "\(from) \(to): \(found)")
        }
        #expect(try (0.2...0.5).contains(length(.leftShoulder, .rightShoulder)))
        #expect(body.cameraOriginMatrix.columns.3.z > 1)
    }

    @Test("An empty picture, one of a pixel and a narrow one have nobody", arguments: [(640, 480), (1, 1), (3, 2000)])
    func nobody(_ width: Int, _ height: Int) throws {
        let request = VNDetectHumanBodyPose3DRequest()
        try VNImageRequestHandler(cgImage: TestImages.plain([140, 150, 160], width: width, height: height)).perform([request])
        #expect(request.results?.isEmpty == true)
    }

    @Test("The request of the Swift interface finds the same", .enabled(if: SharedData.has("people"), "needs ../shared/data/people"))
    func swiftInterface() async throws {
        let url = SharedData.url("people/multi/coco_000000000785.jpg")
        let request = VNDetectHumanBodyPose3DRequest()
        try VNImageRequestHandler(url: url).perform([request])
        let body = try #require(try await DetectHumanBodyPose3DRequest().perform(on: url).first)
        #expect(body.allJoints() == HumanBodyPose3DObservation(try #require(request.results?.first)).allJoints())
    }
}

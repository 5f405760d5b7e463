import CoreML
import Foundation
import TestSupport
import Testing

@testable import Vision

/// Finding the joints of people, with a made-up network that sees two of them in every picture of 256 × 128 pixels.
@Suite("Body poses")
struct BodyPoseTests {
    /// In pixels of the picture, which comes into the network's input of 128 × 128 pixels at half its size, 32 pixels from the top.
    private let people: [(places: [SIMD2<Float>], likelihood: Float)] = [
        (PoseModels.standing(atX: 20, y: 4), 0.9), (PoseModels.standing(atX: 150, y: 2), 0.7),
    ]

    private func network() throws -> MLModel {
        let inInput = people.map { (places: $0.places.map { $0 / 2 + SIMD2(0, 32) }, likelihood: $0.likelihood) }
        return try PoseModels.network(
            width: 128, height: 128, outputs: PoseModels.bodyMaps(inInput, side: 128, stride: 8))
    }

    private func image() throws -> CGImage { try TestImages.plain([90, 120, 150], width: 256, height: 128) }

    private func observations(_ change: (VNDetectHumanBodyPoseRequest) -> Void = { _ in }) throws -> [VNHumanBodyPoseObservation] {
        let request = VNDetectHumanBodyPoseRequest()
        try request.use(network())
        change(request)
        try VNImageRequestHandler(cgImage: image()).perform([request])
        return try #require(request.results)
    }

    /// A place in the picture, normalised.
    private func normalized(_ place: SIMD2<Float>) -> CGPoint { CGPoint(x: CGFloat(place.x) / 256, y: 1 - CGFloat(place.y) / 128) }

    private func isNear(_ point: VNPoint, _ place: CGPoint) -> Bool { abs(point.x - place.x) < 0.002 && abs(point.y - place.y) < 0.004 }

    @Test("All people are found, the surest first, each joint where it is")
    func everybody() throws {
        let found = try observations()
        #expect(found.count == 2)
        for (observation, person) in zip(found, people) {
            #expect(abs(observation.confidence - person.likelihood) < 0.01 && observation.requestRevision == 1)
            for (name, place) in zip(VNHumanBodyPoseObservation.JointName.all, person.places) {
                let point = try observation.recognizedPoint(name)
                #expect(isNear(point, normalized(place)), "\(point)")
                #expect(abs(point.confidence - person.likelihood) < 0.01 && point.identifier == name.rawValue)
            }
        }
    }

    @Test("The neck is in the middle of the shoulders, the root in that of the hips")
    func middles() throws {
        let observation = try #require(try observations().first)
        #expect(isNear(try observation.recognizedPoint(.neck), normalized([50, 36])))
        #expect(isNear(try observation.recognizedPoint(.root), normalized([50, 76])))
        // The person looks at the camera: their left is on the picture's right.
        #expect(try observation.recognizedPoint(.leftShoulder).x > observation.recognizedPoint(.rightShoulder).x)
    }

    @Test("Joints come by key, by name and in groups, and other names are errors")
    func names() throws {
        let observation = try #require(try observations().first)
        #expect(observation.availableKeys.count == 19 && observation.availableJointNames.count == 19)
        #expect(observation.availableGroupKeys.count == 7 && observation.availableGroupKeys.contains(.all))
        let wrist = try observation.recognizedPoint(forKey: VNRecognizedPointKey(rawValue: "left_hand_joint"))
        #expect(wrist == (try observation.recognizedPoint(.leftWrist)))
        #expect(Set(try observation.recognizedPoints(.leftArm).keys) == [.leftShoulder, .leftElbow, .leftWrist])
        #expect(Set(try observation.recognizedPoints(.torso).keys) == [.leftShoulder, .rightShoulder, .neck, .leftHip, .rightHip, .root])
        #expect(try observation.recognizedPoints(forGroupKey: .all).count == 19)
        #expect(thrownCode { _ = try observation.recognizedPoint(forKey: VNRecognizedPointKey(rawValue: "tail")) } == .invalidArgument)
        let wings = VNRecognizedPointGroupKey(rawValue: "wings")
        #expect(thrownCode { _ = try observation.recognizedPoints(forGroupKey: wings) } == .invalidArgument)
        let request = VNDetectHumanBodyPoseRequest()
        #expect(try request.supportedJointNames.count == 19 && request.supportedJointsGroupNames.contains(.face))
        request.revision = 2
        #expect(thrownCode { _ = try request.supportedJointNames } == .unsupportedRevision)
    }

    @Test("The multi-array has the order of joints that action classifiers are trained with")
    func multiArray() throws {
        let observation = try #require(try observations().first)
        let array = try observation.keypointsMultiArray()
        #expect(array.shape == [1, 3, 18] && array.dataType == .float32)
        for (place, name) in [
            (0, VNHumanBodyPoseObservation.JointName.nose), (1, .neck), (4, .rightWrist), (13, .leftAnkle), (17, .leftEar),
        ] {
            let point = try observation.recognizedPoint(name)
            #expect(abs(array[place].doubleValue - point.x) < 1e-6 && abs(array[18 + place].doubleValue - point.y) < 1e-6)
            #expect(array[36 + place].floatValue == point.confidence)
        }
    }

    @Test("Joints that are unlikely, or lie outside of the picture, were not found: they have confidence 0")
    func missing() throws {
        var places = people[0].places.map { $0 / 2 + SIMD2(0, 32) }
        // Below the picture, in the black bar.
        places[15] = [40, 120]
        let maps = PoseModels.bodyMaps([(places, 0.9)], side: 128, stride: 8)
        let request = VNDetectHumanBodyPoseRequest()
        try request.use(PoseModels.network(width: 128, height: 128, outputs: maps))
        try VNImageRequestHandler(cgImage: image()).perform([request])
        let observation = try #require(request.results?.first)
        let ankle = try observation.recognizedPoint(.leftAnkle)
        #expect(ankle.confidence == 0 && ankle.location == .zero)
        #expect(try observation.recognizedPoint(.leftKnee).confidence > 0.8)
        #expect(HumanBodyPoseObservation(observation).joint(for: .leftAnkle) == nil)
    }

    @Test("Maps without people give no observation")
    func nobody() throws {
        let request = VNDetectHumanBodyPoseRequest()
        try request.use(PoseModels.network(width: 128, height: 128, outputs: PoseModels.bodyMaps([], side: 128, stride: 8)))
        try VNImageRequestHandler(cgImage: image()).perform([request])
        #expect(request.results?.isEmpty == true)
    }

    @Test("Maps of another shape, and numbers that are none, are errors that name the output")
    func unsuitableNetworks() throws {
        var maps = PoseModels.bodyMaps([], side: 128, stride: 8)
        let heat = maps[0]
        let faults: [(PoseModels.Output, VNErrorCode)] = [
            (.init(name: "heatmap", shape: heat.shape, values: heat.values.map { _ in .nan }), .operationFailed),
            (.init(name: "heatmap", shape: [16, 16, 16], values: Array(heat.values.prefix(4096))), .invalidModel),
            (.init(name: "heatmap", shape: [17 * 16, 16], values: heat.values), .invalidModel),
            (.init(name: "other", shape: heat.shape, values: heat.values), .invalidModel),
        ]
        for (fault, code) in faults {
            maps[0] = fault
            let request = VNDetectHumanBodyPoseRequest()
            try request.use(PoseModels.network(width: 128, height: 128, outputs: maps))
            do {
                try VNImageRequestHandler(cgImage: image()).perform([request])
                Issue.record("\(fault.shape) was taken")
            } catch {
                #expect(visionCode(error) == code && error.localizedDescription.contains("heatmap"), "\(error)")
            }
        }
    }

    @Test("A pose survives an archive")
    func archive() throws {
        let observation = try #require(try observations().first)
        let data = try NSKeyedArchiver.archivedData(withRootObject: observation, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNHumanBodyPoseObservation.self, from: data))
        #expect(copy == observation && copy.points == observation.points)
        let point = try observation.recognizedPoint(.nose)
        let pointData = try NSKeyedArchiver.archivedData(withRootObject: point, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNRecognizedPoint.self, from: pointData) == point)
    }

    @Test("The Swift-only interface finds the same, and its observations can be encoded")
    func swift() async throws {
        var request = DetectHumanBodyPoseRequest()
        try request.use(network())
        let found = try await request.perform(on: image())
        let expected = try observations().map { HumanBodyPoseObservation($0) }
        #expect(found.map(\.points) == expected.map(\.points) && found.count == 2)
        let first = try #require(found.first)
        #expect(first.availableJointNames.count == 19 && first.allJoints(in: .leftLeg).count == 3 && first.allJoints().count == 19)
        let wrist = try #require(first.joint(for: .leftWrist))
        #expect(wrist.jointName == "leftWrist" && wrist.location.x > 0)
        #expect(try first.keypoints.shape == [1, 3, 18])
        #expect(first.originatingRequestDescriptor == .detectHumanBodyPoseRequest(.revision2))
        #expect(try JSONDecoder().decode(HumanBodyPoseObservation.self, from: JSONEncoder().encode(first)) == first)
    }

    @Test("Rectangles of people are drawn around their joints where the network is one for poses")
    func rectangles() throws {
        for upperBodyOnly in [true, false] {
            let request = VNDetectHumanRectanglesRequest()
            try request.use(network())
            request.upperBodyOnly = upperBodyOnly
            try VNImageRequestHandler(cgImage: image()).perform([request])
            let found = try #require(request.results)
            #expect(found.count == 2 && found.allSatisfy { $0.upperBodyOnly == upperBodyOnly })
            let box = try #require(found.first).boundingBox
            #expect(box.contains(normalized([50, 18])) && box.contains(normalized([42, 76])))
            #expect(box.contains(normalized([61, 119])) != upperBodyOnly)
            #expect(box.minX > 10.0 / 256 && box.maxX < 90.0 / 256 && VNNormalizedIdentityRect.contains(box))
        }
    }

    @Test(
        "A network of the PoseNet family finds a skier's joints",
        .enabled(
            if: SharedData.has("models/PoseNetMobileNet075S16FP16.mlmodel") && SharedData.has("people/multi/coco_000000000785.jpg"),
            "needs ../shared/data/models/PoseNetMobileNet075S16FP16.mlmodel and ../shared/data/people"))
    func photo() throws {
        let request = VNDetectHumanBodyPoseRequest()
        try request.use(MLModel(contentsOf: SharedData.url("models/PoseNetMobileNet075S16FP16.mlmodel")))
        try VNImageRequestHandler(url: SharedData.url("people/multi/coco_000000000785.jpg")).perform([request])
        let observation = try #require(request.results?.first)
        #expect(observation.confidence > 0.7)
        // People's labels in the photo of 640 × 425 pixels, from its top left; she is 347 pixels high.
        let labels: [(VNHumanBodyPoseObservation.JointName, Double, Double)] = [
            (.nose, 367, 81), (.leftShoulder, 399, 108), (.rightShoulder, 358, 129), (.leftElbow, 433, 142), (.rightElbow, 341, 159),
            (.leftWrist, 449, 165), (.leftHip, 424, 203), (.rightHip, 393, 214), (.leftKnee, 429, 294), (.rightKnee, 367, 273),
        ]
        for (name, x, y) in labels {
            let point = try observation.recognizedPoint(name)
            #expect(hypot(point.x * 640 - x, (1 - point.y) * 425 - y) < 24, "\(point)")
        }
    }
}

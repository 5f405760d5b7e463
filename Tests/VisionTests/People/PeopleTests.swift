import CoreGraphics
import CoreML
import CoreMLSpecification
import Foundation
import Testing
import VisionRuntime
import simd

@testable import Vision

/// Hands, animals, people in boxes and in space, with networks made up for it, on a picture of 128 × 128 pixels, which is their input too.
@Suite("Hands, animals and people")
struct PeopleTests {
    private func image() throws -> CGImage { try TestImages.plain([90, 120, 150], width: 128, height: 128) }

    private func perform<Request: VNRequest & NetworkRequest>(_ request: Request, _ outputs: [PoseModels.Output]) throws -> Request {
        try request.use(PoseModels.network(width: 128, height: 128, outputs: outputs))
        try VNImageRequestHandler(cgImage: image()).perform([request])
        return request
    }

    /// A joint each 4 pixels along a diagonal.
    private func diagonal(_ count: Int, from start: SIMD2<Float> = [10, 20]) -> [SIMD2<Float>] {
        (0..<count).map { start + Float($0) * SIMD2(4, 3.5) }
    }

    private func pixels(_ point: VNPoint) -> SIMD2<Float> { SIMD2(Float(point.x) * 128, (1 - Float(point.y)) * 128) }

    // MARK: Hands

    @Test("A hand's joints are where they are likeliest, moved by the offsets; a network without sides leaves the side open")
    func hand() throws {
        let places = diagonal(21)
        let request = try perform(
            VNDetectHumanHandPoseRequest(), PoseModels.jointMaps(places, likelihood: 0.8, side: 128, stride: 4))
        let hand = try #require(request.results?.first)
        #expect(request.results?.count == 1 && hand.chirality == .unknown && abs(hand.confidence - 0.8) < 0.01)
        for (name, place) in zip(hand.availableJointNames, places) {
            #expect(simd_distance(pixels(try hand.recognizedPoint(name)), place) < 0.05)
        }
        #expect(Set(try hand.recognizedPoints(.littleFinger).keys) == [.littleMCP, .littlePIP, .littleDIP, .littleTip])
        #expect(try hand.keypointsMultiArray().shape == [1, 3, 21])
        #expect(hand.availableJointsGroupNames.count == 6)
    }

    @Test("Without offsets a joint lies in the middle of its cell")
    func handWithoutOffsets() throws {
        let places = diagonal(21)
        let outputs = PoseModels.jointMaps(places, likelihood: 0.8, side: 128, stride: 4, hasOffsets: false)
        let hand = try #require(try perform(VNDetectHumanHandPoseRequest(), outputs).results?.first)
        let wrist = pixels(try hand.recognizedPoint(.wrist))
        #expect(simd_distance(wrist, [14, 22]) < 0.05)
    }

    @Test("A network of two sides tells left hands from right ones, and the number of hands is limited as requested")
    func sides() throws {
        let places = diagonal(21) + diagonal(21, from: [40, 10])
        let outputs = PoseModels.jointMaps(places, likelihood: 0.8, side: 128, stride: 4)
        let both = try #require(try perform(VNDetectHumanHandPoseRequest(), outputs).results)
        #expect(Set(both.map(\.chirality)) == [.left, .right])
        let right = try #require(both.first { $0.chirality == .right })
        #expect(simd_distance(pixels(try right.recognizedPoint(.wrist)), [40, 10]) < 0.05)
        let request = VNDetectHumanHandPoseRequest()
        request.maximumHandCount = 1
        #expect(try perform(request, outputs).results?.count == 1)
        for count in [0, 7] {
            request.maximumHandCount = count
            #expect(thrownCode { _ = try perform(request, outputs) } == .invalidArgument)
        }
        let copy = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: VNHumanHandPoseObservation.self,
            from: NSKeyedArchiver.archivedData(withRootObject: right, requiringSecureCoding: true))
        #expect(copy == right && copy?.chirality == .right)
        #expect(HumanHandPoseObservation(right).chirality == .right)
    }

    @Test("A body's hands are those whose wrists are its own")
    func handsOfABody() async throws {
        let body = PoseModels.standing(atX: 30)
        // The left wrist is at (84, 72): a hand of that wrist, and one that is nobody's.
        let hands = (diagonal(21, from: [83, 73]) + diagonal(21, from: [70, 20])).map { SIMD2(min($0.x, 120), min($0.y, 120)) }
        var request = DetectHumanBodyPoseRequest()
        try request.use(
            PoseModels.network(width: 128, height: 128, outputs: PoseModels.bodyMaps([(body, 0.9)], side: 128, stride: 8)),
            hands: PoseModels.network(
                width: 128, height: 128, outputs: PoseModels.jointMaps(hands, likelihood: 0.8, side: 128, stride: 4)))
        let without = try await request.perform(on: image())
        #expect(without.first?.leftHand == nil)
        request.detectsHands = true
        let person = try #require(try await request.perform(on: image()).first)
        #expect(person.leftHand?.chirality == .left && person.rightHand == nil)
        #expect(person.leftHand?.availableJointNames.count == 21)
    }

    // MARK: Animals

    @Test("An animal's joints come with their names and groups")
    func animal() throws {
        let places = diagonal(25)
        let outputs = PoseModels.jointMaps(places, likelihood: 0.7, side: 128, stride: 8)
        let animal = try #require(try perform(VNDetectAnimalBodyPoseRequest(), outputs).results?.first)
        for (name, place) in zip(animal.availableJointNames, places) {
            #expect(simd_distance(pixels(try animal.recognizedPoint(name)), place) < 0.05)
        }
        #expect(try animal.recognizedPoints(.tail).count == 3 && animal.recognizedPoints(.head).count == 9)
        let grouped = animal.availableJointGroupNames.dropLast().flatMap { (try? animal.recognizedPoints($0).keys.map(\.rawValue)) ?? [] }
        #expect(Set(grouped).count == 25 && grouped.count == 25)
        #expect(AnimalBodyPoseObservation(animal).allJoints(in: .forelegs).count == 6)
        let hand = PoseModels.jointMaps(diagonal(21), likelihood: 1, side: 128, stride: 8)
        #expect(thrownCode { _ = try perform(VNDetectAnimalBodyPoseRequest(), hand) } == .invalidModel)
    }

    @Test("Of a detector's objects only cats and dogs are kept, under Vision's names")
    func animals() async throws {
        let detector = TestModels.detector(
            side: 16, labels: ["dog", "sofa", "cat"], boxes: [[0.25, 0.25, 0.2, 0.2], [0.5, 0.5, 0.3, 0.3], [0.75, 0.75, 0.2, 0.1]],
            confidences: [[0.9, 0.05, 0.05], [0.1, 0.8, 0.1], [0.2, 0.1, 0.7]])
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        let model = try MLModel(package: ModelPackage(model: detector), configuration: configuration, name: "test")
        let request = VNRecognizeAnimalsRequest()
        try request.use(model)
        try VNImageRequestHandler(cgImage: image()).perform([request])
        let found = try #require(request.results)
        #expect(found.map { $0.labels.first?.identifier } == ["Dog", "Cat"])
        #expect(abs(found[0].boundingBox.midX - 0.25) < 0.001 && abs(found[0].boundingBox.midY - 0.75) < 0.001)
        #expect(try request.supportedIdentifiers() == [.dog, .cat])
        var twin = RecognizeAnimalsRequest()
        try twin.use(model)
        #expect(try await twin.perform(on: image()).map { $0.labels.first?.identifier } == ["Dog", "Cat"])
    }

    // MARK: Rectangles

    /// Maps of 10 channels in which some cells have people: whole ones in the first five channels, upper bodies in the others.
    private func peopleMaps(_ cells: [(map: Int, row: Int, column: Int, group: Int, values: [Float])]) -> [PoseModels.Output] {
        [8, 16, 32].map { stride in
            let side = 128 / stride
            var values = [Float](repeating: 0, count: 10 * side * side)
            for cell in cells where cell.map == stride {
                for (index, value) in cell.values.enumerated() {
                    values[((5 * cell.group + index) * side + cell.row) * side + cell.column] = value
                }
            }
            return PoseModels.Output(name: "map\(stride)", shape: [10, side, side], values: values)
        }
    }

    @Test("A network for people gives whole people or upper bodies, each once")
    func people() async throws {
        // Cell (3, 2) of 16 pixels has its middle at (40, 56); its neighbour means the same person.
        let outputs = peopleMaps([
            (16, 3, 2, 0, [0.9, 1, 2, 1, 2]), (16, 3, 3, 0, [0.8, 2, 2, 0, 2]), (8, 12, 12, 0, [0.6, 1, 1, 1, 1]),
            (16, 2, 2, 1, [0.7, 1, 1, 1, 1]), (32, 0, 0, 0, [0.4, 1, 1, 1, 1]),
        ])
        let request = VNDetectHumanRectanglesRequest()
        request.upperBodyOnly = false
        let found = try #require(try perform(request, outputs).results)
        #expect(found.map(\.confidence) == [0.9, 0.6] && !found[0].upperBodyOnly)
        let box = found[0].boundingBox
        #expect(abs(box.minX * 128 - 24) < 0.01 && abs(box.maxX * 128 - 56) < 0.01)
        #expect(abs((1 - box.maxY) * 128 - 24) < 0.01 && abs((1 - box.minY) * 128 - 88) < 0.01)
        let upper = try #require(try perform(VNDetectHumanRectanglesRequest(), outputs).results)
        let copy = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: VNHumanObservation.self, from: NSKeyedArchiver.archivedData(withRootObject: upper[0], requiringSecureCoding: true))
        #expect(copy == upper[0] && copy?.upperBodyOnly == true)
        #expect(upper.count == 1 && upper[0].upperBodyOnly && abs(upper[0].boundingBox.width * 128 - 32) < 0.01)
        request.revision = VNDetectHumanRectanglesRequestRevision1
        #expect(try perform(request, outputs).results?.first?.upperBodyOnly == true)
        var twin = DetectHumanRectanglesRequest()
        twin.upperBodyOnly = false
        try twin.use(PoseModels.network(width: 128, height: 128, outputs: outputs))
        let same = try await twin.perform(on: image())
        #expect(same.map(\.boundingBox) == found.map { NormalizedRect(normalizedRect: $0.boundingBox) })
    }

    @Test("Maps of another shape, without any map, or with numbers that are none are errors")
    func unsuitablePeopleMaps() throws {
        let good = peopleMaps([])
        let faults: [([PoseModels.Output], VNErrorCode)] = [
            ([.init(name: "map8", shape: [7, 16, 16], values: Array(good[0].values.prefix(7 * 256)))], .invalidModel),
            ([.init(name: "other", shape: good[0].shape, values: good[0].values)], .invalidModel),
            ([.init(name: "map8", shape: good[0].shape, values: good[0].values.map { _ in .infinity })], .operationFailed),
        ]
        for (outputs, code) in faults {
            #expect(thrownCode { _ = try perform(VNDetectHumanRectanglesRequest(), outputs) } == code)
        }
    }

    // MARK: Space

    @Test("A person in space has joints relative to root, parent and camera, and the camera stands where the joints are seen from")
    func space() throws {
        let request = try perform(VNDetectHumanBodyPose3DRequest(), PoseModels.space())
        let body = try #require(request.results?.first)
        let truth = PoseModels.personInSpace
        #expect(body.bodyHeight == 1.8 && body.heightEstimation == .reference && abs(body.confidence - 0.9) < 1e-6)
        let camera = body.cameraOriginMatrix.columns.3
        #expect(simd_distance(SIMD3(camera.x, camera.y, camera.z), truth.camera) < 0.01)
        for (index, name) in body.availableJointNames.enumerated() {
            let point = try body.recognizedPoint(name)
            let place = point.position.columns.3
            #expect(simd_distance(SIMD3(place.x, place.y, place.z), truth.points[index]) < 1e-5)
            #expect(simd_distance(pixels(try body.pointInImage(name)), truth.pixels[index]) < 0.01)
            let seen = try body.cameraRelativePosition(name).columns.3
            #expect(simd_distance(SIMD3(seen.x, seen.y, seen.z), truth.points[index] - truth.camera) < 0.01)
            // Going up along the parents adds up to the position.
            var (sum, joint) = (SIMD4<Float>.zero, name)
            while let parent = body.parentJointName(joint) {
                sum += try body.recognizedPoint(joint).localPosition.columns.3
                joint = parent
            }
            #expect(joint == .root && simd_distance(SIMD3(sum.x, sum.y, sum.z), truth.points[index]) < 1e-4)
        }
        #expect(body.parentJointName(.leftWrist) == .leftElbow && body.parentJointName(.root) == nil)
        #expect(Set(try body.recognizedPoints(.leftLeg).keys) == [.leftHip, .leftKnee, .leftAnkle])
        #expect(try body.recognizedPoints(forGroupKey: .all).count == 17)
        let copy = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: VNHumanBodyPose3DObservation.self,
            from: NSKeyedArchiver.archivedData(withRootObject: body, requiringSecureCoding: true))
        #expect(copy == body && copy?.pose == body.pose)
        let point = try body.recognizedPoint(.leftKnee)
        let sameAgain = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: VNHumanBodyRecognizedPoint3D.self,
            from: NSKeyedArchiver.archivedData(withRootObject: point, requiringSecureCoding: true))
        #expect(sameAgain == point && sameAgain?.parentJoint == .leftHip)
    }

    @Test("A picture without people has no pose in space; the Swift-only interface finds the same as the classes")
    func spaceInSwift() async throws {
        #expect(try perform(VNDetectHumanBodyPose3DRequest(), PoseModels.space(confidence: 0.2)).results?.isEmpty == true)
        let request = DetectHumanBodyPose3DRequest()
        try request.use(PoseModels.network(width: 128, height: 128, outputs: PoseModels.space()))
        let body = try #require(try await request.perform(on: image()).first)
        let other = HumanBodyPose3DObservation(
            try #require(try perform(VNDetectHumanBodyPose3DRequest(), PoseModels.space()).results?.first))
        #expect(body.allJoints() == other.allJoints() && body.allJoints().count == 17)
        #expect(body.joint(for: .leftElbow)?.parentJoint == "leftShoulder" && body.parentJointName(for: .root) == .root)
        #expect(body.bodyHeight.value == 1.8 || abs(body.bodyHeight.value - 1.8) < 1e-6)
        #expect(try JSONDecoder().decode(HumanBodyPose3DObservation.self, from: JSONEncoder().encode(body)) == body)
    }

    // MARK: Without models

    @Test("A request whose model is missing fails with a sentence that names it")
    func missingModels() throws {
        let requests: [(String, VNRequest)] = [
            ("handPose", VNDetectHumanHandPoseRequest()), ("animalPose", VNDetectAnimalBodyPoseRequest()),
            ("animals", VNRecognizeAnimalsRequest()), ("bodyPose3D", VNDetectHumanBodyPose3DRequest()),
            ("people", VNDetectHumanRectanglesRequest()), ("bodyPose", VNDetectHumanBodyPoseRequest()),
        ]
        for (name, request) in requests where !ModelStore.shared.has(name) && !(name == "people" && ModelStore.shared.has("bodyPose")) {
            do {
                try VNImageRequestHandler(cgImage: image()).perform([request])
                Issue.record("\(name) was not needed")
            } catch {
                #expect(visionCode(error) == .dataUnavailable)
                #expect(error.localizedDescription.contains("'\(name)'") && error.localizedDescription.contains("\(type(of: request))"))
            }
        }
    }
}

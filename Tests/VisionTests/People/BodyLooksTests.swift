import CoreGraphics
import CoreML
import CoreMLSpecification
import Foundation
import Testing
import VisionRuntime
import simd

@testable import Vision

/// People that one network finds and another looks at in space. Both are made up for it.
@Suite("Bodies found and looked at in space")
struct BodyLooksTests {
    private typealias Joint = VNHumanBodyPose3DObservation.JointName

    private static let side = 128

    /// Finds the same people in every picture of 128 × 128 pixels.
    private static func finder(_ people: [[SIMD2<Float>]]) -> Specification.Model {
        PoseModels.specification(
            width: side, height: side, outputs: PoseModels.bodyMaps(people.map { ($0, 0.9) }, side: side, stride: 8))
    }

    /// A person whose trunk is in the middle of the picture. The square around them reaches from the top of the head to the ankles.
    private static let standing = PoseModels.standing(atX: 34, y: 6)
    /// The top of the head as Vision adds it: above the middle of the face by 0.6 of its distance from the shoulders.
    private static let top: Float = 18.4 - 0.6 * (38 - 18.4)
    private static let center = SIMD2<Float>(64, (top + 122) / 2)
    private static let size = 122 - top

    /// Places on the crop's middle line. The square around them is that for which they are said: the head is at its top, and the ankles are at its
    /// lower end.
    private static let places: [SIMD2<Float>] = heights.map { SIMD2(0.5, 0.5 - $0 / 1.3) }

    /// The height of each joint above the middle of the square, in its sides. The root is in the middle.
    private static let heights: [Float] = [0, 0, -0.25, -0.5, 0, -0.25, -0.5, 0.15, 0.3, 0.4, 0.5, 0.3, 0.2, 0.1, 0.3, 0.2, 0.1]

    /// Points in space that fit the places: a person 1.8 m tall, whose left joints are on the picture's right.
    private static let points: [SIMD3<Float>] = heights.enumerated().map { index, height in
        let isLeft = (4...6).contains(index) || (11...13).contains(index)
        let isRight = (1...3).contains(index) || (14...16).contains(index)
        return SIMD3(isLeft ? 0.2 : isRight ? -0.2 : 0, 1.8 * height, isLeft ? 0.1 : 0)
    }

    /// Says the same of every crop.
    private static func looker(
        _ points: [SIMD3<Float>] = points, _ places: [SIMD2<Float>] = places, confidence: Float = 0.8
    ) -> Specification.Model {
        PoseModels.specification(
            width: 32, height: 32,
            outputs: [
                .init(name: "points", shape: [points.count, 3], values: points.flatMap { [$0.x, $0.y, $0.z] }),
                .init(name: "places", shape: [places.count, 2], values: places.flatMap { [$0.x, $0.y] }),
                .init(name: "confidence", shape: [1], values: [confidence]),
            ])
    }

    private func bodies(
        _ finder: Specification.Model, _ looker: Specification.Model = looker(),
        _ change: (VNDetectHumanBodyPose3DRequest) -> Void = { _ in }
    ) throws -> [VNHumanBodyPose3DObservation] {
        let folder = try ModelFolder(["bodyPose": finder, "bodyPose3D": looker], cropAndScale: "scaleFit")
        let request = VNDetectHumanBodyPose3DRequest()
        change(request)
        let image = try TestImages.plain([90, 90, 90], width: Self.side, height: Self.side)
        try folder.perform([request], VNImageRequestHandler(cgImage: image))
        return try #require(request.results)
    }

    private func position(_ joint: Joint, _ body: VNHumanBodyPose3DObservation) throws -> SIMD3<Float> {
        let column = try body.recognizedPoint(joint).position.columns.3
        return SIMD3(column.x, column.y, column.z)
    }

    /// In pixels from the top left.
    private func place(_ joint: Joint, _ body: VNHumanBodyPose3DObservation) throws -> SIMD2<Float> {
        let point = try body.pointInImage(joint)
        return SIMD2(Float(point.x), Float(1 - point.y)) * Float(Self.side)
    }

    @Test("Joints lie where the person lies, and their positions are the mean of a look and a mirrored look")
    func upright() throws {
        let body = try #require(try bodies(Self.finder([Self.standing])).first)
        #expect(abs(body.confidence - 0.8) < 1e-3)
        for (joint, height) in [(Joint.root, Float(0)), (.topHead, 0.5), (.leftAnkle, -0.5), (.rightShoulder, 0.3)] {
            let wanted = Self.center - [0, height * Self.size]
            let found = try place(joint, body)
            #expect(simd_distance(found, wanted) < 0.1, "\(joint): \(found) \(wanted)")
        }
        // The mirrored look says of the right knee what the network says of the left knee, with the other sign of x.
        let (left, right) = (Self.points[5], Self.points[2])
        let wanted = SIMD3((left.x - right.x) / 2, (left.y + right.y) / 2, (left.z + right.z) / 2)
        #expect(try simd_distance(position(.leftKnee, body), wanted) < 1e-3)
        #expect(try simd_distance(position(.rightKnee, body), wanted * [-1, 1, 1]) < 1e-3)
        #expect(try simd_distance(position(.topHead, body), [0, 0.9, 0]) < 1e-3)
        #expect(body.cameraOriginMatrix.columns.3.z > 1)
    }

    @Test("The positions of somebody who lies are along the axes of the picture")
    func lying() throws {
        // The head points to the right.
        let turned = Self.standing.map { SIMD2<Float>(127 - $0.y, $0.x) }
        let body = try #require(try bodies(Self.finder([turned])).first)
        #expect(try simd_distance(position(.topHead, body), [0.9, 0, 0]) < 1e-3)
        // The person's left side was on the picture's right, and is now at the bottom.
        let left = try position(.leftKnee, body)
        #expect(abs(left.x + 0.45) < 1e-3 && abs(left.y + 0.2) < 1e-3 && abs(left.z - 0.05) < 1e-3, "\(left)")
        let top = try place(.topHead, body)
        #expect(simd_distance(top, [127 - Self.center.y + Self.size / 2, 64]) < 0.2, "\(top)")
    }

    @Test("Of several people the largest is looked at")
    func largest() throws {
        let small = PoseModels.standing(atX: 0).map { $0 / 2 + SIMD2(96, 2) }
        let body = try #require(try bodies(Self.finder([small, Self.standing])).first)
        #expect(try simd_distance(place(.root, body), Self.center) < 0.5)
    }

    @Test("Nobody is found where there is no person, or joints that no camera sees")
    func nobody() throws {
        #expect(try bodies(Self.finder([])).isEmpty)
        #expect(try bodies(Self.finder([Self.standing]), Self.looker(confidence: 0.4)).isEmpty)
        let point = Array(repeating: SIMD3<Float>.zero, count: 17)
        let same = Array(repeating: SIMD2<Float>(0.5, 0.5), count: 17)
        #expect(try bodies(Self.finder([Self.standing]), Self.looker(point, same)).isEmpty)
    }

    @Test("In a region of interest people are looked for in the region alone")
    func region() throws {
        let body = try #require(
            try bodies(Self.finder([Self.standing])) { $0.regionOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5) }.first)
        #expect(try simd_distance(place(.root, body), [64, 64] + Self.center / 2) < 0.2)
    }

    @Test("A missing model for body poses and outputs of another form are errors")
    func errors() throws {
        let alone = try ModelFolder(["bodyPose3D": Self.looker()])
        let image = try TestImages.plain([90, 90, 90], width: 64, height: 64)
        #expect(
            thrownCode { try alone.perform([VNDetectHumanBodyPose3DRequest()], VNImageRequestHandler(cgImage: image)) } == .dataUnavailable)
        let one = Self.finder([Self.standing])
        #expect(thrownCode { _ = try bodies(one, Self.looker(Array(Self.points.prefix(16)))) } == .invalidModel)
        #expect(thrownCode { _ = try bodies(one, Self.looker(Self.points, Array(Self.places.prefix(16)))) } == .invalidModel)
        #expect(thrownCode { _ = try bodies(one, Self.looker(Self.points.map { $0 * .infinity })) } == .operationFailed)
    }
}

import CoreGraphics
import CoreML
import CoreMLSpecification
import Foundation
import Testing
import VisionRuntime
import simd

@testable import Vision

/// Hands that one network finds and another looks at closely. Both are made up for it.
@Suite("Hands found and looked at")
struct HandLooksTests {
    /// A hand as the detector says it: centre and size in cells, the clockwise turn in degrees, and how likely it is.
    private struct Place {
        var x: Float
        var y: Float
        var size: Float
        var turn: Float = 0
        var likelihood: Float = 0.81
    }

    private static let cells = 16

    /// Finds the same hands in every picture: in an input of 128 × 128 pixels with cells of 8 pixels.
    private static func detector(_ places: [Place], channels: Int = 6) -> Specification.Model {
        var values = [Float](repeating: 0, count: channels * cells * cells)
        for place in places {
            let (row, column) = (Int(place.y), Int(place.x))
            let angle = place.turn * .pi / 180
            let cell = [
                place.likelihood, place.x - Float(column) - 0.5, place.y - Float(row) - 0.5, place.size, cos(angle), sin(angle),
            ]
            for (channel, value) in cell.enumerated() where channel < channels { values[(channel * cells + row) * cells + column] = value }
        }
        return PoseModels.specification(
            width: 8 * cells, height: 8 * cells, outputs: [.init(name: "hands", shape: [channels, cells, cells], values: values)])
    }

    /// Joints on the line from the middle of the crop's lower end, where the wrist is, to its upper end. The hand around them has the crop for which
    /// they were said.
    private static let line: [SIMD2<Float>] = (0..<21).map { SIMD2(0.5, 0.5 + (0.5 - Float($0) / 20) / 1.6) }

    /// Says the same joints of every crop.
    private static func joints(
        _ points: [SIMD2<Float>] = line, presence: Float = 1, confidences: [Float]? = nil, count: Int = 21
    ) -> Specification.Model {
        var outputs = [
            PoseModels.Output(name: "points", shape: [count, 2], values: points.flatMap { [$0.x, $0.y] }),
            PoseModels.Output(name: "presence", shape: [1], values: [presence]),
        ]
        if let confidences { outputs.append(.init(name: "confidence", shape: [count], values: confidences)) }
        return PoseModels.specification(width: 32, height: 32, outputs: outputs)
    }

    private func hands(
        _ detector: Specification.Model, _ joints: Specification.Model = joints(), in image: CGImage,
        _ change: (VNDetectHumanHandPoseRequest) -> Void = { _ in }
    ) throws -> [VNHumanHandPoseObservation] {
        let folder = try ModelFolder(["hands": detector, "handPose": joints], cropAndScale: "scaleFit")
        let request = VNDetectHumanHandPoseRequest()
        change(request)
        try folder.perform([request], VNImageRequestHandler(cgImage: image))
        return try #require(request.results)
    }

    private func gray(_ width: Int, _ height: Int) throws -> CGImage { try TestImages.plain([90, 90, 90], width: width, height: height) }

    /// In pixels from the top left.
    private func place(
        of joint: VNHumanHandPoseObservation.JointName, _ hand: VNHumanHandPoseObservation, _ width: Double, _ height: Double
    ) throws -> SIMD2<Double> {
        let point = try hand.recognizedPoint(joint)
        return SIMD2(point.x * width, (1 - point.y) * height)
    }

    @Test("Joints lie where the hand lies, turned as it is, also in a picture that does not fill the input")
    func places() throws {
        // Half as large as the input's 16 cells, and 4 of them above the picture: a cell is 16 pixels of 256 × 128.
        let found = try hands(
            Self.detector([Place(x: 4.25, y: 6.5, size: 3), Place(x: 11.5, y: 8.75, size: 4, turn: 90, likelihood: 0.64)]),
            in: gray(256, 128))
        #expect(found.map(\.chirality) == [.unknown, .unknown])
        #expect(abs(found[0].confidence - 0.9) < 1e-3 && abs(found[1].confidence - 0.8) < 1e-3)
        let upright = try (place(of: .wrist, found[0], 256, 128), place(of: .littleTip, found[0], 256, 128))
        #expect(simd_distance(upright.0, [68, 40 + 24]) < 0.05 && simd_distance(upright.1, [68, 40 - 24]) < 0.05, "\(upright)")
        let turned = try (place(of: .wrist, found[1], 256, 128), place(of: .littleTip, found[1], 256, 128))
        #expect(simd_distance(turned.0, [184 - 32, 76]) < 0.05 && simd_distance(turned.1, [184 + 32, 76]) < 0.05, "\(turned)")
        #expect(try found[0].recognizedPoint(.middlePIP).confidence == 1)
    }

    @Test("The second look is mirrored and at the joints of the first one, and the answer is the mean of both")
    func twoLooks() throws {
        // To the right of the crop's middle, and as long as the crop is wide: the second crop has them in its middle, and is 1.6 times as wide.
        let points = Self.line.map { SIMD2<Float>(0.6, 0.5 + (($0.y - 0.5) * 1.6)) }
        let hand = try #require(try hands(Self.detector([Place(x: 8, y: 8, size: 5)]), Self.joints(points), in: gray(128, 128)).first)
        let side = 5 * 8 * 1.6
        // In the mirrored second crop the joints are 0.1 of its side to the left.
        let x = 64 + (0.1 * side + (0.1 * side - 0.1 * 1.6 * side)) / 2
        let wrist = try place(of: .wrist, hand, 128, 128)
        #expect(abs(wrist.x - x) < 0.05 && abs(wrist.y - (64 + side / 2 * (1 + 1.6) / 2)) < 0.05, "\(wrist)")
    }

    /// The brightness of the crop's left half, which it takes for the probability of a right hand, beside the joints of the line.
    private static func sideTeller() -> Specification.Model {
        var model = joints()
        guard case .neuralNetwork(var network) = model.type else { return model }
        network.preprocessing = TestModels.unitScale
        network.layers += [
            TestModels.layer(
                "halves", "image", "halves",
                .pooling(
                    .with { pooling in
                        pooling.type = .average
                        (pooling.kernelSize, pooling.stride) = ([32, 16], [32, 16])
                        pooling.poolingPaddingType = .valid(.init())
                    })),
            TestModels.layer("row", "halves", "row", .flattenTo2D(.with { $0.axis = 1 })),
            TestModels.layer(
                "chirality", "row", "chirality",
                .innerProduct(
                    .with { product in
                        (product.inputChannels, product.outputChannels) = (6, 1)
                        product.weights = .with { $0.floatValue = PackedFloats([1, 0, 0, 0, 0, 0]) }
                    })),
        ]
        model.type = .neuralNetwork(network)
        model.description?.output.append(TestModels.array("chirality", [1, 1]))
        return model
    }

    @Test("A hand's side comes from both looks, and a mirrored one tells the other side", arguments: 1...8)
    func sides(_ orientation: Int) throws {
        let stored = try TestImages.stored(width: 128, height: 96, orientation: orientation) { x, _ in
            x < 64 ? [255, 255, 255] : [0, 0, 0]
        }
        let models = try ModelFolder(
            [
                "hands": Self.detector([Place(x: 8, y: 8, size: 4), Place(x: 8, y: 5, size: 3, turn: 180, likelihood: 0.5)]),
                "handPose": Self.sideTeller(),
            ],
            cropAndScale: "scaleFit")
        let request = VNDetectHumanHandPoseRequest()
        let turned = try #require(CGImagePropertyOrientation(rawValue: UInt32(orientation)))
        try models.perform([request], VNImageRequestHandler(cgImage: stored, orientation: turned))
        // The second hand points down: what is on the picture's left is on its right.
        #expect(request.results?.map(\.chirality) == [.right, .left])
        let wrist = try place(of: .wrist, #require(request.results?.first), 128, 96)
        #expect(simd_distance(wrist, [64, 48 + 16]) < 0.05)
    }

    @Test("Crops that the second network finds no hand in are left out; a hand comes once, up to the requested number")
    func few() throws {
        let two = Self.detector([Place(x: 4.5, y: 8, size: 3), Place(x: 12.5, y: 8, size: 3, likelihood: 0.7)])
        #expect(try hands(two, in: gray(128, 128)).count == 2)
        #expect(try hands(two, in: gray(128, 128)) { $0.maximumHandCount = 1 }.count == 1)
        #expect(try hands(two, Self.joints(presence: 0.4), in: gray(128, 128)).isEmpty)
        // Centres a quarter of the hand's size apart.
        let twice = Self.detector([Place(x: 7.5, y: 8, size: 8), Place(x: 9.5, y: 8, size: 8, likelihood: 0.7)])
        #expect(try hands(twice, in: gray(128, 128)).count == 1)
        #expect(try hands(Self.detector([Place(x: 8, y: 8, size: 4, likelihood: 0.2)]), in: gray(128, 128)).isEmpty)
        #expect(try hands(Self.detector([Place(x: 8, y: 8, size: 1e9)]), in: gray(128, 128)).isEmpty)
    }

    @Test("Joints beside the picture come to its edge or are not found, and so are those that the network is not sure of")
    func unseenJoints() throws {
        // The wrist is 18 pixels below the picture, the tips are in it.
        let hand = try #require(try hands(Self.detector([Place(x: 8, y: 15.75, size: 5)]), in: gray(128, 128)).first)
        #expect(try hand.recognizedPoint(.wrist).confidence == 0 && hand.recognizedPoint(.littleTip).confidence == 1)
        let confidences = (0..<21).map { $0 == 0 ? Float(0.05) : 0.7 }
        let unsure = try #require(
            try hands(Self.detector([Place(x: 8, y: 8, size: 5)]), Self.joints(confidences: confidences), in: gray(128, 128)).first)
        #expect(try unsure.recognizedPoint(.wrist).confidence == 0 && abs(unsure.recognizedPoint(.thumbTip).confidence - 0.7) < 1e-3)
        let found = try unsure.recognizedPoints(.all)
        #expect(found.count == 21)
    }

    @Test("In a region of interest the detector sees the region alone")
    func region() throws {
        let hand = try #require(
            try hands(Self.detector([Place(x: 8, y: 8, size: 4)]), in: gray(200, 100)) {
                $0.regionOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
            }.first)
        // Joints are relative to the region.
        let wrist = try place(of: .wrist, hand, 100, 100)
        #expect(simd_distance(wrist, [50, 50 + 12.5]) < 0.05)
    }

    @Test("A missing detector and outputs of another form are errors that name them")
    func errors() throws {
        let image = try gray(64, 64)
        let alone = try ModelFolder(["handPose": Self.joints()])
        let request = VNDetectHumanHandPoseRequest()
        #expect(thrownCode { try alone.perform([request], VNImageRequestHandler(cgImage: image)) } == .dataUnavailable)
        let one = Self.detector([Place(x: 8, y: 8, size: 4)])
        #expect(thrownCode { _ = try hands(Self.detector([Place(x: 8, y: 8, size: 4)], channels: 5), in: image) } == .invalidModel)
        #expect(thrownCode { _ = try hands(one, Self.joints(Array(Self.line.prefix(20)), count: 20), in: image) } == .invalidModel)
        let endless = Self.line.map { $0 * .infinity }
        #expect(thrownCode { _ = try hands(one, Self.joints(endless), in: image) } == .operationFailed)
    }
}

import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@testable import CoreMLRuntime

/// Published networks against what Scripts/reference_outputs.py computed for them with PyTorch. Needs ../shared/data/models.
@Suite(.enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
struct NetworkReferenceTests {
    struct Fixture: Decodable {
        struct Input: Decodable {
            var image: [Int]?
            var array: [Int]?
        }

        struct Output: Decodable {
            var count: Int
            var largest: Double
            var sum: Double
            var step: Int
            var samples: [Double]
        }

        var inputs: [String: Input]
        var outputs: [String: Output]
    }

    static let small = ["Es2EnCharDecoder16Bit", "GestureClassifier", "Tiny8x8Classifier"]

    static let all =
        small + [
            "PlayerActionClassifier", "PoseNetMobileNet075S16FP16", "SRCNN", "human_pose_8bit", "model_cpm", "model_hourglass",
            "outdoor_segmentation_8bit", "people_segmentation_8bit", "rigid_pose_small", "style_mosaic", "style_starry_night",
            "waifu2x_anime_noise0",
        ]

    @Test("A plan answers as PyTorch does", arguments: all)
    func aPlanAnswersAsPyTorchDoes(_ name: String) throws {
        let (fixture, lowering, inputs) = try prepare(name)
        let function = try lowering.lower(inputs: inputs.mapValues(\.shape))
        let plan = try Plan(function)
        let outputs = try plan.run(try plan.inputs.map { try #require(inputs[$0.name]) })
        try compare(Dictionary(uniqueKeysWithValues: zip(plan.outputs.map(\.name), outputs)), fixture)
    }

    @Test("The plain kernels answer as PyTorch does", arguments: small)
    func thePlainKernelsAnswerAsPyTorchDoes(_ name: String) throws {
        let (fixture, lowering, inputs) = try prepare(name)
        let function = try lowering.lower(inputs: inputs.mapValues(\.shape))
        try compare(try Interpreter().interpret(function, inputs: inputs), fixture)
        try compare(try lowering.evaluate(inputs: inputs), fixture)
    }

    private func prepare(_ name: String) throws -> (Fixture, NeuralNetworkLowering, [String: Tensor]) {
        let fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: Fixtures.url("networks/\(name).json")))
        let model = try Specification.Model(contentsOf: SharedData.url("models/\(name).mlmodel"))
        let lowering = try NeuralNetworkLowering(model: model)
        var inputs: [String: Tensor] = [:]
        for (feature, input) in fixture.inputs {
            if let shape = input.image {
                let image = try #require(lowering.imageInputs.first { $0.name == feature })
                inputs[feature] = Self.image(shape, image)
            } else {
                inputs[feature] = Self.array(try #require(input.array))
            }
        }
        return (fixture, lowering, inputs)
    }

    /// Pixel (x, y) of channel c is (7x + 13y + 29c + 5 (x·y mod 23)) mod 256.
    private static func image(_ shape: [Int], _ image: NeuralNetworkLowering.ImageInput) -> Tensor {
        let tensor = Tensor(uninitialized: .float32(shape))
        var next = tensor.pointer.assumingMemoryBound(to: Float.self)
        for c in 0..<shape[1] {
            for y in 0..<shape[2] {
                for x in 0..<shape[3] {
                    let pixel = (7 * x + 13 * y + 29 * c + 5 * (x * y % 23)) % 256
                    next.pointee = Float(pixel) * image.scale[c] + image.bias[c]
                    next += 1
                }
            }
        }
        return tensor
    }

    /// Element i is ((37i + 11) mod 101) / 50 − 1.
    private static func array(_ shape: [Int]) -> Tensor {
        let count = shape.reduce(1, *)
        return Tensor((0..<count).map { index in Float(Double((37 * index + 11) % 101) / 50 - 1) }, shape: shape)
    }

    private func compare(_ outputs: [String: Tensor], _ fixture: Fixture) throws {
        #expect(Set(outputs.keys) == Set(fixture.outputs.keys))
        for (name, expected) in fixture.outputs {
            let tensor = try #require(outputs[name])
            #expect(tensor.count == expected.count)
            let floats = tensor.floats
            let worst = expected.samples.enumerated().map { abs(Double(floats[$0 * expected.step]) - $1) }.max() ?? 0
            #expect(worst <= 1e-4 * expected.largest, "\(name) differs by \(worst) where the largest is \(expected.largest)")
            let sum = floats.reduce(into: 0.0) { $0 += Double($1) }
            #expect(abs(sum - expected.sum) <= 1e-4 * max(abs(expected.sum), expected.largest * Double(expected.count).squareRoot()))
        }
    }
}

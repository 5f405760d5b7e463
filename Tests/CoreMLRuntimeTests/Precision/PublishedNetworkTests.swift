import CoreMLSpecification
import TestSupport
import Testing

@testable import CoreMLRuntime

/// Pictures that are no probe.
private struct Drawn: ImageTensorSource {
    enum Kind: CaseIterable {
        /// Rings and stripes of slowly changing colours.
        case rings
        /// Pixels of random light.
        case noise
        /// Dark figures of one colour on white, as on a page.
        case page
    }

    let kind: Kind
    let width: Int
    let height: Int

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        var random = SplitMix64(seed: 9)
        for channel in 0..<preprocessing.channels.count {
            for y in 0..<height {
                for x in 0..<width {
                    let value = pixel(x, y, channel, &random)
                    destination[(channel * height + y) * width + x] = value * preprocessing.scale + preprocessing.biases[channel]
                }
            }
        }
    }

    private func pixel(_ x: Int, _ y: Int, _ channel: Int, _ random: inout SplitMix64) -> Float {
        let (u, v) = (Float(x) / Float(width), Float(y) / Float(height))
        switch kind {
        case .rings:
            let ring = ((u - 0.4) * (u - 0.4) + (v - 0.6) * (v - 0.6)) * Float(9 + 4 * channel)
            let stripe = (x / max(width / 6, 1) + channel) % 3 == 0 ? Float(60) : 0
            return ((ring - ring.rounded(.down)) * 190 + stripe).rounded()
        case .noise: return Float(random.unit() * 255).rounded()
        case .page: return (x / 7 * 5 + y / 11 * 3) % 8 < 3 && y / 11 % 2 == 0 && u > 0.1 && u < 0.9 ? Float(30 + 20 * channel) : 250
        }
    }
}

/// Published networks, with the rounding of bfloat16 on any processor, and with its products where the processor has them. Needs
/// ../shared/data/models.
@Suite(.enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
struct PublishedNetworkTests {
    private static var rounding: PlanOptions {
        var options = PlanOptions()
        options.rounding = .bfloat16
        return options
    }

    @Test(
        "On another picture than the probe, errors are within the budget",
        arguments: [
            "PoseNetMobileNet075S16FP16", "SRCNN", "human_pose_8bit", "model_cpm", "model_hourglass", "people_segmentation_8bit",
            "rigid_pose_small",
        ], Processor.hasNativeBFloat16 ? [PlanOptions.fastest, rounding] : [rounding])
    func budget(_ name: String, reduced: PlanOptions) throws {
        let model = try Specification.Model(contentsOf: SharedData.url("models/\(name).mlmodel"))
        let (predictor, report) = try PrecisionNetwork.predictor(for: model) { $0.reducedPrecision = reduced }
        let choice = try #require(report.choices.first?.choice)
        let (exact, _) = try PrecisionNetwork.predictor(for: model) { $0.allowsReducedPrecision = false }
        let (half, _) = try PrecisionNetwork.predictor(for: model) { $0 = $0.roundingToFloat16 }
        let input = try #require(try ModelInterface(model).inputs.first)
        guard case .imageType(let image) = input.type else { throw RuntimeError.failed("\(name) has no image") }
        func numbers(_ predictor: any ModelPredictor, _ picture: [PredictorValue?]) throws -> [[Double]] {
            try predictor.predict(picture).map { value in
                guard case .tensor(let tensor)? = value else { throw RuntimeError.failed("\(name) has an output that is no array") }
                return tensor.doubles
            }
        }
        for kind in Drawn.Kind.allCases {
            let picture: [PredictorValue?] = [.image(Drawn(kind: kind, width: Int(image.width), height: Int(image.height)))]
            let (truth, rounded) = (try numbers(exact, picture), try numbers(half, picture))
            let chosen = try numbers(predictor, picture)
            for (index, answer) in truth.enumerated() {
                let budget = max(PrecisionProbe.error(of: rounded[index], from: answer), PrecisionBudget.floor)
                let error = PrecisionProbe.error(of: chosen[index], from: answer)
                #expect(error <= budget, "\(choice.kind), \(kind), output \(index)")
                // Other numbers of threads sum in another order.
                #expect(choice.kind == .float32 ? error < 1e-5 : error > 1e-5)
            }
        }
    }
}

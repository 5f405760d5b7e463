import CoreMLSpecification
import TestSupport
import Testing

@testable import CoreMLRuntime

/// A picture that is not the probe: rings and stripes of slowly changing colours.
private struct Rings: ImageTensorSource {
    let width: Int
    let height: Int

    func write(to destination: UnsafeMutablePointer<Float>, _ preprocessing: ImagePreprocessing) throws {
        for channel in 0..<preprocessing.channels.count {
            for y in 0..<height {
                for x in 0..<width {
                    let (dx, dy) = (Float(x) / Float(width) - 0.4, Float(y) / Float(height) - 0.6)
                    let ring = (dx * dx + dy * dy) * Float(9 + 4 * channel)
                    let stripe = (x / max(width / 6, 1) + channel) % 3 == 0 ? Float(60) : 0
                    let pixel = ((ring - ring.rounded(.down)) * 190 + stripe).rounded()
                    destination[(channel * height + y) * width + x] = pixel * preprocessing.scale + preprocessing.biases[channel]
                }
            }
        }
    }
}

/// Published networks, with the rounding of bfloat16 on any processor. Needs ../shared/data/models.
@Suite(.enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
struct PublishedNetworkTests {
    @Test(
        "On another picture than the probe, errors are at most two and a half times the budget",
        arguments: [
            "PoseNetMobileNet075S16FP16", "SRCNN", "human_pose_8bit", "model_cpm", "model_hourglass", "people_segmentation_8bit",
            "rigid_pose_small",
        ])
    func budget(_ name: String) throws {
        let model = try Specification.Model(contentsOf: SharedData.url("models/\(name).mlmodel"))
        let (predictor, report) = try PrecisionNetwork.predictor(for: model)
        let choice = try #require(report.choices.first?.choice)
        let (exact, _) = try PrecisionNetwork.predictor(for: model) { $0.allowsReducedPrecision = false }
        let (half, _) = try PrecisionNetwork.predictor(for: model) { $0 = $0.roundingToFloat16 }
        let input = try #require(try ModelInterface(model).inputs.first)
        guard case .imageType(let image) = input.type else { throw RuntimeError.failed("\(name) has no image") }
        let picture: [PredictorValue?] = [.image(Rings(width: Int(image.width), height: Int(image.height)))]
        func numbers(_ predictor: any ModelPredictor) throws -> [[Double]] {
            try predictor.predict(picture).map { value in
                guard case .tensor(let tensor)? = value else { throw RuntimeError.failed("\(name) has an output that is no array") }
                return tensor.doubles
            }
        }
        let (truth, rounded, chosen) = (try numbers(exact), try numbers(half), try numbers(predictor))
        for (index, answer) in truth.enumerated() {
            let budget = max(PrecisionProbe.error(of: rounded[index], from: answer), PrecisionSearch.floor)
            let error = PrecisionProbe.error(of: chosen[index], from: answer)
            #expect(error <= 2.5 * budget, "\(choice.kind), output \(index)")
            // Other numbers of threads sum in another order.
            #expect(choice.kind == .float32 ? error < 1e-5 : error > 1e-5)
        }
    }
}

import CoreMLSpecification
import Locks
import Testing

@testable import CoreMLRuntime

/// A network of which only the errors exist. It notes each prediction: the number of float32 products, `exact` or `float16`, and the input.
private final class FakeNetwork: Sendable {
    typealias ErrorOf = @Sendable (_ exactProductCount: Int, _ input: String) -> Float

    private let work: [Int]
    private let outputCount: Int
    private let error: ErrorOf
    private let log = Locked<[String]>([])

    /// - Parameters:
    ///   - work: the multiplications of each product.
    ///   - outputCount: the number of elements of the output.
    init(work: [Int], outputCount: Int = 4, error: @escaping ErrorOf) {
        (self.work, self.outputCount, self.error) = (work, outputCount, error)
    }

    var predictions: [String] { log.withLock { $0 } }

    /// Searches for the precision of the network with an input of the given type.
    func search(_ input: Specification.FeatureType.Kind) throws -> PrecisionChoice? {
        func feature(_ name: String, _ kind: Specification.FeatureType.Kind) -> Specification.FeatureDescription {
            .with { ($0.name, $0.type) = (name, .with { $0.type = kind }) }
        }
        var options = PredictorOptions()
        options.reducedPrecision = PlanOptions()
        options.reducedPrecision.rounding = .bfloat16
        let report = PrecisionReport()
        options.precisionReport = report
        let interface = try ModelInterface(inputs: [feature("x", input)], outputs: [feature("y", .multiArrayType(.init()))])
        _ = try PrecisionSearch(interface: interface, options: options).predictor { Predictor(self, $0) }
        return report.choices.first?.choice
    }

    private final class Predictor: ModelPredictor {
        private let network: FakeNetwork
        private let options: PredictorOptions

        init(_ network: FakeNetwork, _ options: PredictorOptions) { (self.network, self.options) = (network, options) }

        var hasReducibleProducts: Bool { true }

        var reducedProducts: [ReducedProduct] {
            network.work.enumerated().map { ReducedProduct(name: "product\($0.offset)", work: $0.element) }
        }

        func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
            var input = "array"
            if case .image(let image)?? = inputs.first, let picture = image as? ProbePicture { input = "\(picture.light)" }
            let count = options.reducedPrecision.exactProducts.count
            let isHalf = options.reducedPrecision.rounding == .float16
            let isExact = !options.allowsReducedPrecision
            network.log.withLock { $0.append((isExact ? "exact" : isHalf ? "float16" : "\(count)") + " " + input) }
            let error = isExact || isHalf ? 0 : network.error(count, input)
            return [.tensor(Tensor([Float](repeating: 1 + error, count: network.outputCount)))]
        }
    }
}

@Suite("The predictions that a search for the precision makes")
struct SearchEffortTests {
    private static let image = Specification.FeatureType.Kind.imageType(.with { ($0.width, $0.height) = (8, 8) })
    private static let array = Specification.FeatureType.Kind.multiArrayType(.with { $0.shape = [4] })

    @Test("A network with arrays is measured on one input, or on four if an output has few numbers", arguments: [(256, 1), (255, 4)])
    func arrays(_ outputCount: Int, _ inputCount: Int) throws {
        let network = FakeNetwork(work: [1, 1], outputCount: outputCount) { _, _ in 1e-3 }
        let choice = try network.search(Self.array)
        #expect(choice?.kind == .fastest)
        #expect(network.predictions == (0..<inputCount).flatMap { _ in ["exact array", "0 array"] })
    }

    @Test("The input on which the last mixture failed is the first of the next one")
    func order() throws {
        let network = FakeNetwork(work: [Int](repeating: 1, count: 10)) { count, input in
            input == "night" ? 0.011 * (1 - Float(count) / 10) : 1e-3
        }
        let choice = try network.search(Self.image)
        #expect(choice?.kind == .mixed && choice?.exactProducts.count == 7)
        #expect(
            network.predictions == [
                "exact day", "0 day", "exact night", "0 night", "7 night", "7 day", "exact drawing", "7 drawing",
            ])
        let output = try #require(choice?.outputs.first)
        #expect(abs(output.fastestError - 0.011) < 1e-5 && abs(output.error - 0.0033) < 1e-5, "those of the night")
    }

    @Test(
        "Errors on pictures may use seven tenths of the budget, errors on arrays four fifths",
        arguments: [(0.0034, true, true), (0.0036, true, false), (0.0039, false, true), (0.0041, false, false)])
    func reserve(_ error: Float, _ isPicture: Bool, _ holds: Bool) throws {
        let network = FakeNetwork(work: [1, 1], outputCount: 256) { _, _ in error }
        #expect(try network.search(isPicture ? Self.image : Self.array)?.kind == (holds ? .fastest : .float32))
    }

    @Test("A mixture ends with the first input on which it fails")
    func failure() throws {
        let network = FakeNetwork(work: [1, 1]) { _, input in input == "day" ? 0.02 : 1e-3 }
        #expect(try network.search(Self.image)?.kind == .float32)
        #expect(network.predictions == ["exact day", "0 day", "1 day"])
    }

    @Test("float16 is measured only beside errors that are five times the smallest budget", arguments: [(0.024, false), (0.026, true)])
    func float16(_ error: Float, _ isMeasured: Bool) throws {
        let network = FakeNetwork(work: [1, 1], outputCount: 256) { _, _ in error }
        let choice = try network.search(Self.array)
        #expect(choice?.kind == .float32)
        #expect(network.predictions.contains("float16 array") == isMeasured)
        #expect((choice?.outputs.first?.float16Error != nil) == isMeasured)
    }

    @Test("No better mixture is looked for when nearly all multiplications have rounded factors")
    func ample() throws {
        let work = [Int](repeating: 1, count: 8) + [100, 100]
        let network = FakeNetwork(work: work, outputCount: 256) { count, _ in count == 0 ? 0.02 : 1e-3 }
        let choice = try network.search(Self.array)
        // One product of most work is spared by the second mixture. A third one would spare only small ones.
        #expect(choice?.exactProducts.count == 4)
        #expect(network.predictions == ["exact array", "0 array", "9 array", "4 array"])
    }

    @Test("A network that was just measured gives the same bits as one of which the choice is known")
    func sameBits() throws {
        for network in [PrecisionNetwork.steady, .both, .delicate] {
            let (measured, report) = try network.predictor()
            let known = PrecisionReport(known: [[]: try #require(report.choices.first?.choice)])
            let (loaded, _) = try network.predictor { $0.precisionReport = known }
            var noise = Noise(5)
            let input = noise.tensor([1, PrecisionNetwork.width])
            let answers = try [measured, loaded].map { predictor in
                try predictor.predict([.tensor(input)]).map { value in
                    guard case .tensor(let tensor)? = value else { throw RuntimeError.failed("no tensor") }
                    return tensor.floats.map(\.bitPattern)
                }
            }
            #expect(answers[0] == answers[1])
        }
    }
}

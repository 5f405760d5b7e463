import CoreMLSpecification

@testable import CoreMLRuntime

/// Small networks of which the errors of rounding are known, and predictors of them that round as a processor with bfloat16 does.
struct PrecisionNetwork {
    private var fixture = NetworkFixture(exact: true)
    private var noise = Noise(3)

    static let width = 32

    init() { fixture.input("x", [1, Int64(Self.width)]) }

    /// A product of `source` with random weights, or with weights whose rows have the sum 0.
    mutating func product(
        _ source: String, _ name: String, _ inputs: Int, _ outputs: Int, bias: Float? = nil, cancels: Bool = false, isOutput: Bool = false
    ) {
        var numbers = (0..<inputs * outputs).map { _ in noise.next() }
        if cancels {
            // The second half of a row takes the first away.
            for row in 0..<outputs {
                for column in 0..<inputs / 2 { numbers[row * inputs + inputs / 2 + column] = -numbers[row * inputs + column] }
            }
        }
        let layer = Specification.InnerProductLayerParams.with {
            ($0.inputChannels, $0.outputChannels, $0.weights) = (UInt64(inputs), UInt64(outputs), weightParams(numbers))
            if let bias { ($0.hasBias, $0.bias) = (true, weightParams([Float](repeating: bias, count: outputs))) }
        }
        fixture.layer(.innerProduct(layer), [source], [name])
        if isOutput { fixture.output(name) }
    }

    /// Two products whose errors average out.
    static var steady: PrecisionNetwork {
        var network = PrecisionNetwork()
        network.addSteady()
        return network
    }

    private mutating func addSteady() {
        product("x", "a", Self.width, 64)
        product("a", "steady", 64, 512, isOutput: true)
    }

    /// A product of nearly equal numbers that cancel: what remains is a hundredth of them.
    private mutating func addDelicate(_ outputs: Int) {
        product("x", "c", Self.width, 16, bias: 300)
        product("c", "delicate", 16, outputs, cancels: true, isOutput: true)
    }

    /// Both, with little work in the delicate product.
    static var both: PrecisionNetwork {
        var network = PrecisionNetwork()
        network.addSteady()
        network.addDelicate(24)
        return network
    }

    /// Most of the work is in the delicate product.
    static var delicate: PrecisionNetwork {
        var network = PrecisionNetwork()
        network.addDelicate(96)
        return network
    }

    /// Declares an input that no probe knows how to fill.
    mutating func requireLabel() {
        fixture.description.input.append(.with { ($0.name, $0.type) = ("label", .with { $0.type = .stringType(.init()) }) })
    }

    var model: Specification.Model {
        .with {
            $0.specificationVersion = 5
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
    }

    func predictor(_ change: (inout PredictorOptions) -> Void = { _ in }) throws -> (any ModelPredictor, PrecisionReport) {
        try Self.predictor(for: model, change)
    }

    static func predictor(
        for model: Specification.Model, _ change: (inout PredictorOptions) -> Void = { _ in }
    ) throws -> (any ModelPredictor, PrecisionReport) {
        var options = PredictorOptions()
        options.reducedPrecision = PlanOptions()
        options.reducedPrecision.rounding = .bfloat16
        let report = PrecisionReport()
        options.precisionReport = report
        change(&options)
        return (try PredictorFactory.predictor(for: model, options: options), report)
    }
}

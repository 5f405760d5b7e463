import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// A network of one layer or a few, run on every way that a network can take.
struct LayerCheck {
    typealias Layer = Specification.NeuralNetworkLayer.Layer

    enum Way: CaseIterable {
        /// A model that was written and read again, as a program predicts with it: planned, where its shapes do not depend on values.
        case predictor
        /// The lowered function, with the plain kernels.
        case plainKernels
        /// Layer by layer, as the networks run whose shapes depend on values.
        case evaluation
    }

    private let fixture: NetworkFixture
    private let inputs: [String: Tensor]
    private let inputNames: [String]
    private let outputs: [String]

    init(_ layers: [Specification.NeuralNetworkLayer], _ inputs: [String: Tensor], outputs: [String], exact: Bool = true) {
        var fixture = NetworkFixture(exact: exact)
        let names: [String] = inputs.keys.sorted()
        for name in names { fixture.input(name, (inputs[name]?.shape ?? []).map { Int64($0) }) }
        for name in outputs { fixture.output(name) }
        fixture.network.layers = layers
        (self.fixture, self.inputs, inputNames, self.outputs) = (fixture, inputs, names, outputs)
    }

    /// One layer with the inputs x0, x1, … and the outputs y0, y1, ….
    init(_ kind: Layer, _ inputs: [Tensor], outputs: Int = 1, exact: Bool = true) {
        let names: [String] = inputs.indices.map { "x\($0)" }
        let results: [String] = (0..<outputs).map { "y\($0)" }
        let named = Dictionary(uniqueKeysWithValues: zip(names, inputs))
        self.init([NetworkFixture.layer(kind, names, results)], named, outputs: results, exact: exact)
    }

    /// The layers of the network, for messages.
    private var subject: String { fixture.network.layers.compactMap { $0.layer?.caseName }.joined(separator: ", ") }

    func predictor() throws -> any ModelPredictor {
        let written = Specification.Model.with {
            $0.specificationVersion = 5
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        var options = PredictorOptions()
        options.allowsReducedPrecision = false
        return try PredictorFactory.predictor(
            for: Specification.Model(parsing: Bytes(copying: written.encoded())), options: options)
    }

    /// The outputs in order.
    func predict(_ predictor: any ModelPredictor) throws -> [Tensor] {
        let arguments: [PredictorValue] = inputNames.compactMap { inputs[$0] }.map { PredictorValue.tensor($0) }
        return try zip(outputs, try predictor.predict(arguments)).map { name, value in
            guard case .tensor(let tensor)? = value else { throw RuntimeError.failed("the output '\(name)' is no tensor") }
            return tensor
        }
    }

    /// The outputs in order.
    func run(_ way: Way) throws -> [Tensor] {
        let results: [String: Tensor]
        switch way {
        case .predictor:
            let predictor = try predictor()
            // The second prediction finds the plan that the first one made.
            _ = try predict(predictor)
            return try predict(predictor)
        case .plainKernels:
            let function = try fixture.lowering().lower(inputs: inputs.mapValues(\.shape))
            results = try Interpreter().interpret(function, inputs: inputs)
        case .evaluation: results = try fixture.lowering().evaluate(inputs: inputs)
        }
        return try outputs.map { name in
            guard let tensor = results[name] else { throw RuntimeError.failed("the output '\(name)' is missing") }
            return tensor
        }
    }

    /// Expects a shape and values of each output, on every way. A network whose shapes depend on values cannot be lowered as a whole.
    func expect(
        _ expected: [(shape: [Int], values: [Double])], tolerance: Double = 1e-5, location: SourceLocation = #_sourceLocation
    ) throws {
        for way in Way.allCases {
            let results: [Tensor]
            do {
                results = try run(way)
            } catch RuntimeError.dependsOnValue where way == .plainKernels {
                continue
            }
            #expect(results.count == expected.count, "\(subject), \(way)", sourceLocation: location)
            for (result, truth) in zip(results, expected) {
                let answer = "\(subject), \(way): \(result.shape) \(result.doubles)"
                #expect(result.shape == truth.shape, "\(answer)", sourceLocation: location)
                #expect(result.agrees(with: truth.values, tolerance: tolerance), "\(answer)", sourceLocation: location)
            }
        }
    }

    /// Expects an error, on every way.
    func expectRefusal(location: SourceLocation = #_sourceLocation) {
        for way in Way.allCases {
            #expect(throws: RuntimeError.self, "\(subject), \(way)", sourceLocation: location) { try run(way) }
        }
    }
}

/// Expects one output of this shape and these values from a layer, on every way.
func expectLayer(
    _ kind: LayerCheck.Layer, _ inputs: [Tensor], _ shape: [Int], _ values: [Double], exact: Bool = true, tolerance: Double = 1e-5,
    location: SourceLocation = #_sourceLocation
) throws {
    try LayerCheck(kind, inputs, exact: exact).expect([(shape, values)], tolerance: tolerance, location: location)
}

/// Expects that a layer refuses its inputs, on every way.
func expectRefusal(
    _ kind: LayerCheck.Layer, _ inputs: [Tensor], outputs: Int = 1, exact: Bool = true, location: SourceLocation = #_sourceLocation
) {
    LayerCheck(kind, inputs, outputs: outputs, exact: exact).expectRefusal(location: location)
}

extension Tensor {
    /// float32 numbers; a vector where no shape is given.
    static func numbers(_ values: [Float], _ shape: [Int]? = nil) -> Tensor { Tensor(values, shape: shape) }

    /// int32 numbers; a vector where no shape is given.
    static func wholeNumbers(_ values: [Int32], _ shape: [Int]? = nil) -> Tensor { Tensor(values, shape: shape) }

    static func flags(_ values: [Bool], _ shape: [Int]? = nil) -> Tensor { Tensor(values, shape: shape) }

    /// Whether the elements are `expected`: not-a-number where that is, others within `tolerance` of the larger of 1 and their size.
    func agrees(with expected: [Double], tolerance: Double) -> Bool {
        count == expected.count
            && zip(doubles, expected).allSatisfy { value, truth in
                value == truth || (value.isNaN && truth.isNaN) || abs(value - truth) <= tolerance * max(1, abs(truth))
            }
    }
}

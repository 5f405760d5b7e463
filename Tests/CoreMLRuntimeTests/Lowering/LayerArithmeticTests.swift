import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Layers that compute element by element: comparisons, logic, arithmetic with broadcasting, functions and activations.
struct LayerArithmeticTests {
    private typealias Layer = LayerCheck.Layer

    private let matrix = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])
    private let row = Tensor.numbers([3, 2, 1])

    // MARK: Two operands

    @Test("Comparisons broadcast and answer with ones and zeros")
    func comparisonsBroadcastAndAnswerWithOnesAndZeros() throws {
        let layers: [(Layer, [Double])] = [
            (.equal(.with { _ in }), [0, 1, 0, 0, 0, 0]),
            (.notEqual(.with { _ in }), [1, 0, 1, 1, 1, 1]),
            (.lessThan(.with { _ in }), [1, 0, 0, 0, 0, 0]),
            (.lessEqual(.with { _ in }), [1, 1, 0, 0, 0, 0]),
            (.greaterThan(.with { _ in }), [0, 0, 1, 1, 1, 1]),
            (.greaterEqual(.with { _ in }), [0, 1, 1, 1, 1, 1]),
        ]
        for (layer, expected) in layers {
            try expectLayer(layer, [matrix, row], [2, 3], expected)
            expectRefusal(layer, [matrix, .numbers([1, 2])])
        }
    }

    @Test("Comparisons of one input are with the parameter")
    func comparisonsOfOneInputAreWithTheParameter() throws {
        let layers: [(Layer, [Double])] = [
            (.equal(.with { $0.alpha = 2 }), [0, 1, 0]),
            (.notEqual(.with { $0.alpha = 2 }), [1, 0, 1]),
            (.lessThan(.with { $0.alpha = 2 }), [0, 0, 1]),
            (.lessEqual(.with { $0.alpha = 2 }), [0, 1, 1]),
            (.greaterThan(.with { $0.alpha = 2 }), [1, 0, 0]),
            (.greaterEqual(.with { $0.alpha = 2 }), [1, 1, 0]),
        ]
        for (layer, expected) in layers { try expectLayer(layer, [row], [3], expected) }
    }

    @Test("NaN equals no number, not even itself")
    func notANumberEqualsNothing() throws {
        let x = Tensor.numbers([.nan, 1, .infinity])
        try expectLayer(.equal(.with { _ in }), [x, x], [3], [0, 1, 1])
        try expectLayer(.notEqual(.with { _ in }), [x, x], [3], [1, 0, 0])
        try expectLayer(.lessEqual(.with { _ in }), [x, x], [3], [0, 1, 1])
    }

    @Test("Logic takes all but zero for true")
    func logicTakesAllButZeroForTrue() throws {
        let (x, y) = (Tensor.numbers([0, 0, 2, -1]), Tensor.numbers([0, 3, 0, 1]))
        try expectLayer(.logicalOr(.with { _ in }), [x, y], [4], [0, 1, 1, 1])
        try expectLayer(.logicalAnd(.with { _ in }), [x, y], [4], [0, 0, 0, 1])
        try expectLayer(.logicalXor(.with { _ in }), [x, y], [4], [0, 1, 1, 0])
        try expectLayer(.logicalNot(.with { _ in }), [x], [4], [1, 1, 0, 0])
    }

    @Test("Arithmetic broadcasts")
    func arithmeticBroadcasts() throws {
        let (x, y) = (Tensor.numbers([7, -7], [2, 1]), Tensor.numbers([2, -2, 4]))
        let layers: [(Layer, [Double])] = [
            (.addBroadcastable(.with { _ in }), [9, 5, 11, -5, -9, -3]),
            (.subtractBroadcastable(.with { _ in }), [5, 9, 3, -9, -5, -11]),
            (.multiplyBroadcastable(.with { _ in }), [14, -14, 28, -14, 14, -28]),
            (.divideBroadcastable(.with { _ in }), [3.5, -3.5, 1.75, -3.5, 3.5, -1.75]),
            (.floorDivBroadcastable(.with { _ in }), [3, -4, 1, -4, 3, -2]),
            // A remainder has the sign of what it is divided by.
            (.modBroadcastable(.with { _ in }), [1, -1, 3, 1, -1, 1]),
            (.maxBroadcastable(.with { _ in }), [7, 7, 7, 2, -2, 4]),
            (.minBroadcastable(.with { _ in }), [2, -2, 4, -7, -7, -7]),
        ]
        for (layer, expected) in layers {
            try expectLayer(layer, [x, y], [2, 3], expected)
            expectRefusal(layer, [matrix, x, .numbers([1, 2])])
        }
        let bases = Tensor.numbers([2, 3], [2, 1])
        let powers = Tensor.numbers([0, 1, -1, 3])
        try expectLayer(.powBroadcastable(.with { _ in }), [bases, powers], [2, 4], [1, 2, 0.5, 8, 1, 3, 1.0 / 3, 27])
        expectRefusal(.powBroadcastable(.with { _ in }), [matrix, bases, powers])
    }

    @Test("A condition chooses between two that broadcast")
    func aConditionChoosesBetweenTwoThatBroadcast() throws {
        let (condition, other) = (Tensor.numbers([1, 0], [2, 1]), Tensor.numbers([9]))
        try expectLayer(.whereBroadcastable(.with { _ in }), [condition, row, other], [2, 3], [3, 2, 1, 9, 9, 9])
        try expectLayer(.whereBroadcastable(.with { _ in }), [row, matrix, other], [2, 3], [1, 2, 3, 4, 5, 6])
        expectRefusal(.whereBroadcastable(.with { _ in }), [.numbers([1, 0]), row, other])
        expectRefusal(.whereBroadcastable(.with { _ in }), [condition, row])
    }

    // MARK: Functions

    private func check(
        _ layer: Layer, at x: [Float] = [-0.75, -0.5, -0.125, 0, 0.25, 0.5, 0.875], location: SourceLocation = #_sourceLocation,
        _ function: (Double) -> Double
    ) throws {
        try expectLayer(layer, [.numbers(x)], [x.count], x.map { function(Double($0)) }, location: location)
    }

    @Test("Trigonometry is that of the standard library")
    func trigonometryIsThatOfTheStandardLibrary() throws {
        try check(.sin(.with { _ in })) { sin($0) }
        try check(.cos(.with { _ in })) { cos($0) }
        try check(.tan(.with { _ in })) { tan($0) }
        try check(.asin(.with { _ in })) { asin($0) }
        try check(.acos(.with { _ in })) { acos($0) }
        try check(.atan(.with { _ in })) { atan($0) }
        try check(.sinh(.with { _ in })) { sinh($0) }
        try check(.cosh(.with { _ in })) { cosh($0) }
        try check(.tanh(.with { _ in })) { tanh($0) }
        try check(.asinh(.with { _ in })) { asinh($0) }
        try check(.acosh(.with { _ in }), at: [1, 1.5, 2, 40]) { acosh($0) }
        try check(.atanh(.with { _ in })) { atanh($0) }
    }

    @Test("Other functions are those of the standard library")
    func otherFunctionsAreThoseOfTheStandardLibrary() throws {
        try check(.erf(.with { _ in })) { erf($0) }
        try check(.exp2(.with { _ in }), at: [-3, 0, 0.5, 10]) { exp2($0) }
        try check(.sign(.with { _ in }), at: [-3, -0.1, 0, 0.1, 7]) { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        let halves: [Float] = [-1.5, -0.5, -0.25, 0, 0.5, 1.25, 1.5, 2.5]
        try check(.ceil(.with { _ in }), at: halves) { ceil($0) }
        try check(.floor(.with { _ in }), at: halves) { floor($0) }
        try check(.round(.with { _ in }), at: halves) { $0.rounded(.toNearestOrEven) }
        try check(.unary(.with { ($0.type, $0.scale, $0.shift) = (.exp, 2, 1) })) { exp(2 * $0 + 1) }
        try check(.unary(.with { ($0.type, $0.epsilon) = (.log, 0.5) }), at: [0, 0.25, 1, 40]) { log($0 + 0.5) }
        try check(.unary(.with { ($0.type, $0.scale, $0.shift) = (.abs, 2, -0.5) })) { abs(2 * $0 - 0.5) }
    }

    @Test("Clipped functions keep their bounds")
    func clippedFunctionsKeepTheirBounds() throws {
        let x: [Float] = [-3, -1, -0.5, 0, 0.5, 1, 2, 5]
        try check(.clip(.with { ($0.minVal, $0.maxVal) = (-0.5, 2) }), at: x) { min(max($0, -0.5), 2) }
        try check(.clampedReLU(.with { ($0.alpha, $0.beta) = (0.25, 1) }), at: x) { min($0 > 0 ? $0 : 0.25 * $0, 1) }
    }

    @Test("Gaussian error linear units have three forms")
    func gaussianErrorLinearUnitsHaveThreeForms() throws {
        let x: [Float] = [-3, -1, -0.1, 0, 0.5, 2, 4]
        try check(.gelu(.with { $0.mode = .exact }), at: x) { 0.5 * $0 * (1 + erf($0 / 2.0.squareRoot())) }
        try check(.gelu(.with { $0.mode = .tanhApproximation }), at: x) {
            0.5 * $0 * (1 + tanh((2 / Double.pi).squareRoot() * ($0 + 0.044715 * $0 * $0 * $0)))
        }
        try check(.gelu(.with { $0.mode = .sigmoidApproximation }), at: x) { $0 / (1 + exp(-1.702 * $0)) }
    }

    private func activation(_ kind: Specification.ActivationParams.NonlinearityType) -> Layer {
        .activation(.with { $0.nonlinearityType = kind })
    }

    @Test("Activations follow their equations")
    func activationsFollowTheirEquations() throws {
        let x: [Float] = [-6, -2, -0.5, 0, 0.5, 1, 3]
        try check(activation(.linear(.with { ($0.alpha, $0.beta) = (2, -1) })), at: x) { 2 * $0 - 1 }
        try check(activation(.relu(.with { _ in })), at: x) { max($0, 0) }
        try check(activation(.leakyReLU(.with { $0.alpha = 0.1 })), at: x) { $0 >= 0 ? $0 : Double(Float(0.1)) * $0 }
        // At the threshold itself the value passes.
        try check(activation(.thresholdedReLU(.with { $0.alpha = 0.5 })), at: x) { $0 >= 0.5 ? $0 : 0 }
        try check(activation(.tanh(.with { _ in })), at: x) { tanh($0) }
        try check(activation(.scaledTanh(.with { ($0.alpha, $0.beta) = (1.5, 0.5) })), at: x) { 1.5 * tanh(0.5 * $0) }
        try check(activation(.sigmoid(.with { _ in })), at: x) { 1 / (1 + exp(-$0)) }
        try check(activation(.sigmoidHard(.with { ($0.alpha, $0.beta) = (0.25, 0.5) })), at: x) { min(max(0.25 * $0 + 0.5, 0), 1) }
        try check(activation(.elu(.with { $0.alpha = 0.5 })), at: x) { $0 >= 0 ? $0 : 0.5 * (exp($0) - 1) }
        try check(activation(.softsign(.with { _ in })), at: x) { $0 / (1 + abs($0)) }
        try check(activation(.softplus(.with { _ in })), at: x) { log(1 + exp($0)) }
        expectRefusal(.activation(.with { _ in }), [.numbers(x)])
    }

    @Test("Activations with weights have one for each channel or one for all")
    func activationsWithWeightsHaveOneForEachChannelOrOneForAll()
        throws
    {
        let x = Tensor.numbers([-1, 2, -3, 4], [2, 1, 2])
        func leak(_ alpha: [Float]) -> Layer { activation(.prelu(.with { $0.alpha = weightParams(alpha) })) }
        try expectLayer(leak([0.5, 2]), [x], [2, 1, 2], [-0.5, 2, -6, 4])
        try expectLayer(leak([0.5]), [x], [2, 1, 2], [-0.5, 2, -1.5, 4])
        try expectLayer(leak([0.5, 2]), [x], [2, 1, 2], [-0.5, 2, -6, 4], exact: false)
        expectRefusal(leak([1, 2, 3]), [x])
        expectRefusal(leak([1, 2]), [row])
        func soft(_ alpha: [Float], _ beta: [Float]) -> Layer {
            activation(.parametricSoftplus(.with { ($0.alpha, $0.beta) = (weightParams(alpha), weightParams(beta)) }))
        }
        let expected = [log(1 + exp(-2.0)), log(1 + exp(4.0)), 3 * log(1 + exp(3.0)), 3 * log(1 + exp(-4.0))]
        try expectLayer(soft([1, 3], [2, -1]), [x], [2, 1, 2], expected)
        expectRefusal(soft([1, 3], [2, -1, 0]), [x])
    }

    @Test("A softmax is over its axis")
    func aSoftmaxIsOverItsAxis() throws {
        let logits = Tensor.numbers([0, log(3), log(2), log(2)], [2, 2])
        try expectLayer(.softmaxND(.with { $0.axis = 1 }), [logits], [2, 2], [0.25, 0.75, 0.5, 0.5])
        try expectLayer(.softmaxND(.with { $0.axis = -2 }), [logits], [2, 2], [1.0 / 3, 0.6, 2.0 / 3, 0.4])
        expectRefusal(.softmaxND(.with { $0.axis = 2 }), [logits])
        // The old layer goes over channels.
        let image = Tensor.numbers([0, log(3), log(2), log(2)], [2, 1, 2])
        try expectLayer(.softmax(.with { _ in }), [image], [2, 1, 2], [1.0 / 3, 0.6, 2.0 / 3, 0.4], exact: false)
    }
}

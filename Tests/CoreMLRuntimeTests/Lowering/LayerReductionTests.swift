import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Layers that reduce, sort and add up.
struct LayerReductionTests {
    private typealias Layer = LayerCheck.Layer

    private let matrix = Tensor.numbers([1, -2, 3, -4, 5, 6], [2, 3])

    // MARK: Reductions

    @Test("Reductions over an axis keep it or not")
    func reductionsOverAnAxisKeepItOrNot() throws {
        let kept: [(Layer, [Double])] = [
            (.reduceL1(.with { ($0.axes, $0.keepDims) = ([1], true) }), [6, 15]),
            (.reduceL2(.with { ($0.axes, $0.keepDims) = ([1], true) }), [Double(14).squareRoot(), Double(77).squareRoot()]),
            (.reduceMax(.with { ($0.axes, $0.keepDims) = ([1], true) }), [3, 6]),
            (.reduceMin(.with { ($0.axes, $0.keepDims) = ([-1], true) }), [-2, -4]),
            (.reduceSum(.with { ($0.axes, $0.keepDims) = ([1], true) }), [2, 7]),
            (.reduceSumSquare(.with { ($0.axes, $0.keepDims) = ([1], true) }), [14, 77]),
            (.reduceMean(.with { ($0.axes, $0.keepDims) = ([1], true) }), [2.0 / 3, 7.0 / 3]),
            (.reduceProd(.with { ($0.axes, $0.keepDims) = ([1], true) }), [-6, -120]),
            (.reduceLogSum(.with { ($0.axes, $0.keepDims) = ([1], true) }), [log(2), log(7)]),
        ]
        for (layer, expected) in kept { try expectLayer(layer, [matrix], [2, 1], expected) }
        let exponentials: [Double] = [exp(1) + exp(-2) + exp(3), exp(-4) + exp(5) + exp(6)]
        try expectLayer(.reduceLogSumExp(.with { ($0.axes, $0.keepDims) = ([1], true) }), [matrix], [2, 1], exponentials.map { log($0) })
        try expectLayer(.reduceMax(.with { $0.axes = [0] }), [matrix], [3], [1, 5, 6])
        try expectLayer(.reduceMin(.with { $0.axes = [-2] }), [matrix], [3], [-4, -2, 3])
        try expectLayer(.reduceProd(.with { $0.axes = [0] }), [matrix], [3], [-4, -10, 18])
        try expectLayer(.reduceMean(.with { $0.axes = [1, 0] }), [matrix], [1], [1.5])
    }

    @Test("Reductions of everything ignore the axes")
    func reductionsOfEverythingIgnoreTheAxes() throws {
        try expectLayer(.reduceSum(.with { ($0.axes, $0.reduceAll) = ([0], true) }), [matrix], [1], [9])
        try expectLayer(.reduceMax(.with { ($0.axes, $0.reduceAll, $0.keepDims) = ([0], true, true) }), [matrix], [1, 1], [6])
        try expectLayer(.reduceL1(.with { $0.reduceAll = true }), [matrix], [1], [21])
    }

    @Test("The logarithm of a sum of exponentials does not overflow")
    func theLogarithmOfASumOfExponentialsDoesNotOverflow() throws {
        let x = Tensor.numbers([1000, 1000, -1000, -1000], [2, 2])
        try expectLayer(.reduceLogSumExp(.with { $0.axes = [1] }), [x], [2], [1000 + log(2), -1000 + log(2)])
    }

    @Test("Axes that do not exist are refused")
    func axesThatDoNotExistAreRefused() {
        for axes: [Int64] in [[2], [-3], [0, 0], [1, -1], [.max], [.min]] {
            expectRefusal(.reduceSum(.with { $0.axes = axes }), [matrix])
            expectRefusal(.reduceLogSumExp(.with { $0.axes = axes }), [matrix])
        }
    }

    @Test("The old reduction keeps its axes and has more modes")
    func theOldReductionKeepsItsAxesAndHasMoreModes() throws {
        let x = Tensor.numbers([1, -2, 3, 4, -5, 6, 7, -8], [2, 2, 2])
        func check(
            _ mode: Specification.ReduceLayerParams.ReduceOperation, _ axis: Specification.ReduceLayerParams.ReduceAxis, _ shape: [Int],
            _ expected: [Double]
        ) throws {
            let layer = Layer.reduce(.with { ($0.mode, $0.axis) = (mode, axis) })
            try expectLayer(layer, [x], shape, expected, exact: false)
            try expectLayer(layer, [x], shape, expected)
        }
        try check(.sumsquare, .c, [1, 2, 2], [26, 40, 58, 80])
        try check(.l1, .w, [2, 2, 1], [3, 7, 11, 15])
        try check(.l2, .hw, [2, 1, 1], [Double(30).squareRoot(), Double(174).squareRoot()])
        try check(.max, .c, [1, 2, 2], [1, 6, 7, 4])
        try check(.min, .h, [2, 1, 2], [1, -2, -5, -8])
        try check(.avg, .chw, [1, 1, 1], [0.75])
        try check(.argmax, .h, [2, 1, 2], [1, 1, 1, 0])
        expectRefusal(.reduce(.with { ($0.mode, $0.axis) = (.argmax, .chw) }), [x])
        expectRefusal(.reduce(.with { $0.mode = .unrecognized(99) }), [x])
    }

    // MARK: Extremes and order

    @Test("The first of equal extremes is found")
    func theFirstOfEqualExtremesIsFound() throws {
        let x = Tensor.numbers([3, 1, 3, 2, 2, 5], [2, 3])
        try expectLayer(.argMax(.with { $0.axis = 1 }), [x], [2, 1], [0, 2])
        try expectLayer(.argMax(.with { ($0.axis, $0.removeDim) = (-1, true) }), [x], [2], [0, 2])
        try expectLayer(.argMax(.with { ($0.axis, $0.removeDim) = (0, true) }), [x], [3], [0, 1, 1])
        try expectLayer(.argMin(.with { ($0.axis, $0.removeDim) = (1, true) }), [x], [2], [1, 0])
        try expectLayer(.argMin(.with { $0.axis = 0 }), [x], [1, 3], [1, 0, 0])
        try expectLayer(.argMin(.with { ($0.axis, $0.removeDim) = (0, true) }), [.numbers([4, 2, 3])], [1], [1])
        expectRefusal(.argMax(.with { $0.axis = 2 }), [x])
        expectRefusal(.argMin(.with { $0.axis = -3 }), [x])
    }

    @Test("The largest or smallest come sorted with their places")
    func theLargestOrSmallestComeSortedWithTheirPlaces() throws {
        let x = Tensor.numbers([3, 1, 4, 1, 5, 9, 2, 6], [2, 4])
        func check(_ layer: Layer, _ inputs: [Tensor], _ shape: [Int], _ values: [Double], _ places: [Double]) throws {
            try LayerCheck(layer, inputs, outputs: 2).expect([(shape, values), (shape, places)])
        }
        try check(.topK(.with { ($0.axis, $0.k) = (1, 2) }), [x], [2, 2], [4, 3, 9, 6], [2, 0, 1, 3])
        try check(.topK(.with { ($0.axis, $0.k, $0.useBottomK) = (-1, 2, true) }), [x], [2, 2], [1, 1, 2, 5], [1, 3, 2, 0])
        try check(.topK(.with { ($0.axis, $0.k) = (0, 1) }), [x], [1, 4], [5, 9, 4, 6], [1, 1, 0, 1])
        // The number may be an input.
        let all: [Double] = [4, 3, 1, 1, 9, 6, 5, 2]
        try check(.topK(.with { $0.axis = 1 }), [x, .numbers([4])], [2, 4], all, [2, 0, 1, 3, 1, 3, 0, 2])
        for layer: Layer in [.topK(.with { ($0.axis, $0.k) = (1, 5) }), .topK(.with { ($0.axis, $0.k) = (2, 1) })] {
            expectRefusal(layer, [x], outputs: 2)
        }
        expectRefusal(.topK(.with { $0.axis = 1 }), [x, .numbers([9])], outputs: 2)
        expectRefusal(.topK(.with { ($0.axis, $0.k) = (1, 2) }), [x], outputs: 1)
    }

    @Test("Equal elements keep their order")
    func equalElementsKeepTheirOrder() throws {
        let x = Tensor.numbers([3, 1, 2, 1, 1, 0], [2, 3])
        try expectLayer(.argSort(.with { $0.axis = 1 }), [x], [2, 3], [1, 2, 0, 2, 0, 1])
        try expectLayer(.argSort(.with { ($0.axis, $0.descending) = (-1, true) }), [x], [2, 3], [0, 2, 1, 0, 1, 2])
        try expectLayer(.argSort(.with { $0.axis = 0 }), [x], [2, 3], [1, 0, 1, 0, 1, 0])
        expectRefusal(.argSort(.with { $0.axis = 2 }), [x])
    }

    // MARK: Running sums

    @Test("Running sums may exclude their element and run backward")
    func runningSumsMayExcludeTheirElementAndRunBackward() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])
        try expectLayer(.cumSum(.with { $0.axis = 1 }), [x], [2, 3], [1, 3, 6, 4, 9, 15])
        try expectLayer(.cumSum(.with { ($0.axis, $0.excludeFinalSum) = (1, true) }), [x], [2, 3], [0, 1, 3, 0, 4, 9])
        try expectLayer(.cumSum(.with { ($0.axis, $0.reverse) = (-1, true) }), [x], [2, 3], [6, 5, 3, 15, 11, 6])
        try expectLayer(
            .cumSum(.with { ($0.axis, $0.excludeFinalSum, $0.reverse) = (1, true, true) }), [x], [2, 3], [5, 3, 0, 11, 6, 0])
        try expectLayer(.cumSum(.with { $0.axis = 0 }), [x], [2, 3], [1, 2, 3, 5, 7, 9])
        // The axis may be an input.
        try expectLayer(.cumSum(.with { $0.axis = 1 }), [x, .numbers([0])], [2, 3], [1, 2, 3, 5, 7, 9])
        expectRefusal(.cumSum(.with { $0.axis = 2 }), [x])
        expectRefusal(.cumSum(.with { $0.axis = 1 }), [x, .numbers([7])])
    }
}

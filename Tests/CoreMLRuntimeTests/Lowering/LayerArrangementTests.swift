import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Layers that move, repeat and leave out elements.
struct LayerArrangementTests {
    private typealias Layer = LayerCheck.Layer

    private let matrix = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])

    // MARK: Order

    @Test("Axes are reversed")
    func axesAreReversed() throws {
        try expectLayer(.reverse(.with { $0.reverseDim = [false, true] }), [matrix], [2, 3], [3, 2, 1, 6, 5, 4])
        try expectLayer(.reverse(.with { $0.reverseDim = [true, true] }), [matrix], [2, 3], [6, 5, 4, 3, 2, 1])
        try expectLayer(.reverse(.with { $0.reverseDim = [false, false] }), [matrix], [2, 3], matrix.doubles)
        expectRefusal(.reverse(.with { $0.reverseDim = [true] }), [matrix])
    }

    @Test("The beginnings of sequences are reversed")
    func theBeginningsOfSequencesAreReversed() throws {
        let lines = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8], [2, 4])
        let along = Layer.reverseSeq(.with { ($0.batchAxis, $0.sequenceAxis) = (0, 1) })
        try expectLayer(along, [lines, .numbers([3, 2])], [2, 4], [3, 2, 1, 4, 6, 5, 7, 8])
        try expectLayer(along, [lines, .numbers([0, 1])], [2, 4], lines.doubles)
        let down = Layer.reverseSeq(.with { ($0.batchAxis, $0.sequenceAxis) = (-1, 0) })
        try expectLayer(down, [.numbers([1, 2, 3, 4, 5, 6], [3, 2]), .numbers([2, 3])], [3, 2], [3, 6, 1, 4, 5, 2])
        expectRefusal(along, [lines, .numbers([3, 2, 1])])
        expectRefusal(.reverseSeq(.with { ($0.batchAxis, $0.sequenceAxis) = (1, -1) }), [lines, .numbers([1, 1, 1, 1])])
        expectRefusal(.reverseSeq(.with { ($0.batchAxis, $0.sequenceAxis) = (0, 2) }), [lines, .numbers([1, 1])])
    }

    @Test("Axes are transposed")
    func axesAreTransposed() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 1, 3])
        try expectLayer(.transpose(.with { $0.axes = [2, 0, 1] }), [x], [3, 2, 1], [1, 4, 2, 5, 3, 6])
        for axes: [UInt64] in [[0, 1], [0, 0, 1], [0, 1, 3], [0, 1, 1 << 40]] {
            expectRefusal(.transpose(.with { $0.axes = axes }), [x])
        }
    }

    // MARK: Shape

    @Test("A reshape keeps the rank where it promises to")
    func aReshapeKeepsTheRankWhereItPromisesTo() throws {
        let x = counting([2, 3, 4])
        try expectLayer(.rankPreservingReshape(.with { $0.targetShape = [0, -1, 2] }), [x], [2, 6, 2], x.doubles)
        try expectLayer(.rankPreservingReshape(.with { $0.targetShape = [4, 3, -1] }), [x], [4, 3, 2], x.doubles)
        for target: [Int64] in [[6, 4], [-1, -1, 2], [5, -1, 1], [2, 3, 5], [-2, -3, 4], [.max, .max, 4]] {
            expectRefusal(.rankPreservingReshape(.with { $0.targetShape = target }), [x])
        }
    }

    @Test("Reshapes take their shape from anywhere")
    func reshapesTakeTheirShapeFromAnywhere() throws {
        try expectLayer(.reshapeLike(.with { _ in }), [matrix, counting([3, 2, 1])], [3, 2, 1], matrix.doubles)
        expectRefusal(.reshapeLike(.with { _ in }), [matrix, counting([5])])
        try expectLayer(.reshapeStatic(.with { $0.targetShape = [3, -1] }), [matrix], [3, 2], matrix.doubles)
        expectRefusal(.reshapeStatic(.with { $0.targetShape = [4, -1] }), [matrix])
        // A shape that is an input is known only when the network runs.
        try expectLayer(.reshapeDynamic(.with { _ in }), [matrix, .numbers([-1, 2])], [3, 2], matrix.doubles)
        expectRefusal(.reshapeDynamic(.with { _ in }), [matrix, .numbers([4, 2])])
    }

    @Test("Dimensions of one come and go")
    func dimensionsOfOneComeAndGo() throws {
        let x = Tensor.numbers([1, 2, 3], [1, 3, 1])
        try expectLayer(.squeeze(.with { $0.axes = [-1] }), [x], [1, 3], [1, 2, 3])
        try expectLayer(.squeeze(.with { $0.squeezeAll = true }), [x], [3], [1, 2, 3])
        expectRefusal(.squeeze(.with { $0.axes = [1] }), [x])
        try expectLayer(.expandDims(.with { $0.axes = [0, -1] }), [matrix], [1, 2, 3, 1], matrix.doubles)
        expectRefusal(.expandDims(.with { $0.axes = [3] }), [matrix])
        expectRefusal(.expandDims(.with { $0.axes = [0, -3] }), [.numbers([1, 2])])
    }

    @Test("A matrix is made of the dimensions on both sides of an axis")
    func aMatrixIsMadeOfTheDimensionsOnBothSidesOfAnAxis() throws {
        let x = counting([2, 3, 4])
        for (axis, shape) in [(0, [1, 24]), (1, [2, 12]), (2, [6, 4]), (3, [24, 1]), (-1, [6, 4])] as [(Int64, [Int])] {
            try expectLayer(.flattenTo2D(.with { $0.axis = axis }), [x], shape, x.doubles)
        }
        expectRefusal(.flattenTo2D(.with { $0.axis = 4 }), [x])
        try expectLayer(.getShape(.with { _ in }), [x], [3], [2, 3, 4])
    }

    // MARK: Joining and taking apart

    @Test("Tensors are stacked along a new axis")
    func tensorsAreStackedAlongANewAxis() throws {
        let (a, b) = (Tensor.numbers([1, 2]), Tensor.numbers([3, 4]))
        try expectLayer(.stack(.with { $0.axis = 0 }), [a, b], [2, 2], [1, 2, 3, 4])
        try expectLayer(.stack(.with { $0.axis = 1 }), [a, b], [2, 2], [1, 3, 2, 4])
        try expectLayer(.stack(.with { $0.axis = -1 }), [a, b, a], [2, 3], [1, 3, 1, 2, 4, 2])
        expectRefusal(.stack(.with { $0.axis = 2 }), [a, b])
        expectRefusal(.stack(.with { _ in }), [a, .numbers([3, 4, 5])])
    }

    @Test("Concatenated slices may take turns")
    func concatenatedSlicesMayTakeTurns() throws {
        let (a, b) = (Tensor.numbers([1, 2, 3, 4], [2, 2]), Tensor.numbers([5, 6, 7, 8], [2, 2]))
        func concat(_ axis: Int64, interleave: Bool = false) -> Layer {
            .concatND(.with { ($0.axis, $0.interleave) = (axis, interleave) })
        }
        try expectLayer(concat(1), [a, b], [2, 4], [1, 2, 5, 6, 3, 4, 7, 8])
        try expectLayer(concat(-2), [a, b], [4, 2], [1, 2, 3, 4, 5, 6, 7, 8])
        try expectLayer(concat(1, interleave: true), [a, b], [2, 4], [1, 5, 2, 6, 3, 7, 4, 8])
        try expectLayer(concat(0, interleave: true), [a, b], [4, 2], [1, 2, 5, 6, 3, 4, 7, 8])
        expectRefusal(concat(1, interleave: true), [a, .numbers([5, 6], [2, 1])])
        expectRefusal(concat(1), [a, .numbers([5, 6], [1, 2])])
        expectRefusal(concat(2), [a, b])
    }

    @Test("A split may have parts")
    func aSplitMayHaveParts() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8], [2, 4])
        let uneven = Layer.splitND(.with { ($0.axis, $0.splitSizes) = (1, [1, 3]) })
        try LayerCheck(uneven, [x], outputs: 2).expect([([2, 1], [1, 5]), ([2, 3], [2, 3, 4, 6, 7, 8])])
        let even = Layer.splitND(.with { ($0.axis, $0.numSplits) = (-1, 2) })
        try LayerCheck(even, [x], outputs: 2).expect([([2, 2], [1, 2, 5, 6]), ([2, 2], [3, 4, 7, 8])])
        // Where the parts cannot be equal, the first are longer.
        let three = Layer.splitND(.with { ($0.axis, $0.numSplits) = (1, 3) })
        try LayerCheck(three, [x], outputs: 3).expect([([2, 2], [1, 2, 5, 6]), ([2, 1], [3, 7]), ([2, 1], [4, 8])])
        for layer: Layer in [
            .splitND(.with { ($0.axis, $0.splitSizes) = (1, [1, 2]) }), .splitND(.with { ($0.axis, $0.splitSizes) = (2, [1, 3]) }),
            .splitND(.with { ($0.axis, $0.numSplits) = (1, 5) }), .splitND(.with { $0.axis = 1 }),
        ] {
            expectRefusal(layer, [x], outputs: 2)
        }
    }

    @Test("Tiles repeat")
    func tilesRepeat() throws {
        let x = Tensor.numbers([1, 2], [1, 2])
        try expectLayer(.tile(.with { $0.reps = [2, 2] }), [x], [2, 4], [1, 2, 1, 2, 1, 2, 1, 2])
        // Fewer counts are for the last dimensions.
        try expectLayer(.tile(.with { $0.reps = [3] }), [x], [1, 6], [1, 2, 1, 2, 1, 2])
        try expectLayer(.tile(.with { _ in }), [x, .numbers([2, 1])], [2, 2], [1, 2, 1, 2])
        expectRefusal(.tile(.with { $0.reps = [1, 1, 2] }), [x])
        expectRefusal(.tile(.with { $0.reps = [1, 0] }), [x])
        expectRefusal(.tile(.with { _ in }), [x, .numbers([2, -1])])
    }

    @Test("Windows slide along an axis")
    func windowsSlideAlongAnAxis() throws {
        func windows(_ axis: Int64, _ size: UInt64, _ step: UInt64) -> Layer {
            .slidingWindows(.with { ($0.axis, $0.windowSize, $0.step) = (axis, size, step) })
        }
        try expectLayer(windows(0, 3, 1), [counting([5])], [3, 3], [0, 1, 2, 1, 2, 3, 2, 3, 4])
        // The remainder after the last whole window is dropped.
        try expectLayer(windows(-1, 2, 2), [counting([2, 5])], [2, 2, 2], [0, 1, 2, 3, 5, 6, 7, 8])
        try expectLayer(windows(0, 2, 1), [counting([3, 2])], [2, 2, 2], [0, 1, 2, 3, 2, 3, 4, 5])
        for layer in [windows(0, 6, 1), windows(0, 0, 1), windows(0, 2, 0), windows(1, 2, 1)] { expectRefusal(layer, [counting([5])]) }
    }

    // MARK: Slices and borders

    private func slice(
        _ begin: [Int64], _ end: [Int64], strides: [Int64] = [], beginMasks: [Bool] = [], endMasks: [Bool] = [], squeeze: [Bool] = []
    ) -> Layer {
        .sliceStatic(
            .with {
                ($0.beginIds, $0.endIds, $0.strides) = (begin, end, strides)
                ($0.beginMasks, $0.endMasks, $0.squeezeMasks) = (beginMasks, endMasks, squeeze)
            })
    }

    @Test("Slices count from both ends and in both directions")
    func slicesCountFromBothEndsAndInBothDirections() throws {
        let x = counting([3, 4])
        try expectLayer(slice([0, 1], [3, 4], strides: [2, 2]), [x], [2, 2], [1, 3, 9, 11])
        try expectLayer(slice([-2, 0], [-1, 3]), [x], [1, 3], [4, 5, 6])
        try expectLayer(slice([2, 3], [0, 0], strides: [-1, -2]), [x], [2, 2], [11, 9, 7, 5])
        try expectLayer(slice([1, 1], [1, 1], beginMasks: [true, false], endMasks: [false, true]), [x], [1, 3], [1, 2, 3])
        try expectLayer(slice([1, 0], [0, 4], squeeze: [true, false]), [x], [4], [4, 5, 6, 7])
        try expectLayer(slice([-1, -1], [0, 0], squeeze: [true, true]), [x], [1], [11])
        // Bounds outside the array are clipped to it.
        try expectLayer(slice([-9, 2], [99, 99]), [x], [3, 2], [2, 3, 6, 7, 10, 11])
        expectRefusal(slice([0, 0], [3, 4], strides: [1, 0]), [x])
        expectRefusal(slice([0], [3]), [x])
        expectRefusal(slice([3, 0], [0, 4], squeeze: [true, false]), [x])
    }

    @Test("A slice may begin at an input")
    func aSliceMayBeginAtAnInput() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8], [2, 4])
        func cut(_ axis: Int64, _ size: Int64) -> Layer { .sliceBySize(.with { ($0.axis, $0.size) = (axis, size) }) }
        try expectLayer(cut(1, 2), [x, .numbers([1])], [2, 2], [2, 3, 6, 7])
        try expectLayer(cut(-2, 1), [x, .numbers([1])], [1, 4], [5, 6, 7, 8])
        expectRefusal(cut(1, 2), [x, .numbers([3])])
        expectRefusal(cut(1, 5), [x, .numbers([0])])
        expectRefusal(cut(2, 1), [x, .numbers([0])])
        expectRefusal(cut(1, -5), [x, .numbers([0])])
    }

    @Test("A border of constants is as wide as asked or as is missing")
    func aBorderOfConstantsIsAsWideAsAskedOrAsIsMissing() throws {
        let x = Tensor.numbers([1, 2, 3, 4], [2, 2])
        let padded: [Double] = [9, 9, 9, 9, 1, 2, 9, 9, 3, 4, 9, 9]
        try expectLayer(.constantPad(.with { ($0.value, $0.padAmounts) = (9, [1, 0, 0, 2]) }), [x], [3, 4], padded)
        let toSize = Layer.constantPad(.with { ($0.value, $0.padAmounts, $0.padToGivenOutputSizeMode) = (9, [3, 0, 0, 4], true) })
        try expectLayer(toSize, [x], [3, 4], padded)
        try expectLayer(.constantPad(.with { $0.value = 9 }), [x, .numbers([1, 0, 0, 2])], [3, 4], padded)
        expectRefusal(.constantPad(.with { $0.padAmounts = [1, 0] }), [x])
        expectRefusal(.constantPad(.with { _ in }), [x, .numbers([-1, 0, 0, 0])])
    }
}

import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Layers that read and write at indices, and those that keep parts of matrices.
struct LayerIndexingTests {
    private typealias Layer = LayerCheck.Layer

    private let matrix = Tensor.numbers([1, 2, 3, 4, 5, 6], [2, 3])

    // MARK: Reading

    @Test("Slices are gathered along an axis")
    func slicesAreGatheredAlongAnAxis() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6], [3, 2])
        let layer = Layer.gather(.with { _ in })
        // A negative index counts from the end.
        try expectLayer(layer, [x, .numbers([2, 0, -1])], [3, 2], [5, 6, 1, 2, 5, 6])
        let pairs = Tensor.numbers([1, 0], [2, 1])
        try expectLayer(.gather(.with { $0.axis = -1 }), [x, pairs], [3, 2, 1], [2, 1, 4, 3, 6, 5])
        for index: Float in [3, -4, 1e20, -1e20] { expectRefusal(layer, [x, .numbers([0, index])]) }
        expectRefusal(.gather(.with { $0.axis = 2 }), [x, .numbers([0])])
        expectRefusal(layer, [x])
    }

    @Test("Slices are gathered at multiple indices")
    func slicesAreGatheredAtMultipleIndices() throws {
        let layer = Layer.gatherND(.with { _ in })
        try expectLayer(layer, [matrix, .numbers([1, 2, 0, 0], [2, 2])], [2], [6, 1])
        try expectLayer(layer, [matrix, .numbers([1, -2], [2])], [1], [5])
        try expectLayer(layer, [matrix, .numbers([1], [1, 1])], [1, 3], [4, 5, 6])
        for indices in [Tensor.numbers([2, 0], [1, 2]), .numbers([0, 3], [1, 2]), .numbers([0, -4], [1, 2])] {
            expectRefusal(layer, [matrix, indices])
        }
        expectRefusal(layer, [matrix, .numbers([0, 0, 0], [1, 3])])
    }

    @Test("Elements are gathered along an axis")
    func elementsAreGatheredAlongAnAxis() throws {
        let layer = Layer.gatherAlongAxis(.with { $0.axis = 1 })
        try expectLayer(layer, [matrix, .numbers([2, 0, 1, -2], [2, 2])], [2, 2], [3, 1, 5, 5])
        try expectLayer(.gatherAlongAxis(.with { $0.axis = -2 }), [matrix, .numbers([1, 0, 1], [1, 3])], [1, 3], [4, 2, 6])
        expectRefusal(layer, [matrix, .numbers([0, 3], [2, 1])])
        expectRefusal(layer, [matrix, .numbers([0, 0, 0], [3, 1])])
        expectRefusal(layer, [matrix, .numbers([0, 0])])
        expectRefusal(.gatherAlongAxis(.with { $0.axis = 2 }), [matrix, matrix])
    }

    // MARK: Writing

    private let modes: [(Specification.ScatterMode, (Double, Double) -> Double)] = [
        (.scatterUpdate, { $1 }), (.scatterAdd, { $0 + $1 }), (.scatterSub, { $0 - $1 }), (.scatterMul, { $0 * $1 }),
        (.scatterDiv, { $0 / $1 }), (.scatterMax, { max($0, $1) }), (.scatterMin, { min($0, $1) }),
    ]

    @Test("Slices are scattered in every mode")
    func slicesAreScatteredInEveryMode() throws {
        for (mode, combine) in modes {
            let line: [Tensor] = [.numbers([8, 8, 8, 8]), .numbers([1, -1]), .numbers([2, 16])]
            try expectLayer(.scatter(.with { $0.mode = mode }), line, [4], [8, combine(8, 2), 8, combine(8, 16)])
            let table: [Tensor] = [matrix, .numbers([2, 0]), .numbers([10, 20, 30, -40], [2, 2])]
            try expectLayer(
                .scatter(.with { ($0.axis, $0.mode) = (1, mode) }), table, [2, 3],
                [combine(1, 20), 2, combine(3, 10), combine(4, -40), 5, combine(6, 30)])
        }
    }

    @Test("Elements are scattered in every mode")
    func elementsAreScatteredInEveryMode() throws {
        for (mode, combine) in modes {
            let inputs: [Tensor] = [matrix, .numbers([0, 2, 1, 0], [2, 2]), .numbers([10, 20, -30, 2], [2, 2])]
            try expectLayer(
                .scatterAlongAxis(.with { ($0.axis, $0.mode) = (1, mode) }), inputs, [2, 3],
                [combine(1, 10), 2, combine(3, 20), combine(4, 2), combine(5, -30), 6])
            let rows: [Tensor] = [matrix, .numbers([1, 0, 1], [1, 3]), .numbers([10, -20, 30], [1, 3])]
            try expectLayer(
                .scatterAlongAxis(.with { $0.mode = mode }), rows, [2, 3],
                [1, combine(2, -20), 3, combine(4, 10), 5, combine(6, 30)])
        }
    }

    @Test("Slices are scattered at multiple indices in every mode")
    func slicesAreScatteredAtMultipleIndicesInEveryMode() throws {
        for (mode, combine) in modes {
            let layer = Layer.scatterND(.with { $0.mode = mode })
            let inputs: [Tensor] = [matrix, .numbers([0, 1, 1, 2], [2, 2]), .numbers([10, -20])]
            try expectLayer(layer, inputs, [2, 3], [1, combine(2, 10), 3, 4, 5, combine(6, -20)])
            let rows: [Tensor] = [matrix, .numbers([1], [1, 1]), .numbers([7, 8, -9], [1, 3])]
            try expectLayer(layer, rows, [2, 3], [1, 2, 3, combine(4, 7), combine(5, 8), combine(6, -9)])
        }
    }

    @Test("Updates of one place happen in order")
    func updatesOfOnePlaceHappenInOrder() throws {
        let twice: [Tensor] = [.numbers([8, 8]), .numbers([1, 1]), .numbers([2, 16])]
        try expectLayer(.scatter(.with { $0.mode = .scatterUpdate }), twice, [2], [8, 16])
        try expectLayer(.scatter(.with { $0.mode = .scatterAdd }), twice, [2], [8, 26])
        try expectLayer(.scatter(.with { $0.mode = .scatterDiv }), twice, [2], [8, 0.25])
        try expectLayer(.scatterAlongAxis(.with { $0.mode = .scatterSub }), twice, [2], [8, -10])
        let places: [Tensor] = [.numbers([8, 8]), .numbers([1, 1], [2, 1]), .numbers([2, 16])]
        try expectLayer(.scatterND(.with { $0.mode = .scatterMul }), places, [2], [8, 256])
    }

    @Test("Writing outside is refused")
    func writingOutsideIsRefused() {
        let line = Tensor.numbers([8, 8, 8, 8])
        for (mode, _) in modes {
            for index: Float in [4, -5, 1e20] {
                expectRefusal(.scatter(.with { $0.mode = mode }), [line, .numbers([index]), .numbers([1])])
                expectRefusal(.scatterAlongAxis(.with { $0.mode = mode }), [line, .numbers([index]), .numbers([1])])
                expectRefusal(.scatterND(.with { $0.mode = mode }), [line, .numbers([index], [1, 1]), .numbers([1])])
            }
        }
    }

    @Test("Updates that do not fit are refused")
    func updatesThatDoNotFitAreRefused() {
        let line = Tensor.numbers([8, 8, 8, 8])
        expectRefusal(.scatter(.with { _ in }), [line, .numbers([1]), .numbers([1, 2])])
        expectRefusal(.scatter(.with { $0.axis = 1 }), [line, .numbers([1]), .numbers([1])])
        expectRefusal(.scatter(.with { $0.axis = 1 }), [matrix, .numbers([1]), .numbers([1, 2])])
        expectRefusal(.scatterAlongAxis(.with { _ in }), [line, .numbers([1]), .numbers([1, 2])])
        expectRefusal(.scatterAlongAxis(.with { _ in }), [matrix, .numbers([1, 0], [1, 2]), .numbers([1, 2], [1, 2])])
        expectRefusal(.scatterND(.with { _ in }), [matrix, .numbers([1], [1, 1]), .numbers([1, 2], [1, 2])])
        expectRefusal(.scatterND(.with { _ in }), [line, .numbers([0, 0], [1, 2]), .numbers([1])])
        expectRefusal(.scatter(.with { _ in }), [line, .numbers([1])])
    }

    // MARK: Marks and bands

    @Test("A mark is on at its index")
    func aMarkIsOnAtItsIndex() throws {
        let indices = Tensor.numbers([1, 3])
        let layer = Layer.oneHot(.with { ($0.oneHotVectorSize, $0.axis, $0.onValue, $0.offValue) = (4, -1, 5, -1) })
        try expectLayer(layer, [indices], [2, 4], [-1, 5, -1, -1, -1, -1, -1, 5])
        let first = Layer.oneHot(.with { ($0.oneHotVectorSize, $0.onValue) = (4, 1) })
        try expectLayer(first, [indices], [4, 2], [0, 0, 1, 0, 0, 0, 0, 1])
        // An index outside is marked nowhere, and the length may be an input.
        try expectLayer(layer, [.numbers([9, -7])], [2, 4], Array(repeating: -1, count: 8))
        try expectLayer(layer, [indices, .numbers([2])], [2, 2], [-1, 5, -1, -1])
        expectRefusal(.oneHot(.with { ($0.oneHotVectorSize, $0.axis) = (4, 2) }), [indices])
        expectRefusal(layer, [indices, .numbers([-3])])
    }

    @Test("A band of a matrix is kept")
    func aBandOfAMatrixIsKept() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
        func band(_ lower: Int64, _ upper: Int64) -> Layer { .matrixBandPart(.with { ($0.numLower, $0.numUpper) = (lower, upper) }) }
        try expectLayer(band(1, 0), [x], [3, 3], [1, 0, 0, 4, 5, 0, 0, 8, 9])
        try expectLayer(band(-1, 1), [x], [3, 3], [1, 2, 0, 4, 5, 6, 7, 8, 9])
        try expectLayer(band(0, -1), [x], [3, 3], [1, 2, 3, 0, 5, 6, 0, 0, 9])
        try expectLayer(band(-1, -1), [x], [3, 3], x.doubles)
        // Of each matrix in the last two dimensions.
        let pair = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2])
        try expectLayer(band(0, 0), [pair], [2, 2, 2], [1, 0, 0, 4, 5, 0, 0, 8])
        expectRefusal(band(0, 0), [.numbers([1, 2])])
    }

    @Test("A triangle reaches to its diagonal")
    func aTriangleReachesToItsDiagonal() throws {
        let x = Tensor.numbers([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
        func lower(_ k: Int64) -> Layer { .lowerTriangular(.with { $0.k = k }) }
        func upper(_ k: Int64) -> Layer { .upperTriangular(.with { $0.k = k }) }
        try expectLayer(lower(0), [x], [3, 3], [1, 0, 0, 4, 5, 0, 7, 8, 9])
        try expectLayer(lower(1), [x], [3, 3], [1, 2, 0, 4, 5, 6, 7, 8, 9])
        try expectLayer(lower(-1), [x], [3, 3], [0, 0, 0, 4, 0, 0, 7, 8, 0])
        try expectLayer(upper(0), [x], [3, 3], [1, 2, 3, 0, 5, 6, 0, 0, 9])
        try expectLayer(upper(1), [x], [3, 3], [0, 2, 3, 0, 0, 6, 0, 0, 0])
        try expectLayer(upper(-1), [x], [3, 3], [1, 2, 3, 4, 5, 6, 0, 8, 9])
        try expectLayer(lower(1), [matrix], [2, 3], [1, 2, 0, 4, 5, 6])
        expectRefusal(upper(0), [.numbers([1, 2])])
    }
}

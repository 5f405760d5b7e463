import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Layers that make tensors: constants, ranges, and what is repeated to a shape.
struct LayerMakingTests {
    private typealias Layer = LayerCheck.Layer

    @Test("Constants are loaded")
    func constantsAreLoaded() throws {
        let data = weightParams([1, 2, 3, 4])
        try expectLayer(.loadConstantND(.with { ($0.shape, $0.data) = ([2, 2], data) }), [], [2, 2], [1, 2, 3, 4])
        let image = Layer.loadConstant(.with { ($0.shape, $0.data) = ([2, 1, 2], data) })
        try expectLayer(image, [], [2, 1, 2], [1, 2, 3, 4], exact: false)
        try expectLayer(image, [], [1, 1, 2, 1, 2], [1, 2, 3, 4])
        expectRefusal(.loadConstantND(.with { ($0.shape, $0.data) = ([3, 2], data) }), [])
        expectRefusal(.loadConstant(.with { ($0.shape, $0.data) = ([4], data) }), [])
        expectRefusal(.loadConstantND(.with { $0.shape = [2, 2] }), [])
    }

    @Test("Shapes are filled")
    func shapesAreFilled() throws {
        let x = counting([2, 3])
        try expectLayer(.fillLike(.with { $0.value = 7 }), [x], [2, 3], Array(repeating: 7, count: 6))
        try expectLayer(.fillStatic(.with { ($0.value, $0.targetShape) = (-1, [3, 1]) }), [], [3, 1], [-1, -1, -1])
        // A shape that is an input is known only when the network runs.
        try expectLayer(.fillDynamic(.with { $0.value = 2.5 }), [.numbers([1, 2, 1])], [1, 2, 1], [2.5, 2.5])
        expectRefusal(.fillDynamic(.with { _ in }), [.numbers([2, -1])])
        expectRefusal(.fillDynamic(.with { _ in }), [.numbers([1e9, 1e9])])
    }

    @Test("Tensors are repeated to a shape")
    func tensorsAreRepeatedToAShape() throws {
        let (column, row) = (Tensor.numbers([1, 2], [2, 1]), Tensor.numbers([1, 2, 3]))
        try expectLayer(.broadcastToStatic(.with { $0.targetShape = [2, 3] }), [column], [2, 3], [1, 1, 1, 2, 2, 2])
        try expectLayer(.broadcastToStatic(.with { $0.targetShape = [2, 3] }), [row], [2, 3], [1, 2, 3, 1, 2, 3])
        try expectLayer(.broadcastToLike(.with { _ in }), [column, counting([1, 2, 2])], [1, 2, 2], [1, 1, 2, 2])
        try expectLayer(.broadcastToDynamic(.with { _ in }), [column, .numbers([2, 2])], [2, 2], [1, 1, 2, 2])
        expectRefusal(.broadcastToStatic(.with { $0.targetShape = [2, 2] }), [row])
        // A shape cannot lose elements.
        expectRefusal(.broadcastToStatic(.with { $0.targetShape = [2, 1] }), [row])
        expectRefusal(.broadcastToLike(.with { _ in }), [row, counting([3, 2])])
        expectRefusal(.broadcastToDynamic(.with { _ in }), [row, .numbers([2, 2])])
        expectRefusal(.broadcastToDynamic(.with { _ in }), [column, .numbers([2, -2])])
    }

    @Test("Ranges end before their end")
    func rangesEndBeforeTheirEnd() throws {
        func range(_ start: Float, _ end: Float, _ step: Float) -> Layer {
            .rangeStatic(.with { ($0.startValue, $0.endValue, $0.stepSizeValue) = (start, end, step) })
        }
        try expectLayer(range(1, 2, 0.25), [], [4], [1, 1.25, 1.5, 1.75])
        try expectLayer(range(3, 0, -1), [], [3], [3, 2, 1])
        try expectLayer(range(0, 5, 2), [], [3], [0, 2, 4])
        for layer in [range(0, 1, 0), range(0, .infinity, 1), range(.nan, 1, 1), range(0, 1e30, 1)] { expectRefusal(layer, []) }
    }

    @Test("Ranges take their end start and step from inputs")
    func rangesTakeTheirEndStartAndStepFromInputs() throws {
        let layer = Layer.rangeDynamic(.with { ($0.startValue, $0.stepSizeValue) = (1, 2) })
        try expectLayer(layer, [.numbers([6])], [3], [1, 3, 5])
        try expectLayer(layer, [.numbers([6]), .numbers([4])], [1], [4])
        try expectLayer(layer, [.numbers([0]), .numbers([1]), .numbers([-0.5])], [2], [1, 0.5])
        expectRefusal(layer, [.numbers([6]), .numbers([4]), .numbers([0])])
        expectRefusal(layer, [.numbers([.infinity])])
    }
}

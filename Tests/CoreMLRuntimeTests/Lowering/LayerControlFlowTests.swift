import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Branches and loops of networks, with conditions that are known beforehand and with such that are inputs.
struct LayerControlFlowTests {
    private typealias Layer = LayerCheck.Layer
    private typealias NetworkLayer = Specification.NeuralNetworkLayer

    private func layer(_ kind: Layer, _ inputs: [String], _ outputs: [String]) -> NetworkLayer {
        NetworkFixture.layer(kind, inputs, outputs)
    }

    private func network(_ layers: [NetworkLayer]) -> Specification.NeuralNetwork { .with { $0.layers = layers } }

    private func constant(_ name: String, _ value: Float) -> NetworkLayer {
        layer(.loadConstantND(.with { ($0.shape, $0.data) = ([1], weightParams([value])) }), [], [name])
    }

    /// `name` becomes itself plus `other`.
    private func add(_ other: String, to name: String) -> [NetworkLayer] {
        [layer(.addBroadcastable(.with { _ in }), [name, other], ["sum"]), layer(.copy(.with { _ in }), ["sum"], [name])]
    }

    private func branch(_ condition: String, _ holds: [NetworkLayer], otherwise: [NetworkLayer]? = nil) -> NetworkLayer {
        let (first, second) = (network(holds), otherwise.map { network($0) })
        return layer(.branch(.with { ($0.ifBranch, $0.elseBranch) = (first, second) }), [condition], [])
    }

    private func loop(_ rounds: UInt64, inputs: [String] = [], _ body: [NetworkLayer]) -> NetworkLayer {
        let inner = network(body)
        return layer(.loop(.with { ($0.maxLoopIterations, $0.bodyNetwork) = (rounds, inner) }), inputs, [])
    }

    private var stop: NetworkLayer { layer(.loopBreak(.with { _ in }), [], []) }
    private var next: NetworkLayer { layer(.loopContinue(.with { _ in }), [], []) }

    private let x = Tensor.numbers([1, -2])

    // MARK: Branches

    @Test(
        "A branch is taken where its condition is not zero",
        arguments: [(1, true), (0, false), (-0.5, true), (1e-7, false)] as [(Float, Bool)])
    func aBranchIsTakenWhereItsConditionIsNotZero(condition: Float, holds: Bool) throws {
        let layers = [
            branch(
                "condition", [layer(.add(.with { $0.alpha = 1 }), ["x"], ["y"])],
                otherwise: [layer(.multiply(.with { $0.alpha = 10 }), ["x"], ["y"])])
        ]
        let expected: [Double] = holds ? [2, -1] : [10, -20]
        // Known beforehand, and an input.
        try LayerCheck([constant("condition", condition)] + layers, ["x": x], outputs: ["y"]).expect([([2], expected)])
        try LayerCheck(layers, ["x": x, "condition": .numbers([condition])], outputs: ["y"]).expect([([2], expected)])
    }

    @Test("A branch without its second network leaves values as they are where the condition is false")
    func aBranchThatIsNotThereDoesNothing() throws {
        let layers = [
            layer(.copy(.with { _ in }), ["x"], ["y"]), branch("condition", [layer(.add(.with { $0.alpha = 1 }), ["x"], ["y"])]),
        ]
        try LayerCheck(layers, ["x": x, "condition": .numbers([0])], outputs: ["y"]).expect([([2], [1, -2])])
        try LayerCheck(layers, ["x": x, "condition": .numbers([1])], outputs: ["y"]).expect([([2], [2, -1])])
    }

    @Test("Results of the other branch are missing")
    func resultsOfTheOtherBranchAreMissing() {
        let layers = [branch("condition", [layer(.add(.with { $0.alpha = 1 }), ["x"], ["y"])])]
        LayerCheck(layers, ["x": x, "condition": .numbers([0])], outputs: ["y"]).expectRefusal()
        let copy = layer(.copy(.with { _ in }), ["x"], ["y"])
        LayerCheck([copy, branch("nothing", [])], ["x": x], outputs: ["y"]).expectRefusal()
    }

    // MARK: Loops

    @Test("A loop takes its rounds")
    func aLoopTakesItsRounds() throws {
        let start = layer(.copy(.with { _ in }), ["x"], ["y"])
        for rounds: UInt64 in [0, 1, 3, 100] {
            let expected = x.doubles.map { $0 * Double(rounds + 1) }
            try LayerCheck([start, loop(rounds, add("x", to: "y"))], ["x": x], outputs: ["y"]).expect([([2], expected)])
            // An input with the number of rounds goes before the parameter.
            let given = loop(7, inputs: ["rounds"], add("x", to: "y"))
            try LayerCheck([start, given], ["x": x, "rounds": .numbers([Float(rounds)])], outputs: ["y"]).expect([([2], expected)])
        }
    }

    @Test("A break leaves the innermost loop")
    func aBreakLeavesTheInnermostLoop() throws {
        let start = [layer(.copy(.with { _ in }), ["x"], ["y"]), constant("count", 0), constant("one", 1)]
        // Three rounds add; the fourth stops before it would.
        let test = layer(.greaterThan(.with { $0.alpha = 3 }), ["count"], ["done"])
        let body: [NetworkLayer] = add("one", to: "count") + [test, branch("done", [stop])] + add("x", to: "y")
        try LayerCheck(start + [loop(10, body)], ["x": x], outputs: ["y", "count"]).expect([([2], [4, -8]), ([1], [4])])
        // Each of two outer rounds adds once, since the inner loop stops in its first.
        let inner = loop(5, add("x", to: "y") + [stop])
        let outer = loop(2, [inner] + add("one", to: "count"))
        try LayerCheck(start + [outer], ["x": x], outputs: ["y", "count"]).expect([([2], [3, -6]), ([1], [2])])
    }

    @Test("A continue goes to the next round")
    func aContinueGoesToTheNextRound() throws {
        let start = [layer(.copy(.with { _ in }), ["x"], ["y"]), constant("count", 0), constant("one", 1), constant("two", 2)]
        // Rounds of odd numbers add: the first, third and fifth.
        let even = [
            layer(.modBroadcastable(.with { _ in }), ["count", "two"], ["rest"]),
            layer(.equal(.with { $0.alpha = 0 }), ["rest"], ["even"]),
        ]
        let body: [NetworkLayer] = add("one", to: "count") + even + [branch("even", [next])] + add("x", to: "y")
        try LayerCheck(start + [loop(5, body)], ["x": x], outputs: ["y", "count"]).expect([([2], [4, -8]), ([1], [5])])
    }

    @Test("A condition ends a loop before its rounds are over")
    func aConditionEndsALoopBeforeItsRoundsAreOver() throws {
        // Doubles one until it passes the input.
        func check(_ limit: Float, rounds: UInt64, _ expected: Double) throws {
            let condition = network([layer(.lessThan(.with { _ in }), ["y", "limit"], ["goesOn"])])
            let body = network(add("y", to: "y"))
            let kind = Layer.loop(
                .with {
                    ($0.conditionVar, $0.conditionNetwork, $0.bodyNetwork, $0.maxLoopIterations) = ("goesOn", condition, body, rounds)
                })
            let layers = [constant("y", 1), layer(kind, [], [])]
            try LayerCheck(layers, ["limit": .numbers([limit])], outputs: ["y"]).expect([([1], [expected])])
        }
        try check(100, rounds: 0, 128)
        try check(100, rounds: 3, 8)
        try check(0.5, rounds: 3, 1)
    }

    @Test("Control that makes no sense is refused")
    func controlThatMakesNoSenseIsRefused() {
        for outside in [stop, next] {
            LayerCheck([layer(.copy(.with { _ in }), ["x"], ["y"]), outside], ["x": x], outputs: ["y"]).expectRefusal()
        }
        // A condition that its network does not compute.
        let empty = network([])
        let kind = Layer.loop(.with { ($0.conditionVar, $0.conditionNetwork, $0.bodyNetwork) = ("nothing", empty, empty) })
        let start = layer(.copy(.with { _ in }), ["x"], ["y"])
        LayerCheck([start, layer(kind, [], [])], ["x": x], outputs: ["y"]).expectRefusal()
    }
}

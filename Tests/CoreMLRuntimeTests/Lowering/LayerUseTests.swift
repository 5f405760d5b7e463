import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Which blobs a network that runs may drop after each layer.
struct LayerUseTests {
    private typealias NetworkLayer = Specification.NeuralNetworkLayer

    private func copy(_ source: String, to target: String) -> NetworkLayer {
        NetworkFixture.layer(.copy(.with { _ in }), [source], [target])
    }

    private func network(_ layers: [NetworkLayer]) -> Specification.NeuralNetwork { .with { $0.layers = layers } }

    private func loop(_ body: [NetworkLayer], while condition: [NetworkLayer]? = nil) -> NetworkLayer {
        let (inner, test) = (network(body), condition.map { network($0) })
        return NetworkFixture.layer(
            .loop(.with { ($0.bodyNetwork, $0.conditionNetwork, $0.conditionVar) = (inner, test, test == nil ? "" : "goesOn") }), [], [])
    }

    private func branch(_ condition: String, _ layers: [NetworkLayer], otherwise: [NetworkLayer] = []) -> NetworkLayer {
        let (first, second) = (network(layers), network(otherwise))
        return NetworkFixture.layer(.branch(.with { ($0.ifBranch, $0.elseBranch) = (first, second) }), [condition], [])
    }

    private func uses(_ layers: [NetworkLayer], _ outputs: [String] = ["y"]) -> [LayerUse] { LayerUse.uses(of: layers, outputs: outputs) }

    private func ended(_ uses: [LayerUse]) -> [[String]] { uses.map { $0.ended.sorted() } }

    @Test("A blob ends with its last reader")
    func aBlobEndsWithItsLastReader() {
        let layers = [copy("x", to: "a"), copy("a", to: "b"), copy("a", to: "unread"), copy("b", to: "y")]
        #expect(ended(uses(layers)) == [["x"], [], ["a", "unread"], ["b"]])
        // One that is made again ends before that.
        let again = [copy("x", to: "a"), copy("a", to: "b"), copy("x", to: "a"), copy("a", to: "y")]
        #expect(ended(uses(again, ["y", "b"])) == [[], ["a"], ["x"], ["a"]])
    }

    @Test("A layer need not have all outputs that it names")
    func aLayerNeedNotHaveAllOutputsThatItNames() {
        let split = NetworkFixture.layer(.split(.with { $0.nOutputs = 2 }), ["x"], ["a", "b", "c"])
        let layers = [copy("x", to: "b"), copy("x", to: "c"), split, copy("a", to: "y")]
        #expect(ended(uses(layers, ["y", "b", "c"])) == [["b"], [], ["x"], ["a"]])
    }

    @Test("A round of a loop keeps the values that the next round reads, and ends the others")
    func aRoundKeepsWhatTheNextOneReads() {
        let body = [copy("h", to: "z"), copy("z", to: "r"), copy("r", to: "h"), copy("w", to: "v")]
        let all = uses([copy("x", to: "h"), loop(body), copy("h", to: "y")])
        #expect(ended(all) == [["x"], ["r", "v", "w", "z"], ["h"]])
        #expect(all[1].carried == ["h"])
        #expect(ended(all[1].blocks[1]) == [["h"], ["z"], ["r"], ["v"]])
        #expect(all[1].blocks[0].isEmpty)
    }

    @Test("A condition is read before each round")
    func aConditionIsReadBeforeEachRound() {
        let condition = [copy("h", to: "t"), copy("t", to: "goesOn")]
        let all = uses([copy("x", to: "h"), loop([copy("t", to: "h")], while: condition), copy("h", to: "y")])
        #expect(ended(all[1].blocks[0]) == [[], []])
        #expect(ended(all[1].blocks[1]) == [["t"]])
        #expect(Set(all[1].ended) == ["t", "goesOn"])
        #expect(all[1].carried == ["h"])
    }

    /// The loop may be left between the reading of `h` and its next value.
    @Test("A break or continue does not end values that are read where it leads to")
    func aJumpKeepsWhatIsReadWhereItLeads() {
        for jump in [Specification.NeuralNetworkLayer.Layer.loopBreak(.with { _ in }), .loopContinue(.with { _ in })] {
            let leave = branch("done", [NetworkFixture.layer(jump, [], [])])
            let all = uses([loop([copy("h", to: "z"), leave, copy("z", to: "h")]), copy("h", to: "y")])
            #expect(ended(all[0].blocks[1]) == [[], [], ["z"]])
            #expect(!all[0].ended.contains("h"))
        }
    }

    @Test("Both sides of a branch are read")
    func bothSidesOfABranchAreRead() {
        let all = uses([
            copy("x", to: "a"), copy("x", to: "b"), branch("which", [copy("a", to: "y")], otherwise: [copy("b", to: "y")]),
        ])
        #expect(ended(all) == [[], ["x"], ["a", "b", "which"]])
        #expect(ended(all[2].blocks[0]) == [["a"]] && ended(all[2].blocks[1]) == [["b"]])
    }
}

import Testing
import VisionRuntime

@Suite("Trees of labels") struct LabelTreeTests {
    private static let labels = ["animal", "cat", "dog", "golden retriever", "mammal", "plant"]
    private static let metadata =
        #"{"animal": null, "mammal": "animal", "cat": "mammal", "dog": "mammal", "golden retriever": "dog", "plant": null}"#

    private let tree: LabelTree

    init() throws {
        tree = try LabelTree(metadata: Self.metadata, labels: Self.labels)
    }

    @Test("Roots and children are in the model's order")
    func order() {
        #expect(tree.roots == ["animal", "plant"])
        #expect(tree.children(of: "mammal") == ["cat", "dog"])
        #expect(tree.children(of: "cat").isEmpty && tree.children(of: "unicorn").isEmpty)
        #expect(tree.depthFirst == ["animal", "mammal", "cat", "dog", "golden retriever", "plant"])
    }

    @Test("Ancestors are listed from the nearest label to the root")
    func ancestors() {
        #expect(tree.ancestors(of: "golden retriever") == ["dog", "mammal", "animal"])
        #expect(tree.parent(of: "golden retriever") == "dog" && tree.parent(of: "plant") == nil)
        #expect(tree.ancestors(of: "plant").isEmpty && tree.ancestors(of: "unicorn").isEmpty)
        #expect(["animal", "mammal", "dog", "golden retriever"].map(tree.depth) == [0, 1, 2, 3])
    }

    @Test(
        "Labels with a descendant among the others are left out",
        arguments: [
            (["animal", "plant", "mammal", "dog"], ["plant", "dog"]),
            // Two branches of one parent, and a gap between a label and the one above it.
            (["cat", "animal", "golden retriever"], ["cat", "golden retriever"]),
            (["unicorn", "animal"], ["unicorn", "animal"]), ([], []),
        ])
    func mostSpecific(_ given: [String], _ left: [String]) {
        #expect(tree.mostSpecific(given) { $0 } == left)
    }

    @Test("Labels without an entry are roots")
    func missingEntries() throws {
        let tree = try LabelTree(metadata: #"{"dog": "animal"}"#, labels: ["dog", "animal", "plant", "plant"])
        #expect(tree.roots == ["animal", "plant"] && tree.depthFirst == ["animal", "dog", "plant"])
        #expect(try LabelTree(metadata: "{}", labels: ["dog"]).roots == ["dog"])
        #expect(try LabelTree(metadata: "{}", labels: []).depthFirst.isEmpty)
    }

    @Test(
        "Anything else is an error that says what is wrong",
        arguments: [
            ("", "not a JSON object"), ("{", "not a JSON object"), ("[]", "not a JSON object"), ("\"dog\"", "not a JSON object"),
            (#"{"dog": 3}"#, "the parent of 'dog' is neither a string nor null"),
            (#"{"dog": {"animal": null}}"#, "the parent of 'dog' is neither a string nor null"),
            (#"{"dog": true}"#, "the parent of 'dog' is neither a string nor null"),
            (#"{"dog": "anmal"}"#, "'anmal', the parent of 'dog', is not a label"), (#"{"unicorn": null}"#, "'unicorn' is not a label"),
            (#"{"dog": "animal", "dog": null}"#, "'dog' has two entries"), (#"{"dog": "dog"}"#, "'dog' is in a cycle"),
            (#"{"golden retriever": "dog", "dog": "mammal", "mammal": "golden retriever"}"#, "is in a cycle"),
            // The cycle is above the first label.
            (#"{"animal": "dog", "dog": "mammal", "mammal": "dog"}"#, "is in a cycle"),
        ])
    func invalid(_ metadata: String, _ reason: String) {
        #expect {
            try LabelTree(metadata: metadata, labels: Self.labels)
        } throws: { error in
            guard let failure = error as? VisionFailure else { return false }
            return failure.kind == .invalidModel && failure.reason.contains(reason) && failure.reason.contains("osprey.parents")
        }
    }

    @Test("Deeply nested JSON is no tree")
    func nestedJSON() {
        let nested = #"{"dog": "# + String(repeating: "[", count: 100_000)
        #expect(throws: VisionFailure.self) { try LabelTree(metadata: nested, labels: Self.labels) }
    }

    /// A chain: each label is below the one before.
    private func chain(_ count: Int) throws -> LabelTree {
        let entries = (1..<count).map { "\"\($0)\": \"\($0 - 1)\"" }
        return try LabelTree(metadata: "{" + entries.joined(separator: ", ") + "}", labels: (0..<count).map(String.init))
    }

    @Test("A tree has at most 32 levels")
    func levels() throws {
        #expect(try chain(32).depth(of: "31") == 31)
        #expect(throws: VisionFailure.self) { try chain(33) }
        #expect(throws: VisionFailure.self) { try chain(50_000) }
    }

    @Test("A tree of many labels takes no more than a moment")
    func manyLabels() throws {
        let labels = ["root"] + (0..<50_000).map(String.init)
        let entries = labels.dropFirst().map { "\"\($0)\": \"root\"" }
        let tree = try LabelTree(metadata: "{" + entries.joined(separator: ", ") + "}", labels: labels)
        #expect(tree.children(of: "root").count == 50_000)
        #expect(tree.mostSpecific(labels) { $0 }.count == 50_000)
    }
}

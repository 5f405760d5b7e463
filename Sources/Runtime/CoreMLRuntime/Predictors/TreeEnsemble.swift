import CoreMLSpecification

/// Decision trees whose leaves are added: boosted trees and random forests.
struct TreeEnsemble: Sendable {
    private struct Node: Sendable {
        var behavior: Specification.TreeEnsembleParameters.TreeNode.TreeNodeBehavior
        var tracksTrueWhenMissing: Bool
        var feature: Int
        var threshold: Double
        var trueChild: Int
        var falseChild: Int
        /// The range of the leaf's values in `leafValues`.
        var leaf: Range<Int>
    }

    private struct LeafValue: Sendable {
        var dimension: Int
        var value: Double
    }

    let dimensions: Int
    /// The number of features that the branches need: the largest feature index that a branch reads, plus 1.
    let featureCount: Int
    private let base: [Double]
    private var nodes: [Node] = []
    private var leafValues: [LeafValue] = []
    private var roots: [Int] = []

    /// - Throws: `RuntimeError.invalidModel` for children that do not exist, cycles, and leaves outside the dimensions.
    init(_ parameters: Specification.TreeEnsembleParameters?) throws {
        guard let parameters else { throw RuntimeError.invalidModel("the tree ensemble has no trees") }
        guard parameters.numPredictionDimensions <= 1 << 20 else {
            throw RuntimeError.invalidModel("the tree ensemble has \(parameters.numPredictionDimensions) dimensions")
        }
        dimensions = max(Int(parameters.numPredictionDimensions), 1)
        var base = Array(parameters.basePredictionValue)
        guard base.count <= dimensions else { throw RuntimeError.invalidModel("the tree ensemble has too many base values") }
        base.append(contentsOf: repeatElement(0, count: dimensions - base.count))
        self.base = base
        featureCount = try TreeEnsemble.featureCount(parameters.nodes)
        try addNodes(parameters.nodes)
        try checkTrees()
    }

    private static func featureCount(_ nodes: [Specification.TreeEnsembleParameters.TreeNode]) throws -> Int {
        var count = 0
        for node in nodes where node.nodeBehavior != .leafNode {
            guard node.branchFeatureIndex < 1 << 31 else {
                throw RuntimeError.invalidModel("a tree reads the feature \(node.branchFeatureIndex)")
            }
            count = max(count, Int(node.branchFeatureIndex) + 1)
        }
        return count
    }

    private struct NodeID: Hashable {
        var tree: UInt64
        var node: UInt64
    }

    private mutating func addNodes(_ source: [Specification.TreeEnsembleParameters.TreeNode]) throws {
        var numbers = [NodeID: Int](minimumCapacity: source.count)
        for (number, node) in source.enumerated() {
            guard numbers.updateValue(number, forKey: NodeID(tree: node.treeId, node: node.nodeId)) == nil else {
                throw RuntimeError.invalidModel("tree \(node.treeId) has the node \(node.nodeId) twice")
            }
        }
        var isRoot = [Bool](repeating: true, count: source.count)
        func child(_ node: Specification.TreeEnsembleParameters.TreeNode, _ id: UInt64) throws -> Int {
            guard let number = numbers[NodeID(tree: node.treeId, node: id)] else {
                throw RuntimeError.invalidModel("tree \(node.treeId) refers to the node \(id), which it has not")
            }
            isRoot[number] = false
            return number
        }
        nodes.reserveCapacity(source.count)
        for node in source {
            let isLeaf = node.nodeBehavior == .leafNode
            if case .unrecognized(let behavior) = node.nodeBehavior {
                throw RuntimeError.unsupported("a tree node of kind \(behavior) is not supported")
            }
            let start = leafValues.count
            for info in isLeaf ? node.evaluationInfo : [] {
                guard info.evaluationIndex < UInt64(dimensions) else {
                    throw RuntimeError.invalidModel("a leaf of tree \(node.treeId) is outside the \(dimensions) dimensions")
                }
                leafValues.append(LeafValue(dimension: Int(info.evaluationIndex), value: info.evaluationValue))
            }
            nodes.append(
                Node(
                    behavior: node.nodeBehavior, tracksTrueWhenMissing: node.missingValueTracksTrueChild,
                    feature: isLeaf ? 0 : Int(node.branchFeatureIndex), threshold: node.branchFeatureValue,
                    trueChild: isLeaf ? 0 : try child(node, node.trueChildNodeId),
                    falseChild: isLeaf ? 0 : try child(node, node.falseChildNodeId), leaf: start..<leafValues.count))
        }
        roots = isRoot.indices.filter { isRoot[$0] }
    }

    /// Checks that every node is reached exactly once, so that every traversal ends.
    private func checkTrees() throws {
        var visits = 0
        var pending = roots
        while let number = pending.popLast() {
            visits += 1
            guard visits <= nodes.count else { break }
            if nodes[number].behavior != .leafNode {
                pending.append(nodes[number].trueChild)
                pending.append(nodes[number].falseChild)
            }
        }
        guard visits == nodes.count else { throw RuntimeError.invalidModel("the nodes of the tree ensemble do not form trees") }
    }

    /// The number of trees between two checks for cancellation. Evaluating that many trees takes microseconds.
    private static let treesBetweenChecks = 256

    /// The sums of the values of the leaves that the features reach.
    ///
    /// - Throws: `CancellationError` if the prediction is cancelled.
    func scores(_ features: [Double]) throws -> [Double] {
        let cancellation = PredictionCancellation.current
        var scores = base
        for (count, root) in roots.enumerated() {
            if count.isMultiple(of: TreeEnsemble.treesBetweenChecks) { try cancellation?.check() }
            var number = root
            while nodes[number].behavior != .leafNode {
                number = next(nodes[number], features)
            }
            for leaf in leafValues[nodes[number].leaf] {
                scores[leaf.dimension] += leaf.value
            }
        }
        return scores
    }

    @inline(__always)
    private func next(_ node: Node, _ features: [Double]) -> Int {
        let value = features[node.feature]
        if value.isNaN { return node.tracksTrueWhenMissing ? node.trueChild : node.falseChild }
        let isTrue =
            switch node.behavior {
            case .branchOnValueLessThanEqual: value <= node.threshold
            case .branchOnValueLessThan: value < node.threshold
            case .branchOnValueGreaterThanEqual: value >= node.threshold
            case .branchOnValueGreaterThan: value > node.threshold
            case .branchOnValueEqual: value == node.threshold
            default: value != node.threshold
            }
        return isTrue ? node.trueChild : node.falseChild
    }

    /// - Throws: `RuntimeError.unsupported` for a transformation that is not known.
    static func checked(
        _ transform: Specification.TreeEnsemblePostEvaluationTransform
    ) throws -> Specification.TreeEnsemblePostEvaluationTransform {
        if case .unrecognized(let number) = transform {
            throw RuntimeError.unsupported("the transformation \(number) of the trees' sums is not supported")
        }
        return transform
    }

    /// The sums after a transform.
    static func transform(_ scores: [Double], _ transform: Specification.TreeEnsemblePostEvaluationTransform) -> [Double] {
        switch transform {
        case .classificationSoftMax: ScoreTransform.softmax(scores)
        case .regressionLogistic: scores.map(ScoreTransform.logistic)
        case .classificationSoftMaxWithZeroClassReference: ScoreTransform.softmax([0] + scores)
        default: scores
        }
    }
}

final class TreeEnsembleRegressorPredictor: ModelPredictor {
    private let ensemble: TreeEnsemble
    private let transform: Specification.TreeEnsemblePostEvaluationTransform
    private let features: FeatureVector
    private let interface: ModelInterface

    init(_ specification: Specification.TreeEnsembleRegressor, interface: ModelInterface, limit: MemoryLimit) throws {
        ensemble = try TreeEnsemble(specification.treeEnsemble)
        transform = try TreeEnsemble.checked(specification.postEvaluationTransform)
        features = try FeatureVector(interface, for: ensemble, limit: limit)
        self.interface = interface
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let values = TreeEnsemble.transform(try ensemble.scores(features.read(inputs, for: ensemble)), transform)
        return interface.outputs.map { $0.value(values) }
    }
}

final class TreeEnsembleClassifierPredictor: ModelPredictor {
    private let ensemble: TreeEnsemble
    private let transform: Specification.TreeEnsemblePostEvaluationTransform
    private let features: FeatureVector
    private let output: ClassifierOutput

    var classLabels: ClassLabels? { output.labels }

    init(_ specification: Specification.TreeEnsembleClassifier, interface: ModelInterface, limit: MemoryLimit) throws {
        ensemble = try TreeEnsemble(specification.treeEnsemble)
        transform = try TreeEnsemble.checked(specification.postEvaluationTransform)
        features = try FeatureVector(interface, for: ensemble, limit: limit)
        let labels: ClassLabels? =
            switch specification.classLabels {
            case .stringClassLabels(let labels): ClassLabels(labels)
            case .int64ClassLabels(let labels): ClassLabels(labels)
            case nil: nil
            }
        output = try ClassifierOutput(interface, labels: labels)
        let extra = transform == .classificationSoftMaxWithZeroClassReference ? 1 : 0
        let isBinary = ensemble.dimensions == 1 && output.labels.count == 2
        guard ensemble.dimensions + extra == output.labels.count || isBinary else {
            throw RuntimeError.invalidModel("the trees have \(ensemble.dimensions) dimensions for \(output.labels.count) classes")
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let probabilities = TreeEnsemble.transform(try ensemble.scores(features.read(inputs, for: ensemble)), transform)
        if probabilities.count == 1, output.labels.count == 2 {
            return output.values([1 - probabilities[0], probabilities[0]])
        }
        return output.values(probabilities)
    }
}

extension FeatureVector {
    /// - Throws: `RuntimeError.invalidModel` if the trees read more features than the model has. `unsupported` if the features would take
    ///   more memory than `limit`.
    init(_ interface: ModelInterface, for ensemble: TreeEnsemble, limit: MemoryLimit) throws {
        try self.init(interface, sparseWidth: ensemble.featureCount, limit: limit)
        if let width, width < ensemble.featureCount {
            throw RuntimeError.invalidModel("the trees read \(ensemble.featureCount) features where the model takes \(width)")
        }
    }

    func read(_ inputs: [PredictorValue?], for ensemble: TreeEnsemble) throws -> [Double] {
        let values = try read(inputs)
        guard values.count >= ensemble.featureCount else {
            throw RuntimeError.invalidInput("the trees read \(ensemble.featureCount) features; \(values.count) were passed")
        }
        return values
    }
}

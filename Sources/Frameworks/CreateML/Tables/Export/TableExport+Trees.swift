import CoreMLSpecification

/// Trees in Core ML's format. Their branches compare numbers instead of bins. A category is a feature that is 1 or 0. The position of a category in
/// an order is another feature.
extension TableExport {
    private typealias Node = Specification.TreeEnsembleParameters.TreeNode

    func treeRegressor(_ ensemble: TreeEnsembleModel) -> Specification.TreeEnsembleRegressor {
        var regressor = Specification.TreeEnsembleRegressor()
        regressor.treeEnsemble = parameters(ensemble)
        regressor.postEvaluationTransform = .noTransform
        return regressor
    }

    func treeClassifier(
        _ ensemble: TreeEnsembleModel, _ link: TablePredictor.TreeLink, _ classes: TableClasses
    ) -> Specification.TreeEnsembleClassifier {
        var classifier = Specification.TreeEnsembleClassifier()
        classifier.treeEnsemble = parameters(ensemble)
        classifier.postEvaluationTransform =
            switch link {
            case .identity: .noTransform
            case .logistic: .regressionLogistic
            case .softmax: .classificationSoftMax
            }
        switch classes {
        case .texts(let labels): classifier.classLabels = .stringClassLabels(Self.strings(labels))
        case .numbers(let labels): classifier.classLabels = .int64ClassLabels(Self.integers(labels))
        }
        return classifier
    }

    static func integers(_ values: [Int]) -> Specification.Int64Vector {
        var integers = Specification.Int64Vector()
        integers.vector = values.map { Int64($0) }
        return integers
    }

    private func parameters(_ ensemble: TreeEnsembleModel) -> Specification.TreeEnsembleParameters {
        var parameters = Specification.TreeEnsembleParameters()
        parameters.numPredictionDimensions = UInt64(ensemble.outputs)
        parameters.basePredictionValue = PackedDoubles(ensemble.base)
        let columns = TreeColumns(ensemble)
        for (number, tree) in ensemble.trees.enumerated() {
            for (index, node) in tree.tree.nodes.enumerated() {
                parameters.nodes.append(Self.node(node, index, number, tree, ensemble, columns))
            }
        }
        return parameters
    }

    private static func node(
        _ source: DecisionTree.Node, _ index: Int, _ number: Int, _ tree: TreeEnsembleModel.Tree, _ ensemble: TreeEnsembleModel,
        _ columns: TreeColumns
    ) -> Node {
        var node = Node()
        (node.treeId, node.nodeId) = (UInt64(number), UInt64(index))
        switch source {
        case .leaf(let leaf):
            node.nodeBehavior = .leafNode
            for output in 0..<tree.tree.outputs {
                var info = Node.EvaluationInfo()
                info.evaluationIndex = UInt64(tree.output + output)
                info.evaluationValue = tree.tree.values[leaf * tree.tree.outputs + output]
                node.evaluationInfo.append(info)
            }
        case .branch(let column, let test, let passed, let failed):
            (node.trueChildNodeId, node.falseChildNodeId) = (UInt64(passed), UInt64(failed))
            switch test {
            case .category(let category):
                node.nodeBehavior = .branchOnValueGreaterThan
                node.branchFeatureIndex = UInt64(columns.starts[column] + category)
                node.branchFeatureValue = 0.5
            case .order(let order, let place):
                node.nodeBehavior = .branchOnValueLessThanEqual
                node.branchFeatureIndex = UInt64(columns.orders[order])
                node.branchFeatureValue = Double(place) + 0.5
            case .upTo(let bin, let orMissing):
                node.nodeBehavior = .branchOnValueLessThanEqual
                node.branchFeatureIndex = UInt64(columns.starts[column])
                node.missingValueTracksTrueChild = orMissing
                // Every number has the last bin or a lower one.
                guard case .numbers(let edges) = ensemble.bins[column] else { break }
                node.branchFeatureValue = bin < edges.count ? edges[bin] : .infinity
            }
        }
        return node
    }
}

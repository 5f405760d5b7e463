import CoreMLSpecification
import Testing

@testable import CoreMLRuntime

/// Models that are no programs, made to trap, to take all memory or to be taken for something else.
struct HostilePredictorTests {
    private typealias Kind = Specification.FeatureType.Kind

    private static func feature(_ name: String, _ kind: Kind) -> Specification.FeatureDescription {
        .with {
            $0.name = name
            $0.type = .with { $0.type = kind }
        }
    }

    private static func array(_ shape: [Int64]) -> Kind { .multiArrayType(.with { $0.shape = shape }) }

    private static var double: Kind { .doubleType(.init()) }
    private static var numbered: Kind { .dictionaryType(.with { $0.keyType = .int64KeyType(.init()) }) }
    private static var named: Kind { .dictionaryType(.with { $0.keyType = .stringKeyType(.init()) }) }

    private static func predictor(
        _ kind: Specification.Model.Kind, _ inputs: [(String, Kind)], _ outputs: [(String, Kind)], limit: Int = 1 << 20
    ) throws -> any ModelPredictor {
        let description = Specification.ModelDescription.with {
            $0.input = inputs.map { feature($0, $1) }
            $0.output = outputs.map { feature($0, $1) }
        }
        let model = Specification.Model.with { ($0.description, $0.type) = (description, kind) }
        var options = PredictorOptions()
        options.memoryLimit = MemoryLimit(byteCount: limit)
        return try PredictorFactory.predictor(for: model, options: options)
    }

    private static func isOverLimit(_ error: any Error) -> Bool { "\(error)".contains("OSPREY_MEMORY_LIMIT") }

    private static var classifierOutputs: [(String, Kind)] { [("label", .stringType(.init())), ("probabilities", named)] }

    // MARK: Linear models

    private static func linear(
        rows: Int, labels: [String], _ change: (inout Specification.GLMClassifier) -> Void = { _ in }
    ) throws -> any ModelPredictor {
        let classifier = Specification.GLMClassifier.with {
            $0.classEncoding = .oneVsRest
            $0.weights = (0..<rows).map { row in .with { $0.value = PackedDoubles([Double(row)]) } }
            $0.classLabels = .stringClassLabels(.with { $0.vector = labels })
            change(&$0)
        }
        return try predictor(.glmClassifier(classifier), [("x", array([1]))], classifierOutputs)
    }

    @Test("A linear classifier has a row for each class")
    func aLinearClassifierHasARowForEachClass() throws {
        for (rows, labels) in [(1, ["a", "b"]), (2, ["a", "b"]), (3, ["a", "b", "c"])] {
            let outputs = try Self.linear(rows: rows, labels: labels).predict([.tensor(Tensor([1] as [Float]))])
            guard case .probabilities(let probabilities)? = outputs[1] else { throw RuntimeError.failed("no probabilities") }
            #expect(probabilities.values.count == labels.count)
        }
        #expect(throws: RuntimeError.self) { try Self.linear(rows: 2, labels: ["a", "b", "c"]) }
        #expect(throws: RuntimeError.self) { try Self.linear(rows: 3, labels: ["a", "b", "c"]) { $0.classEncoding = .referenceClass } }
        _ = try Self.linear(rows: 2, labels: ["a", "b", "c"]) { $0.classEncoding = .referenceClass }
    }

    @Test("Unknown ways to answer are errors of loading")
    func unknownWaysToAnswerAreErrorsOfLoading() {
        #expect(throws: RuntimeError.unsupported("the link function 7 is not supported")) {
            try Self.linear(rows: 1, labels: ["a", "b"]) { $0.postEvaluationTransform = .unrecognized(7) }
        }
        #expect(throws: RuntimeError.unsupported("the encoding 7 of the classes is not supported")) {
            try Self.linear(rows: 1, labels: ["a", "b"]) { $0.classEncoding = .unrecognized(7) }
        }
        #expect(throws: RuntimeError.unsupported("the transformation 7 of the trees' sums is not supported")) {
            try Self.trees(.unrecognized(7), of: [("x", Self.double)])
        }
        let encoder = Specification.OneHotEncoder.with {
            $0.handleUnknown = .unrecognized(7)
            $0.categoryType = .int64Categories(.with { $0.vector = [1] })
        }
        #expect(throws: RuntimeError.unsupported("the treatment 7 of unknown categories is not supported")) {
            try Self.predictor(.oneHotEncoder(encoder), [("x", .int64Type(.init()))], [("y", Self.array([1]))])
        }
    }

    // MARK: Trees

    /// A regressor of one branch, which reads feature number `feature`.
    private static func trees(
        _ transform: Specification.TreeEnsemblePostEvaluationTransform = .noTransform, feature: UInt64 = 0, of inputs: [(String, Kind)]
    ) throws -> any ModelPredictor {
        typealias Node = Specification.TreeEnsembleParameters.TreeNode
        let leaves: [Node] = ([1, 2] as [UInt64]).map { number in
            .with {
                ($0.nodeId, $0.nodeBehavior) = (number, .leafNode)
                $0.evaluationInfo = [.with { $0.evaluationValue = Double(number) }]
            }
        }
        let branch = Node.with { ($0.branchFeatureIndex, $0.trueChildNodeId, $0.falseChildNodeId) = (feature, 1, 2) }
        let regressor = Specification.TreeEnsembleRegressor.with {
            $0.postEvaluationTransform = transform
            $0.treeEnsemble = .with { ($0.nodes, $0.numPredictionDimensions) = ([branch] + leaves, 1) }
        }
        return try predictor(.treeEnsembleRegressor(regressor), inputs, [("y", double)])
    }

    @Test("A tree that reads a distant element of a dictionary is limited")
    func aTreeThatReadsADistantElementOfADictionaryIsLimited()
        throws
    {
        let small = try Self.trees(feature: 9, of: [("x", Self.numbered)])
        guard case .double(let value)? = try small.predict([.int64Dictionary([9: 1])])[0] else { throw RuntimeError.failed("no number") }
        #expect(value == 2)
        #expect { try Self.trees(feature: 1 << 31 - 1, of: [("x", Self.numbered)]) } throws: { Self.isOverLimit($0) }
    }

    @Test("Declared sizes do not overflow")
    func declaredSizesDoNotOverflow() throws {
        let huge = Self.array([1 << 30, 1 << 30, 4])
        let ensemble = try Self.trees(of: [("a", huge), ("b", huge), ("c", huge)])
        _ = try ensemble.predict([.tensor(Tensor([1] as [Float])), nil, nil])
    }

    // MARK: Support vector machines

    private static func machine(_ vectors: [[(Int32, Double)]], width: Int? = nil) throws -> any ModelPredictor {
        let regressor = Specification.SupportVectorRegressor.with {
            $0.kernel = .with { $0.kernel = .rbfKernel(.with { $0.gamma = 0.5 }) }
            $0.coefficients = .with { $0.alpha = PackedDoubles(vectors.map { _ in 1.0 }) }
            guard let width else {
                let sparse = vectors.map { vector in
                    Specification.SparseVector.with { $0.nodes = vector.map { node in .with { ($0.index, $0.value) = node } } }
                }
                $0.supportVectors = .sparseSupportVectors(.with { $0.vectors = sparse })
                return
            }
            let dense = vectors.map { vector in
                let values = Dictionary(vector.map { ($0.0, $0.1) }) { _, last in last }
                return Specification.DenseVector.with { $0.values = PackedDoubles((1...width).map { values[Int32($0)] ?? 0 }) }
            }
            $0.supportVectors = .denseSupportVectors(.with { $0.vectors = dense })
        }
        return try predictor(.supportVectorRegressor(regressor), [("x", numbered)], [("y", double)], limit: 1 << 24)
    }

    @Test("Sparse vectors are those that they stand for")
    func sparseVectorsAreThoseThatTheyStandFor() throws {
        // Out of order, and one index twice.
        let vectors: [[(Int32, Double)]] = [[(4, 0.5), (1, -1)], [], [(2, 9), (3, 1), (2, 0.25)]]
        let (sparse, dense) = (try Self.machine(vectors), try Self.machine(vectors, width: 4))
        for features in [[0: 0.5, 3: 2.0], [1: -0.25, 2: 1], [:]] as [[Int64: Double]] {
            guard case .double(let value)? = try sparse.predict([.int64Dictionary(features)])[0],
                case .double(let truth)? = try dense.predict([.int64Dictionary(features)])[0]
            else { throw RuntimeError.failed("no number") }
            #expect(value == truth && value > 0)
        }
    }

    @Test("Sparse vectors take no more memory than the file")
    func sparseVectorsTakeNoMoreMemoryThanTheFile() throws {
        // Written out, two gigabytes.
        _ = try Self.machine([[(Int32, Double)]](repeating: [(1 << 20, 1)], count: 300))
        #expect(throws: RuntimeError.self) { try Self.machine([[(0, 1)]]) }
        #expect(throws: RuntimeError.self) { try Self.machine([[(.max, 1)]]) }
    }

    // MARK: Pipelines' parts

    @Test("Boxes that fill an output up are limited")
    func boxesThatFillAnOutputUpAreLimited() throws {
        func suppression(rows: UInt64, labels: [String]? = nil) throws -> any ModelPredictor {
            let suppression = Specification.NonMaximumSuppression.with {
                ($0.confidenceInputFeatureName, $0.coordinatesInputFeatureName) = ("confidence", "coordinates")
                ($0.confidenceOutputFeatureName, $0.coordinatesOutputFeatureName) = ("scores", "boxes")
                if let labels { $0.classLabels = .stringClassLabels(.with { $0.vector = labels }) }
            }
            let flexible = Specification.ArrayFeatureType.with {
                $0.shapeFlexibility = .shapeRange(.with { $0.sizeRanges = [.with { ($0.lowerBound, $0.upperBound) = (rows, -1) }] })
            }
            return try Self.predictor(
                .nonMaximumSuppression(suppression), [("confidence", Self.array([])), ("coordinates", Self.array([]))],
                [("scores", .multiArrayType(flexible)), ("boxes", .multiArrayType(flexible))])
        }
        #expect { try suppression(rows: 1 << 24, labels: ["a"]) } throws: { Self.isOverLimit($0) }
        let predictor = try suppression(rows: 1 << 12)
        func predict(classes: Int) throws -> Int {
            let (scores, boxes) = (counting([1, classes]), counting([1, 4]))
            guard case .tensor(let kept)? = try predictor.predict([.tensor(scores), .tensor(boxes)])[0] else {
                throw RuntimeError.failed("no scores")
            }
            return kept.shape[0]
        }
        #expect(try predict(classes: 2) == 1 << 12)
        #expect { try predict(classes: 100) } throws: { Self.isOverLimit($0) }
    }

    private static func vectorizer(_ kind: Kind, dimensions: UInt64) throws -> any ModelPredictor {
        let column = Specification.FeatureVectorizer.InputColumn.with { ($0.inputColumn, $0.inputDimensions) = ("x", dimensions) }
        return try predictor(.featureVectorizer(.with { $0.inputList = [column] }), [("x", kind)], [("y", array([]))])
    }

    @Test("A wide feature vectorizer is limited")
    func aWideFeatureVectorizerIsLimited() {
        #expect { try Self.vectorizer(Self.numbered, dimensions: 1 << 28) } throws: { Self.isOverLimit($0) }
    }

    @Test("Vectorizers read the probabilities of a classifier")
    func vectorizersReadTheProbabilitiesOfAClassifier() throws {
        func numbers(_ predictor: any ModelPredictor, _ labels: ClassLabels) throws -> [Double] {
            let probabilities = ClassProbabilities(labels: labels, values: [0.25, 0.75])
            guard case .tensor(let tensor)? = try predictor.predict([.probabilities(probabilities)])[0] else {
                throw RuntimeError.failed("no tensor")
            }
            return tensor.doubles
        }
        let keys = Specification.DictVectorizer.with { $0.map = .stringToIndex(.with { $0.vector = ["c", "b", "a", "3"] }) }
        let dictionary = try Self.predictor(.dictVectorizer(keys), [("x", Self.named)], [("y", Self.array([]))])
        #expect(try numbers(dictionary, .strings(["a", "b"])) == [0, 0.75, 0.25, 0])
        #expect(try numbers(dictionary, .int64s([3, 4])) == [0, 0, 0, 0.25])
        #expect(try numbers(Self.vectorizer(Self.numbered, dimensions: 3), .int64s([2, 0])) == [0.75, 0, 0.25])
    }

    // MARK: Networks

    @Test("Outputs that no network computes are errors of loading")
    func outputsThatNoNetworkComputesAreErrorsOfLoading() throws {
        let layer = NetworkFixture.layer(.softmax(.init()), ["x"], ["probabilities"])
        let network = Specification.NeuralNetworkClassifier.with {
            ($0.layers, $0.labelProbabilityLayerName) = ([layer], "probabilities")
            $0.classLabels = .stringClassLabels(.with { $0.vector = ["a", "b"] })
        }
        let kind = Specification.Model.Kind.neuralNetworkClassifier(network)
        _ = try Self.predictor(kind, [("x", Self.array([2]))], Self.classifierOutputs)
        #expect(throws: RuntimeError.invalidModel("the network does not compute the output 'more'")) {
            try Self.predictor(kind, [("x", Self.array([2]))], Self.classifierOutputs + [("more", Self.named)])
        }
        let plain = Specification.NeuralNetwork.with { $0.layers = [layer] }
        #expect(throws: RuntimeError.invalidModel("the network does not compute the output 'probabilities'")) {
            try Self.predictor(.neuralNetwork(plain), [("x", Self.array([2]))], [("probabilities", Self.named)])
        }
    }
}

/// The parts of a model that its file shows without a run.
package struct ModelSummary: Sendable {
    /// The kind of model, named as in the format: `neuralNetworkClassifier`, `mlProgram`, `pipeline`, …
    package var kind: String

    /// The layers of a network or operations of a program, counted by name, the most frequent first.
    package var layers: [(name: String, count: Int)] = []

    /// Other figures, such as the numbers of trees, nodes, support vectors or samples, or the class of custom code.
    package var figures: [(name: String, value: String)] = []

    package var weights = WeightTally()

    /// The models of a pipeline.
    package var parts: [ModelSummary] = []

    /// - Parameter weights: the weight files beside the model, which give the size of an ML Program's weights.
    package init(_ model: Specification.Model, weights store: WeightStore) {
        kind = model.type?.caseName ?? "unknown"
        switch model.type {
        case .neuralNetwork(let network)?: add(network.layers)
        case .neuralNetworkClassifier(let network)?: add(network.layers)
        case .neuralNetworkRegressor(let network)?: add(network.layers)
        case .mlProgram(let program)?: add(program, store)
        case .pipeline(let pipeline)?: add(pipeline, store)
        case .pipelineClassifier(let classifier)?: add(classifier.pipeline, store)
        case .pipelineRegressor(let regressor)?: add(regressor.pipeline, store)
        case .treeEnsembleClassifier(let trees)?: add(trees.treeEnsemble)
        case .treeEnsembleRegressor(let trees)?: add(trees.treeEnsemble)
        case .supportVectorClassifier(let machine)?: add(machine.kernel)
        case .supportVectorRegressor(let machine)?: add(machine.kernel)
        case .kNearestNeighborsClassifier(let neighbours)?:
            figures = [("samples", String(neighbours.nearestNeighborsIndex?.floatSamples.count ?? 0))]
        case .customModel(let custom)?: figures = [("class", custom.className)]
        case .visionFeaturePrint(let print)?: figures = [("feature print", print.visionFeaturePrintType?.caseName ?? "unknown")]
        default: break
        }
    }

    private mutating func add(_ layers: [Specification.NeuralNetworkLayer]) {
        var counts: [String: Int] = [:]
        count(layers, &counts)
        self.layers = Self.sorted(counts)
    }

    private mutating func count(_ layers: [Specification.NeuralNetworkLayer], _ counts: inout [String: Int]) {
        for layer in layers {
            counts[layer.layer?.caseName ?? "unknown", default: 0] += 1
            switch layer.layer {
            case .branch(let branch)?:
                count(branch.ifBranch?.layers ?? [], &counts)
                count(branch.elseBranch?.layers ?? [], &counts)
            case .loop(let loop)?:
                count(loop.conditionNetwork?.layers ?? [], &counts)
                count(loop.bodyNetwork?.layers ?? [], &counts)
            default:
                weights.addWeights(in: layer)
            }
        }
    }

    private mutating func add(_ pipeline: Specification.Pipeline?, _ store: WeightStore) {
        parts = (pipeline?.models ?? []).map { ModelSummary($0, weights: store) }
        for part in parts { weights.add(part.weights) }
    }

    private mutating func add(_ trees: Specification.TreeEnsembleParameters?) {
        let nodes = trees?.nodes ?? []
        figures = [("trees", String(Set(nodes.map(\.treeId)).count)), ("nodes", String(nodes.count))]
    }

    private mutating func add(_ kernel: Specification.Kernel?) {
        figures = [("kernel", kernel?.kernel?.caseName ?? "unknown")]
    }

    static func sorted(_ counts: [String: Int]) -> [(name: String, count: Int)] {
        counts.map { (name: $0.key, count: $0.value) }.sorted { ($0.count, $1.name) > ($1.count, $0.name) }
    }
}

// ML Programs.
extension ModelSummary {
    private mutating func add(_ program: Specification.MILSpec.Program, _ store: WeightStore) {
        var counts: [String: Int] = [:]
        for function in program.functions.values {
            // Of the specialisations for several opsets, only one is run.
            let block = function.blockSpecializations[function.opset] ?? function.blockSpecializations.values.first
            if let block { count(block, &counts, store) }
        }
        if let constants = counts.removeValue(forKey: "const") { figures.append(("constants", String(constants))) }
        layers = Self.sorted(counts)
        if program.functions.count > 1 { figures.append(("functions", program.functions.keys.sorted().joined(separator: ", "))) }
    }

    private mutating func count(_ block: Specification.MILSpec.Block, _ counts: inout [String: Int], _ store: WeightStore) {
        for operation in block.operations {
            counts[operation.type, default: 0] += 1
            for inner in operation.blocks { count(inner, &counts, store) }
            for value in operation.attributes.values { addFileValue(value, store) }
            for argument in operation.inputs.values {
                for case .value(let value)? in argument.arguments.map(\.binding) { addFileValue(value, store) }
            }
        }
    }

    /// Counts a value if it is in a weight file. Small values are written into the program itself.
    private mutating func addFileValue(_ value: Specification.MILSpec.Value, _ store: WeightStore) {
        guard case .blobFileValue(let blob)? = value.value, let entry = try? store.entry(for: blob) else { return }
        weights.add(String(describing: entry.type), count: entry.elementCount, byteCount: entry.bytes.count)
    }
}

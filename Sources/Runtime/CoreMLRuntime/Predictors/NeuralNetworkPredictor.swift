import CoreMLSpecification
import Locks

/// Predicts with a neural network. There is one plan for each combination of input shapes, kept for later predictions.
package final class NeuralNetworkPredictor: ModelPredictor {
    private let lowering: NeuralNetworkLowering
    private let interface: ModelInterface
    private let plans: NetworkPlans
    /// The plans of a network whose shapes depend on values.
    private let subgraphPlans: SubgraphPlans
    private let threads: Int?
    private let memoryLimit: MemoryLimit
    private let mappedFiles: MappedFiles?
    /// The preprocessing of each input; `nil` for arrays and numbers.
    private let images: [ImagePreprocessing?]
    private let arrays: [Bool]
    private let acceptsLeadingAxes: Bool
    private let classifier: ClassifierOutput?
    /// The index of the function's output for each output of the model; `nil` for a classifier's label.
    private let sources: [Int?]
    private let probabilitiesSource: Int?

    package var classLabels: ClassLabels? { classifier?.labels }

    package var subject: String { "a neural network model" }

    package var hasReducibleProducts: Bool {
        let made = plans.all
        // Without a plan, the products are known only in a prediction.
        return made.isEmpty || made.contains { $0.map { !$0.plan.reducedProducts.isEmpty } ?? true }
    }

    package var reducedProducts: [ReducedProduct] {
        plans.all.compactMap { $0?.plan.reducedProducts }.joined() + subgraphPlans.reducedProducts
    }

    /// - Throws: `RuntimeError` that names an unsupported or inconsistent layer, or an output that no layer computes.
    package init(_ model: Specification.Model, interface: ModelInterface, options: PredictorOptions) throws {
        let lowering = try NeuralNetworkLowering(model: model, makeCustomLayer: options.customParts?.makeLayer)
        self.lowering = lowering
        self.interface = interface
        acceptsLeadingAxes = lowering.usesRank5
        images = interface.inputs.map { input in
            lowering.imageInputs.first { $0.name == input.name }.map(ImagePreprocessing.init)
        }
        arrays = interface.inputs.map(\.isArray)
        classifier = try NeuralNetworkPredictor.labels(model).map { try ClassifierOutput(interface, labels: $0) }
        let names = lowering.outputNames
        probabilitiesSource = lowering.probabilitiesOutput.flatMap { names.firstIndex(of: $0) }
        sources = interface.outputs.map { output in
            if case .dictionaryType = output.type { return nil }
            return names.firstIndex(of: output.name)
        }
        threads = options.threads
        memoryLimit = options.memoryLimit
        mappedFiles = options.weights?.mappedFiles
        let planOptions = options.planOptions
        let weights = options.makePreparedWeights()
        plans = NetworkPlans(options: planOptions, weights: weights, limit: options.memoryLimit)
        subgraphPlans = SubgraphPlans(options: planOptions, weights: weights, limit: options.memoryLimit)
        for (index, output) in interface.outputs.enumerated() where sources[index] == nil {
            guard classifier?.answers(index) == true else {
                throw RuntimeError.invalidModel("the network does not compute the output '\(output.name)'")
            }
        }
        try prepareDefaultPlan()
    }

    /// A classifier's labels; `nil` for other networks.
    private static func labels(_ model: Specification.Model) throws -> ClassLabels? {
        guard case .neuralNetworkClassifier(let classifier) = model.type else { return nil }
        switch classifier.classLabels {
        case .stringClassLabels(let labels): return ClassLabels(labels)
        case .int64ClassLabels(let labels): return ClassLabels(labels)
        case nil: throw RuntimeError.invalidModel("the classifier has no class labels")
        }
    }

    /// Plans for the default shapes of the description, so that an unsupported layer is found when the model is loaded.
    private func prepareDefaultPlan() throws {
        var shapes: [[Int]?] = []
        var isFlexible = false
        for (index, input) in interface.inputs.enumerated() {
            switch input.type {
            case .imageType(let image):
                isFlexible = isFlexible || image.sizeFlexibility != nil
                guard image.width > 0, image.height > 0 else { return }
                shapes.append([1, images[index]?.channels.count ?? 3, Int(clamping: image.height), Int(clamping: image.width)])
            case .multiArrayType(let array):
                isFlexible = isFlexible || array.shapeFlexibility != nil
                guard !array.shape.isEmpty, array.shape.allSatisfy({ $0 > 0 }) else { return }
                shapes.append(array.shape.map { Int(clamping: $0) })
            default: shapes.append([1])
            }
        }
        for (input, shape) in zip(interface.inputs, shapes) {
            try TensorType.float32(shape ?? []).validate("input '\(input.name)'")
        }
        // Arrays of the declared shape are not counted, because the caller must have that memory to predict at all.
        let given = zip(shapes, arrays).reduce(0) { $0 + ($1.1 ? TensorType.float32($1.0 ?? []).byteCount : 0) }
        do {
            try plan(shapes, threads: threads ?? Processor.coreCount)?.plan.check(memoryLimit, given: given)
        } catch RuntimeError.invalidModel where isFlexible {
            // Converters declare the smallest of the flexible shapes as the default. The layers do not always accept it.
        }
    }

    private func plan(_ shapes: [[Int]?], threads: Int) throws -> NetworkPlan? {
        try plans.plan(for: shapes, threads: threads) {
            var named: [String: [Int]] = [:]
            for (input, shape) in zip(interface.inputs, shapes) { named[input.name] = shape }
            return try lowering.lower(inputs: named)
        }
    }

    package func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] { try predict(inputs, into: []) }

    package func predict(_ inputs: [PredictorValue?], into backings: [Tensor?]) throws -> [PredictorValue?] {
        try Parallelism.share(limit: threads) { try predict(inputs, into: backings, threads: $0) }
    }

    private func predict(_ inputs: [PredictorValue?], into backings: [Tensor?], threads: Int) throws -> [PredictorValue?] {
        let shapes = try inputs.indices.map { try shape(inputs[$0], index: $0) }
        guard let prepared = try plan(shapes, threads: threads) else { return try evaluate(inputs, shapes, threads: threads) }
        try prepared.plan.check(memoryLimit, given: inputs.arrayByteCount)
        let arguments = prepared.takeArguments()
        defer { prepared.give(back: arguments) }
        var tensors: [Tensor] = []
        tensors.reserveCapacity(arguments.count)
        for (position, parameter) in prepared.plan.inputs.enumerated() {
            guard let index = interface.inputIndex(parameter.name), let value = inputs[index] else {
                throw RuntimeError.invalidInput("the input '\(parameter.name)' is missing")
            }
            tensors.append(try tensor(value, index: index, buffer: arguments[position]))
        }
        let results = prepared.plan.makeOutputs(lowering.outputNames, backings: backings, interface)
        try prepared.plan.run(inputs: tensors, outputs: results)
        try mappedFiles?.check()
        return try outputs(results)
    }

    /// The shape of an input in the network; `nil` for an input that was left out.
    private func shape(_ value: PredictorValue?, index: Int) throws -> [Int]? {
        switch value {
        case nil: nil
        case .tensor(let tensor): tensor.shape
        case .image(let image): [1, images[index]?.channels.count ?? 3, image.height, image.width]
        case .double, .int64: [1]
        case .some(let other): throw RuntimeError.invalidInput("'\(interface.inputs[index].name)' cannot be a \(other.kind)")
        }
    }

    /// The value as a float32 tensor. A value that is not a tensor yet is written to `buffer`.
    private func tensor(_ value: PredictorValue, index: Int, buffer: @autoclosure () -> Tensor) throws -> Tensor {
        switch value {
        case .tensor(let tensor) where tensor.scalar == .float32: return tensor
        case .tensor(let tensor): return tensor.converted(to: .float32)
        case .image(let image):
            guard let preprocessing = images[index] else {
                throw RuntimeError.invalidInput("'\(interface.inputs[index].name)' is not an image")
            }
            let buffer = buffer()
            try image.write(to: buffer.floats.baseAddress ?? buffer.pointer.assumingMemoryBound(to: Float.self), preprocessing)
            return buffer
        default:
            let buffer = buffer()
            buffer.floats[0] = Float(value.numbers?.first ?? 0)
            return buffer
        }
    }

    /// Runs a network whose shapes depend on values.
    private func evaluate(_ inputs: [PredictorValue?], _ shapes: [[Int]?], threads: Int) throws -> [PredictorValue?] {
        var tensors: [String: Tensor] = [:]
        for index in inputs.indices {
            guard let value = inputs[index], let shape = shapes[index] else { continue }
            tensors[interface.inputs[index].name] = try tensor(value, index: index, buffer: Tensor(uninitialized: .float32(shape)))
        }
        let results = try lowering.evaluate(
            inputs: tensors, plans: subgraphPlans, threads: threads, limit: memoryLimit, given: inputs.arrayByteCount)
        try mappedFiles?.check()
        return try outputs(
            lowering.outputNames.map { name in
                guard let tensor = results[name] else { throw RuntimeError.invalidModel("the output '\(name)' is not computed") }
                return tensor
            })
    }

    private func outputs(_ tensors: [Tensor]) throws -> [PredictorValue?] {
        var values: [PredictorValue?]
        if let classifier, let probabilitiesSource {
            let tensor = tensors[probabilitiesSource]
            guard tensor.count == classifier.labels.count else {
                throw RuntimeError.invalidModel("the network has \(tensor.count) probabilities for \(classifier.labels.count) labels")
            }
            values = classifier.values(tensor.doubles)
        } else {
            values = [PredictorValue?](repeating: nil, count: sources.count)
        }
        for (index, source) in sources.enumerated() where values[index] == nil {
            if let source { values[index] = .tensor(tensors[source]) }
        }
        return values
    }

    package func scalarType(ofInput index: Int) -> ScalarType? { arrays[index] ? .float32 : nil }
    package func acceptsLeadingAxes(ofInput index: Int) -> Bool { acceptsLeadingAxes && arrays[index] }
    package func imagePreprocessing(ofInput index: Int) -> ImagePreprocessing? { images[index] }
}

extension ImagePreprocessing {
    init(_ input: NeuralNetworkLowering.ImageInput) {
        self.init(channels: input.channels, scale: input.scale.first ?? 1, biases: input.bias)
    }
}

/// The plans of a network by input shapes and number of threads. A plan is `nil` if shapes in the network depend on values.
private struct NetworkPlans: Sendable {
    let options: PlanOptions
    let weights: PreparedWeights
    let limit: MemoryLimit
    private let cache = PlanCache<[[Int]?], NetworkPlan?>()

    init(options: PlanOptions, weights: PreparedWeights, limit: MemoryLimit) {
        self.options = options
        self.weights = weights
        self.limit = limit
    }

    var all: [NetworkPlan?] { cache.all }

    func plan(for shapes: [[Int]?], threads: Int, lower: () throws -> Function) throws -> NetworkPlan? {
        try cache.value(for: shapes, threads: threads) {
            var options = options
            options.threads = threads
            do {
                return NetworkPlan(try Plan(try lower(), options: options, weights: weights, limit: limit))
            } catch RuntimeError.dependsOnValue {
                return nil
            }
        }
    }
}

/// A plan with input buffers that predictions take and give back.
private final class NetworkPlan: @unchecked Sendable {
    let plan: Plan
    private let lock = Lock()
    private var idle: [[Tensor]] = []

    init(_ plan: Plan) {
        self.plan = plan
    }

    /// A buffer for each input of the plan.
    func takeArguments() -> [Tensor] {
        lock.withLock { idle.popLast() } ?? plan.inputs.map { Tensor(uninitialized: $0.type) }
    }

    func give(back arguments: [Tensor]) {
        lock.withLock { idle.append(arguments) }
    }
}

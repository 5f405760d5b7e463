import CoreMLSpecification
import Locks

/// Predicts with an ML Program. Each combination of input shapes is planned once. A function whose shapes depend on values is interpreted.
final class ProgramPredictor: ModelPredictor {
    private let function: MILFunction
    private let interface: ModelInterface
    private let images: [ImagePreprocessing?]
    private let classification: Classification?
    private let planOptions: PlanOptions
    private let threads: Int?
    private let memoryLimit: MemoryLimit
    private let mappedFiles: MappedFiles?
    private let weights: PreparedWeights
    /// The plans of a function that is interpreted.
    private let subgraphPlans: SubgraphPlans
    private let plans = PlanCache<[[Int]], Prepared>()
    private let forecast = ShapeForecast()
    /// The function for the shapes that the program declares. It is kept until it is planned.
    private let declared = DeclaredFunction()

    /// A function ready for one combination of input shapes.
    private enum Prepared: Sendable {
        case plan(Plan)
        case interpreted
    }

    /// The operation `classify`, with which a classifier ends. The predictor computes it itself.
    private struct Classification: Sendable {
        let probabilities: String
        /// The value that holds the labels if they depend on the prediction. The labels of `output` are then not used.
        let classes: String?
        let output: ClassifierOutput
    }

    /// - Throws: `RuntimeError.unsupported` with the name of an unknown operation, or for constants and states that are too large.
    ///   `invalidModel` if the program does not match the description, or if the arguments of an operation are inconsistent.
    init(_ program: Specification.MILSpec.Program, interface: ModelInterface, options: PredictorOptions) throws {
        let translation = MILTranslation(program, weights: options.weights ?? WeightStore(folder: nil), limit: options.memoryLimit)
        var function = try translation.function(named: options.functionName ?? interface.functionName)
        classification = try ProgramPredictor.removeClassification(from: &function, interface)
        try ProgramPredictor.checkOperations(of: function.body)
        self.function = function
        self.interface = interface
        threads = options.threads
        memoryLimit = options.memoryLimit
        mappedFiles = options.weights?.mappedFiles
        planOptions = options.planOptions
        weights = options.makePreparedWeights(storedByteCount: function.body.storedByteCount(planOptions.precision))
        subgraphPlans = SubgraphPlans(options: planOptions, weights: weights, limit: options.memoryLimit)
        images = interface.inputs.map(ProgramPredictor.preprocessing)
        for input in function.inputs where !input.isState && interface.inputIndex(input.name) == nil {
            throw RuntimeError.invalidModel("the program's input '\(input.name)' is not one of the model's")
        }
        var stateByteCount = 0
        for input in function.inputs where input.isState {
            try input.stateType.validate("state '\(input.name)'")
            stateByteCount += input.stateType.byteCount
        }
        try memoryLimit.check(stateByteCount, "the states of function '\(function.name)'")
        for (index, output) in interface.outputs.enumerated() where !function.body.outputs.contains(output.name) {
            guard classification?.output.answers(index) == true else {
                throw RuntimeError.invalidModel("the program does not compute the model's output '\(output.name)'")
            }
        }
        let shapes = function.inputs.compactMap(\.fixedShape)
        if function.isStatic, shapes.count == function.inputs.count {
            do {
                declared.keep(try specialized(shapes), for: shapes)
            } catch RuntimeError.dependsOnValue {
                // The program's shapes are only known while it runs.
            }
        }
    }

    /// - Throws: `RuntimeError.unsupported` if the runtime does not implement an operation of the block or of its nested blocks.
    private static func checkOperations(of block: Block) throws {
        for operation in block.operations {
            if !Interpreter.controlKinds.contains(operation.kind) { _ = try OperationRegistry.definition(for: operation.kind) }
            for inner in operation.blocks { try checkOperations(of: inner) }
        }
    }

    /// The labels of a classifier; `nil` if they depend on the prediction.
    var classLabels: ClassLabels? { classification.flatMap { $0.classes == nil ? $0.output.labels : nil } }

    var subject: String { "ML Program" }

    var hasReducibleProducts: Bool { function.body.hasReducibleProducts }

    var reducedProducts: [ReducedProduct] {
        let planned: [[ReducedProduct]] = plans.all.map { prepared in
            if case .plan(let plan) = prepared { plan.reducedProducts } else { [] }
        }
        return planned.joined() + subgraphPlans.reducedProducts
    }

    func scalarType(ofInput index: Int) -> ScalarType? {
        let name = interface.inputs[index].name
        return function.inputs.first { $0.name == name }?.scalar
    }

    func imagePreprocessing(ofInput index: Int) -> ImagePreprocessing? { images[index] }

    var stateTypes: [String: TensorType] {
        Dictionary(function.inputs.filter(\.isState).map { ($0.name, $0.stateType) }) { first, _ in first }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] { try predict(inputs, into: []) }

    func predict(_ inputs: [PredictorValue?], into backings: [Tensor?]) throws -> [PredictorValue?] {
        // The new value of a state must not be in the caller's memory, so programs with states do not use backings.
        try predict(inputs, states: makeStates(), into: function.stateOutputs.isEmpty ? backings : [])
    }

    func predict(_ inputs: [PredictorValue?], states: [String: StateBuffer]) throws -> [PredictorValue?] {
        try predict(inputs, states: states, into: [])
    }

    private func predict(
        _ inputs: [PredictorValue?], states: [String: StateBuffer], into backings: [Tensor?]
    ) throws -> [PredictorValue?] {
        let tensors = try function.inputs.map { input in
            guard input.isState else { return try tensor(for: input, inputs) }
            guard let state = states[input.name] else { throw RuntimeError.invalidInput("the state '\(input.name)' is missing") }
            return state.tensor
        }
        let shapes = tensors.map(\.shape)
        let results = try Parallelism.share(limit: threads) { threads in
            switch try prepared(for: shapes, threads: threads) {
            case .plan(let plan):
                if let next = forecast.next(after: shapes) {
                    // An error is ignored here. It is thrown by a prediction with these shapes.
                    BackgroundWork.start { [self] in _ = try? prepared(for: next, threads: threads) }
                }
                try plan.check(memoryLimit, given: inputs.arrayByteCount)
                return try run(plan, tensors, states, into: backings)
            case .interpreted:
                let named = Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), tensors))
                let results = try Interpreter(plans: subgraphPlans, threads: threads).interpret(
                    function, inputs: named, states: states, limit: memoryLimit, given: inputs.arrayByteCount)
                separate(states, from: tensors, and: results)
                return results
            }
        }
        try mappedFiles?.check()
        return try answer(results)
    }

    /// Runs a plan, and returns its outputs by name. The new values of states are stored in `states`.
    private func run(
        _ plan: Plan, _ tensors: [Tensor], _ states: [String: StateBuffer], into backings: [Tensor?]
    ) throws -> [String: Tensor] {
        var inputs = tensors
        for index in plan.statesInPlace {
            if let state = states[function.inputs[index].name] { inputs[index] = state.take() }
        }
        let inPlace = Set(plan.statesInPlace.map { function.inputs[$0].name })
        let replaced = function.stateOutputs.filter { !inPlace.contains($0.state) }
        let names = function.body.outputs + replaced.map(\.output)
        let outputs = plan.makeOutputs(names, backings: backings, interface)
        for slice in try plan.run(inputs: inputs, outputs: outputs) {
            states[function.inputs[slice.input].name]?.note(slice, of: inputs[slice.input])
        }
        for index in plan.statesInPlace { states[function.inputs[index].name]?.own(inputs[index]) }
        let results = Dictionary(uniqueKeysWithValues: zip(names, outputs))
        for (state, output) in replaced {
            if let written = results[output] { states[state]?.own(written) }
        }
        return results
    }

    /// Copies a state if an interpreted function has stored an input or output in it, because the caller may change the input or output.
    private func separate(_ states: [String: StateBuffer], from inputs: [Tensor], and outputs: [String: Tensor]) {
        let given = zip(function.inputs, inputs).filter { !$0.0.isState }.map { $0.1 }
        let lent = Set((given + outputs.values).map { ObjectIdentifier($0) })
        for state in states.values where lent.contains(ObjectIdentifier(state.tensor)) { state.makeOwn() }
    }

    private func prepared(for shapes: [[Int]], threads: Int) throws -> Prepared {
        try plans.value(for: shapes, threads: threads) { try prepare(shapes, threads: threads) }
    }

    private func prepare(_ shapes: [[Int]], threads: Int) throws -> Prepared {
        guard function.isStatic else { return .interpreted }
        var options = planOptions
        options.threads = threads
        do {
            return .plan(
                try Plan(
                    try declared.take(for: shapes) ?? specialized(shapes), options: options, weights: weights, limit: memoryLimit))
        } catch RuntimeError.dependsOnValue {
            return .interpreted
        }
    }

    private func specialized(_ shapes: [[Int]]) throws -> Function {
        try function.specialized(shapes: Dictionary(uniqueKeysWithValues: zip(function.inputs.map(\.name), shapes)))
    }

    // MARK: Inputs and outputs

    private func tensor(for input: MILFunction.Input, _ inputs: [PredictorValue?]) throws -> Tensor {
        guard let index = interface.inputIndex(input.name), let value = inputs[index] else {
            throw RuntimeError.invalidInput("the input '\(input.name)' is missing")
        }
        var tensor: Tensor
        switch value {
        case .tensor(let given): tensor = given
        case .double(let number): tensor = Tensor([Float(number)])
        case .int64(let number): tensor = Tensor([Int32(clamping: number)])
        case .image(let image):
            guard let preprocessing = images[index] else { throw RuntimeError.invalidInput("the input '\(input.name)' is not an image") }
            tensor = Tensor(uninitialized: .float32([1, preprocessing.channels.count, image.height, image.width]))
            try image.write(to: tensor.pointer.assumingMemoryBound(to: Float.self), preprocessing)
        default: throw RuntimeError.invalidInput("the input '\(input.name)' cannot be a \(value.kind)")
        }
        // A multi-array always has a dimension, so an array with a single element stands for a scalar.
        if input.dimensions.isEmpty, tensor.count == 1 { tensor = tensor.reshaped([]) }
        try input.check(tensor.shape)
        return tensor.converted(to: input.scalar)
    }

    private func answer(_ results: [String: Tensor]) throws -> [PredictorValue?] {
        var values: [PredictorValue?] = interface.outputs.map { output in
            results[output.name].map { .tensor($0.shape.isEmpty ? $0.reshaped([1]) : $0) }
        }
        guard let classification else { return values }
        var output = classification.output
        if let name = classification.classes, let classes = results[name] {
            output = try ClassifierOutput(interface, labels: try function.strings.labels(name, classes))
        }
        guard let probabilities = results[classification.probabilities], probabilities.count == output.labels.count else {
            throw RuntimeError.invalidModel("the classifier's probabilities are not one for each label")
        }
        for (index, value) in output.values(probabilities.doubles).enumerated() where value != nil { values[index] = value }
        return values
    }

    private static func preprocessing(_ feature: ModelInterface.Feature) -> ImagePreprocessing? {
        guard case .imageType(let image) = feature.type else { return nil }
        return ImagePreprocessing(channels: ImageChannels(image.colorSpace) ?? .rgb)
    }

    /// Removes the operation `classify` from the function. The function then returns the probabilities instead, and also the labels if they
    /// depend on the prediction.
    private static func removeClassification(from function: inout MILFunction, _ interface: ModelInterface) throws -> Classification? {
        guard let position = function.body.operations.firstIndex(where: { $0.kind == "classify" }) else { return nil }
        let operation = function.body.operations[position]
        guard case .value(let probabilities)? = operation.arguments["probabilities"], let argument = operation.arguments["classes"] else {
            throw RuntimeError.invalidModel("classify '\(operation.name)' lacks probabilities or classes")
        }
        var classes: String?
        let labels: ClassLabels
        switch argument {
        case .constant(.strings(let strings)): labels = .strings(strings)
        case .constant(.tensor(let tensor)): labels = .int64s(tensor.integers.map { Int64($0) })
        case .constant(.string(let string)): labels = .strings([string])
        case .value(let name):
            classes = name
            labels = .strings([""])
        case .list, .constant(.layer): throw RuntimeError.invalidModel("classify '\(operation.name)' has no classes")
        }
        function.body.operations.remove(at: position)
        function.body.outputs.removeAll { operation.outputs.contains($0) }
        for case let name? in [probabilities, classes] where !function.body.outputs.contains(name) {
            guard !function.stateOutputs.contains(where: { $0.output == name }) else {
                throw RuntimeError.invalidModel("classify '\(operation.name)' reads '\(name)', the name of what a state becomes")
            }
            function.body.outputs.append(name)
        }
        return Classification(probabilities: probabilities, classes: classes, output: try ClassifierOutput(interface, labels: labels))
    }
}

/// A function with the types of all values. It is made when the model is loaded, and handed out once.
private final class DeclaredFunction: @unchecked Sendable {
    private let lock = Lock()
    private var kept: (shapes: [[Int]], function: Function)?

    func keep(_ function: Function, for shapes: [[Int]]) { lock.withLock { kept = (shapes, function) } }

    func take(for shapes: [[Int]]) -> Function? {
        lock.withLock {
            guard let found = kept, found.shapes == shapes else { return nil }
            kept = nil
            return found.function
        }
    }
}

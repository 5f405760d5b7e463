import Foundation

/// Trains a function batch by batch. It has graphs for the shapes of the batches, an optimizer, a schedule, and checkpoints.
///
/// The same batches, seed and number of threads give identical results, also if training is interrupted and resumed from a checkpoint. Only
/// one thread may use a trainer at a time.
package final class Trainer {
    /// A function with a batch and the parameters as its inputs.
    package struct Objective {
        package var function: Function
        /// The name of the value to minimise, a float32 scalar.
        package var loss: String
        /// The names of further values to return, such as logits.
        package var observing: [String]

        package init(_ function: Function, loss: String, observing: [String] = []) {
            self.function = function
            self.loss = loss
            self.observing = observing
        }
    }

    package struct Settings: Sendable, Codable, Equatable {
        package var optimizer: OptimizerSettings
        package var schedule: LearningRateSchedule
        package var seed: Int

        package init(_ optimizer: OptimizerSettings, _ schedule: LearningRateSchedule, seed: Int = 0) {
            self.optimizer = optimizer
            self.schedule = schedule
            self.seed = seed
        }
    }

    package let parameters: TrainingParameters
    package let settings: Settings
    package let optimizer: Optimizer
    /// The number of updates made so far.
    package internal(set) var iteration = 0
    /// A generator of random numbers for shuffling, augmentation and the like. Checkpoints save it.
    package var generator: SplitMix64
    private let options: TrainingOptions
    private let objective: ([String: TensorType]) throws -> Objective
    /// The graphs with the types of their batches, the most recently used last.
    private var graphs: [(types: [String: TensorType], graph: TrainingGraph)] = []
    private var sums: [String: Tensor] = [:]

    /// The number of graphs that are kept: one for the full batches of an epoch, and one for the smaller last batch.
    private static let graphCapacity = 2

    /// - Parameter objective: makes the function for a batch of these types. The inputs of the function are the inputs of the batch and the
    ///   parameters.
    package init(
        _ parameters: TrainingParameters, _ settings: Settings, options: TrainingOptions = TrainingOptions(),
        objective: @escaping ([String: TensorType]) throws -> Objective
    ) {
        self.parameters = parameters
        self.settings = settings
        self.options = options
        self.objective = objective
        optimizer = Optimizer(settings.optimizer, parameters, threads: options.threads)
        generator = SplitMix64(seed: settings.seed & Int.max)
    }

    package struct Outcome {
        package var loss: Float
        /// The observed values of the last part of the batch. The next step overwrites them.
        package var observed: [String: Tensor]
    }

    /// The rate of the next update.
    package var learningRate: Float { settings.schedule.rate(at: iteration) }

    /// Updates the parameters once from a batch, and returns its loss.
    @discardableResult
    package func train(_ batch: [String: Tensor], rate: Float? = nil) throws -> Outcome {
        let graph = try prepared(batch)
        let loss = try graph.run()
        guard loss.isFinite else { throw RuntimeError.failed("the loss is \(loss); a lower learning rate may help") }
        try optimizer.update(graph.gradients, rate: rate ?? learningRate)
        iteration += 1
        return Outcome(loss: loss, observed: graph.outputs)
    }

    /// Updates once from a batch in parts, which are computed one after the other to save memory. The loss is the mean of the parts'
    /// losses, weighted with `weights`, the sizes of the parts.
    @discardableResult
    package func train(_ parts: [[String: Tensor]], weights: [Float], rate: Float? = nil) throws -> Outcome {
        let total = weights.reduce(0, +)
        guard parts.count == weights.count, total > 0 else { throw RuntimeError.invalidInput("\(parts.count) parts, \(weights) weights") }
        for sum in sums.values { sum.clear() }
        var (loss, observed): (Double, [String: Tensor]) = (0, [:])
        for (part, weight) in zip(parts, weights) {
            let graph = try prepared(part)
            loss += try Double(graph.run()) * Double(weight / total)
            observed = graph.outputs
            for (name, gradient) in graph.gradients { add(gradient, weight / total, to: name) }
        }
        guard loss.isFinite else { throw RuntimeError.failed("the loss is \(loss); a lower learning rate may help") }
        try optimizer.update(sums, rate: rate ?? learningRate)
        iteration += 1
        return Outcome(loss: Float(loss), observed: observed)
    }

    private func add(_ gradient: Tensor, _ weight: Float, to name: String) {
        let sum: Tensor
        if let known = sums[name] {
            sum = known
        } else {
            sum = Tensor(uninitialized: gradient.type)
            sum.clear()
            sums[name] = sum
        }
        let (into, from) = (sum.floatPointer, gradient.floatPointer)
        ParallelLoop.run(sum.count, threads: options.threads) { range in for index in range { into[index] += weight * from[index] } }
    }

    /// The graph for a batch, with the batch copied to its inputs.
    private func prepared(_ batch: [String: Tensor]) throws -> TrainingGraph {
        let graph = try graph(batch.mapValues(\.type))
        for (name, input) in graph.inputs {
            guard let tensor = batch[name] else { throw RuntimeError.invalidInput("the batch lacks '\(name)'") }
            guard tensor.type == input.type else {
                throw RuntimeError.invalidInput("'\(name)' of the batch is \(tensor.type) instead of \(input.type)")
            }
            input.copyBytes(of: tensor)
        }
        return graph
    }

    private func graph(_ types: [String: TensorType]) throws -> TrainingGraph {
        if let index = graphs.firstIndex(where: { $0.types == types }) {
            let entry = graphs.remove(at: index)
            graphs.append(entry)
            return entry.graph
        }
        // An old graph is removed before a new one is made, so that there are never three.
        if graphs.count == Trainer.graphCapacity { graphs.removeFirst() }
        let objective = try objective(types)
        let graph = try TrainingGraph(
            objective.function, loss: objective.loss, observing: objective.observing, parameters: parameters, options: options)
        graphs.append((types, graph))
        return graph
    }
}

import CoreMLRuntime
import Foundation

/// Trains a ``ClassifierHead`` on features by L-BFGS, iteration by iteration.
struct HeadTrainer {
    struct Options: Sendable {
        var maximumIterations = 25
        /// The iteration at which this session ends; `nil` for the last iteration of the training.
        var iterationLimit: Int?
        var lastIteration: Int { iterationLimit ?? maximumIterations }
        /// The number by which the L2 penalty is multiplied before it is added to the sum of all examples' losses. The L2 penalty is half the sum of
        /// the squared weights for standardised features.
        var penalty = 1.0
        /// Whether all labels have the same total weight, however many examples they have. If an example may have several labels, all examples have
        /// the same weight instead.
        var balancesClasses = true
        /// The number of rectified linear units of each hidden layer.
        var hiddenSizes: [Int] = []
        var output = ClassifierHead.Output.softmax
    }

    private let options: Options
    private let sizes: [Int]
    private let statistics: FeatureStatistics
    private let objective: HeadObjective
    private var search: LimitedMemoryBFGS
    private(set) var iteration = 0
    /// Whether the last step found no lower loss.
    private var hasConverged = false
    var isFinished: Bool { hasConverged || stopping.hasStopped || iteration >= options.lastIteration }
    private var stopping: EarlyStopping
    /// The weights of the iteration with the lowest validation loss; empty before the first validation.
    private var best: [Double] = []
    /// The fraction, 0…1, of training labels that were predicted correctly in the last iteration.
    private(set) var accuracy = 0.0

    var loss: Double { search.value }

    init(_ data: FeatureMatrix, classes: Int, _ options: Options = Options()) {
        self.options = options
        stopping = EarlyStopping(iterationLimit: options.maximumIterations)
        sizes = [data.columns] + options.hiddenSizes + [classes]
        statistics = data.statistics()
        let objective = HeadObjective(data.standardized(statistics), sizes: sizes, options)
        self.objective = objective
        search = LimitedMemoryBFGS(from: Self.start(sizes)) { objective.evaluate($0, &$1) }
        accuracy = objective.accuracy
    }

    mutating func step() {
        let goesOn = search.step()
        // After an unsuccessful step, the objective was last evaluated at a point that was rejected.
        if goesOn { accuracy = objective.accuracy }
        iteration += 1
        hasConverged = !goesOn
    }

    /// Records the loss on the validation examples, and ends the training if the loss no longer improves.
    mutating func observe(validationLoss loss: Double) {
        if stopping.observe(loss, at: iteration) { best = search.point }
    }

    /// The head after the iterations so far. If validation has ended the training, it is the head of the best iteration.
    var head: ClassifierHead { ClassifierHead(stopping.hasStopped ? best : search.point, sizes: sizes, options.output, statistics) }

    /// The iteration that ``head`` belongs to.
    var kept: KeptIteration {
        stopping.kept(of: iteration) ?? KeptIteration(iteration: iteration, last: iteration, reason: hasConverged ? .converged : .limit)
    }

    func write(to state: inout TrainingStateWriter) {
        state.add(iteration)
        state.add(hasConverged ? 1 : 0)
        state.add(accuracy)
        search.write(to: &state)
        state.add(stopping.bestLoss ?? 0)
        state.add(stopping.bestIteration)
        state.add(stopping.hasStopped ? 1 : 0)
        state.add(best)
    }

    mutating func restore(_ state: inout TrainingStateReader) throws {
        let (iteration, hasConverged, accuracy) = (try state.int(), try state.int() != 0, try state.double())
        let objective = objective
        search = try LimitedMemoryBFGS(&state, variables: search.point.count) { objective.evaluate($0, &$1) }
        stopping = EarlyStopping(
            iterationLimit: options.maximumIterations, bestLoss: try state.double(), bestIteration: try state.int(),
            hasStopped: try state.int() != 0)
        best = try state.doubles()
        guard stopping.fits(iteration), best.count == (stopping.bestIteration == 0 ? 0 : search.point.count) else {
            throw MLCreateError.io(reason: "the state is of another network")
        }
        (self.iteration, self.hasConverged, self.accuracy) = (iteration, hasConverged, accuracy)
    }

    /// The initial weights. With a single layer they are zero, because the loss has only one minimum. With more layers they are random, with the
    /// range that He et al. recommend for rectifiers (arXiv:1502.01852).
    private static func start(_ sizes: [Int]) -> [Double] {
        var generator = SplitMix64(seed: 1)
        return zip(sizes, sizes.dropFirst()).flatMap { inputs, outputs in
            (0..<outputs).flatMap { _ -> [Double] in
                guard sizes.count > 2 else { return [Double](repeating: 0, count: inputs + 1) }
                let bound = (6 / Double(inputs)).squareRoot()
                return (0..<inputs).map { _ in Double.random(in: -bound...bound, using: &generator) } + [0]
            }
        }
    }
}

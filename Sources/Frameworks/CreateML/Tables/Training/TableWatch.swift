extension TrainingReporter {
    /// The one that follows the trainings of tables; `nil` where nobody does.
    @TaskLocal fileprivate static var ofTables: TrainingReporter?

    /// Reports how far the trainings of tables in `body` are, and ends them with `MLCreateError.cancelled` where they are to end.
    ///
    /// Boosted trees, forests and weighted sums report after each iteration. A choice among kinds of models reports as `evaluating` how many it has
    /// tried.
    package func follow<Result>(_ body: () throws -> Result) rethrows -> Result { try Self.$ofTables.withValue(self) { try body() } }
}

/// Follows a training of a table: reports what each step has learnt, and tells whether it is to go on.
struct TableWatch: Sendable {
    /// The errors of a model on some rows.
    struct Figures: Sendable {
        /// The root of the mean squared error of numbers.
        var error: Double?
        /// The loss that training minimises.
        var loss: Double?
        /// The share of rows whose class is right.
        var accuracy: Double?
    }

    private let reporter: TrainingReporter
    /// Whether steps are reported. Those of models that are only tried are not.
    private(set) var isReporting = true

    /// The one of the training on this thread.
    static var current: TableWatch? { TrainingReporter.ofTables.map { TableWatch(reporter: $0) } }

    /// The same for models that are only tried.
    var quiet: TableWatch { TableWatch(reporter: reporter, isReporting: false) }

    /// Reports that `done` of `total` steps are done, with figures on the rows that are learnt from and on those that were set aside.
    ///
    /// - Returns: whether the training goes on.
    func step(
        _ done: Int, of total: Int, own: @autoclosure () -> Figures? = nil, held: @autoclosure () -> Figures? = nil
    ) -> Bool {
        guard isReporting else { return !isCancelled }
        var metrics: [MLProgress.Metric: Any] = [:]
        let (own, held) = (own(), held())
        metrics[.rootMeanSquaredError] = own?.error
        metrics[.loss] = own?.loss
        metrics[.accuracy] = own?.accuracy
        metrics[.validationRootMeanSquaredError] = held?.error
        metrics[.validationLoss] = held?.loss
        metrics[.validationAccuracy] = held?.accuracy
        return (try? reporter.report(.training, done, of: total, metrics: metrics)) != nil
    }

    /// Whether the training is to end.
    var isCancelled: Bool { (try? reporter.checkCancellation()) == nil }

    /// Reports the number of kinds of models that were tried.
    ///
    /// - Throws: `MLCreateError.cancelled`.
    func tried(_ done: Int, of total: Int) throws { try reporter.report(.evaluating, done, of: total) }

    /// - Throws: `MLCreateError.cancelled` where the training is to end.
    func checkCancellation() throws { try reporter.checkCancellation() }
}

extension TrainingReporter {
    /// The reporter of the current training of a table; `nil` if nobody follows it.
    @TaskLocal fileprivate static var ofTables: TrainingReporter?

    /// Reports the progress of the trainings of tables in `body`. If they are cancelled, they end with `MLCreateError.cancelled`.
    ///
    /// Boosted trees, forests and linear models report after each iteration. A choice among kinds of models reports the number of kinds tried, as
    /// `evaluating`.
    package func follow<Result>(_ body: () throws -> Result) rethrows -> Result { try Self.$ofTables.withValue(self) { try body() } }
}

/// Follows a training of a table: reports the figures of each step, and tells whether to go on.
struct TableWatch: Sendable {
    /// The errors of a model on some rows.
    struct Figures: Sendable {
        /// The root-mean-square error of a regressor.
        var error: Double?
        /// The loss that the training minimises.
        var loss: Double?
        /// The fraction of rows whose class is predicted right.
        var accuracy: Double?
    }

    private let reporter: TrainingReporter
    /// Whether steps are reported. While kinds of models are tried, they are not.
    private(set) var isReporting = true

    /// The watch of the training on this thread; `nil` if nobody follows it.
    static var current: TableWatch? { TrainingReporter.ofTables.map { TableWatch(reporter: $0) } }

    /// A watch that reports no steps, for trying kinds of models.
    var quiet: TableWatch { TableWatch(reporter: reporter, isReporting: false) }

    /// Reports that `done` of `total` steps are done, with the figures on the training rows and on the validation rows.
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

    /// Whether the training has been cancelled.
    var isCancelled: Bool { (try? reporter.checkCancellation()) == nil }

    /// Reports the number of kinds of models that were tried.
    ///
    /// - Throws: `MLCreateError.cancelled`.
    func tried(_ done: Int, of total: Int) throws { try reporter.report(.evaluating, done, of: total) }

    /// - Throws: `MLCreateError.cancelled` if the training has been cancelled.
    func checkCancellation() throws { try reporter.checkCancellation() }
}

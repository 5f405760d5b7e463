extension TrainingReporter {
    /// The reporter of the current training on a table; `nil` if progress is not reported.
    @TaskLocal fileprivate static var ofTables: TrainingReporter?

    /// Runs `body`, and reports the progress of its trainings on tables. If the reporter is cancelled, they end with `MLCreateError.cancelled`.
    ///
    /// Boosted trees, forests and linear models report after each iteration. A choice between types of models reports the number of tried types, in
    /// the phase `evaluating`.
    package func follow<Result>(_ body: () throws -> Result) rethrows -> Result { try Self.$ofTables.withValue(self) { try body() } }
}

/// An observer of a training on a table. It reports the metrics of each step, and says whether the training should continue.
struct TableWatch: Sendable {
    /// The metrics of a model on training rows or validation rows.
    struct Figures: Sendable {
        /// The root-mean-square error of a regressor.
        var error: Double?
        /// The loss that the training minimises.
        var loss: Double?
        /// The fraction of rows whose class is predicted correctly.
        var accuracy: Double?
    }

    private let reporter: TrainingReporter
    /// Whether steps are reported. They are not reported while types of models are tried.
    private(set) var isReporting = true

    /// A watch that reports to the reporter of the current task (see ``TrainingReporter/follow(_:)``); `nil` if progress is not reported.
    static var current: TableWatch? { TrainingReporter.ofTables.map { TableWatch(reporter: $0) } }

    /// A watch that does not report steps. It is used while types of models are tried.
    var quiet: TableWatch { TableWatch(reporter: reporter, isReporting: false) }

    /// Reports that `done` of `total` steps are done, with the metrics of the training rows and of the validation rows.
    ///
    /// - Returns: whether the training should continue.
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

    /// Whether the training is cancelled.
    var isCancelled: Bool { (try? reporter.checkCancellation()) == nil }

    /// Reports the number of types of models that were tried.
    ///
    /// - Throws: `MLCreateError.cancelled` if the training is cancelled.
    func tried(_ done: Int, of total: Int) throws { try reporter.report(.evaluating, done, of: total) }

    /// - Throws: `MLCreateError.cancelled` if the training is cancelled.
    func checkCancellation() throws { try reporter.checkCancellation() }
}

import Foundation

/// A training that uses `learning` to train a head on feature prints. Its steps are the iterations of `learning`.
protocol FeatureTraining: StepwiseTraining {
    var learning: FeatureLearning { get set }
}

extension FeatureTraining {
    var iteration: Int { learning.iteration }
    var iterationLimit: Int { learning.options.lastIteration }
    var isFinished: Bool { learning.isFinished }

    var kept: KeptIteration { learning.kept ?? KeptIteration(iteration: 0, last: 0, reason: .limit) }

    func prepare(_ reporter: TrainingReporter) throws { try learning.prepare(reporter) }
    func state() throws -> Data { try learning.state() }
    func restore(_ state: Data) throws { try learning.restore(state) }
}

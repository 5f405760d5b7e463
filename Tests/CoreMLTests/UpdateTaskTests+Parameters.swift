import CoreML
import CoreMLSpecification
import CoreVideo
import Foundation
import Testing

/// The parameters of a training.
extension UpdateTaskTests {
    @Test("The configuration overrides the model's parameters")
    func theConfigurationOverridesTheModelsParameters() throws {
        let configuration = MLModelConfiguration()
        configuration.parameters = [.epochs: 2, .miniBatchSize: 8, .learningRate: 0.5, .momentum: 0.0]
        let log = UpdateLog()
        let task = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(), configuration: configuration,
            progressHandlers: log.handlers())
        let context = try finish(task, log)
        #expect(log.losses(.epochEnd).count == 2 && log.losses(.miniBatchEnd).count == 4)
        #expect(context.parameters[.epochs] as? Int == 2 && context.parameters[.learningRate] as? Double == 0.5)
    }

    @Test("Parameters that the model does not allow are refused")
    func parametersThatTheModelDoesNotAllowAreRefused() throws {
        for parameters in [[.learningRate: 7.0], [.miniBatchSize: 3], [.beta1: 0.5], [.epochs: "many"]] as [[MLParameterKey: Any]] {
            let configuration = MLModelConfiguration()
            configuration.parameters = parameters
            expect(.parameters) {
                _ = try MLUpdateTask(
                    forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(), configuration: configuration
                ) { _ in }
            }
        }
    }

    @Test("Parameters are described")
    func parametersAreDescribed() throws {
        let description = try MLModel(contentsOf: UpdateFixtures.model("classifier")).modelDescription
        let batch = try #require(description.parameterDescriptionsByKey[.miniBatchSize])
        #expect((batch.defaultValue as? NSNumber)?.intValue == 4 && batch.numericConstraint?.enumeratedNumbers == [1, 2, 4, 8, 16])
        #expect(description.parameterDescriptionsByKey[.learningRate]?.numericConstraint?.maxNumber == 1)
        #expect(description.trainingInputDescriptionsByName["label"]?.type == .string)
    }

    @Test("Parameters change while training")
    func parametersChangeWhileTraining() throws {
        let log = UpdateLog()
        let task = try MLUpdateTask(
            forModelAt: UpdateFixtures.model("classifier"), trainingData: try classifierData(),
            progressHandlers: log.handlers([.epochEnd]) { context in
                guard context.metrics[.epochIndex] as? Int == 0 else { return }
                context.task.resume(withParameters: [.learningRate: 0.0, .momentum: 0.0])
            })
        _ = try finish(task, log)
        // With a rate of zero the second and third epochs have one loss.
        let losses = log.losses(.epochEnd)
        #expect(losses.count == 3 && losses[0] != losses[1] && losses[1] == losses[2])
    }

    // MARK: Faults
}

import CoreML
import CoreMLSpecification
import Foundation
import Testing

/// Parameters that a model lets its user set, model collections, and predictions from tensors.
@Suite struct ModelParameterTests {
    private static func parameter(_ value: Int64, _ allowed: ClosedRange<Int64>? = nil) -> Specification.Int64Parameter {
        var parameter = Specification.Int64Parameter()
        parameter.defaultValue = value
        if let allowed {
            var range = Specification.Int64Range()
            (range.minValue, range.maxValue) = (allowed.lowerBound, allowed.upperBound)
            parameter.allowedValues = .range(range)
        }
        return parameter
    }

    private static func parameter(_ value: Double, _ allowed: ClosedRange<Double>) -> Specification.DoubleParameter {
        var parameter = Specification.DoubleParameter()
        parameter.defaultValue = value
        var range = Specification.DoubleRange()
        (range.minValue, range.maxValue) = (allowed.lowerBound, allowed.upperBound)
        parameter.allowedValues = .range(range)
        return parameter
    }

    private func updatable() throws -> Specification.Model {
        var model = TestModels.linear(input: TestModels.array([3]), output: TestModels.array([3]))
        guard case .neuralNetwork(var network) = model.type else { return model }
        var optimizer = Specification.SGDOptimizer()
        optimizer.learningRate = Self.parameter(0.01, 0...1)
        optimizer.momentum = Self.parameter(0.9, 0...1)
        var sizes = Specification.Int64Set()
        sizes.values = [8, 16, 32]
        var size = Self.parameter(16)
        size.allowedValues = .set(sizes)
        optimizer.miniBatchSize = size
        var update = Specification.NetworkUpdateParameters()
        update.optimizer = Specification.Optimizer()
        update.optimizer?.optimizerType = .sgdOptimizer(optimizer)
        update.epochs = Self.parameter(5, 1...100)
        update.shuffle = Specification.BoolParameter()
        update.shuffle?.defaultValue = true
        network.updateParams = update
        model.type = .neuralNetwork(network)
        model.isUpdatable = true
        model.description?.trainingInput = [
            TestModels.feature("input", TestModels.array([3])), TestModels.feature("label", TestModels.array([1])),
        ]
        return model
    }

    @Test("An updatable network describes its training")
    func anUpdatableNetworkDescribesItsTraining() throws {
        let model = try TestModels.load(updatable())
        let description = model.modelDescription
        #expect(description.isUpdatable)
        #expect(Set(description.trainingInputDescriptionsByName.keys) == ["input", "label"])
        let parameters = description.parameterDescriptionsByKey
        #expect(Set(parameters.keys.map(\.name)) == ["learningRate", "momentum", "miniBatchSize", "epochs", "shuffle"])
        let rate = try #require(parameters[.learningRate])
        #expect((rate.defaultValue as? NSNumber)?.doubleValue == 0.01)
        #expect(rate.defaultValue as? Double == 0.01)
        #expect(rate.numericConstraint?.maxNumber == 1)
        #expect(parameters[.miniBatchSize]?.numericConstraint?.enumeratedNumbers == [8, 16, 32])
        #expect(parameters[.epochs]?.numericConstraint?.minNumber.intValue == 1)
        #expect(parameters[.shuffle]?.defaultValue as? Bool == true)
        #expect(try model.parameterValue(for: .epochs) as? Int == 5)
        #expect(throws: MLModelError.self) { try model.parameterValue(for: .beta1) }
    }

    @Test("A configuration sets parameters within their limits")
    func aConfigurationSetsParametersWithinTheirLimits() throws {
        let package = ModelPackage(model: try updatable())
        let configuration = MLModelConfiguration()
        configuration.parameters = [.epochs: 7, .learningRate: 0.5]
        let model = try MLModel(package: package, configuration: configuration, name: "test")
        #expect(try model.parameterValue(for: .epochs) as? Int == 7)
        #expect((model.configuration.parameters?[.learningRate] as? Double) == 0.5)
        for wrong: [MLParameterKey: Any] in [[.epochs: 0], [.learningRate: 1.5], [.miniBatchSize: 9], [.epochs: "many"]] {
            configuration.parameters = wrong
            #expect {
                try MLModel(package: package, configuration: configuration, name: "test")
            } throws: { error in
                (error as? MLModelError)?.code == .parameters
            }
        }
    }

    @Test("An error about a parameter names the allowed values")
    func allowedValues() throws {
        let configuration = MLModelConfiguration()
        configuration.parameters = [.learningRate: 1.5]
        #expect {
            try MLModel(package: ModelPackage(model: try updatable()), configuration: configuration, name: "test")
        } throws: { error in
            error.localizedDescription.contains("cannot be 1.5; it can be 0.0 to 1.0")
                || error.localizedDescription.contains("cannot be 1.5; it can be 0 to 1")
        }
    }

    @Test("The number of neighbors changes what a nearest neighbors classifier answers")
    func theNumberOfNeighborsChangesWhatANearestNeighborsClassifierAnswers() throws {
        // Around 0 lies one "a"; the next two points are "b".
        var index = Specification.NearestNeighborsIndex()
        index.numberOfDimensions = 1
        index.floatSamples = [Float(0), 1, 1.5].map { value in
            var sample = Specification.FloatVector()
            sample.vector = PackedFloats([value])
            return sample
        }
        index.indexType = .linearIndex(Specification.LinearIndex())
        index.distanceFunction = .squaredEuclideanDistance(Specification.SquaredEuclideanDistance())
        var classifier = Specification.KNearestNeighborsClassifier()
        classifier.nearestNeighborsIndex = index
        classifier.numberOfNeighbors = Self.parameter(1, 1...3)
        var labels = Specification.StringVector()
        labels.vector = ["a", "b", "b"]
        classifier.classLabels = .stringClassLabels(labels)
        classifier.weightingScheme = .uniformWeighting(Specification.UniformWeighting())
        var specification = TestModels.model(
            .kNearestNeighborsClassifier(classifier), [TestModels.feature("input", TestModels.array([1]))],
            [TestModels.feature("label", .stringType(Specification.StringFeatureType()))])
        specification.description?.predictedFeatureName = "label"
        let configuration = MLModelConfiguration()
        let input = try MLDictionaryFeatureProvider(dictionary: ["input": MLMultiArray([Float(0.1)])])
        for (count, expected) in [(nil, "a"), (3, "b")] as [(Int?, String)] {
            configuration.parameters = count.map { [.numberOfNeighbors: $0] }
            let model = try MLModel(package: ModelPackage(model: specification), configuration: configuration, name: "test")
            #expect(try model.prediction(from: input).featureValue(for: "label")?.stringValue == expected)
        }
        configuration.parameters = [.numberOfNeighbors: 4]
        #expect(throws: MLModelError.self) {
            try MLModel(package: ModelPackage(model: specification), configuration: configuration, name: "test")
        }
    }

    @Test("Predictions take and answer tensors")
    func predictionsTakeAndAnswerTensors() async throws {
        let model = try TestModels.load(
            TestModels.linear(input: TestModels.array([2, 2]), output: TestModels.array([2, 2]), alpha: 2, beta: 1, isExact: true))
        let input = MLTensor(shape: [2, 2], scalars: [1, 2, 3, 4], scalarType: Int32.self)
        let outputs = try await model.prediction(from: ["input": input])
        let output = try #require(outputs["output"])
        #expect(output.shape == [2, 2])
        #expect(await output.scalars(Float.self) == [3, 5, 7, 9])
        await #expect(throws: MLModelError.self) { try await model.prediction(from: ["input": MLTensor([1.0])]) }
        await #expect(throws: MLModelError.self) { try await model.prediction(from: [String: MLTensor]()) }
    }
}

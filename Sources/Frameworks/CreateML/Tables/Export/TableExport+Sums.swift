import CoreMLSpecification

/// Linear models in Core ML's format.
extension TableExport {
    static func regressor(_ model: LinearTableModel) -> Specification.GLMRegressor {
        var regressor = Specification.GLMRegressor()
        for weights in model.weights {
            var row = Specification.GLMRegressor.DoubleArray()
            row.value = PackedDoubles(weights)
            regressor.weights.append(row)
        }
        regressor.offset = PackedDoubles(model.offsets)
        regressor.postEvaluationTransform = .noTransform
        return regressor
    }

    /// A linear classifier in Core ML's format. The first class is the reference class, with a score of zero. With more than two classes, its
    /// weights are therefore subtracted from the weights of every other class.
    static func classifier(_ model: LinearTableModel, _ classes: TableClasses) -> Specification.GLMClassifier {
        var classifier = Specification.GLMClassifier()
        let isSingle = model.offsets.count == 1
        for index in (isSingle ? 0 : 1)..<model.offsets.count {
            var row = Specification.GLMClassifier.DoubleArray()
            row.value = PackedDoubles(isSingle ? model.weights[0] : zip(model.weights[index], model.weights[0]).map { $0 - $1 })
            classifier.weights.append(row)
        }
        classifier.offset = PackedDoubles(isSingle ? model.offsets : model.offsets.dropFirst().map { $0 - model.offsets[0] })
        classifier.classEncoding = .referenceClass
        classifier.postEvaluationTransform = .logit
        switch classes {
        case .texts(let labels): classifier.classLabels = .stringClassLabels(strings(labels))
        case .numbers(let labels): classifier.classLabels = .int64ClassLabels(integers(labels))
        }
        return classifier
    }

    /// A support vector classifier in Core ML's format. The weights of each pair of classes become a support vector of the pair's first class. The
    /// vector's coefficients for other pairs are zero. The last class is never the first of a pair, but the format needs a support vector for it: a
    /// vector of zeros.
    static func supportVectors(_ model: LinearTableModel, _ classes: TableClasses) -> Specification.SupportVectorClassifier {
        var classifier = Specification.SupportVectorClassifier()
        var kernel = Specification.Kernel()
        kernel.kernel = .linearKernel(.init())
        classifier.kernel = kernel
        var vectors = Specification.DenseSupportVectors()
        var coefficients = [[Double]](repeating: [], count: classes.count - 1)
        func append(_ weights: [Double], _ row: Int?) {
            var vector = Specification.DenseVector()
            vector.values = PackedDoubles(weights)
            vectors.vectors.append(vector)
            for index in coefficients.indices { coefficients[index].append(index == row ? 1 : 0) }
        }
        var pair = 0
        for first in 0..<classes.count - 1 {
            for second in first + 1..<classes.count {
                append(model.weights[pair], second - 1)
                pair += 1
            }
            classifier.numberOfSupportVectorsPerClass.append(Int32(classes.count - 1 - first))
        }
        append([Double](repeating: 0, count: model.weights.first?.count ?? 0), nil)
        classifier.numberOfSupportVectorsPerClass.append(1)
        classifier.supportVectors = .denseSupportVectors(vectors)
        for row in coefficients {
            var message = Specification.Coefficients()
            message.alpha = PackedDoubles(row)
            classifier.coefficients.append(message)
        }
        classifier.rho = PackedDoubles(model.offsets.map { -$0 })
        switch classes {
        case .texts(let labels): classifier.classLabels = .stringClassLabels(strings(labels))
        case .numbers(let labels): classifier.classLabels = .int64ClassLabels(integers(labels))
        }
        return classifier
    }
}

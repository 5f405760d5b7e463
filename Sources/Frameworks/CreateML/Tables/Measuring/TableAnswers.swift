/// The predictions of a model for the rows of a table, with the true values.
package enum TableAnswers: Sendable {
    case numbers(own: [Double], answers: [Double])
    case classes([Class])

    /// The predicted class of a row, with its true class.
    package struct Class: Sendable {
        package var label: String
        package var answer: String
        /// The probability of the predicted class, 0…1; `nil` if the model gives no probabilities. `ownConfidence` is the probability of
        /// the true class.
        package var confidence: Double?
        package var ownConfidence: Double?
    }

    /// The root-mean-square error, or the fraction of wrong predictions.
    var loss: Double {
        switch self {
        case .numbers(let own, let answers): MLRegressorMetrics(own, answers).rootMeanSquaredError
        case .classes(let classes): classes.isEmpty ? .nan : Double(classes.count { $0.label != $0.answer }) / Double(classes.count)
        }
    }
}

/// The calibration of a classifier: for each range of probabilities, the fraction of correct predictions.
package struct Calibration: Sendable {
    /// The predictions whose probabilities are in one range.
    package struct Bin: Sendable, Equatable {
        package var count: Int
        /// The mean probability of the predictions.
        package var confidence: Double
        /// The fraction of correct predictions.
        package var accuracy: Double
    }

    /// The bins that have predictions, in ascending order. A bin covers a tenth of the range of probabilities.
    package let bins: [Bin]

    private static let parts = 10

    package init(_ answers: [TableAnswers.Class]) {
        var sums = [(count: Int, confidence: Double, right: Int)](repeating: (0, 0, 0), count: Self.parts)
        for answer in answers {
            guard let confidence = answer.confidence, (0...1).contains(confidence) else { continue }
            let bin = min(Int(confidence * Double(Self.parts)), Self.parts - 1)
            sums[bin].count += 1
            sums[bin].confidence += confidence
            if answer.answer == answer.label { sums[bin].right += 1 }
        }
        bins = sums.filter { $0.count > 0 }.map {
            Bin(count: $0.count, confidence: $0.confidence / Double($0.count), accuracy: Double($0.right) / Double($0.count))
        }
    }

    /// The expected calibration error; 0 is perfect. Each bin has a difference between the mean probability and the fraction of correct
    /// predictions. The error is the mean of the absolute differences over all predictions. NaN if there are no predictions.
    package var error: Double {
        let total = Double(bins.reduce(0) { $0 + $1.count })
        return bins.isEmpty ? .nan : bins.reduce(0) { $0 + Double($1.count) * abs($1.confidence - $1.accuracy) / total }
    }
}

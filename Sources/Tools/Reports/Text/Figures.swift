import CreateML
import JSON

/// Measured figures, for people and as JSON.
package protocol Figures: CustomStringConvertible {
    /// Whether anything was measured.
    var isValid: Bool { get }
    /// The figures, or null where nothing was measured.
    var json: JSON { get }
}

extension MLClassifierMetrics: Figures {
    package var json: JSON {
        guard isValid else { return .null }
        let rows = labels.enumerated().map { index, label in
            JSON.object([
                ("label", .string(label)), ("examples", .integer(confusionCounts[index].reduce(0, +))),
                ("precision", .number(precision(of: label))), ("recall", .number(recall(of: label))),
            ])
        }
        return .object([
            ("accuracy", .number(1 - classificationError)), ("labels", .array(rows)),
            ("confusion", .array(confusionCounts.map { .array($0.map { .integer($0) }) })),
        ])
    }
}

extension MLMultiLabelClassifierMetrics: Figures {
    package var json: JSON {
        guard isValid else { return .null }
        let rows = labels.map { label in
            JSON.object([
                ("label", .string(label.label)), ("examples", .integer(label.count)), ("precision", .number(label.precision)),
                ("recall", .number(label.recall)), ("averagePrecision", .number(label.averagePrecision)),
            ])
        }
        return .object([
            ("meanAveragePrecision", .number(meanAveragePrecision)), ("exactMatches", .number(exactMatches)), ("labels", .array(rows)),
        ])
    }
}

extension MLObjectDetectorMetrics: Figures {
    package var json: JSON {
        guard isValid else { return .null }
        let rows = averagePrecision.IoU50.keys.sorted().map { label in
            JSON.object([
                ("label", .string(label)), ("AP50", .number(averagePrecision.IoU50[label] ?? .nan)),
                ("AP", .number(averagePrecision.variedIoU[label] ?? .nan)),
            ])
        }
        return .object([
            ("AP50", .number(meanAveragePrecision.IoU50)), ("AP", .number(meanAveragePrecision.variedIoU)), ("labels", .array(rows)),
        ])
    }
}

extension MLRegressorMetrics: Figures {
    package var json: JSON {
        guard isValid else { return .null }
        return .object([
            ("rows", .integer(count)), ("rootMeanSquaredError", .number(rootMeanSquaredError)), ("maximumError", .number(maximumError)),
            ("explainedVariance", .number(coefficientOfDetermination)),
        ])
    }
}

import CreateML
import JSON

/// Metrics, as text for people and as JSON.
package protocol Figures: CustomStringConvertible {
    /// Whether anything was measured.
    var isValid: Bool { get }
    /// The metrics, or null if nothing was measured.
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

/// The losses of a style: means over the last iterations.
package struct StyleFigures: Figures {
    private let losses: [MLStyleTransfer.Losses]

    /// The number of iterations whose losses are averaged, because losses differ from photo to photo.
    private static let averagedIterations = 50

    /// - Parameter style: the trained style; `nil` if nothing was measured.
    package init(_ style: MLStyleTransfer?) { losses = style.map { $0.losses.suffix(Self.averagedIterations) } ?? [] }

    package var isValid: Bool { !losses.isEmpty }

    private var mean: MLStyleTransfer.Losses {
        let count = Double(max(losses.count, 1))
        return .init(style: losses.reduce(0) { $0 + $1.style } / count, content: losses.reduce(0) { $0 + $1.content } / count)
    }

    package var description: String { "\(mean) (mean of \(losses.count) iterations)" }

    package var json: JSON {
        guard isValid else { return .null }
        return .object([("styleLoss", .number(mean.style)), ("contentLoss", .number(mean.content))])
    }
}

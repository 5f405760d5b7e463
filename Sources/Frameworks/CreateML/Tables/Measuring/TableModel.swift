import CoreML
import CoreMLRuntime
import Foundation

/// A Core ML model that predicts from the row of a table, made by Osprey or by another tool. Its inputs are numbers, texts, dictionaries and short
/// lists. Its output is a number or a class.
package struct TableModel: Sendable {
    let model: MLModel
    /// The names of the inputs, sorted. They are the names of columns.
    package let inputs: [String]
    /// The name of the predicted output. In a model from Create ML, it is the name of a column.
    package let output: String
    package let isClassifier: Bool
    let probabilities: String?

    private static let batch = 1_024

    /// - Returns: `nil` if the model has other inputs, such as images, or predicts neither a number nor a class.
    package init?(_ model: MLModel) {
        let description = model.modelDescription
        let inputs = description.inputDescriptionsByName
        guard !inputs.isEmpty, inputs.values.allSatisfy(Self.isCell) else { return nil }
        let numbers = description.outputDescriptionsByName.filter { [.double, .int64].contains($1.type) }.keys.sorted()
        isClassifier = description.classLabels != nil
        guard let output = description.predictedFeatureName ?? (numbers.count == 1 ? numbers[0] : nil),
            let type = description.outputDescriptionsByName[output]?.type,
            isClassifier ? [.string, .int64].contains(type) : [.double, .int64].contains(type)
        else { return nil }
        self.model = model
        self.inputs = inputs.keys.sorted()
        self.output = output
        probabilities = description.predictedProbabilitiesName
    }

    private static func isCell(_ input: MLFeatureDescription) -> Bool {
        switch input.type {
        case .int64, .double, .string, .dictionary: true
        case .multiArray: (input.multiArrayConstraint?.shape.count ?? 2) < 2
        default: false
        }
    }

    /// Predicts the target of each row.
    ///
    /// - Parameter target: the column with the true values.
    /// - Throws: `MLCreateError` for a table without rows, for missing targets, and for a regressor's targets that are not numbers. Also if a
    ///   column is missing or does not suit the model.
    package func answers(for table: MLDataTable, target: String) throws -> TableAnswers {
        let column = try table.column(target)
        guard table.rowCount > 0 else { throw MLCreateError.generic(reason: "the table has no rows") }
        guard isClassifier else {
            return .numbers(own: try TableTargets.numbers(target, of: table).values, answers: try numbers(table))
        }
        try TableTargets.requireNoneMissing(target, column)
        return .classes(try classes(table, own: column.values.map(\.description)))
    }

    private func numbers(_ table: MLDataTable) throws -> [Double] {
        var answers: [Double] = []
        try predict(table) { row, outputs in
            guard let value = outputs.featureValue(for: output) else {
                throw MLCreateError.generic(reason: "\(TableRow.name(row)) has no answer")
            }
            answers.append(value.type == .int64 ? Double(value.int64Value) : value.doubleValue)
        }
        return answers
    }

    private func classes(_ table: MLDataTable, own: [String]) throws -> [TableAnswers.Class] {
        var answers: [TableAnswers.Class] = []
        try predict(table) { row, outputs in
            guard let value = outputs.featureValue(for: output) else {
                throw MLCreateError.generic(reason: "\(TableRow.name(row)) has no answer")
            }
            let all = probabilities.flatMap { outputs.featureValue(for: $0)?.dictionaryValue } ?? [:]
            let named = Dictionary(all.map { ("\($0.key)", $0.value.doubleValue) }) { first, _ in first }
            let answer = value.type == .int64 ? String(value.int64Value) : value.stringValue
            let label = own[row]
            answers.append(.init(label: label, answer: answer, confidence: named[answer], ownConfidence: named[label]))
        }
        return answers
    }

    /// Predicts all rows, and calls `body` with the index and the outputs of each row, in order.
    func predict(_ table: MLDataTable, _ body: (Int, any MLFeatureProvider) throws -> Void) throws {
        let columns = try inputs.map { (name: $0, input: model.modelDescription.inputDescriptionsByName[$0], column: try table.column($0)) }
        for start in stride(from: 0, to: table.rowCount, by: Self.batch) {
            let range = start..<min(start + Self.batch, table.rowCount)
            let providers = try range.map { row -> any MLFeatureProvider in
                var features: [String: MLFeatureValue] = [:]
                for (name, input, column) in columns {
                    guard let input else { continue }
                    guard let value = try TableCell.feature(column[row], input) else {
                        let cell = column[row]
                        throw MLCreateError.type(
                            reason: "\(TableRow.name(row)) of the column '\(name)' has "
                                + (cell.isValid ? "'\(cell)', and" : "no value, and") + " the model takes \(TableCell.text(input))")
                    }
                    features[name] = value
                }
                return try MLDictionaryFeatureProvider(dictionary: features)
            }
            let outputs = try model.predictions(fromBatch: MLArrayBatchProvider(array: providers))
            for (index, row) in range.enumerated() { try body(row, outputs.features(at: index)) }
        }
    }
}

// MARK: Importance

extension TableModel {
    /// The importance of a column: the loss that the model gains when the column's values are shuffled between the rows.
    package struct Importance: Sendable {
        package var column: String
        /// The increase of the root-mean-square error, or of the fraction of wrong predictions, when the column's values are shuffled.
        package var loss: Double
    }

    private static let maximumColumnCount = 200
    private static let maximumCellCount = 100_000
    private static let maximumRowCount = 1_000

    /// The importance of each input column, measured on a sample of the rows, the most important first. Empty if the model has too many columns.
    ///
    /// - Throws: the errors of ``answers(for:target:)``.
    package func importance(on table: MLDataTable, target: String) throws -> [Importance] {
        guard inputs.count <= Self.maximumColumnCount, table.rowCount > 1 else { return [] }
        let count = min(table.rowCount, Self.maximumRowCount, max(50, Self.maximumCellCount / (inputs.count * inputs.count)))
        let sample = table.randomSample(by: Double(count) / Double(table.rowCount), seed: 1)
        guard sample.rowCount > 1 else { return [] }
        let loss = try answers(for: sample, target: target).loss
        var found: [Importance] = []
        for name in inputs {
            var changed = sample
            let column = try sample.column(name)
            changed[name] = column.rows(Self.exchanged(column.count))
            found.append(Importance(column: name, loss: try answers(for: changed, target: target).loss - loss))
        }
        return found.sorted { ($1.loss, $0.column) < ($0.loss, $1.column) }
    }

    /// The order in which a column's values are shuffled. It is the same for every column, so that equal columns are equally important.
    private static func exchanged(_ count: Int) -> [Int] {
        var generator = SplitMix64(seed: 1)
        return Array(0..<count).shuffled(using: &generator)
    }
}

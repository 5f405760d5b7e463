import CoreML
import Foundation

extension TableModel {
    /// The prediction for one row.
    package struct RowAnswer: Sendable {
        /// The predicted number or class as text.
        package var text: String
        /// The predicted number; `nil` for a classifier.
        package var number: Double?
        /// The probabilities of all classes, the largest first; empty if the model gives no probabilities.
        package var probabilities: [(label: String, probability: Double)] = []
    }

    /// Predicts the target of a row that a person typed.
    ///
    /// - Parameter texts: a text for each input: a number, a plain text, or a list or dictionary in JSON. An empty text is a missing value.
    /// - Throws: `MLCreateError.type` if the text of an input is missing or of another type, or if a name is not an input. The error has the name.
    package func answer(forTyped texts: [String: String]) throws -> RowAnswer {
        if let other = texts.keys.sorted().first(where: { !inputs.contains($0) }) {
            throw MLCreateError.type(reason: "the model has no input '\(other)', but \(inputs.joined(separator: ", "))")
        }
        let cells = try inputs.map { name -> (String, MLUntypedColumn) in
            guard let text = texts[name] else { throw MLCreateError.type(reason: "'\(name)' is missing") }
            return (name, MLUntypedColumn(repeating: try cell(name, text), count: 1))
        }
        var answer = RowAnswer(text: "")
        try predict(MLDataTable(ordered: cells)) { _, outputs in
            switch outputs.featureValue(for: output) {
            case let value? where value.type == .int64: (answer.text, answer.number) = (String(value.int64Value), Double(value.int64Value))
            case let value? where value.type == .double: (answer.text, answer.number) = (String(value.doubleValue), value.doubleValue)
            case let value?: answer.text = value.stringValue
            case nil: throw MLCreateError.generic(reason: "the row has no answer")
            }
            let all = probabilities.flatMap { outputs.featureValue(for: $0)?.dictionaryValue } ?? [:]
            answer.probabilities = all.map { ("\($0.key)", $0.value.doubleValue) }
                .sorted { ($1.probability, $0.label) < ($0.probability, $1.label) }
        }
        if isClassifier { answer.number = nil }
        return answer
    }

    /// The type of the input with a name; `nil` if there is no such input.
    package func inputType(_ name: String) -> MLFeatureType? { model.modelDescription.inputDescriptionsByName[name]?.type }

    private func cell(_ name: String, _ text: String) throws -> MLDataValue {
        guard let input = model.modelDescription.inputDescriptionsByName[name] else { return .invalid }
        if input.type == .string { return .string(text) }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        var value = MLDataValue.invalid
        switch input.type {
        case .double, .int64: value = Int(trimmed).map { .int($0) } ?? Double(trimmed).map { .double($0) } ?? .invalid
        default:
            if let content = try? MLDataTable.parsed(Data(trimmed.utf8)) { value = MLDataValue(json: content) }
        }
        let feature = value.isValid || trimmed.isEmpty ? try TableCell.feature(value, input) : nil
        guard feature != nil else {
            let fault = trimmed.isEmpty ? "and must not be empty" : "not '\(text.prefix(100))'"
            throw MLCreateError.type(reason: "'\(name)' is \(TableCell.text(input)), \(fault)")
        }
        return value
    }
}

import CoreML
import CreateML
import Foundation
import JSON
import Locks
import ModelClassGenerator
import Reports

/// Predicts from rows that users type, with the model of a finished training. The last model stays loaded.
final class RowTrials: Sendable {
    private let last = Locked<(job: String, model: TableModel)?>(nil)
    private static let listed = 10

    /// - Parameter texts: a text for each input.
    /// - Throws: `WebFailure` for a model that does not predict from rows, and `MLCreateError` for a text that does not fit its input.
    func answer(_ job: Job, _ texts: [String: String]) throws -> JSON {
        let model = try model(of: job)
        let answer = try model.answer(forTyped: texts)
        let probabilities = answer.probabilities.prefix(Self.listed).map {
            ["label": .string($0.label), "probability": .number($0.probability)] as JSON
        }
        return [
            "target": .string(model.output), "answer": .string(answer.number.map(HTML.number) ?? answer.text),
            "number": answer.number.map { .number($0) } ?? .null, "probabilities": .array(probabilities),
            "others": .integer(max(0, answer.probabilities.count - Self.listed)),
            "code": .string(RowCode(file: job.record.name + ".mlmodel", model, texts).text),
        ]
    }

    private func model(of job: Job) throws -> TableModel {
        if let last = last.withLock({ $0 }), last.job == job.name { return last.model }
        guard let model = TableModel(try MLModel(contentsOf: job.model, configuration: MLModelConfiguration())) else {
            throw WebFailure(409, "the model of this training is not one of rows")
        }
        last.withLock { $0 = (job.name, model) }
        return model
    }
}

/// A program that predicts one row.
struct RowCode {
    let file: String
    private let model: TableModel
    private let texts: [String: String]

    init(file: String, _ model: TableModel, _ texts: [String: String]) { (self.file, self.model, self.texts) = (file, model, texts) }

    var text: String {
        let cells = model.inputs.map { "    \(SwiftText.literal($0)): \(value($0)),\n" }.joined()
        return """
            import CoreML
            import Foundation

            let model = try MLModel(contentsOf: URL(fileURLWithPath: \(SwiftText.literal(file))))
            let row = try MLDictionaryFeatureProvider(dictionary: [
            \(cells)])
            let answer = try model.prediction(from: row)
            print(answer.featureValue(for: \(SwiftText.literal(model.output)))!)
            """
    }

    private func value(_ name: String) -> String {
        let text = texts[name] ?? ""
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let number = Double(trimmed) ?? .nan
        switch model.inputType(name) {
        case .string: return SwiftText.literal(text)
        case .int64: return (Int(trimmed) ?? Int(exactly: number)).map { String($0) } ?? "0"
        case .double:
            return number.isFinite ? String(number) : number.isNaN ? "Double.nan" : number < 0 ? "-Double.infinity" : "Double.infinity"
        case .dictionary:
            let members = (try? JSON(parsing: Data(text.utf8)))?.object ?? []
            let pairs = members.map { "\(SwiftText.literal($0.0)): \($0.1.text)" }.joined(separator: ", ")
            return "try MLFeatureValue(dictionary: [\(pairs.isEmpty ? ":" : pairs)])"
        default: return "try MLMultiArray(\((try? JSON(parsing: Data(text.utf8)))?.text ?? "[]"))"
        }
    }
}

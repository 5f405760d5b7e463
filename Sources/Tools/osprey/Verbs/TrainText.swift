import CreateML
import Foundation
import NaturalLanguage
import Reports

/// `osprey train text`: trains a classifier on labelled texts.
enum TrainText: Verb {
    static let command = Command(
        "train text", "Trains a classifier of texts.", operands: "DATA", operandCount: 1...1,
        options: TextData.options + [
            .value("--output", "FILE", "the model to write (Text.mlmodel where not given)"),
            .value("--validation", "DATA", "texts to test on"),
            .value("--split", "R", "the part of the texts, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value("--language", "TAG", "the language of the texts, such as en, which the model tells of"),
            .value("--report", "FILE", "a page with the figures and the mistakes (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object with the figures"),
        ],
        discussion: """
            DATA is a table (.csv or .tsv with a header, .json or .jsonl) with a column of texts and one of labels, or a folder with a folder of
            text files in UTF-8 for each label. Where neither --validation nor --split is given, a twentieth of the texts is set aside to test on.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let run = try TrainingRun(arguments, output: "Text.mlmodel")
        let data = TextData(arguments)
        let (own, held) = try parts(arguments, data)
        let language = arguments.string("--language").map { NLLanguage($0) }
        let model = try MLTextClassifier(own, held: held, language: language)
        try model.write(to: run.output, metadata: run.metadata)
        if let page = run.page {
            let facts = [("data", arguments.operands[0]), ("model", run.output.path), ("training", "\(model.modelParameters)")]
            let report = TextReport(title: run.title, facts: facts, warnings: model.warnings)
            try report.classifier(NLModel(mlModel: model.model), held).write(to: page)
        }
        try run.finish(warnings: model.warnings, training: model.trainingMetrics, validation: model.validationMetrics)
        return model.warnings.isEmpty ? .success : .someFailed
    }

    /// The training texts and the validation texts; `nil` for no validation.
    private static func parts(_ arguments: Arguments, _ data: TextData) throws -> (own: LabeledTexts, held: LabeledTexts?) {
        let validation: MLTextClassifier.ModelParameters.ValidationData
        if let path = arguments.string("--validation") {
            if arguments.string("--split") != nil { throw UsageError("--split does not go with --validation") }
            return (try data.read(arguments.operands[0]), try data.read(path))
        }
        if let ratio = try arguments.number("--split", in: 0...0.9) {
            let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
            validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
        } else {
            if arguments.string("--seed") != nil { throw UsageError("--seed goes with --split") }
            validation = .split(strategy: .automatic)
        }
        return try MLTextClassifier.ModelParameters(validation: validation).divide(data.read(arguments.operands[0]))
    }
}

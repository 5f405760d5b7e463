import CoreMLRuntime
import CreateML
import Foundation
import Reports
import SoundAnalysis

/// The part of `osprey evaluate` for classifiers of sounds, including classifiers that other programs made.
enum EvaluateSound {
    static func run(_ run: EvaluationRun) throws -> ExitStatus {
        let model = try SoundModel(run.model)
        let folder = DataParts.tested(URL(fileURLWithPath: run.data))
        let sounds = try MLSoundClassifier.DataSource.labeledDirectories(at: folder).labeledSounds()
        var warnings = try run.warnings(ofLabels: Set(sounds.keys))
        let files = sounds.sorted { $0.key < $1.key }.flatMap { label, urls in urls.map { (label: label, url: $0) } }
        var answers: [ClassifierReport.Answer] = []
        var isComplete = true
        let results = try Parallelism.map(files.count) { try model.classify(files[$0].url) }
        for (file, result) in zip(files, results) {
            switch result {
            case .success(let probabilities): answers.append(answer(file.url, file.label, probabilities))
            case .failure(let error):
                let warning = "\(file.url.path) was skipped: \(ErrorText.reason(error, ofFile: file.url.path))"
                StandardError.write(line: "warning: \(ShownPath.relative(warning))")
                warnings.append(warning)
                isComplete = false
            }
        }
        let seconds = String(format: "%.3f s", model.windowSeconds)
        let report = ClassifierReport(
            title: run.title, facts: run.facts("sounds") + [(name: "windows", value: seconds)],
            metrics: MLClassifierMetrics(answers.map { ($0.label, $0.answer) }), answers: answers, warnings: warnings,
            noun: "sounds")
        return try run.finish(report, isComplete: isComplete)
    }

    private static func answer(_ url: URL, _ label: String, _ probabilities: [String: Double]) -> ClassifierReport.Answer {
        let best = probabilities.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return .init(
            sound: url, label: label, answer: best?.key ?? "", confidence: best?.value ?? 0, ownConfidence: probabilities[label] ?? 0)
    }
}

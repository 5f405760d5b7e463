import CoreML
import CoreMLRuntime
import Foundation
import JSON
import Reports
import SoundAnalysis

/// The part of `osprey classify` for files of sound.
enum ClassifySounds {
    static func run(_ arguments: Arguments, _ files: [String]) throws -> ExitStatus {
        guard let path = arguments.string("--model") else {
            throw UsageError("Osprey has no classifier of sounds of its own: --model names one, such as 'osprey train sound' writes")
        }
        for option in ["--crop", "--annotate", "--every"] where arguments.string(option) != nil {
            throw UsageError("\(option) does not go with sounds")
        }
        let selection = LabelSelection(
            top: try arguments.integer("--top", in: 1...1_000_000) ?? 5,
            threshold: try arguments.number("--threshold", in: 0...1).map { Float($0) })
        let sounds = files.map { InputImage(path: $0) }
        let form = try ImageReport.Form(arguments, columns: ["label", "confidence"])
        let workers = Parallelism.workers(for: files.count)
        let configuration = try ModelOptions.configuration(arguments, workers: workers)
        let model = try SoundModel(MLModel(contentsOf: URL(fileURLWithPath: path), configuration: configuration))
        var report = try ImageReport(form, images: sounds, noun: "sound")
        try Parallelism.forEach(files.count, workers: workers) { index in
            try model.classify(URL(fileURLWithPath: files[index])).map { Label($0.key, Float($0.value)) }
                .sorted { ($1.confidence, $0.identifier) < ($0.confidence, $1.identifier) }
        } consume: { index, result in
            try report.add(sounds[index], result) { labels in
                [("observations", .array(selection.mostProbable(labels).map(\.json)))]
            } rows: { labels in
                selection.mostProbable(labels).map { [.string($0.identifier), .float($0.confidence)] }
            } text: { labels in
                let probable = selection.mostProbable(labels)
                return probable.isEmpty ? selection.noLabels(nil) : probable.map(\.text).joined(separator: ", ")
            }
        }
        return report.finish()
    }
}

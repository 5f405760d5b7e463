import Foundation

/// The training settings of an activity classifier.
package struct ActivitySettings: Codable, Sendable, Equatable {
    /// The valid lengths of a window, in rows. At 50 rows per second, the longest window lasts 200 seconds.
    package static let windows = 1...10_000

    /// The number of rows of a window.
    package var window: Int
    package var batchSize: Int
    package var iterations: Int

    package init(
        window: Int = MLActivityClassifier.__Defaults.predictionWindowSize, batchSize: Int = MLActivityClassifier.__Defaults.batchSize,
        iterations: Int = MLActivityClassifier.__Defaults.maximumIterations
    ) {
        (self.window, self.batchSize, self.iterations) = (window, batchSize, iterations)
    }

    /// - Throws: `MLCreateError.generic` if a setting is out of range. The error names the setting.
    func validate() throws {
        try MLCreateError.require("predictionWindowSize", window, Self.windows)
        try MLCreateError.require("batchSize", batchSize, 1...4096)
        try MLCreateError.require("maximumIterations", iterations, 1...1_000_000)
    }
}

/// The plan of an activity classifier's session. It contains the recordings, so that the session can be resumed without the original files.
package struct ActivityPlan: TrainingPlan {
    package static let kind = "\(MLActivityClassifier.self)"

    package typealias Validation = SequenceValidation

    let columns: ActivityColumns
    let settings: ActivitySettings
    let kindOfValidation: Validation
    let training: [ActivityRecording]
    let validation: [ActivityRecording]
    /// A warning for each recording that cannot be used.
    let skipped: [String]
    package let dataDigest: String

    package var parameters: [String: String] {
        [
            "predictionWindowSize": String(settings.window), "batchSize": String(settings.batchSize),
            "maximumIterations": String(settings.iterations), "validation": kindOfValidation.text("recordings"),
            "featureColumns": columns.features.joined(separator: ", "),
        ]
    }

    package var warnings: [String] { TrainingAdvice.warnings(counts: counts, "recording") + skipped }

    /// The number of recordings with each label.
    private var counts: [String: Int] {
        training.reduce(into: [:]) { counts, recording in for label in recording.labels { counts[label, default: 0] += 1 } }
    }

    package func check() throws {
        try settings.validate()
        guard labels.count > 1, !columns.features.isEmpty,
            (training + validation).allSatisfy({
                $0.count > 0 && $0.features.count == columns.features.count && $0.features.allSatisfy { $0.allSatisfy(\.isFinite) }
            })
        else { throw MLCreateError.io(reason: "its recordings or settings are damaged") }
    }

    private static let maximumLabelCount = 1_000

    /// The labels to learn, sorted.
    var labels: [String] { Set(training.flatMap(\.labels)).sorted() }

    /// - Throws: `MLCreateError` if all recordings of a label are unusable, or no training window has the label. Also if there are fewer than two
    ///   labels, or a setting is out of range.
    package init(
        _ data: ActivityRecordings, _ columns: ActivityColumns, _ settings: ActivitySettings, _ validation: Validation,
        separate: ActivityRecordings? = nil
    ) throws {
        try settings.validate()
        try columns.check()
        try data.requireEveryLabel()
        let all = data.recordings
        let labels = Set(all.flatMap(\.labels))
        guard labels.count > 1 else {
            let reason = labels.first.map { ", '\($0)'" } ?? ""
            throw MLCreateError.generic(reason: "a classifier needs two labels at least, not \(labels.count)\(reason)")
        }
        guard labels.count <= Self.maximumLabelCount else {
            throw MLCreateError.generic(reason: "there are \(labels.count) different labels; \(Self.maximumLabelCount) are the most")
        }
        (self.columns, self.settings, kindOfValidation) = (columns, settings, validation)
        let held = separate?.recordings ?? []
        skipped = data.warnings + (separate?.warnings ?? [])
        // The label of a recording is the most frequent label of its rows.
        (training, self.validation) = try validation.divide(
            all, separate: held, label: { $0.label(of: 0..<$0.count) ?? "" }, labels: { $0.windowLabels(settings.window) })
        var digest = ContentDigest()
        for recording in all + held { recording.add(to: &digest) }
        dataDigest = digest.text
        try requireWindowOfEveryLabel()
    }

    private static let namedLabelCount = 5

    /// - Throws: `MLCreateError.generic` if a label of the training data is not the label of any window. The error names up to five such labels.
    private func requireWindowOfEveryLabel() throws {
        let learnt = training.reduce(into: Set<String>()) { $0.formUnion($1.windowLabels(settings.window)) }
        let missing = labels.filter { !learnt.contains($0) }
        guard !missing.isEmpty || learnt.count < 2 else { return }
        let rule = "a window has the label of most of its rows, if more than half of them have one; shorter windows may help"
        guard !learnt.isEmpty else { throw MLCreateError.generic(reason: "no window of \(settings.window) rows has a label: \(rule)") }
        guard !missing.isEmpty else {
            throw MLCreateError.generic(reason: "all windows of \(settings.window) rows have the label '\(labels[0])': \(rule)")
        }
        let names = missing.prefix(Self.namedLabelCount).map { "'\($0)'" }.joined(separator: ", ")
        let rest = missing.count > Self.namedLabelCount ? " and \(missing.count - Self.namedLabelCount) more" : ""
        throw MLCreateError.generic(reason: "no window of \(settings.window) rows has the label \(names)\(rest): \(rule)")
    }
}

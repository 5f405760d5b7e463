import CoreMLRuntime
import Foundation

/// The training settings of a classifier of sounds.
struct SoundSettings: Codable, Sendable, Equatable {
    var maxIterations: Int
    var overlap: Double
    /// The sizes of a multilayer perceptron's hidden layers; `nil` for a logistic regression.
    var layerSizes: [Int]?
    /// The revision of VGGish that was asked for; `nil` for an audio feature print.
    var vggishRevision: Int?
    /// The revision of the audio feature print that was asked for; `nil` for VGGish.
    var featurePrintRevision: Int?
    /// The length of a window, in seconds.
    var window: Double

    private static let widestLayer = 16_384
    private static let maximumLayerCount = 16

    /// - Throws: `MLCreateError.generic` if a setting is out of range. The error names the setting.
    func validate() throws {
        try MLCreateError.require("maxIterations", maxIterations, 1...1_000_000)
        try Self.requireOverlap(overlap)
        try Self.requireWindow(window, "featureExtractionTimeWindowSize")
        if let revision = vggishRevision ?? featurePrintRevision, revision != 1 {
            throw MLCreateError.generic(reason: "the feature extractor has only the revision 1, not \(revision)")
        }
        if let layerSizes, !layerSizes.allSatisfy({ (1...Self.widestLayer).contains($0) }) || layerSizes.count > Self.maximumLayerCount {
            throw MLCreateError.generic(
                reason: "a perceptron has up to \(Self.maximumLayerCount) layers of 1 to \(Self.widestLayer) values, not \(layerSizes)")
        }
    }

    /// - Throws: `MLCreateError.generic` if an overlap is not from 0 to less than 1.
    static func requireOverlap(_ overlap: Double) throws {
        guard overlap >= 0, overlap < 1 else {
            throw MLCreateError.generic(reason: "overlapFactor must be from 0 to less than 1, not \(overlap)")
        }
    }

    /// - Throws: `MLCreateError.generic` if a window's length is not the length of the preprocessing.
    static func requireWindow(_ seconds: Double, _ name: String) throws {
        let only = MLSoundClassifier.__Defaults.defaultVGGishTimeWindow
        guard abs(seconds - only) * Double(LogMelSpectrogram.sampleRate) < 1 else {
            throw MLCreateError.generic(reason: "\(name) can only be \(only) seconds, not \(seconds)")
        }
    }
}

/// The data and parameters of a session of a classifier of sounds.
package struct SoundPlan: TrainingPlan {
    package static let kind = "MLSoundClassifier"

    let training: [String: [URL]]
    let validation: [String: [URL]]
    let settings: SoundSettings
    private let kindOfValidation: SequenceValidation
    package let dataDigest: String

    package var parameters: [String: String] {
        [
            "maxIterations": String(settings.maxIterations), "overlapFactor": String(settings.overlap),
            "layerSizes": settings.layerSizes.map { "\($0)" } ?? "none", "validation": kindOfValidation.text("files"),
            "featureExtractor": modelParameters.featureExtractor.description,
        ]
    }

    package var warnings: [String] { TrainingAdvice.warnings(counts: training.mapValues(\.count), "file") }

    package func check() throws {
        try settings.validate()
        guard training.count > 1 else { throw MLCreateError.io(reason: "its labels are damaged") }
    }

    var modelParameters: MLSoundClassifier.ModelParameters {
        let validation: MLSoundClassifier.ModelParameters.ValidationData =
            switch kindOfValidation {
            case .none: .none
            case .automatic: .split(strategy: .automatic)
            case .fixed(let ratio, let seed): .split(strategy: .fixed(ratio: ratio, seed: seed))
            case .separate: .dataSource(.filesByLabel(self.validation))
            }
        return MLSoundClassifier.ModelParameters(
            validation: validation, maxIterations: settings.maxIterations, overlapFactor: settings.overlap,
            algorithm: .transferLearning(
                featureExtractor: settings.vggishRevision.map { .vggish(revision: $0) }
                    ?? .audioFeaturePrint(type: .sound, revision: settings.featurePrintRevision ?? 1),
                classifier: settings.layerSizes.map { .multilayerPerceptron(layerSizes: $0) } ?? .logisticRegressor),
            featureExtractionTimeWindowSize: settings.window)
    }

    /// - Throws: `MLCreateError` if the data cannot be listed, there are fewer than two labels, or a parameter is out of range.
    init(_ source: MLSoundClassifier.DataSource, _ parameters: MLSoundClassifier.ModelParameters) throws {
        settings = parameters.settings
        try settings.validate()
        let all = try source.labeledSounds()
        guard all.count > 1 else { throw MLCreateError.generic(reason: "a classifier needs two labels at least, not \(all.count)") }
        var digest = ContentDigest()
        digest.add(all)
        switch parameters.validation {
        case .none: (training, validation, kindOfValidation) = (all, [:], .none)
        case .dictionary(let files): (training, validation, kindOfValidation) = (all, files, .separate)
        case .dataSource(let source): (training, validation, kindOfValidation) = (all, try source.labeledSounds(), .separate)
        case .split(let strategy):
            (training, validation) = try Self.split(all, strategy)
            switch strategy {
            case .automatic: kindOfValidation = .automatic
            case .fixed(let ratio, let seed): kindOfValidation = .fixed(ratio: ratio, seed: seed)
            }
        }
        if kindOfValidation == .separate { digest.add(validation) }
        dataDigest = digest.text
    }

    private static func split(
        _ files: [String: [URL]], _ strategy: MLSplitStrategy
    ) throws -> (training: [String: [URL]], validation: [String: [URL]]) {
        let (ratio, seed) = try strategy.checked(count: files.values.reduce(0) { $0 + $1.count })
        guard ratio > 0 else { return (files, [:]) }
        let parts = try MLSoundClassifier.DataSource.filesByLabel(files).stratifiedSplit(proportions: [1 - ratio, ratio], seed: seed)
        // If a label has so few files that none is left for training, all of them are used for training.
        let whole = files.filter { parts[0][$0.key] == nil }
        return (parts[0].merging(whole) { $1 }, parts[1].filter { whole[$0.key] == nil })
    }
}

import CoreML
import CoreMLRuntime
import CoreMLSpecification
import Foundation
import InputChecks
import SoundAnalysis

/// The statistics of labelled sound files, with a row for each window.
struct SoundFeatures: Sendable {
    struct File: Sendable {
        var url: URL
        /// The index of the file's label.
        var label: Int
        /// The rows of the file's windows.
        var rows: Range<Int>
    }

    var matrix = FeatureMatrix(columns: SoundStatistics.count)
    var files: [File] = []
    /// The files that could not be read, with the reason for each.
    var skipped: [(url: URL, reason: String)] = []
}

/// Computes the statistics of the windows of sound files.
struct SoundFeatureExtractor: Sendable {
    /// A file and the index of its label.
    struct Example: Sendable {
        var url: URL
        var label: Int
    }

    private let model: MLModel
    /// The part of a window that the next window has in common with it.
    private let overlap: Double

    init(overlap: Double) throws {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        // Each core reads a different file.
        configuration.threadsPerPrediction = 1
        model = try MLModel(
            package: ModelPackage(model: SoundExport.extractor), configuration: configuration, name: "the statistics of sound")
        self.overlap = overlap
    }

    /// Reads all files on all cores. A file that cannot be read is skipped and listed in the result.
    ///
    /// - Parameter report: called with the number of completed files, by one thread at a time. If it throws an error, the extraction ends.
    /// - Throws: the error of `report`.
    func extract(
        _ examples: [Example], cache: FeatureCache? = nil, report: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) throws -> SoundFeatures {
        let answers = try Parallelism.map(examples.count, report: report) { try self.rows(examples[$0].url, cache) }
        var result = SoundFeatures()
        for (example, answer) in zip(examples, answers) {
            switch answer {
            case .success(let rows):
                let start = result.matrix.rows
                for row in rows { result.matrix.append(row, labels: [example.label]) }
                result.files.append(.init(url: example.url, label: example.label, rows: start..<result.matrix.rows))

            case .failure(let error): result.skipped.append((example.url, Self.reason(error, example.url)))
            }
        }
        return result
    }

    /// The rows of a file's windows.
    ///
    /// - Throws: an error that names the file.
    func rows(_ url: URL, _ cache: FeatureCache? = nil) throws -> [[Float]] {
        guard let cache else { return try rows(of: url) }
        var key = ContentDigest()
        do {
            key.add(try Data(contentsOfFile: url))
        } catch {
            throw MLCreateError.io(reason: "\(url.path): \(FileReason.text(of: error))")
        }
        key.add("sound")
        key.add(SoundStatistics.revision)
        key.add(Int((overlap * 1_000_000).rounded()))
        return try cache.rows(key, columns: SoundStatistics.count) { try rows(of: url) }
    }

    private func rows(of url: URL) throws -> [[Float]] {
        var rows: [[Float]] = []
        try SoundFile.windows(
            of: url, rate: Double(LogMelSpectrogram.sampleRate), sampleCount: LogMelSpectrogram.sampleCount, overlap: overlap
        ) { window in
            let samples = MLMultiArray(MLShapedArray<Float>(scalars: window, shape: [window.count]))
            let input = try MLDictionaryFeatureProvider(dictionary: [SoundModel.inputName: MLFeatureValue(multiArray: samples)])
            let output = try model.prediction(from: input)
            guard let array = output.featureNames.first.flatMap({ output.featureValue(for: $0)?.multiArrayValue }) else {
                throw MLCreateError.generic(reason: "\(url.path): the statistics of a window are missing")
            }
            rows.append(MLShapedArray<Float>(converting: array).scalars)
        }
        return rows
    }

    /// The reason of an error, without the file's path.
    private static func reason(_ error: any Error, _ url: URL) -> String {
        let text = error.localizedDescription
        let start = "\(url.path): "
        return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
    }
}

extension ClassifierHead {
    /// The predictions for files. The probabilities of a file are the means over its windows.
    ///
    /// - Parameters:
    ///   - labels: the labels that the files' numbers refer to.
    ///   - predicted: the labels of the head's outputs.
    func answers(for features: SoundFeatures, labels: [String], predicted: [String]) -> [LabeledAnswer] {
        let places = Dictionary(uniqueKeysWithValues: predicted.enumerated().map { ($0.element, $0.offset) })
        return features.files.map { file in
            let probabilities = meanProbabilities(file.rows.map { features.matrix[$0] })
            let best = mostProbable(probabilities)
            let label = labels[file.label]
            return LabeledAnswer(
                url: file.url, label: label, answer: predicted[best], confidence: probabilities[best],
                ownConfidence: places[label].map { probabilities[$0] } ?? 0)
        }
    }

    /// The mean probability of each class over several rows, at least one.
    func meanProbabilities(_ rows: [ArraySlice<Float>]) -> [Double] {
        guard let first = rows.first else { return [] }
        let sums = rows.dropFirst().reduce(probabilities(first)) { sums, row in zip(sums, probabilities(row)).map { $0 + $1 } }
        return sums.map { $0 / Double(rows.count) }
    }
}

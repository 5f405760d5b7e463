import CoreML
import CoreMLSpecification
import Foundation

/// The predicted label of a window of a sequence, with its true label.
package struct PoseAnswer: Sendable {
    /// The name of the file or session.
    package var name: String
    /// The range of frames, counted at the classifier's frame rate.
    package var frames: Range<Int>
    package var label: String
    package var answer: String
    /// The probability, 0…1, of the predicted label. `ownConfidence` is the probability of the true label.
    package var confidence: Double
    package var ownConfidence: Double
    /// The poses of the window, in the form of ``PoseSequence/frames``.
    var poses: [[Float]]
    var skeleton: PoseSkeleton

    /// Line drawings of about `count` poses, spread evenly over the window. The lines connect joints that were found. The origin lies at the lower
    /// left.
    package func figures(_ count: Int) -> [[(from: SIMD2<Double>, to: SIMD2<Double>)]] {
        let step = max(1, (poses.count + count - 1) / max(count, 1))
        return stride(from: 0, to: poses.count, by: step).map { frame in
            let (pose, joints) = (poses[frame], skeleton.count)
            func place(_ joint: Int) -> SIMD2<Double> { SIMD2(Double(pose[joint]), Double(pose[joints + joint])) }
            return skeleton.bones.filter { pose[2 * joints + $0.from] > 0 && pose[2 * joints + $0.to] > 0 }
                .map { (place($0.from), place($0.to)) }
        }
    }
}

/// A trained network that classifies sequences of any length.
struct PoseClassifier: Sendable {
    let model: MLModel
    let labels: [String]
    let settings: PoseSettings
    private let export: PoseExport

    init(_ export: PoseExport, _ settings: PoseSettings) throws {
        self.export = export
        self.settings = settings
        labels = export.labels
        model = try export.makeModel()
    }

    /// Predicts the labels of each window of a sequence. The most probable label comes first.
    func predictions(for frames: [[Float]]) throws -> [(frames: Range<Int>, results: [(label: String, confidence: Double)])] {
        try PoseWindows.consecutive(frames.count, size: settings.window).map { range in
            (range, try PoseModel(model, settings.skeleton, window: settings.window).results(for: frames[range]))
        }
    }

    /// Predicts the label of every window of the sequences.
    func answers(for sequences: [PoseSequence]) throws -> [PoseAnswer] {
        try PoseModel(model, settings.skeleton, window: settings.window).answers(for: sequences)
    }

    /// Evaluates the classifier on data that it was not trained on, window by window.
    func metrics(on source: PoseSource) throws -> MLClassifierMetrics {
        let data = try source.sequences(frameRate: settings.frameRate, settings.skeleton)
        var metrics = MLClassifierMetrics(try answers(for: data.sequences).map { ($0.label, $0.answer) })
        metrics.skipped = data.skipped.map { URL(fileURLWithPath: $0.name) }
        return metrics
    }

    /// Predicts the labels of the windows of a file. The file has keypoints, or it is a picture or video whose poses are found first.
    ///
    /// - Throws: `MLCreateError` if the file cannot be read, or the model for poses is missing.
    func predictions(from url: URL) throws -> [(frames: Range<Int>, results: [(label: String, confidence: Double)])] {
        guard PoseSequence.fileExtensions.contains(url.pathExtension.lowercased()) else {
            do {
                let finder = PoseFinder(skeleton: settings.skeleton)
                return try predictions(for: finder.sequence(in: url, label: "", frameRate: settings.frameRate).frames)
            } catch let missing as PoseFinder.MissingModel {
                throw MLCreateError.generic(reason: missing.reason)
            } catch  where !(error is MLCreateError) {
                throw MLCreateError.io(reason: error.localizedDescription)
            }
        }
        let sequence = try PoseSequence(contentsOf: url, label: "", frameRate: settings.frameRate, settings.skeleton)
        return try predictions(for: sequence.frames)
    }

    /// Writes the complete model, or leaves an existing file unchanged.
    ///
    /// - Parameter url: the file, or a folder to write `name` into.
    func write(to url: URL, name: String, _ metadata: MLModelMetadata?) throws {
        let target = url.modelFile(named: name)
        var metadata = metadata ?? MLModelMetadata()
        metadata.additional = [PoseModel.frameRateKey: String(settings.frameRate)].merging(metadata.additional ?? [:]) { $1 }
        try AtomicFile.write(Data(export.specification(metadata).encoded()), to: target)
    }
}

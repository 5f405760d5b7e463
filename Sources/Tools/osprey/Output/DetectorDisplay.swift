import CreateML
import Foundation
import JSON
import Reports

/// Shows the progress of a detector's training: a bar for decoding the pictures, then a bar for the iterations with the loss beside it.
struct DetectorDisplay: ProgressDisplay {
    /// Always empty, because the page of a detector shows the losses that the detector itself has recorded.
    var curves: [TrainingCurve] { [] }

    private let isJSON: Bool
    private var extraction: ExtractionDisplay
    private var bar: ProgressBar?
    private var recent: [Double] = []

    init(json: Bool) {
        isJSON = json
        extraction = ExtractionDisplay(json: json)
    }

    mutating func show(_ progress: MLProgress) {
        switch progress.phase {
        case .extractingFeatures: extraction.show(progress)
        case .training: showIteration(progress)
        case .initialized, .evaluating, .inferencing: break
        }
    }

    /// Does nothing, because the losses that the detector has recorded already include the earlier part of the session.
    mutating func recall(iteration: Int, metrics: [MLProgress.Metric: Any]) {}

    /// Shows the mean loss of the last twenty iterations, because the losses of single iterations are noisy.
    private mutating func showIteration(_ progress: MLProgress) {
        guard let loss = progress.metrics[.loss] as? Double, let total = progress.totalItemCount else { return }
        extraction.finish()
        let iteration = progress.itemCount
        recent = recent.suffix(19) + [loss]
        let mean = recent.reduce(0, +) / Double(recent.count)
        if isJSON {
            if iteration % 10 == 0 || iteration == total {
                try? StandardOutput.write(json: JSON(progress, metrics: [("loss", .number(mean))]))
            }
        } else if StandardError.isTerminal {
            if bar == nil { bar = ProgressBar(total: total) }
            bar?.update(iteration, note: "loss \(String(format: "%.3f", mean))")
        } else if iteration % 50 == 0 || iteration == total {
            StandardError.write(line: "iteration \(iteration) of \(total), loss \(String(format: "%.4f", mean))")
        }
    }

    mutating func finish() {
        extraction.finish()
        bar?.finish()
        bar = nil
    }
}

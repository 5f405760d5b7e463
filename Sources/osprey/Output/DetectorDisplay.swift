import CreateML
import Foundation

/// Shows how a detector's training goes on: a bar for the iterations, with the loss beside it.
struct DetectorDisplay: ProgressDisplay {
    /// A report shows the losses that the detector itself keeps.
    var curves: [TrainingCurve] { [] }

    private let isJSON: Bool
    private var bar: ProgressBar?
    private var recent: [Double] = []

    init(json: Bool) { isJSON = json }

    mutating func show(_ progress: MLProgress) {
        guard progress.phase == .training, let loss = progress.metrics[.loss] as? Double, let total = progress.totalItemCount else {
            return
        }
        let iteration = progress.itemCount
        recent = recent.suffix(19) + [loss]
        let mean = recent.reduce(0, +) / Double(recent.count)
        if isJSON {
            if iteration % 10 == 0 || iteration == total {
                StandardOutput.write(
                    line: JSON.object([("iteration", .integer(iteration)), ("total", .integer(total)), ("loss", .number(mean))]).text)
            }
        } else if StandardError.isTerminal {
            if bar == nil { bar = ProgressBar(total: total) }
            bar?.update(iteration, note: "loss \(String(format: "%.3f", mean))")
        } else if iteration % 50 == 0 || iteration == total {
            StandardError.write("iteration \(iteration) of \(total), loss \(String(format: "%.4f", mean))\n")
        }
    }

    mutating func finish() {
        bar?.finish()
        bar = nil
    }
}

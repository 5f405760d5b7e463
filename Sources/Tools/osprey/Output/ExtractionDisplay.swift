import CreateML
import JSON
import Reports

/// Shows how many pictures a training has processed before its first iteration: a bar, or a JSON line for each percent.
struct ExtractionDisplay {
    private let isJSON: Bool
    private var bar: ProgressBar?
    private var lastPercentage = -1

    init(json: Bool) { isJSON = json }

    mutating func show(_ progress: MLProgress) {
        guard let total = progress.totalItemCount, total > 0 else { return }
        guard isJSON else {
            if bar == nil { bar = ProgressBar(total: total) }
            bar?.update(progress.itemCount)
            return
        }
        let percentage = progress.itemCount * 100 / total
        guard percentage > lastPercentage else { return }
        lastPercentage = percentage
        // A training continues if its progress cannot be printed. The program's exit status reports the loss.
        try? StandardOutput.write(json: JSON(progress))
    }

    /// Removes the bar.
    mutating func finish() {
        bar?.finish()
        bar = nil
    }
}

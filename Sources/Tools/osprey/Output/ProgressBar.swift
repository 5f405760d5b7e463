/// A progress bar on standard error. It is silent if standard error is not a terminal.
struct ProgressBar {
    private let total: Int
    private let isVisible: Bool
    private let figure: @Sendable (Int) -> String
    private var lastPercentage = -1

    /// - Parameters:
    ///   - total: the number of steps. If it is less than `threshold`, no bar is shown.
    ///   - figure: converts a number of steps to the text beside the bar.
    init(total: Int, threshold: Int = 20, figure: @escaping @Sendable (Int) -> String = { String($0) }) {
        self.total = total
        self.figure = figure
        isVisible = StandardError.isTerminal && total > 0 && total >= threshold
    }

    /// - Parameter note: text beside the bar. With a note, the bar is drawn at every step.
    mutating func update(_ done: Int, note: String = "") {
        guard isVisible else { return }
        let percentage = min(done, total) * 100 / total
        guard percentage != lastPercentage || !note.isEmpty else { return }
        lastPercentage = percentage
        let filled = percentage * 40 / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 40 - filled)
        StandardError.write("\r\(bar) \(figure(done))/\(figure(total))" + (note.isEmpty ? "" : "  \(note)\u{1B}[K"))
    }

    func finish() {
        if isVisible { StandardError.write("\r\u{1B}[K") }
    }
}

import CoreMLSpecification
import Foundation

/// Prints one result an image, as a table row or as a JSON line, and remembers whether one failed.
struct ImageReport {
    private let json: Bool
    private let columnWidth: Int
    private let start = ContinuousClock.now
    private var progress: ProgressBar
    private var done = 0
    private var failed = 0

    init(json: Bool, paths: [String]) {
        self.json = json
        columnWidth = min(paths.map(\.count).max() ?? 0, 48)
        // The rows themselves show the progress where they appear on the same terminal.
        progress = ProgressBar(total: paths.count, threshold: StandardOutput.isTerminal ? Int.max : 20)
    }

    mutating func add<Answer>(
        _ path: String, _ result: Result<Answer, any Error>, json members: (Answer) -> [(String, JSON)], text: (Answer) -> String
    ) {
        done += 1
        switch result {
        case .success(let answer) where json:
            StandardOutput.write(line: JSON.object([("image", .string(path))] + members(answer)).text)
        case .success(let answer):
            let padding = String(repeating: " ", count: max(columnWidth - path.count, 0) + 2)
            // Further lines stand below the first.
            let margin = String(repeating: " ", count: max(columnWidth, path.count) + 2)
            StandardOutput.write(line: path + padding + text(answer).replacingOccurrences(of: "\n", with: "\n" + margin))
        case .failure(let error):
            failed += 1
            let reason = ErrorText.describe(error)
            if json {
                StandardOutput.write(line: JSON.object([("image", .string(path)), ("error", .string(reason))]).text)
            } else {
                StandardError.write("\(path): error: \(reason)\n")
            }
        }
        progress.update(done)
    }

    /// Says on standard error how long it took and how many failed, and gives the exit status.
    func finish() -> ExitStatus {
        progress.finish()
        if !json { StandardError.write("\(done) \(done == 1 ? "image" : "images") in \(seconds) s\n") }
        guard failed > 0 else { return .success }
        if done > 1 { StandardError.write("osprey: \(failed) of \(done) images failed\n") }
        return .someFailed
    }

    private var seconds: String {
        let elapsed = ContinuousClock.now - start
        let hundredths = Int(elapsed.components.seconds) * 100 + Int(elapsed.components.attoseconds / 10_000_000_000_000_000)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    /// A confidence as people read it: `97.3 %`.
    static func percentage(_ confidence: Float) -> String {
        let tenths = Int((confidence * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

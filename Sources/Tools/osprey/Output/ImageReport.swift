import Foundation
import JSON
import Reports

/// Prints one result per image, as a table row or as a JSON line, and records whether an image failed.
struct ImageReport {
    private let json: Bool
    private let columnWidth: Int
    private let start = ContinuousClock.now
    private var progress: ProgressBar
    private var done = 0
    private var failed = 0

    init(json: Bool, images: [InputImage]) {
        self.json = json
        columnWidth = min(images.map { Self.shown($0).count }.max() ?? 0, 48)
        // If the rows are printed on the same terminal, they show the progress themselves.
        progress = ProgressBar(total: images.count, threshold: StandardOutput.isTerminal ? Int.max : 20)
    }

    /// - Throws: `OutputFailure` where the result cannot be printed.
    mutating func add<Answer>(
        _ image: InputImage, _ result: Result<Answer, any Error>, json members: (Answer) -> [(String, JSON)], text: (Answer) -> String
    ) throws {
        done += 1
        switch result {
        case .success(let answer) where json:
            let time = image.frame.map { [("time", JSON.number($0.time.seconds))] } ?? []
            try StandardOutput.write(json: .object([("image", .string(image.name))] + time + members(answer)))
        case .success(let answer):
            let name = Self.shown(image)
            let padding = String(repeating: " ", count: max(columnWidth - name.count, 0) + 2)
            // Further lines stand below the first.
            let margin = String(repeating: " ", count: max(columnWidth, name.count) + 2)
            try StandardOutput.write(line: name + padding + text(answer).replacingOccurrences(of: "\n", with: "\n" + margin))
        case .failure(let error):
            failed += 1
            let reason = ErrorText.reason(error, ofFile: image.name)
            if json {
                try StandardOutput.write(json: .object([("image", .string(image.name)), ("error", .string(reason))]))
            } else {
                StandardError.write(line: "\(image.name): error: \(reason)")
            }
        }
        progress.update(done)
    }

    /// Prints only a text. A reason why there is none goes to standard error.
    ///
    /// - Throws: `OutputFailure` where the text cannot be printed.
    mutating func add<Answer>(_ image: InputImage, _ result: Result<Answer, any Error>, text: (Answer) -> String) throws {
        done += 1
        switch result {
        case .success(let answer):
            let lines = text(answer)
            if !lines.isEmpty { try StandardOutput.write(line: lines) }
        case .failure(let error):
            failed += 1
            StandardError.write(line: "\(image.name): error: \(ErrorText.reason(error, ofFile: image.name))")
        }
        progress.update(done)
    }

    /// The name at the beginning of a row. On a terminal it is always on one line.
    private static func shown(_ image: InputImage) -> String {
        let name = StandardOutput.isTerminal ? ShownText.escaped(image.name) : image.name
        return image.frame.map { name + String(format: " %.3f s", $0.time.seconds) } ?? name
    }

    /// Prints to standard error the time taken and the number of failures, and returns the exit status.
    func finish() -> ExitStatus {
        progress.finish()
        if !json { StandardError.write(line: "\(done) \(done == 1 ? "image" : "images") in \(seconds) s") }
        guard failed > 0 else { return .success }
        if done > 1 { StandardError.write(line: "osprey: \(failed) of \(done) images failed") }
        return .someFailed
    }

    private var seconds: String {
        let elapsed = ContinuousClock.now - start
        let hundredths = Int(elapsed.components.seconds) * 100 + Int(elapsed.components.attoseconds / 10_000_000_000_000_000)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

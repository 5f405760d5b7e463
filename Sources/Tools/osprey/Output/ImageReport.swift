import Foundation
import JSON
import Reports

/// Prints one result for each image: lines of text, a JSON line, or rows of a table. Records whether an image failed.
struct ImageReport {
    /// The form of the results.
    enum Form {
        case text
        case json
        /// Comma-separated values. The columns `columns` follow the columns for the image and the time.
        case table(columns: [String])

        static let tableOption = Command.Option.flag("--csv", "a table: comma-separated values, a row for each finding")

        /// The form that `--json` or `--csv` selects; text if neither is given.
        ///
        /// - Throws: `UsageError` if both are given.
        init(_ arguments: Arguments, columns: [String]) throws {
            switch (arguments.flag("--json"), arguments.flag("--csv")) {
            case (true, true): throw UsageError("only one of --json and --csv can be given")
            case (true, false): self = .json
            case (false, true): self = .table(columns: columns)
            case (false, false): self = .text
            }
        }
    }

    private let form: Form
    private let columnWidth: Int
    /// The word for an input.
    private let noun: String
    private let start = ContinuousClock.now
    private var progress: ProgressBar
    private var done = 0
    private var failed = 0

    /// - Throws: `OutputFailure` if a table's first line cannot be printed.
    init(_ form: Form, images: [InputImage], noun: String = "image") throws {
        (self.form, self.noun) = (form, noun)
        columnWidth = min(images.map { Self.shown($0).count }.max() ?? 0, 48)
        // If the rows are printed on the same terminal, they show the progress themselves.
        progress = ProgressBar(total: images.count, threshold: StandardOutput.isTerminal ? Int.max : 20)
        if case .table(let columns) = form { try Self.write((["image", "time"] + columns).map { .string($0) }) }
    }

    private static func write(_ fields: [JSON]) throws { try StandardOutput.write(line: CSVLine(fields).text) }

    /// - Throws: `OutputFailure` if the result cannot be printed.
    mutating func add<Answer>(
        _ image: InputImage, _ result: Result<Answer, any Error>, json members: (Answer) -> [(String, JSON)],
        rows: (Answer) -> [[JSON]] = { _ in [] }, text: (Answer) -> String
    ) throws {
        done += 1
        switch (result, form) {
        case (.success(let answer), .json): try StandardOutput.write(json: .object(image.members + members(answer)))
        case (.success(let answer), .table):
            let time = image.frame.map { JSON.number($0.time.seconds) } ?? .null
            for row in rows(answer) { try Self.write([.string(image.name), time] + row) }
        case (.success(let answer), .text):
            let name = Self.shown(image)
            let padding = String(repeating: " ", count: max(columnWidth - name.count, 0) + 2)
            // Further lines of text are indented to the column of the first line.
            let margin = String(repeating: " ", count: max(columnWidth, name.count) + 2)
            let lines: [String] = text(answer).split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { place, line in
                place == 0 ? "\(name)\(padding)\(line)" : line.isEmpty ? "" : "\(margin)\(line)"
            }
            try StandardOutput.write(line: lines.joined(separator: "\n"))
        case (.failure(let error), _): try fail(image, error)
        }
        progress.update(done)
    }

    /// Prints only a text. If there is none, the reason is printed to standard error.
    ///
    /// - Throws: `OutputFailure` if the text cannot be printed.
    mutating func add<Answer>(_ image: InputImage, _ result: Result<Answer, any Error>, text: (Answer) -> String) throws {
        done += 1
        switch result {
        case .success(let answer):
            let lines = text(answer)
            if !lines.isEmpty { try StandardOutput.write(line: lines) }
        case .failure(let error): try fail(image, error)
        }
        progress.update(done)
    }

    private mutating func fail(_ image: InputImage, _ error: any Error) throws {
        failed += 1
        let reason = ErrorText.reason(error, ofFile: image.name)
        if case .json = form {
            try StandardOutput.write(json: .object([("image", .string(image.name)), ("error", .string(reason))]))
        } else {
            StandardError.write(line: "\(image.name): error: \(reason)")
        }
    }

    /// The name at the beginning of a row. On a terminal it is always on one line.
    private static func shown(_ image: InputImage) -> String {
        let name = StandardOutput.isTerminal ? ShownText.escaped(image.name) : image.name
        return image.frame.map { name + String(format: " %.3f s", $0.time.seconds) } ?? name
    }

    /// Prints to standard error the time taken and the number of failures, and returns the exit status.
    func finish() -> ExitStatus {
        progress.finish()
        if case .text = form { StandardError.write(line: "\(done) \(done == 1 ? noun : noun + "s") in \(seconds) s") }
        guard failed > 0 else { return .success }
        if done > 1 { StandardError.write(line: "osprey: \(failed) of \(done) \(noun)s failed") }
        return .someFailed
    }

    private var seconds: String {
        let elapsed = ContinuousClock.now - start
        let hundredths = Int(elapsed.components.seconds) * 100 + Int(elapsed.components.attoseconds / 10_000_000_000_000_000)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

import AVFoundation
import Foundation
import JSON
import Reports

/// Processes a video frame by frame. Prints a row or a JSON line for each frame, and draws an annotated copy if requested. Shows the
/// progress and the remaining time.
struct VideoReport {
    /// The options that every verb for videos has.
    static let options: [Command.Option] =
        VideoSource.options + [
            .value("--annotate", "FILE", "draws what was found into a copy of the video (.mp4 or .mov)"),
            .flag("--json", "a JSON object a frame"),
        ]

    private let source: VideoSource
    private let isJSON: Bool
    private let annotation: AnnotatedVideo?
    private var progress: VideoProgress

    /// - Parameter name: the video, as the command line names it.
    init(_ name: String, _ arguments: Arguments) throws {
        isJSON = arguments.flag("--json")
        annotation = try arguments.string("--annotate").map { try AnnotatedVideo($0, inputs: [name]) }
        source = try VideoSource(name, arguments)
        progress = VideoProgress(total: source.expectedFrameCount)
    }

    /// The output for a frame.
    struct Row {
        /// The members of the JSON object that follow the frame's number and time.
        let json: [(String, JSON)]
        /// The text that follows the frame's number and time; `nil` for no line.
        let text: String?
        /// Draws the results into the annotated copy.
        let draw: (inout Canvas) -> Void

        init(json: [(String, JSON)], text: String?, draw: @escaping (inout Canvas) -> Void = { _ in }) {
            (self.json, self.text, self.draw) = (json, text, draw)
        }
    }

    /// Calls `row` for each frame in order, until the end or an interruption.
    ///
    /// - Returns: `someFailed` if the video is damaged. Its valid frames have then been reported.
    mutating func run(_ row: (VideoFrame) throws -> Row) throws -> ExitStatus {
        defer { progress.finish() }
        do {
            let status = try Interruption.noting { try reportFrames(row) }
            try annotation?.finish()
            return status
        } catch {
            // The file is completed, so that the part that was written can be played.
            try? annotation?.finish()
            throw error
        }
    }

    private mutating func reportFrames(_ row: (VideoFrame) throws -> Row) throws -> ExitStatus {
        while Interruption.received == nil {
            let next: VideoFrame?
            do {
                next = try source.next()
            } catch {
                try tell(error)
                return .someFailed
            }
            guard let frame = next else { break }
            try report(frame, row(frame))
            progress.update(frame.number + 1)
        }
        return .success
    }

    private func report(_ frame: VideoFrame, _ row: Row) throws {
        if isJSON {
            let place: [(String, JSON)] = [("frame", .integer(frame.number)), ("time", .number(frame.time.seconds))]
            try StandardOutput.write(json: .object(place + row.json))
        } else if let text = row.text {
            try StandardOutput.write(line: String(format: "%6d  %9.3f s  ", frame.number, frame.time.seconds) + text)
        }
        try annotation?.write(frame, row.draw)
    }

    private func tell(_ error: any Error) throws {
        let reason = ErrorText.reason(error, ofFile: source.name)
        if isJSON {
            try StandardOutput.write(json: ["video": .string(source.name), "error": .string(reason)])
        } else {
            StandardError.write(line: "\(source.name): error: \(reason)")
        }
    }
}

/// A progress bar with the remaining time. It is redrawn a few times a second.
private struct VideoProgress {
    private var bar: ProgressBar
    private let total: Int
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now

    init(total: Int?) {
        self.total = total ?? 0
        // Rows on the same terminal show the progress themselves.
        bar = ProgressBar(total: total ?? 0, threshold: StandardOutput.isTerminal ? Int.max : 20)
    }

    mutating func update(_ done: Int) {
        let now = ContinuousClock.now
        guard now - last > .milliseconds(200), done > 0 else { return }
        last = now
        let left = (now - start) * max(total - done, 0) / done
        let seconds = Int(left.components.seconds)
        bar.update(done, note: String(format: "%d:%02d left", seconds / 60, seconds % 60))
    }

    func finish() { bar.finish() }
}

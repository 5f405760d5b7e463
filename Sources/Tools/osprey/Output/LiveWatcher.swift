import AVFoundation
import Foundation
import JSON
import Locks
import OspreyExtras
import Reports
import Vision

/// Receives a camera's frames. Analyzes a frame when the scene is still, and reports the results.
final class LiveWatcher: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let isJSON: Bool
    private let annotation: AnnotatedVideo?
    private let orientation: CGImagePropertyOrientation
    private let answers: LiveAnswers
    private let stability: StableSceneAnalyzer.Stability
    private let state = Locked(State())
    private lazy var analyzer = StableSceneAnalyzer(requests: answers.requests, stability: stability) { [unowned self] in tell($0) }

    private struct State {
        var failure: (any Error)?
        var start = CMTime.invalid
        var isStable = false
        var dropped = 0
        /// The last answer since the scene became still, for drawing.
        var answer: LiveAnswers.Answer?
        var lastText = ""
    }

    init(_ arguments: Arguments, annotation: AnnotatedVideo?, orientation: CGImagePropertyOrientation) throws {
        isJSON = arguments.flag("--json")
        self.annotation = annotation
        self.orientation = orientation
        answers = try LiveAnswers(arguments)
        stability = StableSceneAnalyzer.Stability(
            historyLength: try arguments.integer("--history", in: 1...10_000) ?? 15,
            maximumDistance: try arguments.number("--distance", in: 0...1_000_000) ?? 20)
        super.init()
        // The lazy property is initialised now, before several threads use it.
        _ = analyzer
    }

    /// The error that ended watching; `nil` if there was none.
    var failure: (any Error)? { state.withLock { $0.failure } }

    func fail(_ error: any Error) { state.withLock { if $0.failure == nil { $0.failure = error } } }

    // MARK: Frames

    func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard failure == nil else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        state.withLock { if !$0.start.isValid { $0.start = time } }
        do {
            let step = try analyzer.take(sampleBuffer, orientation: orientation)
            let hasMoved = state.withLock { state in
                defer { state.isStable = step.isStable }
                guard state.isStable, !step.isStable else { return false }
                (state.answer, state.lastText) = (nil, "")
                return true
            }
            if hasMoved { try say(step.frame, time, isStable: false, json: [], text: "the scene moves") }
            let frame = VideoFrame(number: step.frame, sample: sampleBuffer, orientation: orientation)
            try annotation?.write(frame) { canvas in draw(step, &canvas) }
        } catch {
            fail(error)
        }
    }

    func captureOutput(_ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
        state.withLock { $0.dropped += 1 }
    }

    private func draw(_ step: StableSceneAnalyzer.Step, _ canvas: inout Canvas) {
        guard let answer = state.withLock({ $0.answer }) else {
            canvas.drawLine(step.isStable ? "stable" : "moving")
            return
        }
        canvas.drawLabels(answer.readable.map { ($0.identifier, $0.confidence) })
        canvas.draw(answer.barcodes)
    }

    // MARK: Answers

    private func tell(_ analysis: StableSceneAnalyzer.Analysis) {
        do {
            if let error = analysis.error { throw error }
            let answer = try answers.answer()
            let isNews = state.withLock { state in
                defer { state.lastText = answer.text }
                if state.isStable { state.answer = answer }
                return state.lastText != answer.text
            }
            // In the text form, an answer is printed only if it differs from the last one.
            if isJSON || isNews { try say(analysis.frame, analysis.time, isStable: true, json: answer.json, text: answer.text) }
        } catch {
            fail(error)
        }
    }

    private func say(_ frame: Int, _ time: CMTime, isStable: Bool, json: [(String, JSON)], text: String) throws {
        let seconds = (time - state.withLock { $0.start }).seconds
        if isJSON {
            let place: [(String, JSON)] = [("frame", .integer(frame)), ("time", .number(seconds)), ("stable", .bool(isStable))]
            try StandardOutput.write(json: .object(place + json))
        } else {
            try StandardOutput.write(line: String(format: "%6d  %9.3f s  ", frame, seconds) + text)
        }
    }

    /// Waits for the last answer, completes the annotated video, and prints how many frames were analyzed, left out and dropped.
    ///
    /// - Throws: the error that ended watching.
    func finish() throws {
        analyzer.waitUntilIdle()
        let (counts, dropped) = (analyzer.counts, state.withLock { $0.dropped })
        do {
            try annotation?.finish()
        } catch {
            fail(error)
        }
        if isJSON {
            try StandardOutput.write(
                json: [
                    "frames": .integer(counts.taken), "analyzed": .integer(counts.analyzed), "leftOut": .integer(counts.leftOut),
                    "dropped": .integer(dropped),
                ])
        } else {
            StandardError.write(
                line: "\(counts.taken) frames seen, \(counts.analyzed) analyzed, \(counts.leftOut) left out as the model was busy, "
                    + "\(dropped) dropped")
        }
        if let failure { throw failure }
    }
}

/// The requests for a still frame: a classifier and barcodes.
struct LiveAnswers: @unchecked Sendable {
    struct Answer: Sendable {
        /// The most probable labels.
        let labels: [Label]
        /// The labels that the text output shows: the most specific ones, if the model's labels form a tree.
        let readable: [Label]
        let barcodes: [Finding]

        var json: [(String, JSON)] { [("observations", .array(labels.map(\.json))), ("barcodes", .array(barcodes.map(\.json)))] }

        var text: String {
            let parts = readable.map(\.text) + barcodes.map(\.title)
            return parts.isEmpty ? "stable; not sure" : parts.joined(separator: ", ")
        }
    }

    private let classifier: Classifier
    private let classification: VNRequest
    private let barcodes: DetectionQuery
    private let selection: LabelSelection

    init(_ arguments: Arguments) throws {
        selection = LabelSelection(
            top: try arguments.integer("--top", in: 1...1_000_000) ?? 1,
            threshold: Float(try arguments.number("--threshold", in: 0...1) ?? 0.4))
        classifier = try Classifier(ModelOptions.detection(arguments))
        classification = classifier.request()
        barcodes = BarcodeDetector(DetectionOptions()).query()
    }

    /// The requests to perform together.
    var requests: [VNRequest] { [classification, barcodes.request] }

    /// The findings of the requests, after they were performed.
    func answer() throws -> Answer {
        let labels = try classifier.labels(of: classification)
        return Answer(
            labels: selection.mostProbable(labels), readable: selection.readable(labels, classifier.tree), barcodes: try barcodes.findings()
        )
    }
}

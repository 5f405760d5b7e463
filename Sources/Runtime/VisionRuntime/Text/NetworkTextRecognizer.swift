import CoreGraphics
import CoreMLRuntime

/// Reads the lines of a plane with the network `textReader`.
struct NetworkTextRecognizer: Sendable {
    private let settings: TextRecognitionAnalysis
    private let plane: GrayPlane
    private let cancellation: Cancellation
    private let processorCount: Int
    private let correction: WordCorrection
    private let reader: NetworkLineReader

    /// The confidences below which a line is read again: in its own proportions (`own`), and upside down (`turned`).
    private static let doubtful: (own: Float, turned: Float) = (0.8, 0.9)

    /// - Throws: `VisionFailure` if a model is missing.
    init(_ settings: TextRecognitionAnalysis, plane: GrayPlane, _ context: AnalysisContext) throws {
        (self.settings, self.plane) = (settings, plane)
        (cancellation, processorCount) = (context.cancellation, context.processorCount)
        correction = WordCorrection(settings.customWords, readsNumbers: settings.usesLanguageCorrection)
        reader = try NetworkLineReader(settings)
    }

    /// The lines that can be read, from the top down.
    ///
    /// - Parameter places: the lines that were found.
    /// - Throws: `VisionFailure`, `ImageError`.
    func lines(_ places: [LinePlace]) throws -> [ReadLine] {
        let readings = try read(places).compactMap { $0 }
        report(1)
        try cancellation.check()
        let bar = TextBar(readings, .networks)
        return TextRows(readings.filter(bar.isPassed).map { $0.corrected(by: correction) }).lines
    }

    /// Reports progress if the request was not cancelled.
    private func report(_ part: Double) {
        if !cancellation.isCancelled { settings.progress.report(part) }
    }

    /// Reads lines in parallel, each on one processor. The longest lines are read first, so that no processor waits for a long line at the end.
    private func read(_ places: [LinePlace]) throws -> [ReadLine?] {
        let order = places.indices.sorted { places[$0].length / places[$0].height > places[$1].length / places[$1].height }
        var readings = [ReadLine?](repeating: nil, count: places.count)
        try Parallelism.forEach(order.count, workers: processorCount) { [cancellation] number -> ReadLine? in
            try cancellation.check()
            return try Parallelism.withThreads(1) { try read(places[order[number]]) }
        } consume: { number, reading in
            readings[order[number]] = try reading.get()
            report(Double(number + 1) / Double(order.count))
        }
        return readings
    }

    /// Reads a line. A doubtful line is read again in its own proportions, and the result with the higher confidence is used. If the line is
    /// still doubtful, it is read upside down. Some upside-down letters look like other letters. The upside-down result is therefore used only
    /// if its doubt, 1 − confidence, is less than half the doubt of the upright result. At the level `fast`, a line is read only once.
    private func read(_ place: LinePlace) throws -> ReadLine? {
        var reading = try reader.read(place, in: plane, cancellation)
        var confidence: Float { reading?.confidence ?? 0 }
        guard settings.level == .accurate else { return reading }
        if confidence < Self.doubtful.own, let other = try reader.read(place, in: plane, stretch: 1, cancellation),
            other.confidence > confidence
        {
            reading = other
        }
        guard confidence < Self.doubtful.turned, let other = try reader.read(place.turned, in: plane, cancellation),
            1 - other.confidence < (1 - confidence) / 2
        else { return reading }
        return other
    }
}

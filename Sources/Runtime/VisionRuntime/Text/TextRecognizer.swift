import CoreGraphics
import CoreMLRuntime

/// Reads the lines of a plane with Tesseract, one by one.
struct TextRecognizer: Sendable {
    private let settings: TextRecognitionAnalysis
    private let plane: GrayPlane
    private let cancellation: Cancellation
    private let processorCount: Int
    private let correction: WordCorrection

    init(_ settings: TextRecognitionAnalysis, plane: GrayPlane, _ context: AnalysisContext) {
        (self.settings, self.plane) = (settings, plane)
        (cancellation, processorCount) = (context.cancellation, context.processorCount)
        let corrects = settings.usesLanguageCorrection
        let isEnglish = settings.languages.first?.identifier == "en-US"
        correction = WordCorrection(settings.customWords, readsNumbers: corrects, readsPronoun: corrects && isEnglish)
    }

    /// The parameters with which a line is cut out of the plane.
    private struct Look {
        /// The height of the line in pixels. Letters then have about 20 pixels, as on pages.
        var height = 24
        /// The margin above and below the line, in line heights. A smaller margin shows less of the neighbouring lines. A larger margin cuts off less
        /// of tall letters. Letters that touch the border of a strip are misread.
        var margin = 0.2
    }

    /// Other parameters, with which a doubtful line is read again.
    private static let further = [Look(height: 20, margin: 0.1), Look(height: 30, margin: 0.4)]
    /// The margin at the ends of a line, in line heights.
    private static let endMargin: CGFloat = 0.6
    /// The confidence above which a line is not read again.
    private static let certain: Float = 0.9
    /// The confidence below which a line may be upside down.
    private static let hardly: Float = 0.85
    /// The least rise of the confidence for which a line counts as upside down. A smaller rise is no proof, because some upside-down letters look
    /// like other letters.
    private static let lead: Float = 0.1
    /// The maximum number of lines that are read again.
    private static let maximumFurtherCount = 96
    /// The maximum length of a line, in line heights. Longer lines are borders, and their strips would be too long.
    private static let longest: CGFloat = 300

    /// The lines that can be read, from the top down.
    ///
    /// - Throws: `VisionFailure`, `ImageError`.
    func lines(_ found: [FoundLine]) throws -> [ReadLine] {
        let lines = found.filter(\.place.isExtended).joined.filter { $0.place.length <= Self.longest * $0.place.height }
        let readings = try read(lines)
        report(1)
        try cancellation.check()
        let bar = TextBar(readings)
        return TextRows(readings.filter(bar.isPassed).map { $0.corrected(by: correction) }).lines
    }

    /// Reports progress if the request was not cancelled.
    private func report(_ part: Double) {
        if !cancellation.isCancelled { settings.progress.report(part) }
    }

    /// Reads lines in parallel. The lines that look most like text come first, and are read in several ways if they are hard to read.
    private func read(_ found: [FoundLine]) throws -> [ReadLine] {
        let order = found.indices.sorted { (found[$0].likeness, $1) > (found[$1].likeness, $0) }
        let furtherCount = settings.level == .accurate ? Self.maximumFurtherCount : 0
        var readings = [ReadLine?](repeating: nil, count: found.count)
        try Parallelism.forEach(order.count, workers: processorCount) { [cancellation] number -> ReadLine? in
            try cancellation.check()
            let place = found[order[number]].place
            let first = try read(place, Look())
            let isEnough = number >= furtherCount || first?.confidence ?? 0 >= Self.certain
            return isEnough ? first : try further(place, first)
        } consume: { number, reading in
            readings[order[number]] = try reading.get()
            report(Double(number + 1) / Double(order.count))
        }
        return readings.compactMap { $0 }
    }

    /// Reads a line again with other parameters, and upside down if necessary. Returns the best reading; its `others` are the other readings.
    private func further(_ place: LinePlace, _ first: ReadLine?) throws -> ReadLine? {
        var readings = [first].compactMap { $0 }
        for look in Self.further { if let reading = try read(place, look) { readings.append(reading) } }
        let upright = readings.map(\.confidence).max() ?? 0
        if upright < Self.hardly, let reading = try read(place.turned, Look()), reading.confidence > upright + Self.lead {
            readings.append(reading)
        }
        guard let best = readings.indices.max(by: { readings[$0].words.value < readings[$1].words.value }) else { return nil }
        var reading = readings[best]
        readings.remove(at: best)
        reading.others = readings
        return reading
    }

    private func read(_ line: LinePlace, _ look: Look) throws -> ReadLine? {
        let whole = line.part(line.box(across: Self.endMargin, down: look.margin))
        let height = Int((CGFloat(look.height) * (1 + 2 * look.margin)).rounded())
        let strip = try LineStrip(whole, in: plane, height: height, isNormalized: true)
        let words = try TextReader.with(settings.languages, usesDictionaries: settings.usesLanguageCorrection) { reader in
            try reader.read(strip.plane, cancellation)
        }
        return ReadLine(words, in: strip, line: line)
    }
}

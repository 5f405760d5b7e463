import CoreGraphics
import CoreMLRuntime

/// Reads the lines of a plane.
struct TextRecognizer: Sendable {
    let settings: TextRecognitionAnalysis
    let plane: GrayPlane
    let cancellation: Cancellation
    let processorCount: Int
    let correction: WordCorrection

    init(_ settings: TextRecognitionAnalysis, plane: GrayPlane, _ context: AnalysisContext) {
        (self.settings, self.plane) = (settings, plane)
        (cancellation, processorCount) = (context.cancellation, context.processorCount)
        correction = WordCorrection(settings.customWords, readsNumbers: settings.usesLanguageCorrection)
    }

    /// How a line is cut out.
    private struct Look {
        /// Of the line, in pixels: what the networks were trained with.
        var height = 36
        /// Above and below the line, in its heights. Less shows less of the lines around; more does not cut off what sticks out.
        var margin = 0.1
        var isUpsideDown = false
    }

    private static let further = [Look(margin: 0.25), Look(height: 28, margin: 0.25)]
    /// Lines that are read better than that are not looked at again.
    private static let certain: Float = 0.85
    /// Lines that are read worse than that may be upside down.
    private static let hardly: Float = 0.7
    /// How many lines are looked at again at most.
    private static let mostFurther = 96
    /// So many lines, and that much like text, may be a page.
    private static let page: (lines: Int, likeness: Float) = (3, 0.8)
    /// Below that it is no text.
    private static let least: Float = 0.2

    /// Where a line was found.
    struct FoundLine: Sendable {
        let place: LinePlace
        /// How much it looks like text, from 0 to 1.
        let likeness: Float
    }

    /// The lines that can be read, from the top down.
    ///
    /// - Throws: `VisionFailure`, `ImageError`.
    func lines(_ found: [FoundLine]) throws -> [ReadLine] {
        let found = found.filter(\.place.isExtended)
        var readings: [ReadLine]
        if let page = try page(found) {
            settings.progress.report(0.4)
            // What the page has read well need not be read again.
            let own = try read(found, except: found.map { page.isCertain(at: $0.place, Self.certain) }, progress: 0.4...0.9)
            let (lines, rest) = page.completed(zip(found, own).map { ($0.place, $1) })
            let more = rest.map { FoundLine(place: $0.outline, likeness: $0.confidence) }
            let again = try read(more, except: rest.map { $0.confidence >= Self.certain }, progress: 0.9...1)
            let best = zip(rest, again).map { first, second in
                second.flatMap { $0.confidence > first.confidence ? $0 : nil } ?? first
            }
            readings = lines + best
        } else {
            readings = try read(found, except: found.map { _ in false }, progress: 0...1).compactMap { $0 }
        }
        settings.progress.report(1)
        try cancellation.check()
        readings = readings.map { $0.corrected(by: correction) }
        return TextRows(distinct(readings)).lines
    }

    /// The lines as a page, where they may be one and there is time for it.
    private func page(_ found: [FoundLine]) throws -> TextPage? {
        let likely = found.filter { $0.likeness > Self.page.likeness }.map(\.place)
        guard settings.level == .accurate, likely.count >= Self.page.lines else { return nil }
        return try TextPage(around: likely, in: plane, using: self)
    }

    /// What is text, each word once: the line that was read best has it.
    private func distinct(_ readings: [ReadLine]) -> [ReadLine] {
        var lines: [ReadLine] = []
        for reading in readings.sorted(by: { $0.confidence > $1.confidence }) where reading.confidence > Self.least {
            if let line = reading.without(wordsIn: lines) { lines.append(line) }
        }
        return lines
    }

    /// Reads lines side by side, those that look most like text in several ways where they are hard to read.
    ///
    /// - Parameter isKnown: for each line whether it need not be read.
    private func read(_ found: [FoundLine], except isKnown: [Bool], progress: ClosedRange<Double>) throws -> [ReadLine?] {
        let order = found.indices.filter { !isKnown[$0] }.sorted { (found[$0].likeness, $1) > (found[$1].likeness, $0) }
        let isAccurate = settings.level == .accurate
        var readings = [ReadLine?](repeating: nil, count: found.count)
        try Parallelism.forEach(order.count, workers: processorCount) { [cancellation] number -> ReadLine? in
            try cancellation.check()
            let place = found[order[number]].place
            let first = try read(place, Look())
            let isEnough = !isAccurate || number >= Self.mostFurther || first?.confidence ?? 0 >= Self.certain
            return isEnough ? first : try further(place, first)
        } consume: { number, reading in
            readings[order[number]] = try reading.get()
            let done = Double(number + 1) / Double(order.count)
            settings.progress.report(progress.lowerBound + done * (progress.upperBound - progress.lowerBound))
        }
        return readings
    }

    /// The best of several readings, which has the others.
    private func further(_ place: LinePlace, _ first: ReadLine?) throws -> ReadLine? {
        var readings = [first].compactMap { $0 }
        for look in Self.further { if let reading = try read(place, look) { readings.append(reading) } }
        if readings.allSatisfy({ $0.confidence < Self.hardly }), let reading = try read(place, Look(isUpsideDown: true)) {
            readings.append(reading)
        }
        guard let best = readings.indices.max(by: { readings[$0].confidence < readings[$1].confidence }) else { return nil }
        var reading = readings[best]
        readings.remove(at: best)
        reading.others = readings
        return reading
    }

    private func read(_ place: LinePlace, _ look: Look) throws -> ReadLine? {
        let line = look.isUpsideDown ? place.turned : place
        let side = 0.5 * line.height / line.length
        let whole = line.part(CGRect(x: -side, y: -look.margin, width: 1 + 2 * side, height: 1 + 2 * look.margin))
        let height = Int((CGFloat(look.height) * (1 + 2 * look.margin)).rounded())
        let strip = try LineStrip(whole, in: plane, height: height, isNormalized: true)
        return ReadLine(try words(strip, .line), in: strip, line: line)
    }

    func words(_ strip: LineStrip, _ layout: TextReader.Layout) throws -> [ReadWord] {
        try TextReader.with(settings.languages, usesDictionaries: settings.usesLanguageCorrection) { reader in
            try reader.read(strip.plane, layout, cancellation)
        }
    }
}

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
        correction = WordCorrection(settings.customWords)
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
    private static let hardly: Float = 0.4
    /// How many lines are looked at again at most.
    private static let mostFurther = 96
    /// Below that it is no text.
    private static let least: Float = 0.12

    /// Where lines were found, and what they say.
    private struct Line: Sendable {
        let place: LinePlace
        /// How much it looks like text.
        let likeness: Float
        var reading: ReadLine?

        var confidence: Float { reading?.confidence ?? 0 }
    }

    /// The lines that can be read, from the top down.
    ///
    /// - Parameter found: places where there may be a line, and how much they look like one.
    /// - Throws: `VisionFailure`, `ImageError`.
    func lines(_ found: [(place: LinePlace, likeness: Float)]) throws -> [ReadLine] {
        var lines = found.compactMap { line in
            line.place.length >= 1 && line.place.height >= 1 ? Line(place: line.place, likeness: line.likeness) : nil
        }
        let isAccurate = settings.level == .accurate
        let end = isAccurate ? 0.5 : 1
        try work(lines.count, progress: 0...end) { [lines] index in
            try read(lines[index].place, Look())
        } consume: { index, reading in
            lines[index].reading = reading
        }
        let page = isAccurate ? try lookAgain(&lines) : nil
        let readings = page.map { $0.completed(lines.map { ($0.place, $0.reading) }) } ?? lines.compactMap(\.reading)
        return TextRows(readings.filter { $0.confidence > Self.least }.map(corrected)).lines
    }

    /// Looks at lines that are hard to read in more ways, and at the page as a whole where there is one.
    private func lookAgain(_ lines: inout [Line]) throws -> TextPage? {
        let unsure = lines.indices.filter { lines[$0].confidence < Self.certain }
            .sorted { (lines[$0].likeness, $1) > (lines[$1].likeness, $0) }.prefix(Self.mostFurther)
        let readable = lines.filter { $0.confidence > 0.5 }.map(\.place)
        var page: TextPage?
        // The page takes longest, and so comes first.
        let pages = readable.count >= 3 ? 1 : 0
        try work(pages + unsure.count, progress: 0.5...1) { [lines] number -> Again? in
            if number < pages { return try TextPage(around: readable, in: plane, using: self).map { .page($0) } }
            let line = lines[unsure[number - pages]]
            return try further(line.place, line.reading).map { .line($0) }
        } consume: { number, again in
            switch again {
            case .page(let found): page = found
            case .line(let reading): lines[unsure[number - pages]].reading = reading
            case nil: break
            }
        }
        return page
    }

    private enum Again: Sendable {
        case page(TextPage)
        case line(ReadLine)
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

    private func corrected(_ line: ReadLine) -> ReadLine {
        var line = line
        if !correction.isEmpty { line.correct(correction) }
        return line
    }

    /// Does work for the numbers below `count` side by side, and tells of it.
    private func work<Value: Sendable>(
        _ count: Int, progress: ClosedRange<Double>, _ body: @escaping @Sendable (Int) throws -> Value, consume: (Int, Value) -> Void
    ) throws {
        try Parallelism.forEach(count, workers: processorCount) { [cancellation] index in
            try cancellation.check()
            return try body(index)
        } consume: { index, result in
            consume(index, try result.get())
            let done = Double(index + 1) / Double(count)
            settings.progress.report(progress.lowerBound + done * (progress.upperBound - progress.lowerBound))
        }
    }
}

import CoreGraphics
import CoreMLRuntime

/// Reads the lines of a plane with Tesseract.
struct TextRecognizer: Sendable {
    let settings: TextRecognitionAnalysis
    let plane: GrayPlane
    let cancellation: Cancellation
    let processorCount: Int
    let correction: WordCorrection

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
        var isUpsideDown = false
    }

    private static let further = [Look(margin: 0.4), Look(height: 30, margin: 0.4)]
    /// The margin at the ends of a line, in line heights.
    private static let endMargin: CGFloat = 0.6
    /// The confidence above which a line is not read again.
    private static let certain: Float = 0.9
    /// The confidence below which a line may be upside down.
    private static let hardly: Float = 0.85
    /// The least rise of the confidence for which a line counts as upside down. A smaller rise is no proof, because some upside-down letters look
    /// like other letters.
    private static let lead: Float = 0.1
    /// The maximum number of lines that are read again. `page` is for a page, which has already been read in blocks. `scene` is for other
    /// images.
    private static let maximumFurtherCount = (page: 24, scene: 96)
    /// The maximum length of a line, in line heights. Longer lines are not read one by one, because they are small print on a page, or borders.
    private static let longest: CGFloat = 100
    /// The conditions under which an image may be a page: the least number of lines whose likeness to text is above `likeness`.
    private static let page: (lines: Int, likeness: Float) = (3, 0.8)

    /// The lines that can be read, from the top down.
    ///
    /// - Throws: `VisionFailure`, `ImageError`.
    func lines(_ found: [FoundLine]) throws -> [ReadLine] {
        let found = found.filter(\.place.isExtended).joined
        let readings =
            try page(found).map { try lines(found, on: $0) }
            ?? read(found, except: found.map(Self.isEndless), progress: 0...1).compactMap { $0 }
        report(1)
        try cancellation.check()
        return TextRows(distinct(readings.map { $0.corrected(by: correction) })).lines
    }

    /// Reports progress if the request was not cancelled.
    private func report(_ part: Double) {
        if !cancellation.isCancelled { settings.progress.report(part) }
    }

    private static func isEndless(_ line: FoundLine) -> Bool { line.place.length > longest * line.place.height }

    /// The page that the lines form; `nil` if too few lines look like text.
    private func page(_ found: [FoundLine]) throws -> TextPage? {
        let likely = found.filter { $0.likeness > Self.page.likeness }.map(\.place)
        guard likely.count >= Self.page.lines else { return nil }
        return try TextPage(around: likely, using: self) { report(0.5 * $0) }
    }

    /// Completes the lines of a page. Lines that were not read well with the page are read again, one by one.
    private func lines(_ found: [FoundLine], on page: TextPage) throws -> [ReadLine] {
        let isAccurate = settings.level == .accurate
        let isKnown = found.map { line in
            Self.isEndless(line) || (isAccurate ? page.isCertain(at: line.place, Self.certain) : page.hasWords(at: line.place))
        }
        let own = try read(
            found, except: isKnown, furthest: Self.maximumFurtherCount.page, isUpright: page.isUpright, progress: 0.5...0.9)
        let (lines, rest) = page.completed(zip(found, own).map { ($0.place, $1) })
        guard isAccurate else { return lines + rest }
        let more = rest.map { FoundLine(place: $0.outline, likeness: $0.confidence) }
        let again = try read(more, except: rest.map { $0.confidence >= Self.certain }, furthest: 0, progress: 0.9...1)
        return lines
            + zip(rest, again).map { first, second in
                second.flatMap { $0.words.value > first.words.value ? $0 : nil } ?? first
            }
    }

    /// The results that are text. If several lines contain the same word, it remains only in the line that was read best.
    private func distinct(_ readings: [ReadLine]) -> [ReadLine] {
        let bar = TextBar(readings)
        var lines: [ReadLine] = []
        for reading in readings.sorted(by: { $0.confidence > $1.confidence }) where bar.isPassed(by: reading) {
            if let line = reading.without(wordsIn: lines) { lines.append(line) }
        }
        return lines
    }

    /// Reads lines in parallel. The lines that look most like text come first, and are read in several ways if they are hard to read.
    ///
    /// - Parameters:
    ///   - isKnown: for each line, whether to skip it; `nil` to read all lines.
    ///   - furthest: the maximum number of lines with several readings.
    ///   - isUpright: whether it is known that no line is upside down.
    private func read(
        _ found: [FoundLine], except isKnown: [Bool]? = nil, furthest: Int = maximumFurtherCount.scene, isUpright: Bool = false,
        progress: ClosedRange<Double>
    ) throws -> [ReadLine?] {
        let order = found.indices.filter { isKnown?[$0] != true }.sorted { (found[$0].likeness, $1) > (found[$1].likeness, $0) }
        let furthest = settings.level == .accurate ? furthest : 0
        var readings = [ReadLine?](repeating: nil, count: found.count)
        try Parallelism.forEach(order.count, workers: processorCount) { [cancellation] number -> ReadLine? in
            try cancellation.check()
            let place = found[order[number]].place
            let first = try read(place, Look())
            let isEnough = number >= furthest || first?.confidence ?? 0 >= Self.certain
            return isEnough ? first : try further(place, first, isUpright: isUpright)
        } consume: { number, reading in
            readings[order[number]] = try reading.get()
            let done = Double(number + 1) / Double(order.count)
            report(progress.lowerBound + done * (progress.upperBound - progress.lowerBound))
        }
        return readings
    }

    /// Reads a line again with other parameters, and upside down if necessary. Returns the best reading; its `others` are the other readings.
    private func further(_ place: LinePlace, _ first: ReadLine?, isUpright: Bool) throws -> ReadLine? {
        var readings = [first].compactMap { $0 }
        for look in Self.further { if let reading = try read(place, look) { readings.append(reading) } }
        let upright = readings.map(\.confidence).max() ?? 0
        if !isUpright, upright < Self.hardly, let reading = try read(place, Look(isUpsideDown: true)),
            reading.confidence > upright + Self.lead
        {
            readings.append(reading)
        }
        guard let best = readings.indices.max(by: { readings[$0].words.value < readings[$1].words.value }) else { return nil }
        var reading = readings[best]
        readings.remove(at: best)
        reading.others = readings
        return reading
    }

    private func read(_ place: LinePlace, _ look: Look) throws -> ReadLine? {
        let line = look.isUpsideDown ? place.turned : place
        let side = Self.endMargin * line.height / line.length
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

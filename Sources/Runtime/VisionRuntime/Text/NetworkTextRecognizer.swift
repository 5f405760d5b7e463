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
    private let search: CloserTextSearch

    /// The confidences below which a line is read again: in another part or other proportions (`again`), and upside down (`turned`).
    private static let doubtful: (again: Float, turned: Float) = (0.8, 0.6)
    /// The parts in which a line is read until the result is not doubtful. `height` is the height of the part, in heights of the line. The low part
    /// is for a sign or a plate that was found with its frame.
    private static let parts: [(height: CGFloat, stretch: CGFloat)] = [(1, 1.2), (1, 1), (0.75, 1.1)]
    /// The part of the progress that is done as soon as all lines are read. At the level `accurate`, the closer search begins then.
    private var progressOfReading: Double { settings.level == .accurate ? 0.8 : 1 }

    /// - Parameter request: the request that needs the network, for messages.
    /// - Throws: `VisionFailure` if a model is missing.
    init(
        _ settings: TextRecognitionAnalysis, plane: GrayPlane, _ context: AnalysisContext, for request: String = "VNRecognizeTextRequest"
    ) throws {
        (self.settings, self.plane) = (settings, plane)
        (cancellation, processorCount) = (context.cancellation, context.processorCount)
        correction = WordCorrection(settings.customWords, readsNumbers: settings.usesLanguageCorrection)
        reader = try NetworkLineReader(settings, for: request)
        search = CloserTextSearch(try settings.lines.network(for: request), plane: plane, cancellation)
    }

    /// The lines that can be read, from the top down.
    ///
    /// - Parameter found: the lines that were found.
    /// - Throws: `VisionFailure`, `ImageError`.
    func lines(_ found: [FoundLine]) throws -> [ReadLine] {
        let readings = try read(found.map(\.place))
        let bar = NetworkTextBar(readings.compactMap { $0 })
        var lines: [ReadLine] = []
        var unread: [FoundLine] = []
        for (reading, found) in zip(readings, found) {
            if let line = line(reading, found, bar) { lines.append(line) } else { unread.append(found) }
        }
        if settings.level == .accurate { lines += try closer(unread, beside: lines, bar) }
        report(1)
        try cancellation.check()
        return TextRows(lines.withoutRepeats.map { $0.corrected(by: correction) }).lines
    }

    /// The lines that can be read in larger pictures of lines that could not be read.
    private func closer(_ unread: [FoundLine], beside lines: [ReadLine], _ bar: NetworkTextBar) throws -> [ReadLine] {
        let unread = CloserTextSearch.worthwhile(unread)
        var readings: [ReadLine] = []
        try forEach(unread.count) { number -> [ReadLine] in
            try search.lines(in: unread[number].place).compactMap { found in
                guard found.place.isExtended, !lines.contains(where: { $0.outline.contains(found.place.middle) }) else { return nil }
                return line(try read(found.place), found, bar)
            }
        } consume: { number, found in
            readings += found
            report(progressOfReading + (1 - progressOfReading) * Double(number + 1) / Double(unread.count))
        }
        return readings
    }

    /// The reading of a line, with the confidences of the image; `nil` if it does not count as text.
    private func line(_ reading: ReadLine?, _ found: FoundLine, _ bar: NetworkTextBar) -> ReadLine? {
        guard let reading, bar.isPassed(by: reading, likeness: found.likeness) else { return nil }
        return bar.weighed(reading)
    }

    /// Reports progress if the request was not cancelled.
    private func report(_ part: Double) {
        if !cancellation.isCancelled { settings.progress.report(part) }
    }

    /// Reads lines in parallel, each on one processor. The longest lines are read first, so that no processor waits for a long line at the end.
    ///
    /// - Returns: for each line, its reading; `nil` if it has no extent, letter or digit.
    /// - Throws: `VisionFailure`, `ImageError`.
    func read(_ places: [LinePlace]) throws -> [ReadLine?] {
        let order = places.indices.filter { places[$0].isExtended }
            .sorted { places[$0].length / places[$0].height > places[$1].length / places[$1].height }
        var readings = [ReadLine?](repeating: nil, count: places.count)
        try forEach(order.count) { number in
            try read(places[order[number]])
        } consume: { number, reading in
            readings[order[number]] = reading
            report(progressOfReading * Double(number + 1) / Double(order.count))
        }
        return readings
    }

    /// Calls `body` for each number below `count`, in parallel on one processor each, and `consume` for the results, in order.
    private func forEach<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value, consume: (Int, Value) throws -> Void
    ) throws {
        try Parallelism.forEach(count, workers: processorCount) { [cancellation] number -> Value in
            try cancellation.check()
            return try Parallelism.withThreads(1) { try body(number) }
        } consume: { number, value in
            try consume(number, value.get())
        }
    }

    /// Reads a line. A doubtful line is read again with vertical ends and in other parts, and the result with the highest confidence is used. If the
    /// line is still doubtful, it is read straightened and, if that does not help, upside down. Some upside-down letters look like other letters. Such
    /// a result is therefore used only if its doubt, 1 − confidence, is less than half the doubt of the result before, and never for a line of one or
    /// two letters. At the level `fast`, a line is read only once.
    private func read(_ place: LinePlace) throws -> ReadLine? {
        var place = place
        var reading: ReadLine?
        var confidence: Float { reading?.confidence ?? 0 }
        /// Reads a part of the line, and uses the result if it has the highest confidence so far. Tells whether it does.
        @discardableResult func improve(with other: LinePlace, _ part: (height: CGFloat, stretch: CGFloat)) throws -> Bool {
            let result = try reader.read(other.middle(height: part.height), in: plane, stretch: part.stretch, cancellation)
            guard let result, reading == nil || result.confidence > confidence else { return false }
            reading = result
            return true
        }
        try improve(with: place, Self.parts[0])
        guard settings.level == .accurate else { return reading }
        if confidence < Self.doubtful.again, let other = place.withVerticalEnds, try improve(with: other, Self.parts[0]) { place = other }
        for part in Self.parts.dropFirst() where confidence < Self.doubtful.again { try improve(with: place, part) }
        guard !place.isShort else { return reading }
        func use(_ other: ReadLine?) {
            if let other, 1 - other.confidence < (1 - confidence) / 2 { reading = other }
        }
        if confidence < Self.doubtful.again, place.mayBeBent { use(try reader.readStraightened(place, in: plane, cancellation)) }
        if confidence < Self.doubtful.turned {
            use(try reader.read(place.turned, in: plane, stretch: Self.parts[0].stretch, cancellation))
        }
        return reading
    }
}

extension [ReadLine] {
    /// The lines without those that other lines repeat at an end. A line is read with a margin, in which the next line may begin.
    fileprivate var withoutRepeats: [ReadLine] {
        filter { line in
            !contains { other in
                other.words.count > line.words.count && other.outline.contains(line.outline.middle)
                    && (other.text.hasSuffix(" " + line.text) || other.text.hasPrefix(line.text + " "))
            }
        }
    }
}

extension LinePlace {
    /// Whether the line may be worth straightening. Lines on arcs are not long.
    fileprivate var mayBeBent: Bool { length < 8 * height }

    /// The middle of the line, without the same margin on all sides.
    ///
    /// - Parameter part: the height of the middle, in heights of the line.
    fileprivate func middle(height part: CGFloat) -> LinePlace {
        let (side, end) = ((1 - part) / 2, min((1 - part) / 2 * height / length, 0.25))
        return self.part(CGRect(x: end, y: side, width: 1 - 2 * end, height: part))
    }
}

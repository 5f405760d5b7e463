import CoreGraphics

/// Lines below each other, read all at once: the library then sees what is too short to be found as a line of its own.
struct TextPage: Sendable {
    private let strip: LineStrip
    private let words: [ReadWord]

    /// What the median of the lines' heights becomes, in pixels.
    private static let height: CGFloat = 36
    private static let mostPixels: CGFloat = 8_000_000
    /// Words that are further apart, in their heights, are of two lines.
    private static let gap: CGFloat = 1.5
    /// How much of a line's length its words take at least, where all are there.
    private static let coverage: CGFloat = 0.85
    /// Below that a word that no line has is no text: on a page whose words are mostly those of lines, and elsewhere.
    private static let least: (page: Float, scene: Float) = (0.2, 0.65)

    /// - Parameter lines: where lines can be read; one at least.
    /// - Returns: `nil` where nothing can be read at once.
    /// - Throws: `VisionFailure`, `ImageError`.
    init?(around lines: [LinePlace], in plane: GrayPlane, using recognizer: TextRecognizer) throws {
        let heights = lines.map(\.height).sorted()
        let median = heights[heights.count / 2]
        let bounds = lines.dropFirst().reduce(lines[0].bounds) { $0.union($1.bounds) }
            .insetBy(dx: -1.5 * median, dy: -1.5 * median)
            .intersection(CGRect(x: 0, y: 0, width: plane.width, height: plane.height))
        guard !bounds.isNull, bounds.width >= 1, bounds.height >= 1 else { return nil }
        let scale = min(min(max(Self.height / median, 0.25), 3), (Self.mostPixels / (bounds.width * bounds.height)).squareRoot())
        strip = try LineStrip(LinePlace(bounds), in: plane, height: Int((bounds.height * scale).rounded()), isNormalized: false)
        words = try recognizer.words(strip, .block)
    }

    /// Whether the words within a line's place were read well, and are all there.
    func isCertain(at place: LinePlace, _ certain: Float) -> Bool {
        let here = words.filter { place.contains(middle(of: $0)) }
        guard let first = here.first, here.confidence >= certain else { return false }
        let bounds = here.dropFirst().reduce(first.box) { $0.union($1.box) }
        return bounds.width * strip.place.length / CGFloat(strip.plane.width) >= Self.coverage * place.length
    }

    /// The lines, each as it was read better, and those that the page has besides.
    ///
    /// - Parameter lines: where lines were found, and how they were read.
    func completed(_ lines: [(place: LinePlace, reading: ReadLine?)]) -> (lines: [ReadLine], rest: [ReadLine]) {
        var isTaken = words.map { _ in false }
        let middles = words.map(middle)
        var readings: [ReadLine] = []
        for line in lines {
            let indices = words.indices.filter { !isTaken[$0] && line.place.contains(middles[$0]) }
            guard let reading = better(line.reading, indices.map { words[$0] }, at: line.place) else { continue }
            readings.append(reading)
            for index in indices { isTaken[index] = true }
        }
        return (readings, rest(isTaken))
    }

    /// A line as it was read for itself, or its words on the page, where they are all there and read better.
    private func better(_ own: ReadLine?, _ words: [ReadWord], at place: LinePlace) -> ReadLine? {
        let isWhole = 4 * words.letterCount >= 3 * (own?.words.letterCount ?? 0)
        guard isWhole, words.confidence > own?.confidence ?? 0, var reading = ReadLine(words, in: strip, line: place) else { return own }
        reading.others = (own.map { [$0] } ?? []) + (own?.others ?? [])
        return reading
    }

    /// In pixels of the plane.
    private func middle(of word: ReadWord) -> CGPoint {
        strip.place.point(
            CGPoint(x: word.box.midX / CGFloat(strip.plane.width), y: word.box.midY / CGFloat(strip.plane.height)))
    }

    /// Words that no line has, in lines.
    private func rest(_ isTaken: [Bool]) -> [ReadLine] {
        var lines: [[ReadWord]] = []
        var goesOn = false
        for (word, isTaken) in zip(words, isTaken) {
            if isTaken {
                goesOn = false
                continue
            }
            if goesOn, !word.beginsLine, let last = lines.last?.last,
                word.box.minX - last.box.maxX <= Self.gap * max(word.box.height, last.box.height)
            {
                lines[lines.count - 1].append(word)
            } else {
                lines.append([word])
            }
            goesOn = true
        }
        let taken = zip(words, isTaken).filter(\.1).map(\.0).letterCount
        let least = 2 * taken >= words.letterCount ? Self.least.page : Self.least.scene
        return lines.compactMap { ReadLine($0, in: strip, line: nil) }.filter { $0.confidence > least }
    }
}

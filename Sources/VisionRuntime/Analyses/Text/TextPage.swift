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
    private static let least: Float = 0.2

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

    /// The lines, each as it was read better, and those that the page has besides.
    ///
    /// - Parameter lines: where lines were found, and how they were read.
    func completed(_ lines: [(place: LinePlace, reading: ReadLine?)]) -> [ReadLine] {
        var isTaken = words.map { _ in false }
        let middles = words.map(middle)
        var readings: [ReadLine] = []
        for line in lines {
            let indices = words.indices.filter { !isTaken[$0] && line.place.contains(middles[$0]) }
            let own = line.reading?.confidence ?? 0
            let letters = line.reading?.words.reduce(0) { $0 + $1.symbols.count } ?? 0
            let here = indices.map { words[$0] }
            let isWhole = 4 * here.reduce(0) { $0 + $1.symbols.count } >= 3 * letters
            if isWhole, here.confidence > own, var reading = ReadLine(here, in: strip, line: line.place) {
                reading.others = (line.reading.map { [$0] } ?? []) + (line.reading?.others ?? [])
                readings.append(reading)
            } else if let reading = line.reading {
                readings.append(reading)
            } else {
                continue
            }
            for index in indices { isTaken[index] = true }
        }
        return readings + rest(isTaken).filter { $0.confidence > Self.least }
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
                word.box.minX - last.box.maxX <= Self.gap * max(word.box.height, last.box.height) {
                lines[lines.count - 1].append(word)
            } else {
                lines.append([word])
            }
            goesOn = true
        }
        return lines.compactMap { ReadLine($0, in: strip, line: nil) }
    }
}

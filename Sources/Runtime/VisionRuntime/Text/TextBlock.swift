import CoreGraphics

/// A part of a page that Tesseract reads in one pass. Tesseract then also reads words that are too short to be found as a line.
struct TextBlock: Sendable {
    let strip: LineStrip
    private let words: [ReadWord]

    /// The greatest gap between two words of one line, in word heights.
    private static let gap: CGFloat = 1.5
    /// The least fraction of a line's length that its words must cover. If they cover less, some words were not read.
    private static let coverage: CGFloat = 0.85
    /// The least confidence of words outside of all lines. `page` applies if most letters of the block are in lines. If not, `scene`
    /// applies.
    private static let least: (page: Float, scene: Float) = (0.4, 0.65)

    /// - Parameter scale: the magnification: the number of pixels that one pixel of the plane becomes, in each direction.
    /// - Throws: `VisionFailure`, `ImageError`.
    init(_ place: LinePlace, scale: CGFloat, using recognizer: TextRecognizer) throws {
        strip = try LineStrip(place, in: recognizer.plane, height: Int((place.height * scale).rounded()), isNormalized: false)
        words = try recognizer.words(strip, .block)
    }

    /// The mean confidence of the letters, and their number.
    var confidence: Float { words.confidence }
    var letterCount: Int { words.letterCount }

    /// Whether a word lies within a line's rectangle.
    func hasWords(at place: LinePlace) -> Bool { words.contains { place.contains(middle(of: $0)) } }

    /// Whether the words within a line's rectangle were read with certainty and cover the line.
    func isCertain(at place: LinePlace, _ certain: Float) -> Bool {
        let here = words.filter { place.contains(middle(of: $0)) }
        guard !here.isEmpty, here.confidence >= certain else { return false }
        let bounds = CGRect(around: here.map(\.box))
        return bounds.width * strip.place.length / CGFloat(strip.plane.width) >= Self.coverage * place.length
    }

    /// The better result for each line, and further lines found in the block.
    ///
    /// - Parameter lines: the rectangles of the lines, and the results of reading them one by one.
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

    /// The line's own result or its words in the block, whichever has more letters that are probably correct.
    private func better(_ own: ReadLine?, _ words: [ReadWord], at place: LinePlace) -> ReadLine? {
        guard words.value > own?.words.value ?? -.infinity, var reading = ReadLine(words, in: strip, line: place) else { return own }
        reading.others = (own.map { [$0] } ?? []) + (own?.others ?? [])
        return reading
    }

    /// The middle of a word, in pixels of the plane.
    private func middle(of word: ReadWord) -> CGPoint {
        strip.place.point(
            CGPoint(x: word.box.midX / CGFloat(strip.plane.width), y: word.box.midY / CGFloat(strip.plane.height)))
    }

    /// The words that are in no line, grouped into new lines.
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

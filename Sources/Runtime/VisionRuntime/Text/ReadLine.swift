import CoreGraphics

/// A line of words, and its position.
struct ReadLine: Sendable {
    /// The words; at least one.
    private(set) var words: [ReadWord]
    /// The strip in which the words were read. `place` is the rectangle in the plane, and `size` the strip's size in pixels.
    private let place: LinePlace
    private let size: CGSize
    /// The rectangle of the line, in pixels of the plane.
    var outline: LinePlace
    /// Other results for the same line.
    var others: [ReadLine] = []

    /// - Parameter line: the rectangle of the line in the plane.
    /// - Returns: `nil` if no word has a letter or digit.
    init?(_ words: [ReadWord], in strip: LineStrip, line: LinePlace) {
        self.words = Self.trimmed(words)
        (place, size) = (strip.place, CGSize(width: strip.plane.width, height: strip.plane.height))
        outline = place
        guard self.words.contains(where: \.hasLetters) else { return nil }
        let bounds = CGRect(around: self.words.map(\.box))
        guard bounds.width >= 1, bounds.height >= 1 else { return nil }
        let read = place.part(partOfImage(bounds))
        // The line's height is more reliable than the words'.
        let ends = [read.origin, read.corners[1]].map { min(max(line.part(of: $0).x, -0.2), 1.2) }
        guard ends[1] - ends[0] > 0.001 else { return nil }
        outline = line.part(CGRect(x: ends[0], y: 0, width: ends[1] - ends[0], height: 1))
    }

    /// The words without doubtful marks at the beginning and the end.
    private static func trimmed(_ words: [ReadWord]) -> [ReadWord] {
        let isDoubtful = { (word: ReadWord) in !word.hasLetters && word.confidence < 0.75 }
        let rest = words.drop(while: isDoubtful)
        return Array(rest.reversed().drop(while: isDoubtful).reversed())
    }

    /// The mean of the letters' confidences.
    var confidence: Float { words.confidence }

    var text: String { words.map(\.text).joined(separator: " ") }

    /// The line, and its other results, with the confidence of each word replaced.
    func withConfidences(_ confidence: (Float) -> Float) -> ReadLine {
        var line = self
        for index in words.indices { line.words[index].confidence = confidence(words[index].confidence) }
        line.others = others.map { $0.withConfidences(confidence) }
        return line
    }

    func corrected(by correction: WordCorrection) -> ReadLine {
        var line = self
        line.words = correction.corrected(words)
        return line
    }

    /// Converts a box from pixels of the strip to fractions of the strip.
    private func partOfImage(_ box: CGRect) -> CGRect {
        CGRect(x: box.minX / size.width, y: box.minY / size.height, width: box.width / size.width, height: box.height / size.height)
    }
}

extension [ReadWord] {
    var letterCount: Int { reduce(0) { $0 + $1.symbols.count } }

    /// The mean of the letters' confidences; 0 if there are no letters.
    var confidence: Float {
        let sum = reduce(Float(0)) { $0 + $1.confidence * Float($1.symbols.count) }
        return letterCount > 0 ? sum / Float(letterCount) : 0
    }

    /// A score for a reading. It grows with each probably correct letter, and falls with each probably wrong letter.
    var value: Float { reduce(0) { $0 + ($1.confidence - 0.5) * Float($1.symbols.count) } }
}

extension ReadLine {
    /// Converts the line to Vision's coordinates.
    ///
    /// - Parameters:
    ///   - view: the view that the plane shows.
    ///   - plane: the plane in which the line was read.
    /// - Throws: `ImageError`.
    func finding(in view: ReducedView, _ plane: GrayPlane) throws -> RecognizedTextFinding {
        let corners = corners(in: view)
        var languages: [String] = []
        for language in words.compactMap(\.language?.identifier) where !languages.contains(language) { languages.append(language) }
        return RecognizedTextFinding(
            candidates: candidates(corners, try LineInk(outline, in: plane)),
            quadrilateral: QuadrilateralFinding(corners: corners, confidence: confidence), languages: languages,
            aspectRatio: Float(view.aspectRatio))
    }

    /// The corners of the line, normalised to the upright image.
    private func corners(in view: ReducedView) -> [CGPoint] { outline.corners.map { view.normalized($0).clampedToUnitSquare } }

    /// The upright boxes of the line's characters without spaces, in the order of the text, normalised to the upright image.
    ///
    /// - Parameters:
    ///   - view: the view that the plane shows.
    ///   - plane: the plane in which the line was read.
    /// - Throws: `ImageError`.
    func characterBoxes(in view: ReducedView, _ plane: GrayPlane) throws -> [CGRect] {
        let line = candidate(confidence, corners(in: view), try LineInk(outline, in: plane))
        return line.string.indices.compactMap { index in
            guard !line.string[index].isWhitespace else { return nil }
            let corners = try? line.corners(of: index..<line.string.index(after: index))
            return corners.map { CGRect(around: $0.map(\.clampedToUnitSquare)) }
        }
    }

    /// The candidates for the text of the line. The best one comes first. The others follow in the order of confidence: further results of the
    /// recogniser, and candidates with one doubtful letter replaced.
    private func candidates(_ corners: [CGPoint], _ ink: LineInk?) -> [TextCandidate] {
        let best = confidence
        var candidates = [candidate(best, corners, ink)]
        var rest = others.map { $0.candidate(min($0.confidence, best), corners, ink, outline) }
        rest += doubts.prefix(TextCandidate.maximumCount).map { doubt in
            var other = self
            other.words[doubt.word].symbols[doubt.symbol].choices[0] = doubt.choice
            return other.candidate(best * doubt.odds, corners, ink)
        }
        rest.sort { $0.confidence > $1.confidence }
        for candidate in rest where candidates.count < TextCandidate.maximumCount {
            if !candidates.contains(where: { $0.string == candidate.string }) { candidates.append(candidate) }
        }
        return candidates
    }

    /// A doubtful letter, and another letter that may be the correct one.
    private struct Doubt {
        let word: Int
        let symbol: Int
        let choice: ReadWord.Choice
        /// The likelihood of the other letter, relative to the letter in the text.
        let odds: Float
    }

    /// The least confidence of another letter for which the line gets a candidate with that letter.
    private static let leastDoubt: Float = 0.01

    private var doubts: [Doubt] {
        var doubts: [Doubt] = []
        for (number, word) in words.enumerated() {
            for (place, symbol) in word.symbols.enumerated() {
                for choice in symbol.choices.dropFirst() where choice.confidence > Self.leastDoubt {
                    let odds = min(choice.confidence / max(symbol.choices[0].confidence, 0.05), 1)
                    doubts.append(Doubt(word: number, symbol: place, choice: choice, odds: odds))
                }
            }
        }
        return doubts.sorted { $0.odds > $1.odds }
    }

    private func candidate(_ confidence: Float, _ corners: [CGPoint], _ ink: LineInk?, _ outline: LinePlace? = nil) -> TextCandidate {
        TextCandidate(string: text, confidence: confidence, line: corners, boxes: boxes(in: outline ?? self.outline, ink))
    }

    /// The boxes of all Unicode scalars of the text. The box of a space lies between two words. If one letter in the image has several
    /// scalars, they share one box.
    private func boxes(in outline: LinePlace, _ ink: LineInk?) -> [CGRect] {
        let part = { (box: CGRect) in CGRect(around: place.part(partOfImage(box)).corners.map(outline.part)) }
        let places = words.map { word in
            WordPlace(box: part(CGRect(around: [word.box] + word.symbols.map(\.box))), symbols: word.symbols.map { part($0.box) })
        }
        var boxes: [CGRect] = []
        var last: WordPlace?
        for (word, place) in zip(words, ink?.fitted(places) ?? places) {
            if let last {
                let end = min(last.box.maxX, place.box.minX)
                boxes.append(CGRect(x: end, y: place.box.minY, width: place.box.minX - end, height: place.box.height))
            }
            for (symbol, box) in zip(word.symbols, place.symbols) {
                boxes += Array(repeating: box, count: symbol.choices[0].text.unicodeScalars.count)
            }
            last = place
        }
        return boxes
    }
}

import CoreGraphics
import CoreMLRuntime

/// A page of lines that is read in blocks.
struct TextPage: Sendable {
    private let blocks: [TextBlock]

    /// The median height of lines to which a page is scaled, in pixels. Letters then have about 20 pixels.
    private static let height: CGFloat = 22
    /// The least mean confidence of the letters of an upright page.
    private static let upright: Float = 0.7
    private static let maximumPixelCount: CGFloat = 16_000_000

    /// - Parameters:
    ///   - lines: the rectangles of the lines; at least one.
    ///   - report: called with the fraction of the blocks that has been read.
    /// - Returns: `nil` if the lines do not lie in the plane.
    /// - Throws: `VisionFailure`, `ImageError`.
    init?(around lines: [LinePlace], using recognizer: TextRecognizer, report: (Double) -> Void) throws {
        guard let layout = TextPageLayout(lines, in: recognizer.plane) else { return nil }
        let places = layout.blocks
        let area = places.reduce(0) { $0 + $1.length * $1.height }
        let scale = min(min(max(Self.height / layout.lineHeight, 0.25), 3), (Self.maximumPixelCount / area).squareRoot())
        var blocks: [TextBlock] = []
        try Parallelism.forEach(places.count, workers: recognizer.processorCount) { number in
            try recognizer.cancellation.check()
            return try TextBlock(places[number], scale: scale, using: recognizer)
        } consume: { number, block in
            blocks.append(try block.get())
            report(Double(number + 1) / Double(places.count))
        }
        self.blocks = blocks
    }

    /// Whether the page was read well enough to count as upright.
    var isUpright: Bool {
        let sum = blocks.reduce(0) { $0 + $1.confidence * Float($1.letterCount) }
        return sum >= Self.upright * Float(max(blocks.reduce(0) { $0 + $1.letterCount }, 1))
    }

    private func block(at place: LinePlace) -> TextBlock? { blocks.first { $0.strip.place.contains(place.middle) } }

    /// Whether the words within a line's rectangle were read with certainty and cover the line.
    func isCertain(at place: LinePlace, _ certain: Float) -> Bool { block(at: place)?.isCertain(at: place, certain) ?? false }

    /// Whether any word lies within a line's rectangle.
    func hasWords(at place: LinePlace) -> Bool { block(at: place)?.hasWords(at: place) ?? false }

    /// The better result for each line, and further lines found on the page.
    ///
    /// - Parameter lines: the rectangles of the lines, and the results of reading them one by one.
    func completed(_ lines: [(place: LinePlace, reading: ReadLine?)]) -> (lines: [ReadLine], rest: [ReadLine]) {
        var parts = [[(place: LinePlace, reading: ReadLine?)]](repeating: [], count: blocks.count)
        var readings: [ReadLine] = []
        for line in lines {
            if let number = blocks.firstIndex(where: { $0.strip.place.contains(line.place.middle) }) {
                parts[number].append(line)
            } else if let reading = line.reading {
                readings.append(reading)
            }
        }
        var rest: [ReadLine] = []
        for (block, part) in zip(blocks, parts) {
            let completed = block.completed(part)
            readings += completed.lines
            rest += completed.rest
        }
        return (readings, rest)
    }
}

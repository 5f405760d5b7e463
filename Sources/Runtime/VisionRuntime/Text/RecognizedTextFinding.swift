import CoreGraphics

/// A line of text that was read.
package struct RecognizedTextFinding: Sendable {
    /// The possible readings, the likeliest first; one at least.
    package let candidates: [TextCandidate]
    package let quadrilateral: QuadrilateralFinding
    /// The languages of its words, as in BCP 47.
    package let languages: [String]
    /// The image's width over its height.
    package let aspectRatio: Float
}

/// A candidate for the text of a line, with a box for each of its characters.
package struct TextCandidate: Hashable, Codable, Sendable {
    /// How many candidates a line has at most.
    package static let maximumCount = 10

    package let string: String
    /// From 0 to 1.
    package let confidence: Float
    /// The line's corners, normalised to the upright image, origin at the lower left, from the top left clockwise.
    package let line: [CGPoint]
    /// The box of each Unicode scalar of the string in the line: (0, 0) is the top left corner, (1, 1) the bottom right corner.
    let boxes: [CGRect]

    /// The corners of the box around a part of the string, in the upright line, from the top left clockwise; `nil` for an empty part.
    ///
    /// - Throws: `VisionFailure` of kind `outOfBounds` if the range is not in the string.
    package func corners(of range: Range<String.Index>) throws -> [CGPoint]? {
        let scalars = string.unicodeScalars
        guard range.lowerBound >= scalars.startIndex, range.upperBound <= scalars.endIndex, boxes.count == scalars.count, line.count == 4
        else { throw VisionFailure(.outOfBounds, "the text '\(string)' has no such range") }
        let places = places(of: range)
        guard !places.isEmpty else { return nil }
        let box = CGRect(around: boxes[places])
        let corners = [(box.minX, box.minY), (box.maxX, box.minY), (box.maxX, box.maxY), (box.minX, box.maxY)]
        return corners.map { across, down in
            CGPoint(
                x: line[0].x + across * (line[1].x - line[0].x) + down * (line[3].x - line[0].x),
                y: line[0].y + across * (line[1].y - line[0].y) + down * (line[3].y - line[0].y))
        }
    }
}

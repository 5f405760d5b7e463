import CoreGraphics

/// A recognised line of text.
package struct RecognizedTextFinding: Sendable {
    /// The candidates for the text, the likeliest first; at least one.
    package let candidates: [TextCandidate]
    package let quadrilateral: QuadrilateralFinding
    /// The languages of the line's words, as BCP 47 tags.
    package let languages: [String]
    /// The image's width over its height.
    package let aspectRatio: Float
}

/// A candidate for the text of a line, with a box for each of its characters.
package struct TextCandidate: Hashable, Codable, Sendable {
    /// The maximum number of candidates for a line.
    package static let maximumCount = 10

    package let string: String
    /// The confidence, from 0 to 1.
    package let confidence: Float
    /// The corners of the line, normalised to the upright image with the origin at the lower left. They go clockwise from the top left.
    package let line: [CGPoint]
    /// The boxes of the string's Unicode scalars in the line. In their coordinates, (0, 0) is the top left corner of the line, and (1, 1) is the
    /// bottom right corner.
    let boxes: [CGRect]

    /// The corners of the box around a part of the string, from the top left of the upright line clockwise; `nil` for an empty part.
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

extension RecognizedTextFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> RecognizedTextFinding {
        RecognizedTextFinding(
            candidates: candidates.relative(to: coordinates), quadrilateral: quadrilateral.relative(to: coordinates), languages: languages,
            aspectRatio: coordinates.aspectRatio(inImage: aspectRatio))
    }
}

extension TextCandidate: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> TextCandidate {
        TextCandidate(string: string, confidence: confidence, line: line.relative(to: coordinates), boxes: boxes)
    }
}

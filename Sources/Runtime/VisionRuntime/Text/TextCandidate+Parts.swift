import CoreGraphics

extension TextCandidate {
    /// The range of Unicode scalars in a range of characters. Their boxes have the same indices.
    func places(of range: Range<String.Index>) -> Range<Int> {
        let scalars = string.unicodeScalars
        let first = scalars.distance(from: scalars.startIndex, to: range.lowerBound)
        return first..<scalars.distance(from: scalars.startIndex, to: range.upperBound)
    }

    /// A part of the string as a separate line. The line's corners enclose only the part.
    ///
    /// - Returns: `nil` for an empty part.
    /// - Throws: `VisionFailure` of kind `outOfBounds` if the range is not in the string.
    package func part(_ range: Range<String.Index>) throws -> TextCandidate? {
        guard let corners = try corners(of: range) else { return nil }
        let boxes = boxes[places(of: range)]
        let bounds = CGRect(around: boxes)
        return TextCandidate(
            string: String(string[range]), confidence: confidence, line: corners, boxes: boxes.map { $0.part(of: bounds) })
    }

    /// The line with other text inserted at the beginning. A space separates both.
    ///
    /// - Parameter boxes: the box of each Unicode scalar of `other`, in this line's coordinates, left of the line.
    func preceded(by other: String, boxes others: [CGRect]) -> TextCandidate {
        guard line.count == 4, let first = others.map(\.minX).min(), first < 0 else { return self }
        let end = others.map(\.maxX).max() ?? 0
        let space = CGRect(x: end, y: 0, width: max(0, -end), height: 1)
        let bounds = CGRect(x: first, y: 0, width: 1 - first, height: 1)
        let across = CGVector(dx: first * (line[1].x - line[0].x), dy: first * (line[1].y - line[0].y))
        let corners = [0, 3].map { CGPoint(x: line[$0].x + across.dx, y: line[$0].y + across.dy) }
        return TextCandidate(
            string: other + " " + string, confidence: confidence, line: [corners[0], line[1], line[2], corners[1]],
            boxes: (others + [space] + boxes).map { $0.part(of: bounds) })
    }
}

extension RecognizedTextFinding {
    /// A part of the line's text, from its likeliest candidate.
    ///
    /// - Returns: `nil` if there is no such part.
    package func part(_ range: Range<String.Index>) -> RecognizedTextFinding? {
        guard let candidate = try? candidates.first?.part(range) else { return nil }
        return RecognizedTextFinding(
            candidates: [candidate], quadrilateral: QuadrilateralFinding(corners: candidate.line, confidence: candidate.confidence),
            languages: languages, aspectRatio: aspectRatio)
    }

    /// The line with text inserted at the beginning, in all candidates.
    ///
    /// - Parameter boxes: the same as in `TextCandidate.preceded(by:boxes:)`.
    func preceded(by other: String, boxes: [CGRect]) -> RecognizedTextFinding {
        let candidates = candidates.map { $0.preceded(by: other, boxes: boxes) }
        let corners = candidates.first?.line ?? quadrilateral.corners
        return RecognizedTextFinding(
            candidates: candidates, quadrilateral: QuadrilateralFinding(corners: corners, confidence: quadrilateral.confidence),
            languages: languages, aspectRatio: aspectRatio)
    }
}

extension CGRect {
    /// Converts the rectangle to coordinates in which `bounds` goes from (0, 0) to (1, 1). If `bounds` has no width or no height, 1 is used instead
    /// of it.
    func part(of bounds: CGRect) -> CGRect {
        let (width, height) = (bounds.width > 0 ? bounds.width : 1, bounds.height > 0 ? bounds.height : 1)
        return CGRect(
            x: (minX - bounds.minX) / width, y: (minY - bounds.minY) / height, width: self.width / width, height: self.height / height)
    }
}

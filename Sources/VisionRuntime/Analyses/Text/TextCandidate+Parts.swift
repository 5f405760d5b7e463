import CoreGraphics

extension TextCandidate {
    /// The places of a range of the text among its Unicode scalars, and so among the boxes.
    func places(of range: Range<String.Index>) -> Range<Int> {
        let scalars = string.unicodeScalars
        let first = scalars.distance(from: scalars.startIndex, to: range.lowerBound)
        return first..<scalars.distance(from: scalars.startIndex, to: range.upperBound)
    }

    /// A part of the string as a line of its own, which is as long as the part is.
    ///
    /// - Returns: `nil` for an empty part.
    /// - Throws: `VisionFailure` of kind `outOfBounds` where the string has no such part.
    package func part(_ range: Range<String.Index>) throws -> TextCandidate? {
        guard let corners = try corners(of: range) else { return nil }
        let boxes = boxes[places(of: range)]
        let bounds = CGRect(around: boxes)
        return TextCandidate(
            string: String(string[range]), confidence: confidence, line: corners, boxes: boxes.map { $0.part(of: bounds) })
    }

    /// The line with another one before it, and a space between them.
    ///
    /// - Parameter boxes: for each Unicode scalar of `other` its box in this line's coordinates, left of the line.
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
    /// A part of what the line says, after its likeliest candidate.
    ///
    /// - Returns: `nil` where there is no such part.
    package func part(_ range: Range<String.Index>) -> RecognizedTextFinding? {
        guard let candidate = try? candidates.first?.part(range) else { return nil }
        return RecognizedTextFinding(
            candidates: [candidate], quadrilateral: QuadrilateralFinding(corners: candidate.line, confidence: candidate.confidence),
            languages: languages, aspectRatio: aspectRatio)
    }

    /// The line with what stands before it, whatever it says itself.
    ///
    /// - Parameter boxes: as `TextCandidate.preceded(by:boxes:)` takes them.
    func preceded(by other: String, boxes: [CGRect]) -> RecognizedTextFinding {
        let candidates = candidates.map { $0.preceded(by: other, boxes: boxes) }
        let corners = candidates.first?.line ?? quadrilateral.corners
        return RecognizedTextFinding(
            candidates: candidates, quadrilateral: QuadrilateralFinding(corners: corners, confidence: quadrilateral.confidence),
            languages: languages, aspectRatio: aspectRatio)
    }
}

extension CGRect {
    /// The rectangle where `bounds` reaches from (0, 0) to (1, 1); bounds without extent in a direction count as a whole there.
    func part(of bounds: CGRect) -> CGRect {
        let (width, height) = (bounds.width > 0 ? bounds.width : 1, bounds.height > 0 ? bounds.height : 1)
        return CGRect(
            x: (minX - bounds.minX) / width, y: (minY - bounds.minY) / height, width: self.width / width, height: self.height / height)
    }
}

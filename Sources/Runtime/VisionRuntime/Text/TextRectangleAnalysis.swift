import CoreGraphics

/// A line of text, and the boxes of its characters.
package struct TextLineFinding: Hashable, Sendable {
    package let quadrilateral: QuadrilateralFinding
    /// The upright boxes of the characters, from the beginning of the line to its end, normalised to the upright image with the origin at the lower
    /// left; `nil` if characters were not searched for.
    package let characters: [CGRect]?
}

extension TextLineFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> TextLineFinding {
        TextLineFinding(quadrilateral: quadrilateral.relative(to: coordinates), characters: characters?.map(coordinates.box))
    }
}

/// Finds lines of text in a part of an image, and the places of their characters if they are asked for.
///
/// The model `textLines` finds the lines. The model `textReader` finds the characters: it reads each line.
package struct TextRectangleAnalysis: Analysis {
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect
    package var findsCharacters: Bool
    private let models: ModelStore

    package init(regionOfInterest: CGRect, findsCharacters: Bool, models: ModelStore = .current) {
        (self.regionOfInterest, self.findsCharacters, self.models) = (regionOfInterest, findsCharacters, models)
    }

    /// The request's name, for messages.
    private static let request = "VNDetectTextRectanglesRequest"

    private var lines: TextLineAnalysis { TextLineAnalysis(regionOfInterest: regionOfInterest, models: models) }

    /// The settings with which lines are read: letters of all scripts, as they are in the picture.
    private var reading: TextRecognitionAnalysis {
        var reading = TextRecognitionAnalysis(
            languages: TextLanguage.ofNetwork, by: .networks, regionOfInterest: regionOfInterest, models: models)
        reading.usesLanguageCorrection = false
        return reading
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try lines.demands(of: frame) + (findsCharacters ? [reading.view(in: frame).demand] : [])
    }

    /// The lines, from the top of the image down.
    package func findings(in context: AnalysisContext) throws -> [TextLineFinding] {
        // If the model is missing, the error names this request.
        _ = try lines.network(for: Self.request)
        let found = try context.findings(of: lines)
        let characters = findsCharacters ? try characters(of: found, in: context) : nil
        return found.enumerated().map { number, line in
            let corners = line.corners.map(\.clampedToUnitSquare)
            return TextLineFinding(
                quadrilateral: QuadrilateralFinding(corners: corners, confidence: line.confidence), characters: characters?[number])
        }
    }

    /// The boxes of each line's characters; empty for a line without letters and digits.
    private func characters(of lines: [QuadrilateralFinding], in context: AnalysisContext) throws -> [[CGRect]] {
        let view = reading.view(in: context.frame.info)
        let plane = try view.gray(of: context.frame)
        let places = lines.map { FoundLine($0, in: view).place }
        let recognizer = try NetworkTextRecognizer(reading, plane: plane, context, for: Self.request)
        return try zip(places, recognizer.read(places)).map { place, line in
            guard let line else { return [] }
            let boxes = try line.characterBoxes(in: view, plane)
            // A line that was read upside down begins at the other end.
            let isTurned = line.outline.across.dx * place.across.dx + line.outline.across.dy * place.across.dy < 0
            return isTurned ? boxes.reversed() : boxes
        }
    }
}

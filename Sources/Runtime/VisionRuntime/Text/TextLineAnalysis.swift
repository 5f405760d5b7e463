import CKernels
import CoreGraphics

/// A line of text, and the boxes of its characters.
package struct TextLineFinding: Hashable, Sendable {
    package let quadrilateral: QuadrilateralFinding
    /// The upright boxes of the characters, from left to right, normalised to the upright image, origin at the lower left.
    package let characters: [CGRect]
}

/// Finds lines of text in a part of an image by letters that stand side by side. The text is not read.
package struct TextLineAnalysis: Analysis {
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect
    /// Whether a small part is magnified first, so that letters of a few pixels are found.
    package var magnifies: Bool

    package init(regionOfInterest: CGRect, magnifies: Bool = false) {
        self.regionOfInterest = regionOfInterest
        self.magnifies = magnifies
    }

    private static let dimension = 2048

    private func view(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.dimension, maximumScale: magnifies ? 3 : 1)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { [view(in: frame).demand] }

    /// The lines, from the top of the image down.
    package func findings(in context: AnalysisContext) throws -> [TextLineFinding] {
        let view = view(in: context.frame.info)
        let plane = try view.gray(of: context.frame)
        try context.cancellation.check()
        let found = withExtendedLifetime(plane) {
            var plane = plane.view
            return text_lines_find(&plane)
        }
        guard let found else { throw VisionFailure(.outOfMemory, "there is no memory to find text") }
        defer { text_lines_free(found) }
        var lines = [TextLine](repeating: TextLine(), count: Int(text_lines_count(found)))
        var characters = [TextCharacter](repeating: TextCharacter(), count: Int(text_lines_character_count(found)))
        text_lines_copy(found, &lines, &characters)
        return lines.map { line in
            let end = Int(line.first_character + line.character_count)
            return TextLineFinding(line, characters[Int(line.first_character)..<end], in: view)
        }
    }
}

extension TextLineFinding {
    fileprivate init(_ line: TextLine, _ characters: ArraySlice<TextCharacter>, in view: ReducedView) {
        var outline = Quadrilateral()
        (outline.x, outline.y, outline.confidence) = (line.x, line.y, line.confidence)
        quadrilateral = QuadrilateralFinding(outline, in: view)
        self.characters = characters.map { character in
            let size = CGSize(width: CGFloat(character.right - character.left), height: CGFloat(character.bottom - character.top))
            return CGRect(origin: CGPoint(x: CGFloat(character.left), y: CGFloat(character.top)), size: size)
                .applying(view.normalization)
        }
    }
}

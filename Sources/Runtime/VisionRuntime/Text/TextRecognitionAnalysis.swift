import CoreGraphics

/// What the text in a part of an image says.
package struct TextRecognitionAnalysis: Analysis {
    package enum Level: Hashable, Sendable {
        case accurate, fast
    }

    package var level = Level.accurate
    /// The one to try first at the beginning; one at least.
    package var languages: [TextLanguage]
    /// Whether words of the languages' lists are preferred.
    package var usesLanguageCorrection = true
    /// Words that are preferred to others that look like them.
    package var customWords: [String] = []
    /// Of lines, in parts of the image's height.
    package var minimumTextHeight: Float = 0
    /// Normalised to the upright image, origin at the lower left.
    package var regionOfInterest: CGRect
    package var progress = ProgressReceiver()

    package init(languages: [TextLanguage], regionOfInterest: CGRect) {
        (self.languages, self.regionOfInterest) = (languages, regionOfInterest)
    }

    private static let dimension = 4096

    /// What is looked at.
    func view(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.dimension)
    }

    private var lines: TextLineAnalysis { TextLineAnalysis(regionOfInterest: regionOfInterest, magnifies: true) }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { [view(in: frame).demand] + (try lines.demands(of: frame)) }

    /// The lines from the top of the image down. Lines side by side go from left to right.
    package func findings(in context: AnalysisContext) throws -> [RecognizedTextFinding] {
        let view = view(in: context.frame.info)
        let least = CGFloat(minimumTextHeight) * context.frame.info.size.height / view.scale.height
        let toPixels = view.normalization.inverted()
        let found = try context.findings(of: lines).map { line in
            let corners = line.quadrilateral.corners.map { $0.applying(toPixels) }
            return TextRecognizer.FoundLine(place: LinePlace(corners: corners), likeness: line.quadrilateral.confidence)
        }.filter { $0.place.height >= least }
        let plane = try view.gray(of: context.frame)
        let lines = try TextRecognizer(self, plane: plane, context).lines(found)
        return try lines.filter { $0.outline.height >= least }.map { try $0.finding(in: view, plane) }
    }
}

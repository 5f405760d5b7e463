import CoreGraphics

/// Reads the text in a part of an image.
package struct TextRecognitionAnalysis: Analysis {
    package enum Level: Hashable, Sendable {
        case accurate, fast
    }

    /// Who finds and reads lines.
    package enum Reader: Hashable, Sendable {
        /// Tesseract's networks.
        case tesseract
        /// The networks `textLines` and `textReader`.
        case networks
    }

    package var level = Level.accurate
    package var reader = Reader.tesseract
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
    let models: ModelStore

    package init(languages: [TextLanguage], regionOfInterest: CGRect, models: ModelStore = .current) {
        (self.languages, self.regionOfInterest, self.models) = (languages, regionOfInterest, models)
    }

    private static let dimension = 4096

    /// The view that is looked at.
    func view(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.dimension)
    }

    private var lines: TextLineAnalysis { TextLineAnalysis(regionOfInterest: regionOfInterest, magnifies: true) }

    private var networkLines: NetworkTextLineAnalysis {
        var lines = NetworkTextLineAnalysis(regionOfInterest: regionOfInterest, models: models)
        if level == .fast { lines.dimension = NetworkTextLineAnalysis.dimensions.fast }
        return lines
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try [view(in: frame).demand] + (reader == .networks ? networkLines.demands(of: frame) : lines.demands(of: frame))
    }

    /// The lines from the top of the image down. Lines side by side go from left to right.
    package func findings(in context: AnalysisContext) throws -> [RecognizedTextFinding] {
        let view = view(in: context.frame.info)
        let least = CGFloat(minimumTextHeight) * context.frame.info.size.height / view.scale.height
        let found = try quadrilaterals(in: context).map { line in
            let corners = line.corners.map { $0.applying(view.normalization.inverted()) }
            return TextRecognizer.FoundLine(place: LinePlace(corners: corners), likeness: line.confidence)
        }.filter { $0.place.height >= least }
        let plane = try view.gray(of: context.frame)
        let lines =
            switch reader {
            case .tesseract: try TextRecognizer(self, plane: plane, context).lines(found)
            case .networks: try NetworkTextRecognizer(self, plane: plane, context).lines(found.map(\.place).filter(\.isExtended))
            }
        return try lines.filter { $0.outline.height >= least }.map { try $0.finding(in: view, plane) }
    }

    /// Where lines are.
    private func quadrilaterals(in context: AnalysisContext) throws -> [QuadrilateralFinding] {
        switch reader {
        case .tesseract: try context.findings(of: lines).map(\.quadrilateral)
        case .networks: try context.findings(of: networkLines)
        }
    }
}

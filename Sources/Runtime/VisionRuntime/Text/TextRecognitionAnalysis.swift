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
        /// Tesseract's networks, also where only `textLines` finds lines.
        case combined
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
        try [view(in: frame).demand] + (reader == .networks ? [] : lines.demands(of: frame))
            + (reader == .tesseract ? [] : networkLines.demands(of: frame))
    }

    /// The lines from the top of the image down. Lines side by side go from left to right.
    package func findings(in context: AnalysisContext) throws -> [RecognizedTextFinding] {
        let view = view(in: context.frame.info)
        let least = CGFloat(minimumTextHeight) * context.frame.info.size.height / view.scale.height
        let found = try lines(in: context, view).filter { $0.place.height >= least }
        let plane = try view.gray(of: context.frame)
        let lines =
            switch reader {
            case .tesseract, .combined: try TextRecognizer(self, plane: plane, context).lines(found)
            case .networks: try NetworkTextRecognizer(self, plane: plane, context).lines(found.map(\.place).filter(\.isExtended))
            }
        return try lines.filter { $0.outline.height >= least }.map { try $0.finding(in: view, plane) }
    }

    /// Where lines are, in pixels of the view.
    private func lines(in context: AnalysisContext, _ view: ReducedView) throws -> [TextRecognizer.FoundLine] {
        func places(_ lines: [QuadrilateralFinding]) -> [TextRecognizer.FoundLine] {
            lines.map { line in
                let corners = line.corners.map { $0.applying(view.normalization.inverted()) }
                return TextRecognizer.FoundLine(place: LinePlace(corners: corners), likeness: line.confidence)
            }
        }
        let own = reader == .networks ? [] : places(try context.findings(of: lines).map(\.quadrilateral))
        guard reader != .tesseract else { return own }
        return TextRecognizer.FoundLine.merged(own, places(try context.findings(of: networkLines)))
    }
}

extension TextRecognizer.FoundLine {
    /// Lines that are found by their letters, and those that only a network finds: where no others are, and where text runs steeply.
    static func merged(_ lines: [Self], _ network: [Self]) -> [Self] {
        let lines = lines.filter(\.place.isExtended)
        let network = network.filter(\.place.isExtended)
        let steep = network.filter(\.isSteep)
        let kept = lines.filter { line in !steep.contains { $0.overlaps(line) } }
        return kept + network.filter { line in !kept.contains { $0.overlaps(line) } }
    }

    /// Whether a line runs so steeply, up or down, that it is not found by its letters. The direction of a short one is doubtful.
    private var isSteep: Bool { place.length > 2 * place.height && abs(place.across.dy) > 0.4 * place.length }

    private func overlaps(_ other: Self) -> Bool { place.contains(other.place.middle) || other.place.contains(place.middle) }
}

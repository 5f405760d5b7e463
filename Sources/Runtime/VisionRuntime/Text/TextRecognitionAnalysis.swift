import CoreGraphics

/// Reads the text in a part of an image.
package struct TextRecognitionAnalysis: Analysis {
    package enum Level: Hashable, Sendable {
        case accurate, fast
    }

    /// The software that reads lines. The network `textLines` finds them for both readers.
    package enum Reader: Hashable, Sendable {
        /// Tesseract and its networks.
        case tesseract
        /// The network `textReader`.
        case networks
    }

    package var level = Level.accurate
    let reader: Reader
    /// The languages to read, in the order in which they are tried; at least one.
    package var languages: [TextLanguage]
    /// Whether words in the languages' lists of words are preferred.
    package var usesLanguageCorrection = true
    /// Words that are preferred to other words that look similar.
    package var customWords: [String] = []
    /// The least height of a line, as a fraction of the image's height.
    package var minimumTextHeight: Float = 0
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package var regionOfInterest: CGRect
    package var progress = ProgressReceiver()
    let models: ModelStore

    package init(languages: [TextLanguage], by reader: Reader, regionOfInterest: CGRect, models: ModelStore = .current) {
        (self.languages, self.reader, self.regionOfInterest, self.models) = (languages, reader, regionOfInterest, models)
    }

    private static let dimension = 4096

    /// The view in which text is searched and read.
    func view(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.dimension)
    }

    var lines: TextLineAnalysis {
        var lines = TextLineAnalysis(regionOfInterest: regionOfInterest, models: models)
        if level == .fast { lines.dimension = TextLineAnalysis.dimensions.fast }
        return lines
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try [view(in: frame).demand] + lines.demands(of: frame) }

    /// The lines from the top of the image down. Lines side by side go from left to right.
    package func findings(in context: AnalysisContext) throws -> [RecognizedTextFinding] {
        let view = view(in: context.frame.info)
        let least = CGFloat(minimumTextHeight) * context.frame.info.size.height / view.scale.height
        let found = try context.findings(of: lines).map { FoundLine($0, in: view) }.filter { $0.place.height >= least }
        let plane = try view.gray(of: context.frame)
        let lines =
            switch reader {
            case .tesseract: try TextRecognizer(self, plane: plane, context).lines(found)
            case .networks: try NetworkTextRecognizer(self, plane: plane, context).lines(found)
            }
        return try lines.filter { $0.outline.height >= least }.map { try $0.finding(in: view, plane) }
    }
}

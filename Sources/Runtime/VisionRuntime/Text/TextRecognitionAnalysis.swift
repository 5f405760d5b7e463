import CoreGraphics

/// Reads the text in a part of an image.
package struct TextRecognitionAnalysis: Analysis {
    package enum Level: Hashable, Sendable {
        case accurate, fast
    }

    /// The software that finds and reads lines.
    package enum Reader: Hashable, Sendable {
        /// Tesseract and its networks.
        case tesseract
        /// The networks `textLines` and `textReader`.
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
        let found = try lines(in: context, view).filter { $0.place.height >= least }
        let plane = try view.gray(of: context.frame)
        let lines =
            switch reader {
            case .tesseract: try TextRecognizer(self, plane: plane, context).lines(found)
            case .networks: try NetworkTextRecognizer(self, plane: plane, context).lines(found)
            }
        return try lines.filter { $0.outline.height >= least }.map { try $0.finding(in: view, plane) }
    }

    /// The lines that are found, in pixels of the view.
    private func lines(in context: AnalysisContext, _ view: ReducedView) throws -> [TextRecognizer.FoundLine] {
        func places(_ lines: [QuadrilateralFinding]) -> [TextRecognizer.FoundLine] {
            lines.map { line in
                let corners = line.corners.map { $0.applying(view.normalization.inverted()) }
                return TextRecognizer.FoundLine(place: LinePlace(corners: corners), likeness: line.confidence)
            }
        }
        if reader == .networks { return places(try context.findings(of: networkLines)) }
        let found = places(try context.findings(of: lines).map(\.quadrilateral))
        // Lines are found by letters that stand side by side, so few lines are found in steep text. The network finds steep lines, too.
        let page = found.filter { $0.likeness > Self.steep.likeness && $0.place.length > Self.steep.ratio * $0.place.height }
        guard level == .accurate, page.count < Self.steep.lines else { return found }
        var quick = networkLines
        quick.dimension = NetworkTextLineAnalysis.dimensions.fast
        // If the model is missing, steep text is not read.
        guard let look = try? context.findings(of: quick), Self.runsSteeply(places(look)) else { return found }
        return places(try context.findings(of: networkLines)).map { line in
            TextRecognizer.FoundLine(place: line.place.part(Self.margin), likeness: line.likeness)
        }
    }

    /// The part of a line that Tesseract reads if the network has found the line. It has a margin above and below, because letters that touch the
    /// border of a strip are misread.
    private static let margin = CGRect(x: 0, y: -0.1, width: 1, height: 1.2)

    /// The conditions under which the text of an image may run steeply, up or down. Tesseract's lines are found by letters that stand side
    /// by side, so steep text gives only short lines. If fewer than `lines` lines are long and look like text, the network searches for
    /// lines. A line looks like text above the likeness `likeness`, and is long above `ratio` heights. At least `lines` of the network's
    /// lines must be steep.
    private static let steep: (lines: Int, likeness: Float, ratio: CGFloat) = (3, 0.8, 6)

    /// Whether most of the text runs up or down. The direction of short lines is doubtful.
    private static func runsSteeply(_ lines: [TextRecognizer.FoundLine]) -> Bool {
        let places = lines.map(\.place).filter { $0.isExtended && $0.length > 2 * $0.height }
        let rising = places.filter { abs($0.across.dy) > 0.4 * $0.length }
        return rising.count >= steep.lines && 2 * rising.reduce(0) { $0 + $1.length } > places.reduce(0) { $0 + $1.length }
    }
}

import CoreGraphics
import CoreMLRuntime

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

    private func view(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.dimension)
    }

    private var lines: TextLineAnalysis { TextLineAnalysis(regionOfInterest: regionOfInterest, magnifies: true) }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { [view(in: frame).demand] + (try lines.demands(of: frame)) }

    /// From the top of the image down.
    package func findings(in context: AnalysisContext) throws -> [RecognizedTextFinding] {
        let view = view(in: context.frame.info)
        let found = try context.findings(of: lines)
        let plane = try view.gray(of: context.frame)
        let toPixels = view.normalization.inverted()
        let places = found.map { line in LinePlace(corners: line.quadrilateral.corners.map { $0.applying(toPixels) }) }
        var findings: [RecognizedTextFinding] = []
        try Parallelism.forEach(places.count, workers: context.processorCount) { [self] index in
            try context.cancellation.check()
            return try TextReader.with(languages, usesDictionaries: usesLanguageCorrection) { reader in
                try read(places[index], in: plane, reader, context.cancellation)
            }
        } consume: { index, line in
            guard let line = try line.get() else { return }
            findings.append(line.finding(in: view))
        }
        return findings
    }

    private func read(
        _ place: LinePlace, in plane: GrayPlane, _ reader: TextReader, _ cancellation: Cancellation
    ) throws -> ReadLine? {
        guard let strip = try LineStrip(place, in: plane, height: 36) else { return nil }
        let words = try reader.read(strip.plane, .line, cancellation)
        return words.isEmpty ? nil : ReadLine(words, in: strip)
    }
}

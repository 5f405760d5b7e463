import CoreGraphics

/// Reads a page and finds its layout: title, paragraphs, lists, tables and barcodes.
///
/// The lines come from a `TextRecognitionAnalysis`, and the codes from a `BarcodeAnalysis`. Their findings are shared with other requests that need
/// the same analysis.
package struct PageAnalysis: Analysis {
    package let text: TextRecognitionAnalysis
    /// The analysis for barcodes; `nil` if barcodes are not requested.
    private let barcodes: BarcodeAnalysis?

    package init(text: TextRecognitionAnalysis, barcodes: BarcodeAnalysis?) {
        (self.text, self.barcodes) = (text, barcodes)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try text.demands(of: frame) + [rulesView(in: frame).demand] + (barcodes?.demands(of: frame) ?? [])
    }

    /// The view in which rules are searched.
    private func rulesView(in frame: FrameInfo) -> ReducedView {
        ReducedView(of: text.regionOfInterest, in: frame, maximumDimension: RuleFinder.dimension)
    }

    private func rules(of frame: Frame) throws -> [Rule] {
        let view = rulesView(in: frame.info)
        return RuleFinder(try view.gray(of: frame)).rules.map { Rule(start: view.normalized($0.start), end: view.normalized($0.end)) }
    }

    /// The page; empty if there is neither text nor a barcode.
    package func findings(in context: AnalysisContext) throws -> [PageFinding] {
        let codes = try barcodes.map { try context.findings(of: $0) } ?? []
        // A line that was read inside a barcode does not belong to the text.
        let lines = try context.findings(of: text).filter { line in !codes.contains { $0.contains(line.middle) } }
        try context.cancellation.check()
        let view = text.view(in: context.frame.info)
        let marks = try ListMarkFinder(plane: view.gray(of: context.frame), view: view)
        let rules = lines.isEmpty ? [] : try rules(of: context.frame)
        let layout = PageLayout(marks.marked(lines), rules: rules, barcodes: codes, aspectRatio: Float(view.aspectRatio))
        return layout.finding.map { [$0] } ?? []
    }
}

extension RecognizedTextFinding {
    /// The middle of the code, in normalised coordinates.
    fileprivate var middle: CGPoint {
        let corners = quadrilateral.corners
        return CGPoint(x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2)
    }
}

extension BarcodeFinding {
    /// Whether a point lies within the code's corners. Both are in normalised coordinates.
    fileprivate func contains(_ point: CGPoint) -> Bool {
        let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { from, to in
            (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
        }
        return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }
}

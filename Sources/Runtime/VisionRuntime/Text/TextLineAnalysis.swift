import CoreGraphics

/// Finds lines of text in a part of an image with the model `textLines`. The text is not read.
///
/// The first corner of a line is at the top of its first letter. So the corners also give the direction in which the line is read. Corners may lie a
/// little outside of the image.
struct TextLineAnalysis: Analysis {
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    var regionOfInterest: CGRect
    /// The length in pixels of the longer side of the picture that is searched first.
    var dimension = Self.dimensions.accurate
    private let models: ModelStore

    static let dimensions = (accurate: 1280, fast: 800)
    /// The maximum magnification of a small part. It is needed to find letters of a few pixels.
    private static let magnification: CGFloat = 2
    /// If most lines are below `height` pixels, the search is repeated. The second picture is enlarged by `scale`.
    private static let small: (height: CGFloat, scale: CGFloat) = (11, 2)
    /// The search is repeated in a picture reduced by `scale`, for lines that are at least `height` pixels high there. Such a line is left out if
    /// what the first search found covers more than `share.all` of it, or lines of several letters more than `share.lines`. In the reduced
    /// picture, paragraphs of small print may look like a line.
    private static let large: (scale: CGFloat, height: CGFloat, share: (all: CGFloat, lines: CGFloat)) = (0.25, 40, (0.4, 0.05))

    init(regionOfInterest: CGRect, models: ModelStore) {
        (self.regionOfInterest, self.models) = (regionOfInterest, models)
    }

    /// The network that finds the lines.
    ///
    /// - Parameter request: the request that needs the network, for messages.
    /// - Throws: `VisionFailure` if the model is missing or cannot be used.
    func network(for request: String = "VNRecognizeTextRequest") throws -> TextLineNetwork {
        TextLineNetwork(try models.model("textLines", for: request, usesCPUOnly: false).model)
    }

    private func view(in frame: FrameInfo, scale: CGFloat = 1) -> ReducedView {
        ReducedView(
            of: regionOfInterest, in: frame, maximumDimension: Int(CGFloat(dimension) * scale), maximumScale: Self.magnification)
    }

    func demands(of frame: FrameInfo) throws -> [FrameDemand] { [view(in: frame).demand] }

    /// The lines, from the top of the image down.
    func findings(in context: AnalysisContext) throws -> [QuadrilateralFinding] {
        let network = try network()
        var view = view(in: context.frame.info)
        var lines = try network.lines(view.gray(of: context.frame), context.cancellation)
        let larger = self.view(in: context.frame.info, scale: Self.small.scale)
        if isSmall(lines), larger.width > view.width * 5 / 4 {
            view = larger
            lines = try network.lines(view.gray(of: context.frame), context.cancellation)
        }
        lines = lines.filter(\.isLikely)
        lines = joined(lines, with: try largeLines(network, beside: view, in: context))
        return Self.directed(lines).map { line in
            QuadrilateralFinding(corners: line.place.corners.map(view.normalized), confidence: line.confidence)
        }
    }

    /// The lines of large letters, in pixels of a view. In the view itself, the network may find only parts of such letters.
    private func largeLines(
        _ network: TextLineNetwork, beside view: ReducedView, in context: AnalysisContext
    ) throws -> [TextLineNetwork.Line] {
        let side = Int(CGFloat(max(view.width, view.height)) * Self.large.scale)
        let reduced = ReducedView(of: regionOfInterest, in: context.frame.info, maximumDimension: side, maximumScale: Self.magnification)
        guard min(reduced.width, reduced.height) > 1 else { return [] }
        let (across, down) = (CGFloat(view.width) / CGFloat(reduced.width), CGFloat(view.height) / CGFloat(reduced.height))
        return try network.lines(reduced.gray(of: context.frame), context.cancellation)
            .filter { $0.isLikely && $0.place.height >= Self.large.height }
            .map { line in
                let corners = line.place.corners.map { CGPoint(x: $0.x * across, y: $0.y * down) }
                return TextLineNetwork.Line(place: LinePlace(corners: corners), confidence: line.confidence)
            }
    }

    /// The lines of the first search, and those of large letters in the place of what was found of the letters.
    private func joined(_ lines: [TextLineNetwork.Line], with large: [TextLineNetwork.Line]) -> [TextLineNetwork.Line] {
        var lines = lines
        for line in large {
            let inside = lines.indices.filter { line.place.contains(lines[$0].place.middle) }
            func share(_ places: [Int]) -> CGFloat { places.reduce(0) { $0 + lines[$1].place.area } / line.place.area }
            guard share(inside) <= Self.large.share.all, share(inside.filter { !lines[$0].place.isShort }) <= Self.large.share.lines
            else { continue }
            for place in inside.reversed() { lines.remove(at: place) }
            lines.insert(line, at: lines.firstIndex { $0.place.bounds.minY > line.place.bounds.minY } ?? lines.count)
        }
        return lines
    }

    /// The lines, with lines of one or two letters in the direction of the longer lines. A single letter does not show its direction well.
    ///
    /// Without longer lines, the letters are upright.
    private static func directed(_ lines: [TextLineNetwork.Line]) -> [TextLineNetwork.Line] {
        let long = lines.map(\.place).filter { !$0.isShort }
        let sum = long.reduce(CGVector(dx: 0, dy: 0)) { CGVector(dx: $0.dx + $1.across.dx, dy: $0.dy + $1.across.dy) }
        let usual = long.isEmpty ? CGVector(dx: 1, dy: 0) : sum
        return lines.map { line in
            guard line.place.isShort else { return line }
            let corners = line.place.corners
            let turned = corners.indices.map { LinePlace(corners: Array(corners[$0...] + corners[..<$0])) }
            func likeness(_ place: LinePlace) -> CGFloat { (place.across.dx * usual.dx + place.across.dy * usual.dy) / place.length }
            return TextLineNetwork.Line(place: turned.max { likeness($0) < likeness($1) } ?? line.place, confidence: line.confidence)
        }
    }

    private func isSmall(_ lines: [TextLineNetwork.Line]) -> Bool {
        let heights = lines.map(\.place.height).sorted()
        return !heights.isEmpty && heights[heights.count / 2] < Self.small.height
    }
}

extension LinePlace {
    fileprivate var area: CGFloat { length * height }
}

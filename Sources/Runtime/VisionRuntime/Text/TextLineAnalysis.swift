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
    /// The least confidence of a line. In photographs, hardly any line with less confidence is text.
    private static let leastConfidence: Float = 0.7

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
        return lines.filter { $0.confidence >= Self.leastConfidence }.map { line in
            QuadrilateralFinding(corners: line.place.corners.map(view.normalized), confidence: line.confidence)
        }
    }

    private func isSmall(_ lines: [TextLineNetwork.Line]) -> Bool {
        let heights = lines.map(\.place.height).sorted()
        return !heights.isEmpty && heights[heights.count / 2] < Self.small.height
    }
}

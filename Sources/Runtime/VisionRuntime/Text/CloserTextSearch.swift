import CoreGraphics

/// Searches for text again where a line was found that could not be read.
///
/// The search uses a larger picture of the line. In the picture of the whole image, small lines one below the other may look like one line.
struct CloserTextSearch: Sendable {
    private let network: TextLineNetwork
    private let plane: GrayPlane
    private let cancellation: Cancellation

    /// The number of lines of an image for which the search is repeated, at most.
    private static let limit = 32
    /// The least likeness of such a line to text. Where a line is less likely, the search hardly ever finds text.
    private static let leastLikeness: Float = 0.8
    /// The height of the picture of a line in pixels.
    private static let height = 96
    /// The margin of the picture around the line, in line heights.
    private static let margin: CGFloat = 0.4

    init(_ network: TextLineNetwork, plane: GrayPlane, _ cancellation: Cancellation) {
        (self.network, self.plane, self.cancellation) = (network, plane, cancellation)
    }

    /// The lines among some that could not be read for which the search is worth while.
    static func worthwhile(_ lines: [FoundLine]) -> [FoundLine] {
        Array(lines.filter { $0.place.isExtended && $0.likeness >= leastLikeness }.sorted { $0.likeness > $1.likeness }.prefix(limit))
    }

    /// The lines whose middle is in a line of the plane. The line must have an extent.
    ///
    /// - Throws: `VisionFailure`, `ImageError`.
    func lines(in place: LinePlace) throws -> [FoundLine] {
        let box = place.box(across: Self.margin, down: Self.margin)
        let strip = try LineStrip(place.part(box), in: plane, height: Self.height, isNormalized: false)
        let (width, height) = (CGFloat(strip.plane.width), CGFloat(strip.plane.height))
        return try network.lines(strip.plane, cancellation).filter(\.isLikely).map { line in
            let corners = line.place.corners.map { strip.place.point(CGPoint(x: $0.x / width, y: $0.y / height)) }
            return FoundLine(place: LinePlace(corners: corners), likeness: line.confidence)
        }.filter { place.contains($0.place.middle) }
    }
}

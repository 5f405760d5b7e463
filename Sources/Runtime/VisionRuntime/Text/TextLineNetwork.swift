import CKernels
import CoreGraphics

/// The network that finds lines of text, and the decoding of its maps.
struct TextLineNetwork {
    private let model: ImageModel

    /// A divisor of the sides of a picture, in pixels. The network halves the sides five times.
    private static let multiple = 32
    /// The side of a cell of the map of lines, in pixels.
    private static let stride = 2
    /// The distance from the edge of a line to the edge of the area that the network marks in the line, in line heights. The network was
    /// trained with this distance.
    private static let shrink: Float = 0.25
    private static let threshold: Float = 0.5
    private static let limit = 10_000

    init(_ model: ImageModel) {
        self.model = model
    }

    struct Line: Sendable {
        /// The rectangle of the line, in pixels of the plane.
        let place: LinePlace
        let confidence: Float

        private static let leastConfidence: Float = 0.7

        /// Whether the line may be text. In photographs, hardly any other line is text.
        var isLikely: Bool { confidence >= Self.leastConfidence }
    }

    /// The lines of a plane, from the top down.
    ///
    /// - Throws: `VisionFailure`.
    func lines(_ plane: GrayPlane, _ cancellation: Cancellation) throws -> [Line] {
        let image = PlaneTensor(plane, multiple: Self.multiple)
        try model.checkGrayInput(width: image.width, height: image.height)
        let result = try model.outputs(of: image, cancellation: cancellation)
        let outputs = NetworkOutputs(result, of: model)
        let (rows, columns) = (image.height / Self.stride, image.width / Self.stride)
        let middles = try outputs.numbers("lines", shape: [rows, columns])
        let directions = try outputs.numbers("directions", shape: [2, rows / 2, columns / 2])
        return try Self.lines(middles: middles, directions: directions, rows: rows, columns: columns)
    }

    /// Decodes the maps of the network into lines.
    ///
    /// - Parameters:
    ///   - middles: each cell's probability to be in the middle of a line. The size is `rows` × `columns`.
    ///   - directions: two planes with half as many rows and columns. They have the direction of the line at each cell, to the right and
    ///     down.
    static func lines(middles: [Float], directions: [Float], rows: Int, columns: Int) throws -> [Line] {
        precondition(middles.count == rows * columns && directions.count == 2 * (rows / 2) * (columns / 2) && rows > 1 && columns > 1)
        var found = [TextMapLine](repeating: TextMapLine(), count: limit)
        let count = text_map_lines(middles, directions, Int32(rows), Int32(columns), threshold, shrink, &found, Int32(limit))
        guard count >= 0 else { throw VisionFailure(.outOfMemory, "there is no memory to find text") }
        return found.prefix(Int(count)).map { line in
            let corners = [(line.x.0, line.y.0), (line.x.1, line.y.1), (line.x.2, line.y.2), (line.x.3, line.y.3)]
            let place = LinePlace(
                corners: corners.map { CGPoint(x: CGFloat($0.0) * CGFloat(stride), y: CGFloat($0.1) * CGFloat(stride)) })
            return Line(place: place, confidence: line.confidence)
        }.filter(\.place.isExtended)
    }
}

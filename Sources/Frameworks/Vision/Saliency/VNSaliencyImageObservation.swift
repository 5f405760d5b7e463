import CoreVideo
import VisionRuntime

/// The salient areas of an image: a heat map, and boxes.
///
/// The heat map has 68 × 68 cells over the whole image. Each cell is a 32-bit floating-point number from 0 to 1, top row first. If the request has a
/// region of interest, cells outside of it are 0.
open class VNSaliencyImageObservation: VNPixelBufferObservation, @unchecked Sendable {
    /// The boxes around salient areas, with their confidence, the most salient first; `nil` if no area stands out.
    public let salientObjects: [VNRectangleObservation]?

    init(_ origin: Origin, _ finding: SaliencyFinding) throws {
        let objects = finding.objects.map { VNRectangleObservation(origin, $0) }
        salientObjects = objects.isEmpty ? nil : objects
        super.init(origin, pixelBuffer: try finding.heatMap.picture(), featureName: nil)
    }

    /// Always returns `nil`: pictures are not archived.
    public required init?(coder: NSCoder) {
        nil
    }
}

extension ProbabilityMap {
    /// Creates a picture of the map, with 32-bit floating-point numbers.
    func picture() throws -> CVPixelBuffer {
        try pixels(width: width, height: height, format: kCVPixelFormatType_OneComponent32Float)
    }
}

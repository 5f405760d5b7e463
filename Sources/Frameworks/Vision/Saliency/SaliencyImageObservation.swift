import CoreVideo
import VisionRuntime

/// The parts of an image that draw attention: a heat map, and boxes.
public struct SaliencyImageObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts
    /// The boxes around salient areas, with their confidence, the most salient first.
    public let salientObjects: [RectangleObservation]
    /// The heat map: 68 × 68 cells over the whole image, each a 32-bit floating-point number from 0 to 1. If the request has a region of interest,
    /// cells outside of it are 0.
    public let heatMap: PixelBufferObservation

    init(_ finding: SaliencyFinding, _ origin: inout ObservationOrigin) throws {
        facts = origin.facts(confidence: 1)
        salientObjects = finding.objects.map { RectangleObservation($0, &origin) }
        heatMap = PixelBufferObservation(try finding.heatMap.picture(), &origin)
    }

    /// Converts a ``VNSaliencyImageObservation``. The result is never `nil`.
    public init?(_ observation: VNSaliencyImageObservation) {
        guard let map = PixelBufferObservation(observation) else { return nil }
        facts = ObservationFacts(observation)
        salientObjects = (observation.salientObjects ?? []).map { RectangleObservation($0) }
        heatMap = map
    }

    var details: String { "\(heatMap.details), \(salientObjects.count) salient objects" }
}

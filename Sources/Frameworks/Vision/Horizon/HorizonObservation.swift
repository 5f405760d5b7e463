import CoreGraphics
import Foundation
import VisionRuntime

/// The angle by which an image is tilted.
public struct HorizonObservation: VisionObservation, FactualObservation {
    let facts: ObservationFacts
    /// The horizon's angle to the horizontal, counterclockwise in the image.
    public let angle: Measurement<UnitAngle>

    init(_ finding: HorizonFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence)
        angle = Measurement(value: finding.angle, unit: .radians)
    }

    /// Converts a ``VNHorizonObservation``, with its identifier, confidence and time.
    public init(_ observation: VNHorizonObservation) {
        facts = ObservationFacts(observation)
        angle = Measurement(value: Double(observation.angle), unit: .radians)
    }

    /// The transform that rotates the image about its lower left corner, so that the horizon becomes level.
    public var transform: CGAffineTransform { CGAffineTransform(rotationAngle: -radians) }

    /// The transform that rotates an image of the given size about its centre, so that the horizon becomes level. Coordinates are in
    /// pixels, with the origin at the lower left.
    public func transform(for imageSize: CGSize) -> CGAffineTransform {
        CGAffineTransform(leveling: radians, imageSize: imageSize)
    }

    private var radians: CGFloat { CGFloat(angle.converted(to: .radians).value) }

    var details: String { "\(angle)" }
}

extension HorizonObservation: Codable {
    private enum Key: CodingKey {
        case facts, angle
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        facts = try container.decode(ObservationFacts.self, forKey: .facts)
        angle = Measurement(value: try container.decode(Double.self, forKey: .angle), unit: .radians)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(facts, forKey: .facts)
        try container.encode(Double(radians), forKey: .angle)
    }
}

import Foundation
import VisionRuntime

/// A vector of numbers that describes an image.
public struct FeaturePrintObservation: VisionObservation, FactualObservation {
    let facts: ObservationFacts
    /// The elements, one after the other.
    public let data: Data
    /// The length of the vector.
    public let elementCount: Int
    /// The type of the vector's elements.
    public let elementType: ElementType

    init(_ vector: FeatureVector, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: 1)
        data = Data(featureVector: vector)
        elementCount = vector.elements.count
        elementType = .float
    }

    /// Converts a ``VNFeaturePrintObservation``, with its identifier, confidence and time.
    public init(_ observation: VNFeaturePrintObservation) {
        facts = ObservationFacts(observation)
        data = observation.data
        elementCount = observation.elementCount
        elementType = observation.elementType == .double ? .double : .float
    }

    /// The distance between two feature prints: the square root of the sum of the squared differences of their elements.
    ///
    /// - Throws: `VisionError.invalidArgument` if the prints differ in the type or number of elements.
    public func distance(to featurePrint: FeaturePrintObservation) throws -> Double {
        guard elementType == featurePrint.elementType, elementCount == featurePrint.elementCount else {
            throw VisionError.invalidArgument(
                "feature prints of different kinds have no distance: \(details) and \(featurePrint.details)")
        }
        return FeatureVector(data).distance(to: FeatureVector(featurePrint.data))
    }

    var details: String { "\(elementCount) elements of the type \(elementType)" }
}

extension FeaturePrintObservation: Codable {
    private enum Key: CodingKey {
        case facts, data
    }

    /// - Throws: `DecodingError`, also if the data are not 32-bit numbers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        facts = try container.decode(ObservationFacts.self, forKey: .facts)
        data = try container.decode(Data.self, forKey: .data)
        elementType = .float
        elementCount = data.count / MemoryLayout<Float>.size
        guard data.count.isMultiple(of: MemoryLayout<Float>.size) else {
            throw DecodingError.dataCorruptedError(forKey: .data, in: container, debugDescription: "the data are not whole elements")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(facts, forKey: .facts)
        try container.encode(data, forKey: .data)
    }
}

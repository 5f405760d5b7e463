import CoreMLRuntime
import Foundation
import VisionRuntime

/// A vector of numbers that describes an image.
public struct FeaturePrintObservation: VisionObservation, FactualObservation {
    let facts: ObservationFacts
    /// The bytes of the vector's elements, one element after the other.
    public let data: Data
    /// The number of the vector's elements.
    public let elementCount: Int
    /// The type of the vector's elements.
    public let elementType: ElementType
    /// The revision of the request that made the print; `nil` if it is not known.
    private let revision: Int?

    init(_ vector: FeatureVector, _ network: PrintNetwork, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: 1)
        revision = network == .scene ? VNGenerateImageFeaturePrintRequestRevision2 : network.revision
        data = Data(featureVector: vector)
        elementCount = vector.elements.count
        elementType = .float
    }

    /// Converts a ``VNFeaturePrintObservation``, with its identifier, confidence and time.
    public init(_ observation: VNFeaturePrintObservation) {
        facts = ObservationFacts(observation)
        revision = observation.requestRevision == VNRequestRevisionUnspecified ? nil : observation.requestRevision
        data = observation.data
        elementCount = observation.elementCount
        elementType = observation.elementType == .double ? .double : .float
    }

    /// The distance between two feature prints: the square root of the sum of the squared differences of their elements.
    ///
    /// - Throws: `VisionError.invalidArgument` if the prints differ in the element type, in the number of elements, or in the revision of
    ///   the request.
    public func distance(to featurePrint: FeaturePrintObservation) throws -> Double {
        let (own, other) = (revision ?? featurePrint.revision, featurePrint.revision ?? revision)
        guard elementType == featurePrint.elementType, elementCount == featurePrint.elementCount, own == other else {
            throw VisionError.invalidArgument(
                "feature prints of different kinds have no distance: \(details) and \(featurePrint.details)")
        }
        return FeatureVector(data).distance(to: FeatureVector(featurePrint.data))
    }

    /// The revision of a print whose archive contains no revision. It is 2 if a ``GenerateImageFeaturePrintRequest`` made the print, or
    /// else `nil`.
    private static func revision(_ facts: ObservationFacts) -> Int? {
        guard case .generateImageFeaturePrintRequest? = facts.descriptor else { return nil }
        return VNGenerateImageFeaturePrintRequestRevision2
    }

    var details: String {
        "\(elementCount) elements of the type \(elementType)" + (revision.map { " and revision \($0)" } ?? "")
    }
}

extension FeaturePrintObservation: Codable {
    private enum Key: CodingKey {
        case facts, data, revision
    }

    /// Decodes an observation.
    ///
    /// - Throws: `DecodingError` if a value is missing, or if the data are not 32-bit numbers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        facts = try container.decode(ObservationFacts.self, forKey: .facts)
        // In older files, the revisions 3 and 4 stand for Osprey's own networks.
        revision = try container.decodeIfPresent(Int.self, forKey: .revision).map(PrintNetwork.revision(short:)) ?? Self.revision(facts)
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
        try container.encodeIfPresent(revision, forKey: .revision)
    }
}

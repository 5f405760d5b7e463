import CoreMedia
import Foundation
import VisionRuntime

/// The properties that every observation has.
struct ObservationFacts: Hashable, Sendable {
    let uuid: UUID
    /// The confidence, from 0 to 1.
    let confidence: Float
    let timeRange: CMTimeRange?
    let descriptor: RequestDescriptor?
}

extension ObservationFacts {
    /// Creates the properties of an observation that a program creates itself.
    init() {
        self.init(uuid: UUID(), confidence: 1, timeRange: nil, descriptor: nil)
    }

    /// Copies the properties of a `VN` observation. A `timeRange` of zero in that observation means that the time is unknown.
    init(_ observation: VNObservation) {
        let range = observation.timeRange
        self.init(uuid: observation.uuid, confidence: observation.confidence, timeRange: range == .zero ? nil : range, descriptor: nil)
    }
}

extension ObservationFacts: Codable {
    private enum Key: CodingKey {
        case uuid, confidence, timeRange, descriptor
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        uuid = try container.decode(UUID.self, forKey: .uuid)
        confidence = try container.decode(Float.self, forKey: .confidence)
        timeRange = try container.decodeIfPresent(ArchivedTimeRange.self, forKey: .timeRange)?.range
        descriptor = try container.decodeIfPresent(RequestDescriptor.self, forKey: .descriptor)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(uuid, forKey: .uuid)
        try container.encode(confidence, forKey: .confidence)
        try container.encodeIfPresent(timeRange.map { ArchivedTimeRange($0) }, forKey: .timeRange)
        try container.encodeIfPresent(descriptor, forKey: .descriptor)
    }
}

/// The properties that all observations of one request on one image share.
struct ObservationOrigin {
    private let descriptor: RequestDescriptor
    private let timeRange: CMTimeRange?
    /// The width divided by the height of the part of the image that places are relative to.
    let aspectRatio: Float
    // A classifier makes a thousand observations per frame. Their uuids are made from one random UUID and a counter.
    private let first = UUID()
    private var count: UInt32 = 0

    /// - Parameter coordinates: the coordinates of the observations' places; `nil` for those of the whole image.
    init(_ descriptor: RequestDescriptor, _ frame: FrameInfo, _ coordinates: RegionCoordinates? = nil) {
        self.descriptor = descriptor
        timeRange = frame.isTimed ? frame.timeRange : nil
        let image = Float(frame.width) / Float(frame.height)
        aspectRatio = coordinates?.aspectRatio(inImage: image) ?? image
    }

    /// Makes the properties of the next observation.
    mutating func facts(confidence: Float) -> ObservationFacts {
        var bytes = first.uuid
        bytes.12 ^= UInt8(truncatingIfNeeded: count >> 24)
        bytes.13 ^= UInt8(truncatingIfNeeded: count >> 16)
        bytes.14 ^= UInt8(truncatingIfNeeded: count >> 8)
        bytes.15 ^= UInt8(truncatingIfNeeded: count)
        count &+= 1
        return facts(confidence: confidence, uuid: UUID(uuid: bytes), timeRange: timeRange)
    }

    /// Makes the properties of an observation of an object that is tracked from frame to frame.
    func facts(confidence: Float, uuid: UUID, timeRange: CMTimeRange?) -> ObservationFacts {
        ObservationFacts(uuid: uuid, confidence: confidence, timeRange: timeRange, descriptor: descriptor)
    }
}

extension ObservationOrigin {
    /// Makes the properties of an observation of an object that already has a uuid.
    func facts(confidence: Float, following identity: UUID) -> ObservationFacts {
        ObservationFacts(uuid: identity, confidence: confidence, timeRange: timeRange, descriptor: descriptor)
    }
}

/// An observation type of this module.
protocol FactualObservation: VisionObservation {
    var facts: ObservationFacts { get }

    /// The part of `description` that is specific to the type, without the properties that all observations have.
    var details: String { get }
}

extension FactualObservation {
    public var uuid: UUID { facts.uuid }
    public var confidence: Float { facts.confidence }
    public var timeRange: CMTimeRange? { facts.timeRange }
    public var originatingRequestDescriptor: RequestDescriptor? { facts.descriptor }
    public var description: String { "\(Self.self) \(uuid) confidence \(confidence) \(details)" }
}

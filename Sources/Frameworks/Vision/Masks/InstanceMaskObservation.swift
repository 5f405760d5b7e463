import CoreVideo
import Foundation
import VisionRuntime

/// A mask that assigns each pixel of an image to one of several objects or to the background.
public struct InstanceMaskObservation: VisionObservation, FactualObservation, @unchecked Sendable {
    let facts: ObservationFacts
    private let mask: InstanceMask

    /// The numbers of all objects. The first object has the number 1.
    public let allInstances: IndexSet

    /// The label map of the whole image, at a lower resolution than the image. Each pixel has 8 bits: 0 for the background, or the number
    /// of the object.
    public let allInstancesMask: PixelBufferObservation

    private init(_ facts: ObservationFacts, _ mask: InstanceMask) throws {
        self.facts = facts
        self.mask = mask
        allInstances = mask.instances
        allInstancesMask = PixelBufferObservation(try mask.makePicture(), facts)
    }

    /// Creates an observation of the first mask; `nil` if there is no mask or no object in it.
    static func observation(_ masks: [InstanceMask], _ origin: inout ObservationOrigin) throws -> InstanceMaskObservation? {
        guard let mask = masks.first, !mask.instances.isEmpty else { return nil }
        return try InstanceMaskObservation(origin.facts(confidence: mask.confidence), mask)
    }

    /// Converts a ``VNInstanceMaskObservation``. `nil` if there is not enough memory for a copy.
    public init?(_ observation: VNInstanceMaskObservation) {
        guard let made = try? InstanceMaskObservation(ObservationFacts(observation), observation.contents) else { return nil }
        self = made
    }

    /// Creates a mask of the given objects, with the size of ``allInstancesMask``. Each pixel is a 32-bit floating-point number from 0 to 1: the
    /// certainty that it belongs to one of the objects.
    ///
    /// - Throws: `VisionError.invalidArgument` if `instances` is empty or contains a number that no object has.
    public func generateMask(for instances: IndexSet) throws -> CVPixelBuffer {
        try withFailures { try mask.mask(of: instances) }
    }

    /// Creates a copy of the handler's image at full resolution. Pixels that do not show the given objects are transparent. The format is
    /// 32-bit BGRA with premultiplied alpha.
    ///
    /// - Parameters:
    ///   - requestHandler: the handler of the image in which the objects were found.
    ///   - croppedToInstancesExtent: whether to crop to the smallest rectangle around the objects.
    /// - Throws: `VisionError.invalidArgument` if `instances` is empty or has a number without an object, or if the image cannot be read.
    public func generateMaskedImage(
        for instances: IndexSet, imageFrom requestHandler: ImageRequestHandler, croppedToInstancesExtent: Bool = false
    ) throws -> CVPixelBuffer {
        try withFailures {
            try mask.maskedImage(of: instances, requestHandler.performer.frame.frame(), isCropped: croppedToInstancesExtent)
        }
    }

    /// Creates a mask of the given objects, with the size of the handler's image. Each pixel is a 32-bit floating-point number from 0 to 1:
    /// the certainty that it belongs to one of the objects.
    ///
    /// - Parameter requestHandler: the handler of the image in which the objects were found.
    /// - Throws: `VisionError.invalidArgument` if `instances` is empty or has a number without an object, or if the image cannot be read.
    public func generateScaledMask(
        for instances: IndexSet, scaledToImageFrom requestHandler: ImageRequestHandler
    ) throws -> CVPixelBuffer {
        try withFailures { try mask.mask(of: instances, scaledTo: requestHandler.performer.frame.frame()) }
    }

    /// A set that contains the number of the object at a point. The set is empty if the point lies on the background or outside of the image.
    public func instanceAtPoint(_ point: NormalizedPoint) -> IndexSet {
        guard (0...1).contains(point.x), (0...1).contains(point.y) else { return [] }
        let column = min(Int(point.x * CGFloat(mask.width)), mask.width - 1)
        let row = min(Int((1 - point.y) * CGFloat(mask.height)), mask.height - 1)
        let label = Int(mask.labels[row * mask.width + column])
        return label == 0 ? [] : [label]
    }

    var details: String { "\(allInstancesMask.details), \(allInstances.count) instances" }

    private func withFailures<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw VisionError.from(error)
        }
    }
}

extension InstanceMaskObservation {
    public static func == (left: InstanceMaskObservation, right: InstanceMaskObservation) -> Bool {
        left.facts == right.facts && left.mask == right.mask
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(facts)
    }
}

extension InstanceMaskObservation: Codable {
    private enum Key: CodingKey {
        case facts, mask
    }

    /// Decodes an observation.
    ///
    /// - Throws: `DecodingError` if a value is missing, or if the mask's size does not match its data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let facts = try container.decode(ObservationFacts.self, forKey: .facts)
        guard let mask = try container.decode(ArchivedInstanceMask.self, forKey: .mask).mask else {
            throw DecodingError.dataCorruptedError(forKey: .mask, in: container, debugDescription: "the mask's parts do not fit together")
        }
        try self.init(facts, mask)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(facts, forKey: .facts)
        try container.encode(ArchivedInstanceMask(mask), forKey: .mask)
    }
}

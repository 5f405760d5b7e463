import CoreVideo
import Foundation
import VisionRuntime

/// The pixels of each of several objects in an image.
public struct InstanceMaskObservation: VisionObservation, FactualObservation, @unchecked Sendable {
    let facts: ObservationFacts
    private let mask: InstanceMask

    /// The numbers of all objects.
    public let allInstances: IndexSet

    /// The label map: 8 bits per pixel, 0 for the background, otherwise the object's number, from 1. It covers the whole image at a lower
    /// resolution.
    public let allInstancesMask: PixelBufferObservation

    private init(_ facts: ObservationFacts, _ mask: InstanceMask) throws {
        self.facts = facts
        self.mask = mask
        allInstances = mask.instances
        allInstancesMask = PixelBufferObservation(try mask.makePicture(), facts)
    }

    /// The observation; `nil` if there is no object.
    static func observation(_ masks: [InstanceMask], _ origin: inout ObservationOrigin) throws -> InstanceMaskObservation? {
        guard let mask = masks.first, !mask.instances.isEmpty else { return nil }
        return try InstanceMaskObservation(origin.facts(confidence: mask.confidence), mask)
    }

    /// Converts a ``VNInstanceMaskObservation``. `nil` if there is not enough memory for a copy.
    public init?(_ observation: VNInstanceMaskObservation) {
        guard let made = try? InstanceMaskObservation(ObservationFacts(observation), observation.contents) else { return nil }
        self = made
    }

    /// A mask of some of the objects, of the size of ``allInstancesMask``. Its pixels are 32-bit floating-point numbers, the certainty from 0 to 1.
    ///
    /// - Throws: `VisionError.invalidArgument` if `instances` is empty or has a number that no object has.
    public func generateMask(for instances: IndexSet) throws -> CVPixelBuffer {
        try withFailures { try mask.mask(of: instances) }
    }

    /// The handler's image at full resolution, transparent wherever it does not show the given objects. The format is 32-bit BGRA, premultiplied.
    ///
    /// - Parameters:
    ///   - requestHandler: the handler of the image that the observation is about.
    ///   - croppedToInstancesExtent: whether to crop the picture to the smallest rectangle around the objects.
    /// - Throws: `VisionError.invalidArgument` if `instances` is empty or has a number that no object has, or if the image cannot be read.
    public func generateMaskedImage(
        for instances: IndexSet, imageFrom requestHandler: ImageRequestHandler, croppedToInstancesExtent: Bool = false
    ) throws -> CVPixelBuffer {
        try withFailures {
            try mask.maskedImage(of: instances, requestHandler.performer.frame.frame(), isCropped: croppedToInstancesExtent)
        }
    }

    /// A mask of some of the objects, of the size of the handler's image. Its pixels are 32-bit floating-point numbers, the certainty from 0 to 1.
    ///
    /// - Parameter requestHandler: the handler of the image that the observation is about.
    /// - Throws: `VisionError.invalidArgument` if `instances` is empty or has a number that no object has, or if the image cannot be read.
    public func generateScaledMask(
        for instances: IndexSet, scaledToImageFrom requestHandler: ImageRequestHandler
    ) throws -> CVPixelBuffer {
        try withFailures { try mask.mask(of: instances, scaledTo: requestHandler.performer.frame.frame()) }
    }

    /// The number of the object at a point. Empty for the background, and outside of the image.
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

    /// - Throws: `DecodingError`, also if the parts of the mask do not fit together.
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

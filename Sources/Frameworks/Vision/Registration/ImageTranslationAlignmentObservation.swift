import CoreGraphics
import CoreImage
import VisionRuntime

/// A shift that aligns one image, the floating image, with another, the reference.
public struct ImageTranslationAlignmentObservation: VisionObservation, FactualObservation, Codable {
    let facts: ObservationFacts
    /// Maps points of the floating image to points of the reference, in pixels of the upright images: `tx` to the right, `ty` up.
    public let alignmentTransform: CGAffineTransform

    init(_ alignment: ImageAlignment, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: alignment.confidence)
        alignmentTransform = alignment.alignmentTransform
    }

    /// Converts a ``VNImageTranslationAlignmentObservation``, with its identifier, confidence and time.
    public init(_ observation: VNImageTranslationAlignmentObservation) {
        facts = ObservationFacts(observation)
        alignmentTransform = observation.alignmentTransform
    }

    /// The floating image, shifted onto the reference.
    public func applyTransform(to ciImage: CIImage) -> CIImage {
        ciImage.transformed(by: alignmentTransform)
    }

    var details: String { "(\(alignmentTransform.tx), \(alignmentTransform.ty))" }
}

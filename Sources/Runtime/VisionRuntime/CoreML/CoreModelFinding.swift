import CoreGraphics
import CoreML
import CoreVideo

/// A part of a Core ML model's answer.
package enum CoreModelFinding: @unchecked Sendable {
    case classification(Classification)
    case object(RecognizedObject)
    /// A picture output.
    case picture(CVPixelBuffer, name: String)
    /// An output of any other type.
    case feature(MLFeatureValue, name: String)

    /// The name of the output; `nil` for the findings of a classifier or a detector.
    var name: String? {
        switch self {
        case .picture(_, let name), .feature(_, let name): name
        case .classification, .object: nil
        }
    }
}

/// An object that a detector has found and classified.
package struct RecognizedObject: Sendable {
    /// The bounding box, normalised to the upright image, with the origin at the lower left.
    package let boundingBox: CGRect
    /// All classes that the model knows, the most probable first.
    package let labels: [Classification]
}

extension CoreModelFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> CoreModelFinding {
        guard case .object(let object) = self else { return self }
        return .object(RecognizedObject(boundingBox: coordinates.box(object.boundingBox), labels: object.labels))
    }
}

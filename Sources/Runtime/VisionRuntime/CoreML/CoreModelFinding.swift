import CoreGraphics
import CoreML
import CoreVideo

/// A part of a Core ML model's answer.
package enum CoreModelFinding: @unchecked Sendable {
    case classification(Classification)
    case object(RecognizedObject)
    /// An output that is a picture.
    case picture(CVPixelBuffer, name: String)
    /// Any other output.
    case feature(MLFeatureValue, name: String)

    /// The output's name; `nil` for what a classifier or a detector says.
    var name: String? {
        switch self {
        case .picture(_, let name), .feature(_, let name): name
        case .classification, .object: nil
        }
    }
}

/// An object that a detector has found and named.
package struct RecognizedObject: Sendable {
    /// Normalised to the upright image, origin at the lower left.
    package let boundingBox: CGRect
    /// All names that the model knows, the most probable first.
    package let labels: [Classification]
}

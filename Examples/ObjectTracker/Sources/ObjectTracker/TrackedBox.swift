import CoreGraphics
import CoreVideo

/// The place of an object in a frame.
struct TrackedBox {
    /// The number of the object, from 1, in the order in which objects were first seen.
    let number: Int
    /// The detector's label for the object; empty for a box that the user gave.
    var label = ""
    /// The box, normalised, with the origin at the lower left.
    let boundingBox: CGRect
    let confidence: Float
    /// Whether the confidence is at least a half.
    var isCertain: Bool { confidence >= 0.5 }

    /// The name that is printed.
    var name: String { label.isEmpty ? "object \(number)" : "\(label) \(number)" }
}

/// Follows objects from frame to frame.
protocol FrameProcessor: AnyObject {
    /// The boxes of the objects in the next frame.
    func boxes(in frame: CVPixelBuffer) throws -> [TrackedBox]
}

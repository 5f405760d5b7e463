import CoreGraphics
import CoreVideo

/// Where an object is in a frame.
struct TrackedBox {
    /// From 1, in the order in which objects were first seen.
    let number: Int
    /// The detector's label for the object; empty for a box that the user gave.
    var label = ""
    /// Normalised, origin at the lower left.
    let boundingBox: CGRect
    let confidence: Float
    /// Whether it was found with some confidence.
    var isCertain: Bool { confidence >= 0.5 }

    /// How it is called in what is printed.
    var name: String { label.isEmpty ? "object \(number)" : "\(label) \(number)" }
}

/// Follows objects from frame to frame.
protocol FrameProcessor: AnyObject {
    /// Where the objects are in the next frame.
    func boxes(in frame: CVPixelBuffer) throws -> [TrackedBox]
}

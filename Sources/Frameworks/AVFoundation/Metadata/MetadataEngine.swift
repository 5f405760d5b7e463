import CDetectors
import CoreGraphics
import CoreMedia
import CoreVideo

/// The analyses that find things in a camera's frames. They are in the module `Vision`, which depends on this module.
package protocol MetadataEngine: AnyObject, Sendable {
    /// The kinds that can be found now. Faces need a model.
    var objectTypes: [AVMetadataObject.ObjectType] { get }

    /// A finder for the frames of one output.
    func makeFinder() -> any MetadataFinder
}

/// Finds things in successive frames. It must be used by one thread at a time.
package protocol MetadataFinder: AnyObject, Sendable {
    /// The things of some kinds.
    ///
    /// - Parameter region: the part to search, in fractions of the picture's sides, origin at the upper left.
    func things(in buffer: CVPixelBuffer, region: CGRect, types: Set<AVMetadataObject.ObjectType>) throws -> [FoundThing]
}

/// A thing that was found. Coordinates are fractions of the picture's sides, origin at the upper left.
package enum FoundThing: Hashable, Sendable {
    /// A code with its corners, clockwise from the upper left corner of the code itself.
    case code(AVMetadataObject.ObjectType, corners: [CGPoint], text: String?)
    /// A face with its number, and its clockwise angle in degrees if this is known.
    case face(CGRect, id: Int, turn: CGFloat?)

    func object(time: CMTime, duration: CMTime) -> AVMetadataObject {
        switch self {
        case .code(let type, let corners, let text):
            AVMetadataMachineReadableCodeObject(
                type, corners: corners.prefix(1) + corners.dropFirst().reversed(), stringValue: text, time: time, duration: duration)
        case .face(let bounds, let id, let turn):
            AVMetadataFaceObject(bounds: bounds, faceID: id, rollAngle: turn, time: time, duration: duration)
        }
    }
}

extension AVCaptureMetadataOutput {
    /// The engine, if the program is linked to `Vision`.
    static var engine: (any MetadataEngine)? {
        cdetectors_metadataEngine().flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? any MetadataEngine }
    }
}

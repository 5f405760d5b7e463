import CDetectors
import CoreGraphics
import CoreMedia
import CoreVideo

/// The image analysis that finds objects in a camera's frames. The implementation is in the module `Vision`, which depends on this module.
package protocol MetadataEngine: AnyObject, Sendable {
    /// The types that can currently be found. Faces need a model.
    var objectTypes: [AVMetadataObject.ObjectType] { get }

    /// Makes a finder for the frames of one output.
    func makeFinder() -> any MetadataFinder
}

/// Finds objects in successive frames. Only one thread at a time may use it.
package protocol MetadataFinder: AnyObject, Sendable {
    /// Finds the objects of the given types.
    ///
    /// - Parameter region: the part to search, in fractions of the picture's sides, with the origin at the upper left.
    func things(in buffer: CVPixelBuffer, region: CGRect, types: Set<AVMetadataObject.ObjectType>) throws -> [FoundThing]
}

/// An object that was found. Coordinates are fractions of the picture's sides, with the origin at the upper left.
package enum FoundThing: Hashable, Sendable {
    /// A code with its corners, clockwise from the upper left corner of the unrotated code.
    case code(AVMetadataObject.ObjectType, corners: [CGPoint], text: String?)
    /// A face with a number and a clockwise angle in degrees; `nil` if the angle is not known.
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
    /// The engine; `nil` if the program does not link `Vision`.
    static var engine: (any MetadataEngine)? {
        cdetectors_metadataEngine().flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? any MetadataEngine }
    }
}

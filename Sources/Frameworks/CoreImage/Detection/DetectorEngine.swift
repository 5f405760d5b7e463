import CDetectors
import CoreGraphics

/// The image analysis behind ``CIDetector``, for all types of features except QR codes. The implementation is in the module
/// `VisionRuntime`, which depends on this module.
package protocol DetectorEngine: AnyObject, Sendable {
    /// Whether faces can be found. This needs a model.
    var findsFaces: Bool { get }

    /// Whether lines of text can be found. This needs a model.
    var findsText: Bool { get }

    /// The faces, the most certain first.
    ///
    /// - Parameter leastSize: the least length of a face's shorter side, as a fraction of the picture's shorter side.
    func faces(in picture: DetectorPicture, leastSize: Double) throws -> [DetectedFace]

    /// The corners of the rectangles, clockwise from the top left, normalised to the upright picture; the most certain rectangle first.
    ///
    /// - Parameters:
    ///   - leastSize: the least length of a rectangle's shorter side, as a fraction of the picture's shorter side.
    ///   - aspectRatios: the accepted ratios of the shorter to the longer visible side.
    func rectangles(
        in picture: DetectorPicture, leastSize: Double, aspectRatios: ClosedRange<Double>, limit: Int
    ) throws -> [[CGPoint]]

    /// The lines of text, from the top down.
    ///
    /// - Parameter withCharacters: whether characters are found, too. This needs a second model.
    func textLines(in picture: DetectorPicture, withCharacters: Bool) throws -> [DetectedTextLine]
}

/// A face. Points are normalised to the upright picture. The origin lies at the lower left. Left and right are as seen in the picture.
package struct DetectedFace: Hashable, Sendable {
    package var box: CGRect
    /// The counterclockwise angle in radians; `nil` if it is not known.
    package var roll: Double?
    /// The parts of the face; `nil` if facial landmarks cannot be found.
    package var parts: Parts?

    package init(box: CGRect, roll: Double?, parts: Parts?) { (self.box, self.roll, self.parts) = (box, roll, parts) }

    package struct Parts: Hashable, Sendable {
        package var leftEye: CGPoint
        package var rightEye: CGPoint
        package var mouth: CGPoint
        package var leftEyeIsClosed: Bool
        package var rightEyeIsClosed: Bool

        package init(leftEye: CGPoint, rightEye: CGPoint, mouth: CGPoint, leftEyeIsClosed: Bool, rightEyeIsClosed: Bool) {
            (self.leftEye, self.rightEye, self.mouth) = (leftEye, rightEye, mouth)
            (self.leftEyeIsClosed, self.rightEyeIsClosed) = (leftEyeIsClosed, rightEyeIsClosed)
        }
    }
}

/// A line of text, normalised to the upright picture, origin at the lower left.
package struct DetectedTextLine: Hashable, Sendable {
    /// The corners, clockwise from the top left.
    package var corners: [CGPoint]
    /// The boxes of the characters, from the beginning of the line to its end; `nil` if they were not searched for.
    package var characters: [CGRect]?

    package init(corners: [CGPoint], characters: [CGRect]?) { (self.corners, self.characters) = (corners, characters) }
}

/// An image that is analyzed, with its orientation.
package struct DetectorPicture: Sendable {
    package let image: CIImage
    package let orientation: CGImagePropertyOrientation
    /// The upright picture's size in pixels.
    package let uprightSize: CGSize
    /// The transform from the normalised upright picture to the image's coordinates.
    private let transform: CGAffineTransform

    /// - Returns: `nil` if the image's extent is empty, infinite or too large to be drawn.
    init?(_ image: CIImage, orientation: CGImagePropertyOrientation) {
        guard let size = image.pixelSize else { return nil }
        let stored = CGRect(x: 0, y: 0, width: CGFloat(size.width), height: CGFloat(size.height))
        let upright = RasterGeometry.uprightSize(width: size.width, height: size.height, orientation: Int(orientation.rawValue))
        (self.image, self.orientation) = (image, orientation)
        uprightSize = CGSize(width: upright.width, height: upright.height)
        transform = CGAffineTransform(scaleX: uprightSize.width, y: uprightSize.height)
            .concatenating(Orientation(Int(orientation.rawValue)).transform(of: stored).inverted())
            .concatenating(CGAffineTransform(translationX: image.extent.minX, y: image.extent.maxY - stored.height))
    }

    /// Converts a point to the image's coordinates.
    func place(_ point: CGPoint) -> CGPoint { point.applying(transform) }

    /// Converts a box to the image's coordinates.
    func place(_ box: CGRect) -> CGRect { box.applying(transform) }
}

extension CIDetector {
    /// The engine, if the program is linked to `VisionRuntime`.
    static var engine: (any DetectorEngine)? {
        cdetectors_engine().flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? any DetectorEngine }
    }
}

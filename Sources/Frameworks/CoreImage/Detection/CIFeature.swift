import CoreGraphics

/// A feature that was found in an image, such as a face.
public class CIFeature: NSObject, @unchecked Sendable {
    /// The type, such as `CIFeatureTypeFace`.
    public let type: String
    /// The upright rectangle around the feature, in the image's coordinates.
    public let bounds: CGRect

    init(type: String, bounds: CGRect) {
        self.type = type
        self.bounds = bounds
    }
}

/// A face. Left and right are the sides of the picture, not the sides of the person.
public final class CIFaceFeature: CIFeature, @unchecked Sendable {
    /// Whether the eye on the left of the upright picture was found.
    public let hasLeftEyePosition: Bool
    /// The middle of the eye on the left of the upright picture, in the image's coordinates; zero if it was not found.
    public let leftEyePosition: CGPoint
    /// Whether the eye on the right of the upright picture was found.
    public let hasRightEyePosition: Bool
    /// The middle of the eye on the right of the upright picture; zero if it was not found.
    public let rightEyePosition: CGPoint
    /// Whether the mouth was found.
    public let hasMouthPosition: Bool
    /// The middle of the mouth; zero if it was not found.
    public let mouthPosition: CGPoint
    /// Whether ``trackingID`` is set: only with `CIDetectorTracking`.
    public let hasTrackingID: Bool
    /// The number of the face, the same in successive images of one detector.
    public let trackingID: Int32
    /// Whether ``trackingFrameCount`` is set: only with `CIDetectorTracking`.
    public let hasTrackingFrameCount: Bool
    /// The number of images in which the face has been found so far.
    public let trackingFrameCount: Int32
    /// Whether the angle is known.
    public let hasFaceAngle: Bool
    /// The counterclockwise angle of the face in the upright picture, in degrees.
    public let faceAngle: Float
    /// Whether the face smiles: always `false`, as smiles are not recognised.
    public var hasSmile: Bool { false }
    /// Whether the eye on the left of the upright picture is closed; only with `CIDetectorEyeBlink`.
    public let leftEyeClosed: Bool
    /// Whether the eye on the right of the upright picture is closed; only with `CIDetectorEyeBlink`.
    public let rightEyeClosed: Bool

    init(_ face: DetectedFace, in picture: DetectorPicture, track: (id: Int32, pictureCount: Int32)?, tellsClosedEyes: Bool) {
        let parts = face.parts
        let isKnown = parts != nil
        (hasLeftEyePosition, hasRightEyePosition, hasMouthPosition) = (isKnown, isKnown, isKnown)
        leftEyePosition = parts.map { picture.place($0.leftEye) } ?? .zero
        rightEyePosition = parts.map { picture.place($0.rightEye) } ?? .zero
        mouthPosition = parts.map { picture.place($0.mouth) } ?? .zero
        (hasTrackingID, hasTrackingFrameCount) = (track != nil, track != nil)
        (trackingID, trackingFrameCount) = track ?? (0, 0)
        hasFaceAngle = face.roll != nil
        faceAngle = Float((face.roll ?? 0) * 180 / .pi)
        leftEyeClosed = tellsClosedEyes && parts?.leftEyeIsClosed ?? false
        rightEyeClosed = tellsClosedEyes && parts?.rightEyeIsClosed ?? false
        super.init(type: CIFeatureTypeFace, bounds: picture.place(face.box))
    }
}

/// A rectangle, seen in perspective. The names of its corners refer to the upright picture.
public final class CIRectangleFeature: CIFeature, @unchecked Sendable {
    /// The top left corner, in the image's coordinates.
    public let topLeft: CGPoint
    /// The top right corner.
    public let topRight: CGPoint
    /// The bottom left corner.
    public let bottomLeft: CGPoint
    /// The bottom right corner.
    public let bottomRight: CGPoint

    /// - Parameter corners: the corners, clockwise from the top left.
    init(_ corners: [CGPoint]) {
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
        super.init(type: CIFeatureTypeRectangle, bounds: CGRect(around: corners))
    }
}

/// A line of text, or a character of a line. The names of its corners refer to the upright picture.
public final class CITextFeature: CIFeature, @unchecked Sendable {
    /// The top left corner, in the image's coordinates.
    public let topLeft: CGPoint
    /// The top right corner.
    public let topRight: CGPoint
    /// The bottom left corner.
    public let bottomLeft: CGPoint
    /// The bottom right corner.
    public let bottomRight: CGPoint
    /// The line's characters from its beginning to its end, each a ``CITextFeature``; `nil` without `CIDetectorReturnSubFeatures`, or if the model
    /// `textReader` is missing.
    public let subFeatures: [Any]?

    /// - Parameter corners: the corners, clockwise from the top left.
    init(_ corners: [CGPoint], subFeatures: [CITextFeature]?) {
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
        self.subFeatures = subFeatures
        super.init(type: CIFeatureTypeText, bounds: CGRect(around: corners))
    }
}

/// A QR code.
public final class CIQRCodeFeature: CIFeature, @unchecked Sendable {
    /// The top left corner of the code, in the image's coordinates. The corners are named as in a code that is not rotated.
    public let topLeft: CGPoint
    /// The corner that is at the top right if the code is not rotated.
    public let topRight: CGPoint
    /// The corner that is at the bottom left if the code is not rotated.
    public let bottomLeft: CGPoint
    /// The corner that is at the bottom right if the code is not rotated.
    public let bottomRight: CGPoint
    /// The decoded message.
    public let messageString: String?

    /// - Parameter corners: the corners, clockwise from the corner that is at the top left if the code is not rotated.
    init(_ corners: [CGPoint], message: String?) {
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
        messageString = message
        super.init(type: CIFeatureTypeQRCode, bounds: CGRect(around: corners))
    }
}

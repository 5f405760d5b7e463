import CoreGraphics

/// A face in an image.
package struct FaceFinding: Hashable, Sendable {
    /// Normalised to the upright image, origin at the lower left.
    package let boundingBox: CGRect
    /// From 0 to 1.
    package let confidence: Float
    /// How the head is turned, as far as it is known.
    package var attitude: FaceAttitude

    package init(boundingBox: CGRect, confidence: Float, attitude: FaceAttitude) {
        self.boundingBox = boundingBox
        self.confidence = confidence
        self.attitude = attitude
    }
}

/// A head's rotation, in radians. The rotations apply in the order pitch, yaw, roll. An angle is `nil` if it is not known.
package struct FaceAttitude: Hashable, Sendable, Codable {
    /// Counterclockwise as the image is seen, from -π to π.
    package var roll: Double?
    /// Counterclockwise as seen from above: positive towards the image's right, from -π/2 to π/2.
    package var yaw: Double?
    /// Positive for a head that nods down, from -π/2 to π/2.
    package var pitch: Double?

    package init(roll: Double? = nil, yaw: Double? = nil, pitch: Double? = nil) {
        self.roll = roll
        self.yaw = yaw
        self.pitch = pitch
    }

    /// The angles, and where one is not known another one's.
    package func completed(by other: FaceAttitude) -> FaceAttitude {
        FaceAttitude(roll: roll ?? other.roll, yaw: yaw ?? other.yaw, pitch: pitch ?? other.pitch)
    }
}

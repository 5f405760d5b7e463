import CoreGraphics

/// A face in an image.
package struct FaceFinding: Hashable, Sendable {
    /// The bounding box, normalised to the upright image, with the origin at the lower left.
    package let boundingBox: CGRect
    /// The confidence, from 0 to 1.
    package let confidence: Float
    /// The rotation of the head. Angles that are not known are `nil`.
    package var attitude: FaceAttitude

    package init(boundingBox: CGRect, confidence: Float, attitude: FaceAttitude) {
        self.boundingBox = boundingBox
        self.confidence = confidence
        self.attitude = attitude
    }
}

/// A head's rotation, in radians. The rotations apply in the order pitch, yaw, roll. An angle is `nil` if it is not known.
package struct FaceAttitude: Hashable, Sendable, Codable {
    /// The roll angle, counterclockwise in the image, from -π to π.
    package var roll: Double?
    /// The yaw angle, counterclockwise as seen from above, from -π/2 to π/2. It is positive for a head that looks to the right of the image.
    package var yaw: Double?
    /// The pitch angle, from -π/2 to π/2. It is positive for a head that nods down.
    package var pitch: Double?

    package init(roll: Double? = nil, yaw: Double? = nil, pitch: Double? = nil) {
        self.roll = roll
        self.yaw = yaw
        self.pitch = pitch
    }

    /// The rotation with its unknown angles taken from another rotation.
    package func completed(by other: FaceAttitude) -> FaceAttitude {
        FaceAttitude(roll: roll ?? other.roll, yaw: yaw ?? other.yaw, pitch: pitch ?? other.pitch)
    }
}

import CoreGraphics

/// A joint of a body or a hand, with its position in the image.
public struct Joint: Codable, Equatable, Hashable, Sendable, CustomStringConvertible {
    /// The joint's position in the upright image, origin at the lower left. The joints of hands and of people's bodies are normalised to
    /// the request's ``ImageProcessingRequest/regionOfInterest``.
    public let location: NormalizedPoint
    /// The raw value of the joint's name in its observation.
    public let jointName: String
    /// The confidence, from 0 to 1.
    public let confidence: Float

    init(location: NormalizedPoint, jointName: String, confidence: Float) {
        self.location = location
        self.jointName = jointName
        self.confidence = confidence
    }

    /// The distance between two joints in normalised coordinates.
    public func distance(to joint: Joint) -> CGFloat {
        let (dx, dy) = (joint.location.x - location.x, joint.location.y - location.y)
        return (dx * dx + dy * dy).squareRoot()
    }

    public var description: String { "\(jointName) \(location) confidence \(confidence)" }
}

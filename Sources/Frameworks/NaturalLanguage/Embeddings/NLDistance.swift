/// The distance of two texts in an embedding.
public typealias NLDistance = Double

/// The ways to measure the distance of two vectors.
public enum NLDistanceType: Int, Sendable {
    /// One less the cosine of the angle between them, 0…2. That of a vector of zeros to any vector is 1.
    case cosine = 0
}

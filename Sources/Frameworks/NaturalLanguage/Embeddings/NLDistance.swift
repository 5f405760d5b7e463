/// The distance between two texts in an embedding.
public typealias NLDistance = Double

/// The measures of the distance between two vectors.
public enum NLDistanceType: Int, Sendable {
    /// 1 minus the cosine of the angle between the vectors, 0…2. The distance of a zero vector to any vector is 1.
    case cosine = 0
}

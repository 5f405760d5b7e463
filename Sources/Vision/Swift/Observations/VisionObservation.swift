import CoreMedia
import Foundation

/// What a request found: a value, with an identity that follows what was found from observation to observation.
public protocol VisionObservation: CustomStringConvertible, Decodable, Encodable, Hashable, Sendable {
    /// Tells observations apart. What is tracked keeps the one of its first frame.
    var uuid: UUID { get }

    /// How certain the observation is, from 0 to 1; 1 where the request has no measure of it.
    var confidence: Float { get }

    /// When it was seen, in frames that carry time stamps.
    var timeRange: CMTimeRange? { get }

    /// The request that made the observation; `nil` where a program made it, or it was a request of a `VN` class.
    var originatingRequestDescriptor: RequestDescriptor? { get }

    var description: String { get }
}

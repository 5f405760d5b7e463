import CoreMedia
import Foundation

/// A result of a request, as a value type. Observations of one tracked object have the same ``uuid``.
public protocol VisionObservation: CustomStringConvertible, Decodable, Encodable, Hashable, Sendable {
    /// Identifies the observation. All observations of a tracked object have the same uuid.
    var uuid: UUID { get }

    /// The confidence of the observation, from 0 to 1. It is 1 if the request does not measure confidence.
    var confidence: Float { get }

    /// The time at which the observation was made, if the frame has a time stamp.
    var timeRange: CMTimeRange? { get }

    /// The request that made the observation; `nil` if a program or a request of a `VN` class made it.
    var originatingRequestDescriptor: RequestDescriptor? { get }

    var description: String { get }
}

import CoreMedia
import Locks

/// What a request found: immutable, with an identity that follows what was found from observation to observation.
open class VNObservation: NSObject, NSCopying, NSSecureCoding, VNRequestRevisionProviding, @unchecked Sendable {
    /// How certain the observation is, from 0 to 1; 1 where the request has no measure of it.
    public let confidence: VNConfidence

    /// The revision of the request that made the observation; ``VNRequestRevisionUnspecified`` where a program made it.
    public let requestRevision: Int

    /// When it was seen, in a sequence of frames that carry time stamps; otherwise a range of zero duration at time zero.
    public let timeRange: CMTimeRange

    // Made on first use: a classifier makes a thousand observations a frame, whose identities hardly anyone asks for.
    private let identity: Locked<UUID?>

    /// The observation's identity.
    public var uuid: UUID {
        identity.withLock { identity in
            if let identity { return identity }
            let made = UUID()
            identity = made
            return made
        }
    }

    init(_ origin: Origin, confidence: VNConfidence) {
        self.confidence = confidence
        requestRevision = origin.revision
        timeRange = origin.timeRange
        identity = Locked(origin.uuid)
        super.init()
    }

    private struct Contents: Codable {
        let uuid: UUID
        let confidence: VNConfidence
        let requestRevision: Int
        let start: ArchivedTime
        let duration: ArchivedTime
    }

    /// Reads what `encode(with:)` wrote; `nil` for anything else.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNObservation.self) else { return nil }
        confidence = contents.confidence
        requestRevision = contents.requestRevision
        timeRange = CMTimeRange(start: contents.start.time, duration: contents.duration.time)
        identity = Locked(contents.uuid)
        super.init()
    }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        let contents = Contents(
            uuid: uuid, confidence: confidence, requestRevision: requestRevision, start: ArchivedTime(timeRange.start),
            duration: ArchivedTime(timeRange.duration))
        coder.encode(contents: contents, of: VNObservation.self)
    }

    /// Observations do not change: a copy is the observation itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Two observations are equal when they are of one class and have one identity and confidence.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNObservation else { return false }
        return self === other || (type(of: other) == type(of: self) && other.uuid == uuid && other.confidence == confidence)
    }

    open override var hash: Int { uuid.hashValue }

    open override var description: String {
        "<\(Self.self)> \(uuid) revision \(requestRevision) confidence \(confidence)"
    }
}

extension VNObservation {
    /// Where an observation comes from: what every observation of one request on one image shares.
    struct Origin {
        var revision = VNRequestRevisionUnspecified
        var timeRange = CMTimeRange(start: .zero, duration: .zero)
        /// The identity of a followed object; `nil` for a new one.
        var uuid: UUID?
    }
}

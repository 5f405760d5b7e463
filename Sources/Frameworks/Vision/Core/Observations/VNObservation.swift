import CoreMedia
import Locks

/// A result of a request. Observations are immutable. Observations of one tracked object have the same ``uuid``.
open class VNObservation: NSObject, NSCopying, NSSecureCoding, VNRequestRevisionProviding, @unchecked Sendable {
    /// The confidence of the observation, from 0 to 1. It is 1 if the request does not measure confidence.
    public let confidence: VNConfidence

    /// The revision of the request that made the observation; ``VNRequestRevisionUnspecified`` if a program created the observation itself.
    public let requestRevision: Int

    /// The time at which the observation was made, if the frame has a time stamp. Without a time stamp, a range of zero duration at time
    /// zero.
    public let timeRange: CMTimeRange

    // Created on first use: a classifier makes a thousand observations per frame, and their uuids are rarely needed.
    private let identity: Locked<UUID?>

    /// The identifier of the observation.
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

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNObservation.self) else { return nil }
        confidence = contents.confidence
        requestRevision = Self.revision(archived: contents.requestRevision)
        timeRange = CMTimeRange(start: contents.start.time, duration: contents.duration.time)
        identity = Locked(contents.uuid)
        super.init()
    }

    /// The revision that a revision number in an archive stands for.
    class func revision(archived: Int) -> Int { archived }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        let contents = Contents(
            uuid: uuid, confidence: confidence, requestRevision: requestRevision, start: ArchivedTime(timeRange.start),
            duration: ArchivedTime(timeRange.duration))
        coder.encode(contents: contents, of: VNObservation.self)
    }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Two observations are equal if they have the same class, uuid and confidence.
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
    /// The properties that all observations of one request on one image share.
    struct Origin {
        var revision = VNRequestRevisionUnspecified
        var timeRange = CMTimeRange(start: .zero, duration: .zero)
        /// The uuid of a tracked object; `nil` for a new object.
        var uuid: UUID?
    }
}

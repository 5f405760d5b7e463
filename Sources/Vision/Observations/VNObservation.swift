import CoreMedia
import Synchronization

/// What a request found: immutable, with an identity that follows what was found from observation to observation.
open class VNObservation: NSObject, NSCopying, NSSecureCoding, VNRequestRevisionProviding, @unchecked Sendable {
    /// How certain the observation is, from 0 to 1; 1 where the request has no measure of it.
    public let confidence: VNConfidence

    /// The revision of the request that made the observation; ``VNRequestRevisionUnspecified`` where a program made it.
    public let requestRevision: Int

    /// When it was seen, in a sequence of frames that carry time stamps; otherwise a range of zero duration at time zero.
    public let timeRange: CMTimeRange

    // Made on first use: a classifier makes a thousand observations a frame, whose identities hardly anyone asks for.
    private let identity: Mutex<UUID?>

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
        identity = Mutex(origin.uuid)
        super.init()
    }

    public required init?(coder: NSCoder) {
        confidence = coder.decodeFloat(forKey: "confidence")
        requestRevision = coder.decodeInteger(forKey: "requestRevision")
        let start = CMTime(coder, key: "start")
        let duration = CMTime(coder, key: "duration")
        timeRange = CMTimeRange(start: start, duration: duration)
        guard let uuid = coder.decodeObject(of: NSString.self, forKey: "uuid").flatMap({ UUID(uuidString: $0 as String) }) else {
            return nil
        }
        identity = Mutex(uuid)
        super.init()
    }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(confidence, forKey: "confidence")
        coder.encode(requestRevision, forKey: "requestRevision")
        timeRange.start.encode(with: coder, key: "start")
        timeRange.duration.encode(with: coder, key: "duration")
        coder.encode(uuid.uuidString as NSString, forKey: "uuid")
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

extension CMTime {
    fileprivate init(_ coder: NSCoder, key: String) {
        self.init(
            value: coder.decodeInt64(forKey: key + ".value"), timescale: coder.decodeInt32(forKey: key + ".timescale"),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: coder.decodeInt64(forKey: key + ".flags"))),
            epoch: coder.decodeInt64(forKey: key + ".epoch"))
    }

    fileprivate func encode(with coder: NSCoder, key: String) {
        coder.encode(value, forKey: key + ".value")
        coder.encode(timescale, forKey: key + ".timescale")
        coder.encode(Int64(flags.rawValue), forKey: key + ".flags")
        coder.encode(epoch, forKey: key + ".epoch")
    }
}

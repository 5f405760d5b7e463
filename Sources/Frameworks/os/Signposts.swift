import Foundation

// Marks of the beginning and the end of an interval of work. Apple's Instruments displays them. Nothing on Linux reads them, and they take
// no time.

/// An identifier that distinguishes intervals with the same name.
public struct OSSignpostID: Comparable, Hashable, Sendable {
    /// The number of the interval.
    public let rawValue: UInt64

    /// The identifier with a given number.
    public init(_ value: UInt64) {
        rawValue = value
    }

    /// A new random identifier.
    public init(log: OSLog) {
        rawValue = .random(in: 2 ..< .max - 1)
    }

    /// The identifier of the interval that belongs to an object.
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// The identifier for an interval that is the only one with its name.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// The null identifier. It denotes no interval.
    public static let null = OSSignpostID(0)
    /// The invalid identifier. It denotes no interval.
    public static let invalid = OSSignpostID(.max)

    public static func < (lhs: OSSignpostID, rhs: OSSignpostID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The type of a signpost.
public struct OSSignpostType: RawRepresentable, Equatable, Hashable, Sendable {
    public let rawValue: UInt8

    /// The type with a number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// An event: a point in time.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)
}

/// Emits a signpost: an event, or the beginning or the end of an interval.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive
) {}

/// Emits a signpost with a message: an event, or the beginning or the end of an interval.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive,
    _ format: StaticString, _ arguments: Any...
) {}

/// The state of an interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    /// The identifier of the interval.
    public let signpostID: OSSignpostID

    init(_ signpostID: OSSignpostID) {
        self.signpostID = signpostID
    }

    /// The state of an interval that has begun elsewhere.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id) }
}

/// Emits signposts at the beginning and the end of intervals.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// A signposter for a subsystem and a category.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// A signposter for a subsystem and a category that has a special meaning.
    public init(subsystem: String, category: OSLog.Category) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// A signposter for a log.
    public init(logHandle: OSLog) {
        log = logHandle
    }

    /// A signposter for the subsystem and the category of a logger.
    public init(logger: Logger) {
        log = .default
    }

    /// A signposter for the default subsystem and category.
    public init() {
        log = .default
    }

    /// A signposter that records nothing.
    public static let disabled = OSSignposter(logHandle: .disabled)

    /// Whether signposts are recorded: always `false`, because nothing on Linux reads them.
    public var isEnabled: Bool { log.signpostsEnabled }

    /// A new identifier for an interval.
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
    /// The identifier of the interval that belongs to an object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    /// Marks the beginning of an interval.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id)
    }

    /// Marks the beginning of an interval, with a message.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> OSLogMessage
    ) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id)
    }

    /// Marks the end of an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}

    /// Marks the end of an interval, with a message.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: @autoclosure () -> OSLogMessage) {}

    /// Marks an event: a point in time.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}

    /// Marks an event, with a message.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> OSLogMessage) {}

    /// Runs code and marks it as an interval.
    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }

    /// Runs code and marks it as an interval, with a message.
    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> OSLogMessage,
        around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }
}

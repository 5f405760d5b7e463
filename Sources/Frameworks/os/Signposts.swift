import Foundation

// Marks of the beginning and the end of a piece of work. Apple's Instruments show them; nothing on Linux reads them, and they cost nothing.

/// An identifier that tells pieces of work with the same name apart.
public struct OSSignpostID: Comparable, Hashable, Sendable {
    /// The number of the piece.
    public let rawValue: UInt64

    /// The identifier with a given number.
    public init(_ value: UInt64) {
        rawValue = value
    }

    /// A new identifier, drawn at random.
    public init(log: OSLog) {
        rawValue = .random(in: 2 ..< .max - 1)
    }

    /// The piece that works on an object.
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    /// The only piece of its name.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// No piece.
    public static let null = OSSignpostID(0)
    /// No piece.
    public static let invalid = OSSignpostID(.max)

    public static func < (lhs: OSSignpostID, rhs: OSSignpostID) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The kind of a mark.
public struct OSSignpostType: RawRepresentable, Equatable, Hashable, Sendable {
    public let rawValue: UInt8

    /// A type by its number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A moment.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of a piece of work.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of a piece of work.
    public static let end = OSSignpostType(rawValue: 2)
}

/// Marks a moment, or the beginning or the end of a piece of work.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive
) {}

/// Marks a moment, or the beginning or the end of a piece of work, with a message.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString, signpostID: OSSignpostID = .exclusive,
    _ format: StaticString, _ arguments: Any...
) {}

/// A piece of work that has begun.
public final class OSSignpostIntervalState: Sendable {
    /// The piece's number.
    public let signpostID: OSSignpostID

    init(_ signpostID: OSSignpostID) {
        self.signpostID = signpostID
    }

    /// A piece of work that another object has begun.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id) }
}

/// Marks the beginning and the end of pieces of work.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Marks of a part of a program.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Marks of a part of a program with a category of a meaning of its own.
    public init(subsystem: String, category: OSLog.Category) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Marks of a log.
    public init(logHandle: OSLog) {
        log = logHandle
    }

    /// Marks of the part of a program that a logger writes of.
    public init(logger: Logger) {
        log = .default
    }

    /// Marks of no part in particular.
    public init() {
        log = .default
    }

    /// Marks that are not recorded.
    public static let disabled = OSSignposter(logHandle: .disabled)

    /// Whether marks are recorded: never, as nothing on Linux reads them.
    public var isEnabled: Bool { log.signpostsEnabled }

    /// A number for a piece of work.
    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
    /// The number of the piece that works on an object.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    /// Marks the beginning of a piece of work.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id)
    }

    /// Marks the beginning of a piece of work, with a message.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> OSLogMessage
    ) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id)
    }

    /// Marks the end of a piece of work.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}

    /// Marks the end of a piece of work, with a message.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: @autoclosure () -> OSLogMessage) {}

    /// Marks a moment.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}

    /// Marks a moment, with a message.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> OSLogMessage) {}

    /// Does a piece of work between marks of its beginning and its end.
    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }

    /// Does a piece of work between marks of its beginning and its end, with a message.
    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: @autoclosure () -> OSLogMessage,
        around task: () throws -> Result
    ) rethrows -> Result {
        try task()
    }
}

import Foundation

/// Writes messages about a part of a program. ``OSLog`` describes where they are written.
public struct Logger: Sendable {
    private let log: OSLog

    /// A logger for a subsystem, usually in the form of a reversed domain, and a category in it.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// A logger for the default subsystem and category.
    public init() {
        log = .default
    }

    /// A logger that writes to a log.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message of the default level. If messages of this level are not written, the message is not evaluated.
    public func log(_ message: @autoclosure () -> OSLogMessage) { log.write(.default, message().text) }
    /// Writes a message of any level.
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) { log.write(level, message().text) }
    /// Writes a message for debugging.
    public func trace(_ message: @autoclosure () -> OSLogMessage) { log.write(.debug, message().text) }
    /// Writes a message for debugging.
    public func debug(_ message: @autoclosure () -> OSLogMessage) { log.write(.debug, message().text) }
    /// Writes a helpful message that is less important than a notice.
    public func info(_ message: @autoclosure () -> OSLogMessage) { log.write(.info, message().text) }
    /// Writes a notice.
    public func notice(_ message: @autoclosure () -> OSLogMessage) { log.write(.default, message().text) }
    /// Writes a warning. It has the level of errors, as on Apple's platforms.
    public func warning(_ message: @autoclosure () -> OSLogMessage) { log.write(.error, message().text) }
    /// Writes an error.
    public func error(_ message: @autoclosure () -> OSLogMessage) { log.write(.error, message().text) }
    /// Writes a message about a fault of the program.
    public func critical(_ message: @autoclosure () -> OSLogMessage) { log.write(.fault, message().text) }
    /// Writes a message about a fault of the program.
    public func fault(_ message: @autoclosure () -> OSLogMessage) { log.write(.fault, message().text) }
}

import Foundation

/// The level of a message.
public struct OSLogType: RawRepresentable, Equatable, Hashable, Sendable {
    public let rawValue: UInt8

    /// The level with a number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The level with a number.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The level of ordinary messages.
    public static let `default` = OSLogType(rawValue: 0)
    /// The level of helpful messages that are less important than ordinary messages. They are not written by default.
    public static let info = OSLogType(rawValue: 1)
    /// The level of messages for debugging. They are not written by default.
    public static let debug = OSLogType(rawValue: 2)
    /// The level of errors.
    public static let error = OSLogType(rawValue: 16)
    /// The level of faults of the program.
    public static let fault = OSLogType(rawValue: 17)

    var name: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }
}

/// The destination of messages about a part of a program. On Linux it is the standard error.
///
/// Ordinary messages, errors and faults are always written. If the environment contains `OS_ACTIVITY_DT_MODE`, the levels `info` and
/// `debug` are written, too. On Apple's platforms, this variable directs messages to the standard error.
public final class OSLog: NSObject, Sendable {
    /// Categories with a special meaning.
    public struct Category: Sendable {
        let name: String

        /// Signposts of important events, for people who measure a program.
        public static let pointsOfInterest = Category(name: "PointsOfInterest")
        /// Signposts that are recorded only during a measurement.
        public static let dynamicTracing = Category(name: "DynamicTracing")
        /// Signposts with the call stack, which are recorded only during a measurement.
        public static let dynamicStackTracing = Category(name: "DynamicStackTracing")
    }

    let subsystem: String
    let category: String
    private let isDisabled: Bool

    private init(subsystem: String, category: String, isDisabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isDisabled = isDisabled
    }

    /// The log for a subsystem, usually in the form of a reversed domain, and a category in it.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isDisabled: false)
    }

    /// The log for a subsystem and a category that has a special meaning.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.name, isDisabled: false)
    }

    /// The log for the default subsystem and category.
    public static let `default` = OSLog(subsystem: "", category: "", isDisabled: false)
    /// A log that discards all messages.
    public static let disabled = OSLog(subsystem: "", category: "", isDisabled: true)

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool {
        !isDisabled && (LogOutput.isVerbose || type != .info && type != .debug)
    }

    /// Whether signposts are recorded: always `false`, because nothing on Linux reads them.
    public var signpostsEnabled: Bool { false }

    func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
        guard isEnabled(type: type) else { return }
        let place = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
        LogOutput.write(line: (place.isEmpty ? "" : "[\(place)] ") + "\(type.name): \(text())")
    }
}

/// The standard error, to which messages are written.
private enum LogOutput {
    static let isVerbose = getenv("OS_ACTIVITY_DT_MODE") != nil

    /// Writes a whole line with one call, so that lines of several threads are not mixed.
    static func write(line: String) {
        let bytes = Array((line + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }
}

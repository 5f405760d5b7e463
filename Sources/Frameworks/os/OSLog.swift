import Foundation

/// The level of a message.
public struct OSLogType: RawRepresentable, Equatable, Hashable, Sendable {
    public let rawValue: UInt8

    /// A level by its number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A level by its number.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The level of usual messages.
    public static let `default` = OSLogType(rawValue: 0)
    /// The level of messages that may help. They are not shown by default.
    public static let info = OSLogType(rawValue: 1)
    /// The level of messages for debugging. They are not shown by default.
    public static let debug = OSLogType(rawValue: 2)
    /// An error.
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

/// The destination of messages about a part of a program. On Linux, this is the standard error.
///
/// Notices, errors and faults are written. If `OS_ACTIVITY_DT_MODE` is in the environment, the levels `info` and `debug` are written, too.
/// On Apple's platforms, this variable sends messages to the standard error.
public final class OSLog: NSObject, Sendable {
    /// Categories with a special meaning.
    public struct Category: Sendable {
        let name: String

        /// Signposts that matter only to those who measure.
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

    /// The log for a subsystem and a category with a special meaning.
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

    /// Whether signposts are recorded: never, as nothing on Linux reads them.
    public var signpostsEnabled: Bool { false }

    func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
        guard isEnabled(type: type) else { return }
        let place = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
        LogOutput.write(line: (place.isEmpty ? "" : "[\(place)] ") + "\(type.name): \(text())")
    }
}

/// The standard error, as messages are written to it.
private enum LogOutput {
    static let isVerbose = getenv("OS_ACTIVITY_DT_MODE") != nil

    /// Writes a whole line at once, so that lines of several threads are not mixed.
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

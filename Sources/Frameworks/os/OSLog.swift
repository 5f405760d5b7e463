import Foundation

/// How important a message is.
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

    /// The level of what a program tells as a rule.
    public static let `default` = OSLogType(rawValue: 0)
    /// The level of what may help, and is not shown as a rule.
    public static let info = OSLogType(rawValue: 1)
    /// The level of what only helps those who look for a fault. It is not shown as a rule.
    public static let debug = OSLogType(rawValue: 2)
    /// An error.
    public static let error = OSLogType(rawValue: 16)
    /// A fault of the program.
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

/// Where messages of a part of a program go: on Linux, to the standard error.
///
/// Notices, errors and faults are written. With `OS_ACTIVITY_DT_MODE` in the environment, which has Apple's platforms write messages to the
/// standard error, the levels `info` and `debug` are written, too.
public final class OSLog: NSObject, Sendable {
    /// Categories with a meaning of their own.
    public struct Category: Sendable {
        let name: String

        /// Marks that are only of interest to those who measure.
        public static let pointsOfInterest = Category(name: "PointsOfInterest")
        /// Marks that are only recorded while somebody measures.
        public static let dynamicTracing = Category(name: "DynamicTracing")
        /// Marks with the stack of calls, which are only recorded while somebody measures.
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

    /// The log of a part of a program: of a subsystem, usually in the form of a reversed domain, and a category in it.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isDisabled: false)
    }

    /// The log of a part of a program with a category of a meaning of its own.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.name, isDisabled: false)
    }

    /// The log of no part in particular.
    public static let `default` = OSLog(subsystem: "", category: "", isDisabled: false)
    /// A log that nothing is written to.
    public static let disabled = OSLog(subsystem: "", category: "", isDisabled: true)

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool {
        !isDisabled && (LogOutput.isVerbose || type != .info && type != .debug)
    }

    /// Whether marks are recorded: never, as nothing on Linux reads them.
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

    /// Writes a line in one piece, so that those of several threads do not mix.
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

import Foundation

/// Writes a message of the default level.
public func os_log(_ message: @autoclosure () -> OSLogMessage) { OSLog.default.write(.default, message().text) }

/// Writes a message with a level.
public func os_log(_ level: OSLogType, _ message: @autoclosure () -> OSLogMessage) { OSLog.default.write(level, message().text) }

/// Writes a message with a level to a log.
public func os_log(_ level: OSLogType, log: OSLog, _ message: @autoclosure () -> OSLogMessage) { log.write(level, message().text) }

/// Writes a message. Values replace the placeholders that begin with `%`, as in C. `%@` is replaced by a value as `String(describing:)`
/// describes it. `%{private}@` hides the value.
@_disfavoredOverload
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default, _ args: Any...
) {
    log.write(type, LogFormat(message.description).text(args))
}

/// Writes a message with a level. Values replace the placeholders that begin with `%`.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString, _ args: Any...
) {
    log.write(type, LogFormat(message.description).text(args))
}

/// A format string as in C, with the extensions for logs.
struct LogFormat {
    private enum Part {
        case text(String)
        case value(specifier: String, isPrivate: Bool)
    }

    private var parts: [Part] = []

    init(_ format: String) {
        var rest = Substring(format)
        while let start = rest.firstIndex(of: "%") {
            parts.append(.text(String(rest[..<start])))
            rest = rest[rest.index(after: start)...]
            if rest.first == "%" {
                parts.append(.text("%"))
                rest = rest.dropFirst()
                continue
            }
            var isPrivate = false
            if rest.first == "{", let end = rest.firstIndex(of: "}") {
                isPrivate = rest[..<end].contains("private") || rest[..<end].contains("sensitive")
                rest = rest[rest.index(after: end)...]
            }
            guard let end = rest.firstIndex(where: { $0.isLetter && !"lhqjzt".contains($0) || $0 == "@" }) else {
                parts.append(.text("%"))
                continue
            }
            parts.append(.value(specifier: String(rest[...end]), isPrivate: isPrivate))
            rest = rest[rest.index(after: end)...]
        }
        parts.append(.text(String(rest)))
    }

    func text(_ values: [Any]) -> String {
        var remaining = values[...]
        return parts.map { part in
            switch part {
            case .text(let text): return text
            case .value(let specifier, let isPrivate):
                guard let value = remaining.popFirst() else { return "<missing>" }
                return isPrivate ? "<private>" : LogFormat.text(value, specifier)
            }
        }.joined()
    }

    /// A value as text, formatted by a specifier. If the specifier is unknown or does not fit the value's type, it is ignored.
    private static func text(_ value: Any, _ specifier: String) -> String {
        let (flags, kind) = (specifier.dropLast().filter { !"lhqjzt".contains($0) }, specifier.last ?? "@")
        guard flags.allSatisfy({ "0123456789.+- #".contains($0) }), flags.count <= 8 else { return "\(value)" }
        switch (kind, value) {
        case ("d", let number as any BinaryInteger), ("i", let number as any BinaryInteger):
            return String(format: "%\(flags)lld", Int64(clamping: number))
        case ("u", let number as any BinaryInteger), ("x", let number as any BinaryInteger), ("X", let number as any BinaryInteger),
            ("o", let number as any BinaryInteger):
            return String(format: "%\(flags)ll\(kind)", UInt64(truncatingIfNeeded: number))
        case ("f", let number as any BinaryFloatingPoint), ("e", let number as any BinaryFloatingPoint),
            ("g", let number as any BinaryFloatingPoint), ("F", let number as any BinaryFloatingPoint):
            return String(format: "%\(flags)\(kind)", Double(number))
        default: return "\(value)"
        }
    }
}

import Foundation

/// Standard error, for diagnostics and progress. A reader that has gone away is nothing to stop for.
enum StandardError {
    static func write(_ text: String) { writeAll(text, to: STDERR_FILENO) }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Standard output, a system call a line, so that a reader sees whole lines as soon as they are written.
enum StandardOutput {
    static func write(line: String) { writeAll(line + "\n", to: STDOUT_FILENO) }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// How an error reads on the command line.
enum ErrorText {
    static func describe(_ error: any Error) -> String {
        if let usage = error as? UsageError { return usage.reason }
        if let localized = error as? LocalizedError, let description = localized.errorDescription { return description }
        // On Linux every error casts to NSError; one that is a Swift type describes itself better.
        if type(of: error) is NSError.Type { return (error as NSError).localizedDescription }
        return String(describing: error)
    }
}

private func writeAll(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }
}

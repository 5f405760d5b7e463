import Foundation

/// Standard error, for diagnostics and progress.
enum StandardError {
    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Standard output, a system call a line, so that a reader sees whole lines as soon as they are written.
enum StandardOutput {
    static func write(line: String) {
        var line = line
        line += "\n"
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let written = Foundation.write(STDOUT_FILENO, rest.baseAddress, rest.count)
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
        }
    }

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

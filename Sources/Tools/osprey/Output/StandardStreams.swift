import Foundation
import JSON
import Locks
import Reports

/// Writes to standard error, for diagnostics and progress. If the reader of standard error has disconnected, the program continues.
enum StandardError {
    /// Writes a line for people. Control characters, which file names may contain, are shown as escapes. Files of a zip archive are shown with the
    /// path of the archive.
    static func write(line: String) { write(ShownText.escaped(ShownPath.inArchives(line)) + "\n") }

    /// Writes text unchanged.
    static func write(_ text: String) { _ = writeAll(text, to: STDERR_FILENO) }

    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Standard output. Each line is written by one system call, so that a reader gets only whole lines.
///
/// All output of the program is written by these functions. The first failed write is recorded, and nothing is written after it, so that the output
/// has no gaps. The program's exit status reports the failure.
enum StandardOutput {
    private static let firstFailure = Locked<OutputFailure?>(nil)

    /// The reason why a write failed; `nil` if none has failed.
    static var failure: OutputFailure? { firstFailure.withLock { $0 } }

    /// Writes text for people. On a terminal, control characters are shown as escapes.
    ///
    /// - Throws: `OutputFailure` if this write or an earlier one failed.
    static func write(line: String) throws { try write((isTerminal ? ShownText.escaped(line, keepsLines: true) : line) + "\n") }

    /// Writes a line of JSON. On a terminal, control characters that JSON may contain are shown as escapes, too.
    ///
    /// - Throws: as ``write(line:)``.
    static func write(json: JSON) throws { try write((isTerminal ? ShownText.escaped(json: json.text) : json.text) + "\n") }

    /// Writes text unchanged.
    ///
    /// - Throws: as ``write(line:)``.
    static func write(_ text: String) throws {
        try firstFailure.withLock { failure in
            if let failure { throw failure }
            let number = writeAll(text, to: STDOUT_FILENO)
            guard number == 0 else {
                let new = OutputFailure(number: number)
                failure = new
                throw new
            }
        }
    }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// The error that standard output could not be written.
struct OutputFailure: Error, CustomStringConvertible {
    /// The number of the system's error.
    let number: Int32

    /// Whether the reader has disconnected, as `head` does after it has read enough.
    var isClosedPipe: Bool { number == EPIPE }

    var description: String { "standard output cannot be written: \(String(cString: strerror(number)))" }
}

/// Writes all of a text to a descriptor.
///
/// - Returns: 0, or the number of the system's error.
private func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if written < 0 && errno == EINTR { continue }
            if written < 0 && errno == EAGAIN {
                // A terminal or a pipe that another program made non-blocking.
                var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&place, 1, -1)
                continue
            }
            guard written > 0 else { return written < 0 ? errno : EIO }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
        return 0
    }
}

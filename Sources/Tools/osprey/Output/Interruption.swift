import Foundation
import Synchronization

/// Records signals that ask the program to end, during work that can be stopped safely. A second signal ends the program at once.
enum Interruption {
    private static let number = Atomic<Int32>(0)

    /// The signal that asked for the end; `nil` where none did.
    static var received: Int32? {
        let signal = number.load(ordering: .relaxed)
        return signal == 0 ? nil : signal
    }

    /// Clears the signal after it has been handled, for work that a signal is meant to end.
    static func forget() { number.store(0, ordering: .relaxed) }

    /// Runs `body`, which checks ``received`` regularly and returns if it is not `nil`.
    static func noting<Result>(_ body: () throws -> Result) rethrows -> Result {
        // Made before a signal can come.
        _ = received
        let signals = [SIGINT, SIGTERM]
        let former = signals.map { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return action
        }
        // Who starts it from a thread of Dispatch's has them blocked.
        var asked = sigset_t()
        sigemptyset(&asked)
        for signal in signals { sigaddset(&asked, signal) }
        pthread_sigmask(SIG_UNBLOCK, &asked, nil)
        for (signal, action) in zip(signals, former) where !isIgnored(action) {
            Glibc.signal(signal) { number in
                Interruption.number.store(number, ordering: .relaxed)
                Glibc.signal(number, SIG_DFL)
            }
        }
        defer {
            for (signal, var action) in zip(signals, former) { sigaction(signal, &action, nil) }
        }
        return try body()
    }

    /// Whether the signal is ignored. A shell starts background jobs so, and they continue when the shell is interrupted.
    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// A signal ended a training; says how it goes on.
struct TrainingInterrupted: Error, CustomStringConvertible {
    /// The folder of `--session`.
    let session: String?

    var description: String {
        let command = CommandLine.arguments.map(Self.quoted).joined(separator: " ")
        guard let session else {
            return "interrupted, and nothing was kept; with a session a training can go on: \(command) --session SESSION-FOLDER"
        }
        return "interrupted; what was done is kept in \(session), and the same command goes on from there: \(command)"
    }

    /// A word as a shell reads it back.
    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:+@%".contains($0)) }
        return isPlain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}

import Foundation
import Reports
import Synchronization

/// Records signals that ask the program to end, during work that can be stopped safely. A second signal ends the program immediately. If the work
/// does not end within a second, the first signal ends it, too.
enum Interruption {
    private static let number = Atomic<Int32>(0)
    /// The time in microseconds in which the work must end.
    private static let patience = 800_000
    /// The bytes of the line that is printed to standard error if the work does not end in time. They are made before a signal can arrive.
    nonisolated(unsafe) private static var farewell = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    /// The signal that asked the program to end; `nil` if none has arrived.
    static var received: Int32? {
        let signal = number.load(ordering: .relaxed)
        return signal == 0 ? nil : signal
    }

    /// Forgets the received signal. It is for work that is normally ended by a signal.
    static func forget() {
        setAlarm(0)
        number.store(0, ordering: .relaxed)
    }

    /// Unblocks the signals. It must be called before any thread is started. If a thread of Dispatch has started this program, the signals are
    /// blocked, and without this call no signal could end it.
    static func admit() {
        var asked = sigset_t()
        sigemptyset(&asked)
        for signal in [SIGINT, SIGTERM, SIGALRM] { sigaddset(&asked, signal) }
        pthread_sigmask(SIG_UNBLOCK, &asked, nil)
    }

    /// Runs `body` and records a signal in ``received`` instead of ending the program. `body` must check ``received`` regularly, and return when it
    /// is not `nil`.
    ///
    /// - Parameter farewell: the line that is printed if `body` does not return in time.
    static func noting<Result>(orElse farewell: String? = nil, _ body: () throws -> Result) rethrows -> Result {
        // The state is created before a signal can arrive.
        _ = received
        let line = Array((farewell.map { "osprey: \(ShownText.escaped($0))\n" } ?? "").utf8)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: line.count)
        _ = bytes.initialize(from: line)
        Self.farewell = bytes
        let signals = [SIGINT, SIGTERM]
        let former = signals.map { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            return action
        }
        Glibc.signal(SIGALRM) { _ in
            let number = Interruption.received ?? SIGTERM
            _ = write(STDERR_FILENO, Interruption.farewell.baseAddress, Interruption.farewell.count)
            Glibc.signal(number, SIG_DFL)
            kill(getpid(), number)
        }
        for (signal, action) in zip(signals, former) where !isIgnored(action) {
            Glibc.signal(signal) { number in
                Interruption.number.store(number, ordering: .relaxed)
                Glibc.signal(number, SIG_DFL)
                Interruption.setAlarm(Interruption.patience)
            }
        }
        defer {
            for (signal, var action) in zip(signals, former) { sigaction(signal, &action, nil) }
        }
        return try body()
    }

    /// Sends the process an alarm after `microseconds`; 0 cancels the alarm. A signal handler may call it.
    private static func setAlarm(_ microseconds: Int) {
        var time = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 0, tv_usec: microseconds))
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &time, nil)
    }

    /// Whether the signal is ignored. Shells start background jobs with ignored signals, so that the jobs continue when the shell is interrupted.
    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// The error that a signal has ended a training. Its text says how to resume the training.
struct TrainingInterrupted: Error, CustomStringConvertible {
    /// The folder of `--session`; `nil` if the option is not given.
    let session: String?

    var description: String {
        let command = CommandLine.arguments.map(Self.quoted).joined(separator: " ")
        guard let session else {
            return "interrupted, and nothing was kept; with a session a training can go on: \(command) --session SESSION-FOLDER"
        }
        return "interrupted; what was done is kept in \(session), and the same command goes on from there: \(command)"
    }

    /// A word quoted for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=,:+@%".contains($0)) }
        return isPlain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}

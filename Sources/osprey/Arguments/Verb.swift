/// One verb of the command line: what it takes, and what it does.
protocol Verb {
    static var command: Command { get }
    static func run(_ arguments: Arguments) throws -> ExitStatus
}

enum ExitStatus: Int32 {
    case success = 0
    case someFailed = 1
    case wrongUsage = 2
}

/// The command line was wrong; the reason fits one line.
struct UsageError: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

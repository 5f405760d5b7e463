/// A verb of the command line, with arguments and an action.
protocol Verb {
    static var command: Command { get }
    static func run(_ arguments: Arguments) throws -> ExitStatus
}

enum ExitStatus: Int32 {
    case success = 0
    case someFailed = 1
    case wrongUsage = 2
}

import Foundation

/// The limit of the process's stack. If the limit is only some kilobytes, decoders and networks overflow the stack, and a signal ends the program.
enum ProcessStack {
    /// The default limit of shells, in bytes.
    private static let usual: rlim_t = 8 << 20
    private static let least: rlim_t = 1 << 20

    /// Raises a limit of the stack's size that is too low, and executes the program again. This is needed because the stacks of threads have the
    /// limit with which the process started.
    ///
    /// - Throws: ``StackError`` if the limit may not be raised so far.
    static func ensure() throws {
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < least else { return }
        let found = limit.rlim_cur
        limit.rlim_cur = min(usual, limit.rlim_max)
        guard limit.rlim_cur >= least, setrlimit(kind, &limit) == 0, execv("/proc/self/exe", CommandLine.unsafeArgv) == 0 else {
            throw StackError(kilobytes: Int(found >> 10))
        }
    }

    private static var kind: __rlimit_resource_t { Int32(RLIMIT_STACK.rawValue) }

    struct StackError: Error, CustomStringConvertible {
        let kilobytes: Int
        var description: String {
            "the stack is limited to \(kilobytes) KB, and this program needs at least \(least >> 10) KB; 'ulimit -s' sets the limit"
        }
    }
}

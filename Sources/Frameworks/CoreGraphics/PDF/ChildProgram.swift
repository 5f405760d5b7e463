import CProcesses
import Foundation

/// A program that runs as a process of its own, with bounds for its time, its memory and its output.
struct ChildProgram {
    /// The result of a program that has ended by itself.
    struct Result {
        let status: Int32
        let output: Data
        let messages: String
    }

    /// The reason why there is no result.
    enum Failure: Error {
        /// No such program is installed.
        case missing
        /// The system does not start programs; the number is the system's error.
        case system(Int32)
        /// The program ran too long, was killed, or wrote too much. It does not run any more.
        case stopped
    }

    /// The name, which is looked up in `PATH`.
    let name: String
    /// The arguments after the name. No shell interprets them.
    let arguments: [String]
    /// A file that the program has open for reading as descriptor 3.
    let input: Int32
    /// The maximum number of bytes of output.
    let largestOutput: Int
    /// The maximum time in seconds.
    var longest: TimeInterval = 60

    /// The maximum number of bytes of messages. Further ones are dropped.
    private static let largestMessages = 1 << 16
    /// The maximum number of bytes of the program's memory.
    private static let largestMemory: UInt64 = 4 << 30

    /// Runs the program until it ends.
    ///
    /// - Throws: ``Failure``.
    func run() throws -> Result {
        let process = try start()
        var hasEnded = false
        defer {
            close(process.output)
            close(process.messages)
            if !hasEnded { end(process.identifier) }
        }
        let deadline = ProcessInfo.processInfo.systemUptime + longest
        let texts = try read(
            [(process.output, largestOutput, true), (process.messages, Self.largestMessages, false)], until: deadline)
        let status = try wait(for: process.identifier, until: deadline)
        hasEnded = true
        return Result(status: status, output: texts[0], messages: String(decoding: texts[1], as: UTF8.self))
    }

    // MARK: Processes

    private func start() throws -> CProcess {
        var environment = ProcessInfo.processInfo.environment
        // Messages are in English, and texts in UTF-8.
        environment["LC_ALL"] = "C.UTF-8"
        environment["LANGUAGE"] = nil
        let words = ([name] + arguments).map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var process = CProcess()
        let status = cprocesses_start(words, settings, input, Self.largestMemory, UInt64(longest.rounded(.up)), &process)
        guard status == 0 else { throw status == ENOENT ? Failure.missing : .system(status) }
        return process
    }

    /// Kills the program.
    private func end(_ process: pid_t) {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Waits for the end of the program. Returns its exit status.
    private func wait(for process: pid_t, until deadline: TimeInterval) throws -> Int32 {
        while true {
            var status: Int32 = 0
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process {
                guard status & 0x7F == 0 else { throw Failure.stopped }
                return status >> 8 & 0xFF
            }
            // Another part of the process may wait for all children, or have told the system that it waits for none.
            if ended < 0, errno == ECHILD { return 0 }
            guard ended == 0 || errno == EINTR, ProcessInfo.processInfo.systemUptime < deadline else { throw Failure.stopped }
            usleep(1000)
        }
    }

    // MARK: Pipes

    /// Reads pipes until all of them end.
    ///
    /// - Parameter sources: the descriptors, the maximum numbers of bytes, and whether it is a failure if there are more.
    private func read(_ sources: [(descriptor: Int32, largest: Int, isStrict: Bool)], until deadline: TimeInterval) throws -> [Data] {
        var results = sources.map { _ in Data() }
        var open = Array(sources.indices)
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while !open.isEmpty {
            let rest = deadline - ProcessInfo.processInfo.systemUptime
            guard rest > 0 else { throw Failure.stopped }
            var polls = open.map { pollfd(fd: sources[$0].descriptor, events: Int16(POLLIN), revents: 0) }
            let ready = poll(&polls, nfds_t(polls.count), Int32(min(rest, 60) * 1000) + 1)
            guard ready >= 0 || errno == EINTR else { throw Failure.system(errno) }
            guard ready > 0 else { continue }
            for (index, state) in zip(open, polls) where state.revents != 0 {
                let count = Glibc.read(state.fd, &piece, piece.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else {
                    open.removeAll { $0 == index }
                    continue
                }
                let room = sources[index].largest - results[index].count
                guard count <= room || !sources[index].isStrict else { throw Failure.stopped }
                results[index] += piece.prefix(min(count, max(room, 0)))
            }
        }
        return results
    }
}

import CoreMLRuntime
import Foundation
import ModelServer
import Reports

/// `osprey model serve`: serves models and predictions to programs in any language, over standard input and output or a socket.
enum ModelServe: Verb {
    static let command = Command(
        "model serve", "Serves models to other programs, over standard input and output or a socket.",
        options: [
            .value("--socket", "PATH", "serves any number of clients over a local socket, with arrays as they are"),
            .value("--port", "N", "the same over TCP, for programs on this machine; 0 for a port that is free"),
            .value("--folder", "DIR", "clients at a port may load the models below it; may be given again"),
            .value("--clients", "N", "how many clients there may be at once (64 where not given)"),
            .value("--limit", "MB", "the largest request (1024 where not given)"),
            .value("--batch", "N", "so many requests that wait together are predicted at once (16 where not given)"),
            .value("--timeout", "S", "gives up a client that stops in the middle of a request after S seconds (30)"),
            .value("--threads", "N", "how many threads a request uses (all cores where not given)"),
        ],
        discussion: """
            Without --socket and --port it reads one JSON object a line and answers each with one. Every request has an integer "id" and an "op":
            load (path, computeUnits, function), predict (model, inputs, state), predictBatch (model, inputs), newState (model),
            readState (state, name), writeState (state, name, value), endState (state), unload (model), compile (path), plan (path, computeUnits, function), share (path, or a descriptor),
            classify (images, path, top, threshold), detect (images, kinds, path, threshold), featurePrint (images, path).
            Documentation/Serve.md says more.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let threads = try arguments.integer("--threads", in: 1...1024)
        if let address = try address(arguments) { return try serve(address, arguments, threads) }
        for option in ["--folder", "--clients", "--limit", "--batch", "--timeout"] where arguments.string(option) != nil {
            throw UsageError("option '\(option)' needs --socket or --port")
        }
        guard let threads else { return try serveStandardInput() }
        return try Parallelism.withThreads(threads) { try serveStandardInput() }
    }

    private static func address(_ arguments: Arguments) throws -> SocketServer.Address? {
        let port = try arguments.integer("--port", in: 0...65535)
        guard let path = arguments.string("--socket") else { return port.map { .port($0) } }
        guard port == nil else { throw UsageError("a server has a --socket or a --port, not both") }
        return .local(path: path)
    }

    private static func serveStandardInput() throws -> ExitStatus {
        let session = ModelSession()
        let input = LineReader(descriptor: STDIN_FILENO)
        while let answer = input.next({ line in line.allSatisfy { $0 <= 0x20 } ? "" : session.answer(line).text }) {
            if !answer.isEmpty { try StandardOutput.write(answer + "\n") }
        }
        return .success
    }

    /// Serves until a signal asks the program to end.
    private static func serve(_ address: SocketServer.Address, _ arguments: Arguments, _ threads: Int?) throws -> ExitStatus {
        let limits = SocketServer.Limits(
            clients: try arguments.integer("--clients", in: 1...10_000) ?? 64,
            requestBytes: (try arguments.integer("--limit", in: 1...1_000_000) ?? 1024) << 20,
            timeout: try arguments.integer("--timeout", in: 1...86_400) ?? 30, batch: try arguments.integer("--batch", in: 1...1024) ?? 16,
            threads: threads)
        let folders = arguments.strings("--folder").map { URL(fileURLWithPath: $0) }
        guard folders.isEmpty || arguments.string("--port") != nil else { throw UsageError("option '--folder' needs --port") }
        let token = getenv("OSPREY_TOKEN").map { String(cString: $0) }
        guard token?.isEmpty != true else { throw UsageError("the token in OSPREY_TOKEN is empty") }
        try Interruption.noting {
            let server = try SocketServer(address, limits: limits, folders: folders, token: token)
            // A program that has started the server waits for this line before it connects.
            let place = server.port.map { "port \($0)" } ?? arguments.string("--socket") ?? ""
            let made = token == nil ? server.token.map { "\nits token is \($0)" } ?? "" : ""
            try StandardOutput.write(line: "osprey serves on \(place)\(made)")
            server.run { Interruption.received != nil }
        }
        Interruption.forget()
        return .success
    }
}

import CWebSockets
import Foundation
import Locks
import Reports

/// A server for HTTP and WebSockets. One thread serves all connections, and a few threads compute answers.
final class WebServer: @unchecked Sendable {
    /// The limits for a server's clients.
    struct Limits: Sendable {
        var connections = 256
        /// The largest message of a WebSocket, in bytes.
        var message = 8 << 20
        /// The maximum number of bytes that wait to be received by a WebSocket's client.
        var backlog = 16 << 20
        /// The maximum number of bytes of all bodies in memory.
        var bodies = 512 << 20
        /// The maximum number of requests that wait for an answer.
        var waiting = 64
        /// The maximum number of requests that are answered at the same time.
        var workers = 4
        /// The longest time, in seconds, that a client may be silent in the middle of a request.
        var silence = 30
        /// The longest time, in seconds, that a request's body may take.
        var bodySeconds = 1800.0
    }

    /// The port on which the server listens.
    let port: Int
    private let handler: any WebHandler
    private let limits: Limits
    private let library: OpaquePointer
    private let workers: WorkerThreads
    private let bodies: BodyRoom
    /// The requests whose bodies are arriving. Only the service thread uses them.
    private var exchanges: [UInt64: WebExchange] = [:]
    private var sockets: [UInt64: any WebSocketHandler] = [:]
    private let ended = DispatchSemaphore(value: 0)

    /// - Throws: `UsageError` with the reason why the server cannot listen.
    init(address: String, port: Int, limits: Limits = Limits(), handler: any WebHandler) throws {
        self.handler = handler
        self.limits = limits
        bodies = BodyRoom(limit: limits.bodies)
        workers = WorkerThreads("osprey.studio.answers", count: limits.workers)
        let relay = WebRelay()
        var callbacks = relay.callbacks
        var message = [CChar](repeating: 0, count: 400)
        let made = address.withCString { text -> OpaquePointer? in
            var options = CWebOptions(
                address: text, port: Int32(port), maximumConnections: Int32(limits.connections), maximumMessage: limits.message,
                maximumBacklog: limits.backlog, timeoutSeconds: Int32(limits.silence))
            return cwebsockets_make(&options, &callbacks, &message, message.count)
        }
        guard let made else {
            throw UsageError(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        library = made
        self.port = Int(cwebsockets_port(made))
        relay.server = self
    }

    /// Serves on a thread of its own.
    func start() {
        let thread = Thread { [self] in
            cwebsockets_run(library)
            ended.signal()
        }
        thread.name = "osprey.studio"
        thread.start()
    }

    deinit { cwebsockets_free(library) }

    /// Closes all connections. If unfinished work sends an answer afterwards, the answer is discarded.
    func stop() {
        cwebsockets_stop(library)
        ended.wait()
        workers.waitUntilIdle()
        cwebsockets_shut(library)
    }

    // MARK: Answers, from any thread

    private func answer(_ identifier: UInt64, _ response: WebResponse) {
        var headers = ""
        for (name, value) in response.fields { headers += "\(name): \(value)\n" }
        response.body.withUnsafeBytes { bytes in
            _ = cwebsockets_answer(library, identifier, Int32(response.status), headers, bytes.baseAddress, bytes.count)
        }
    }

    /// Sends a text on a WebSocket.
    ///
    /// - Returns: whether the client is still connected and fast enough.
    @discardableResult
    func send(_ text: String, to socket: UInt64) -> Bool {
        var text = text
        return text.withUTF8 { cwebsockets_send(library, socket, $0.baseAddress, $0.count, 0) == 0 }
    }

    /// Closes a WebSocket.
    func close(_ socket: UInt64) { cwebsockets_close(library, socket) }

    // MARK: Arrivals, on the service thread but for the head

    /// - Returns: the answer to a request that is refused; `nil` for one that is admitted.
    func refusal(_ head: UnsafeRawBufferPointer) -> WebResponse? {
        do {
            try handler.admit(RequestHead(parsing: head))
            return nil
        } catch {
            return WebResponse(error)
        }
    }

    /// - Returns: 0, or the HTTP status with which the WebSocket is refused.
    func begin(_ request: WebRequest) -> Int32 {
        guard !request.isWebSocket else {
            switch handler.open(request, WebSocket(server: self, identifier: request.identifier)) {
            case .failure(let refusal): return Int32(refusal.status)
            case .success(let socket): sockets[request.identifier] = socket
            }
            return 0
        }
        exchanges[request.identifier] = WebExchange(request, handler.decide(request), bodies)
        return 0
    }

    func receive(_ bytes: UnsafeRawBufferPointer, of identifier: UInt64) {
        guard let exchange = exchanges[identifier], !exchange.isAnswered else { return }
        do {
            try exchange.receive(bytes, seconds: limits.bodySeconds)
        } catch {
            exchange.isAnswered = true
            answer(identifier, WebResponse(error))
        }
    }

    func complete(_ identifier: UInt64) {
        guard let exchange = exchanges.removeValue(forKey: identifier), !exchange.isAnswered else { return }
        let body: WebBody
        do {
            body = try exchange.complete()
        } catch {
            return answer(identifier, WebResponse(error))
        }
        guard workers.count < limits.waiting else {
            exchange.discard()
            return answer(identifier, WebResponse(WebFailure(503, "too much is asked of Studio at once; try again")))
        }
        workers.add { [self] in
            defer { exchange.discard() }
            do {
                answer(identifier, try handler.answer(exchange.request, body))
            } catch {
                answer(identifier, WebResponse(error))
            }
        }
        if exchange.isRefused { exchange.isAnswered = true }
    }

    /// Refuses a request before its body has arrived.
    func refuseEarly(_ identifier: UInt64) {
        guard let exchange = exchanges[identifier], let refusal = exchange.refusal else { return }
        exchange.isAnswered = true
        answer(identifier, WebResponse(refusal))
    }

    func receive(message: Data, isBinary: Bool, of identifier: UInt64) {
        sockets[identifier]?.receive(message, isBinary: isBinary)
    }

    func closed(_ identifier: UInt64) {
        exchanges.removeValue(forKey: identifier)?.discard()
        sockets.removeValue(forKey: identifier)?.close()
    }
}

/// The server's end of a WebSocket.
struct WebSocket: Sendable {
    fileprivate let server: WebServer
    let identifier: UInt64

    fileprivate init(server: WebServer, identifier: UInt64) { (self.server, self.identifier) = (server, identifier) }

    /// - Returns: whether the client is still connected and fast enough.
    @discardableResult
    func send(_ text: String) -> Bool { server.send(text, to: identifier) }

    func close() { server.close(identifier) }
}

/// Passes the library's callbacks to the server.
private final class WebRelay: @unchecked Sendable {
    weak var server: WebServer?

    /// The functions that the C server calls for each event. They retain this object until the process ends. This is acceptable, because a process
    /// makes only one or two servers.
    var callbacks: CWebCallbacks {
        func relay(_ context: UnsafeMutableRawPointer?) -> WebServer? {
            context.flatMap { Unmanaged<WebRelay>.fromOpaque($0).takeUnretainedValue().server }
        }
        return CWebCallbacks(
            context: Unmanaged.passRetained(self).toOpaque(),
            head: { context, bytes, count, answer, size in
                guard let context, let answer, size > 0 else { return 1 }
                let server = Unmanaged<WebRelay>.fromOpaque(context).takeUnretainedValue().server
                let head = UnsafeRawBufferPointer(start: bytes, count: count)
                guard let refusal = server?.refusal(head) else { return server == nil ? 1 : 0 }
                // The terminating zero is already in the buffer.
                UnsafeMutableRawBufferPointer(start: answer, count: size - 1).copyBytes(from: refusal.text.prefix(size - 1))
                return 1
            },
            request: { context, request in
                guard let context, let request else { return 500 }
                guard let server = Unmanaged<WebRelay>.fromOpaque(context).takeUnretainedValue().server else { return 500 }
                let head = WebRequest(request.pointee)
                let status = server.begin(head)
                server.refuseEarly(head.identifier)
                return status
            },
            body: { context, identifier, bytes, count in
                guard let context, let server = Unmanaged<WebRelay>.fromOpaque(context).takeUnretainedValue().server else { return }
                guard let bytes else { return server.complete(identifier) }
                server.receive(UnsafeRawBufferPointer(start: bytes, count: count), of: identifier)
            },
            message: { context, identifier, bytes, count, isBinary in
                guard let context, let server = Unmanaged<WebRelay>.fromOpaque(context).takeUnretainedValue().server else { return }
                let data = bytes.map { Data(bytes: $0, count: count) } ?? Data()
                server.receive(message: data, isBinary: isBinary != 0, of: identifier)
            },
            closed: { context, identifier in
                guard let context else { return }
                Unmanaged<WebRelay>.fromOpaque(context).takeUnretainedValue().server?.closed(identifier)
            })
    }
}

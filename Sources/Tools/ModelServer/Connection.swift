import CDescriptors
import Foundation
import JSON
import Locks
import Reports

/// A client of the server. Each client has its own thread, and cannot delay other clients.
package final class Connection: @unchecked Sendable {
    private let descriptor: Int32
    private let limits: SocketServer.Limits
    private let session: ModelSession
    /// The token that the client's first request must have; `nil` if no token is needed, or if it has been received.
    private var token: String? { didSet { greeted.withLock { $0 = token == nil } } }
    private let greeted: Locked<Bool>
    /// The time at which the client connected.
    let start = ContinuousClock.now
    /// Whether the client may send requests. Clients that need a token must send it first. May be read on any thread.
    var isGreeted: Bool { greeted.withLock { $0 } }
    /// The maximum length, in bytes, of the header of a request with the token.
    private static let greetingLimit = 4096

    /// - Parameters:
    ///   - descriptor: the socket, which is closed with the connection.
    ///   - token: the token that the client must send first; `nil` for none.
    package init(
        _ descriptor: Int32, _ library: ModelLibrary, _ limits: SocketServer.Limits, _ rights: ClientRights, token: String?
    ) {
        (self.descriptor, self.limits, self.token) = (descriptor, limits, token)
        greeted = Locked(token == nil)
        session = ModelSession(library: library, rights: rights)
        var time = timeval(tv_sec: limits.timeout, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
        var one: Int32 = 1
        // The call fails for local sockets, which do not need it.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var buffer: Int32 = 1 << 20
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Accepts no more requests. Those that have arrived are answered.
    func finish() { shutdown(descriptor, Int32(SHUT_RD)) }

    /// Ends the connection immediately.
    func cancel() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Tells the client the reason why it is not served.
    func refuse(_ reason: String) {
        let error = ModelSession.report(ModelSession.RequestError(description: reason))
        _ = send(["id": .null, "ok": false, "error": error], AnswerPayload())
    }

    /// Answers requests until the client disconnects, an error occurs, or the client is too slow in the middle of a request.
    package func serve() {
        var isOpen = true
        while isOpen, waitForRequest() {
            do {
                let space = AnswerPayload()
                guard let answer = try receiveAndAnswer(space) else { return }
                isOpen = send(answer, space)
            } catch {
                // The end of this request, and so the start of the next one, cannot be found.
                refuse(String(describing: error))
                cancel()
                return
            }
        }
    }

    /// The answer to the next request; `nil` if the client has disconnected. A descriptor that came with the request and was not used is closed
    /// before the method returns.
    private func receiveAndAnswer(_ space: AnswerPayload) throws -> JSON? {
        guard let (header, payload, descriptor) = try receive() else { return nil }
        guard token == nil else { return try greet(header) }
        return withExtendedLifetime(header) {
            let line = UnsafeBufferPointer(header.bytes.bindMemory(to: UInt8.self))
            return session.answer(line, valueLimit: Frame.valueLimit, payload: payload, descriptor: descriptor, space: space)
        }
    }

    /// Checks the token in the client's first request, and answers the request.
    ///
    /// - Throws: an error if the token is missing or wrong.
    private func greet(_ header: RequestPayload) throws -> JSON {
        let request = try JSON(parsing: header.bytes)
        guard let token, request["op"]?.string == "greet", let given = request["token"]?.string, Token.isSame(given, token) else {
            throw ModelSession.RequestError(
                description: "the first request is 'greet', with the 'token' that the server said when it began")
        }
        self.token = nil
        return ["id": request["id"] ?? .null, "ok": true]
    }

    /// Waits for a request, without a time limit. A client that has not sent the token is limited to the time that a request may take.
    private func waitForRequest() -> Bool {
        while true {
            var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&place, 1, token == nil ? -1 : Int32(clamping: limits.timeout * 1000))
            if count > 0 { return true }
            if count == 0 || errno != EINTR { return false }
        }
    }

    /// A complete request; `nil` if the client has disconnected.
    private func receive() throws -> (header: RequestPayload, payload: RequestPayload?, descriptor: ReceivedDescriptor?)? {
        var descriptor: ReceivedDescriptor?
        var prefix = [UInt8](repeating: 0, count: Frame.prefixLength)
        let first = try prefix.withUnsafeMutableBytes { try fill($0, taking: &descriptor) }
        guard first else { return nil }
        guard let (headerLength, payloadLength) = prefix.withUnsafeBytes(Frame.lengths) else {
            throw ModelSession.RequestError(description: "what was sent is no request: it does not begin with OSP1 and two lengths")
        }
        guard token == nil || headerLength <= Self.greetingLimit && payloadLength == 0 else {
            throw ModelSession.RequestError(description: "the first request has a token, and nothing else")
        }
        guard headerLength <= Frame.headerLimit, payloadLength <= limits.requestBytes else {
            throw ModelSession.RequestError(
                description:
                    "a request has at most \(Frame.headerLimit) and \(limits.requestBytes) bytes, not \(headerLength) and \(payloadLength)")
        }
        let header = try RequestPayload(count: headerLength, isLarge: false)
        guard try fill(header.bytes) else { return nil }
        guard payloadLength > 0 else { return (header, nil, descriptor) }
        let payload = try RequestPayload(count: payloadLength)
        return try fill(payload.bytes) ? (header, payload, descriptor) : nil
    }

    /// Fills `target` with received bytes, and closes descriptors that come with them. Returns `false` if the client disconnects before `target` is
    /// full.
    private func fill(_ target: UnsafeMutableRawBufferPointer) throws -> Bool {
        try fill(target) { recv(descriptor, $0, $1, 0) }
    }

    /// Fills `target` with received bytes, and stores a descriptor that comes with them in `received`. Returns `false` if the client disconnects
    /// before `target` is full.
    private func fill(_ target: UnsafeMutableRawBufferPointer, taking received: inout ReceivedDescriptor?) throws -> Bool {
        try fill(target) { place, count in
            var number: Int32 = -1
            let count = cdescriptors_receive(descriptor, place, count, &number)
            if number >= 0 { received = ReceivedDescriptor(number) }
            return count
        }
    }

    private func fill(_ target: UnsafeMutableRawBufferPointer, _ receive: (UnsafeMutableRawPointer, Int) -> Int) throws -> Bool {
        var start = 0
        while start < target.count, let base = target.baseAddress {
            let count = receive(base + start, target.count - start)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) {
                throw ModelSession.RequestError(description: "nothing came for \(limits.timeout) seconds in the middle of a request")
            }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }

    /// Sends an answer.
    ///
    /// - Returns: whether the client has received all of it.
    private func send(_ answer: JSON, _ space: AnswerPayload) -> Bool {
        let header = Data(answer.text.utf8)
        let start = Frame.prefix(header: header.count, payload: space.count) + header
        return write(start) && space.pieces.allSatisfy { write($0) }
    }

    private func write(_ data: Data) -> Bool {
        data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
            var rest = bytes
            while !rest.isEmpty {
                let count = Foundation.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}

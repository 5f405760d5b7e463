import Foundation

/// A client that says exactly what a test wants, over a socket of its own.
final class Client {
    struct Answer {
        let status: Int
        let head: String
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
    }

    struct Closed: Error {}

    private let descriptor: Int32
    private var received = Data()

    init(port: Int, seconds: Int = 60) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard status == 0 else { throw Closed() }
    }

    deinit { close(descriptor) }

    func send(_ data: Data) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Closed() }
            rest = rest.dropFirst(count)
        }
    }

    private func more() throws {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Closed() }
        received.append(contentsOf: buffer[..<count])
    }

    private func take(_ count: Int) throws -> Data {
        while received.count < count { try more() }
        defer { received = Data(received.dropFirst(count)) }
        return Data(received.prefix(count))
    }

    private func head() throws -> String {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = received.range(of: end) {
                return String(decoding: try take(range.upperBound - received.startIndex), as: UTF8.self)
            }
            try more()
        }
    }

    /// Sends a request and reads its answer.
    func ask(_ method: String, _ path: String, _ body: Data? = nil, headers: [String] = [], length: Int? = nil) throws -> Answer {
        var lines = ["\(method) \(path) HTTP/1.1"] + headers
        if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: localhost") }
        if method != "GET" { lines.append("Content-Length: \(length ?? body?.count ?? 0)") }
        try send(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? Data()))
        return try answer()
    }

    func answer() throws -> Answer {
        let head = try head()
        let status = Int(head.split(separator: " ")[1]) ?? 0
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        return Answer(status: status, head: head, body: try take(length ?? 0))
    }

    // MARK: WebSockets

    /// - Returns: the status: 101 where it is open.
    func upgrade(_ path: String, host: String = "localhost", origin: String? = nil) throws -> Int {
        let lines =
            [
                "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ] + (origin.map { ["Origin: \($0)"] } ?? [])
        try send(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        return Int(try head().split(separator: " ")[1]) ?? 0
    }

    func send(message: Data, isBinary: Bool) throws {
        var frame = Data([isBinary ? 0x82 : 0x81])
        switch message.count {
        case ..<126: frame.append(UInt8(0x80 | message.count))
        case ..<65536: frame += [0xFE, UInt8(message.count >> 8), UInt8(message.count & 255)]
        default: frame += [0xFF] + (0..<8).reversed().map { UInt8(message.count >> (8 * $0) & 255) }
        }
        // A mask of zeros leaves the bytes as they are.
        try send(frame + [0, 0, 0, 0] + message)
    }

    func message() throws -> Data {
        while true {
            let head = try take(2)
            var count = Int(head[1] & 0x7F)
            if count == 126 { count = try take(2).reduce(0) { $0 << 8 | Int($1) } }
            if count == 127 { count = try take(8).reduce(0) { $0 << 8 | Int($1) } }
            let body = try take(count)
            if head[0] & 0x0F == 8 { throw Closed() }
            if head[0] & 0x0F < 3 { return body }
        }
    }

    func json() throws -> [String: Any] { (try JSONSerialization.jsonObject(with: message())) as? [String: Any] ?? [:] }
}

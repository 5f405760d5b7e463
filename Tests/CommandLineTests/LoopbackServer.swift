import Foundation
import Synchronization

/// A server of HTTP on this machine, for as long as it lives: each request gets the bytes that its path stands for, and the connection ends.
final class LoopbackServer: Sendable {
    let port: Int
    private let listener: Int32
    private let answers: [String: Data]
    private let paths = Mutex<[String]>([])

    /// The paths that were asked for.
    var requests: [String] { paths.withLock { $0 } }

    /// - Parameter answers: whole answers, with status line and headers, by path.
    init(_ answers: [String: Data]) throws {
        self.answers = answers
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, pointer, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                self?.serve(connection)
                close(connection)
            }
        }.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private func serve(_ connection: Int32) {
        var request = Data()
        var bytes = [UInt8](repeating: 0, count: 4096)
        while request.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = read(connection, &bytes, bytes.count)
            guard count > 0 else { return }
            request += bytes.prefix(count)
        }
        let words = String(decoding: request, as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return }
        let path = String(words[1])
        paths.withLock { $0.append(path) }
        let answer = answers[path] ?? Self.answer(Data("none".utf8), status: "404 Not Found")
        answer.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = send(connection, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return }
                sent += count
            }
        }
    }

    /// An answer with a body.
    ///
    /// - Parameter length: what the header says that the body has; its own length where not given.
    static func answer(_ body: Data, status: String = "200 OK", length: Int? = nil, header: String = "") -> Data {
        Data("HTTP/1.1 \(status)\r\nContent-Length: \(length ?? body.count)\r\nConnection: close\r\n\(header)\r\n".utf8) + body
    }
}

import Foundation
import Reports
import Studio

/// The input of Studio: bytes as they are, requests with heads and bodies of known parts, or a WebSocket with its frames.
func fuzzRequests(_ input: UnsafeBufferPointer<UInt8>) {
    var script = FuzzScript(input)
    RunningStudio.ask { address in
        switch script.number(below: 4) {
        case 0: return script.remainder()
        case 1: return upgrade(&script, address)
        default: return request(&script, address)
        }
    }
}

private let methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"]
private let paths = [
    "/", "/pages/main.js", "/pages/nothing", "/api/state", "/api/models", "/api/jobs", "/api/uploads", "/api/look?kind=barcodes",
    "/api/code?kind=faces", "/api/jobs/x/report", "/api/uploads/UPLOAD?path=a.zip&unpack=1", "/api/uploads/UPLOAD?path=a.jpg",
    "/api/uploads/UPLOAD/data?kind=photos", "/api/models/x", "/ws/look",
]
private let headers = [
    "Origin: http://ADDRESS", "Origin: http://evil.example", "Cookie: studio=x; a=b", "Authorization: Bearer x", "Expect: 100-continue",
    "Transfer-Encoding: chunked", "Range: bytes=0-1", "Connection: keep-alive", "Accept-Encoding: gzip", "Host: 127.0.0.1",
]

private func request(_ script: inout FuzzScript, _ address: String) -> Data {
    let flags = script.byte()
    let upload = RunningStudio.upload ?? "x"
    var path = script.choice(paths).replacingOccurrences(of: "UPLOAD", with: upload)
    if flags & 1 != 0 { path += script.text(script.number(below: 24)) }
    var lines = ["\(script.choice(methods)) \(path) HTTP/1.1", "Host: \(address)"]
    for _ in 0..<script.number(below: 4) { lines.append(script.choice(headers).replacingOccurrences(of: "ADDRESS", with: address)) }
    if flags & 2 != 0 { lines.append(script.text(script.number(below: 32))) }
    let body = script.remainder()
    // Mostly the right length; else one too many or too few.
    let length = body.count + (flags & 0x0C == 0x0C ? Int(flags >> 7) * 2 - 1 : 0)
    if flags & 0x30 != 0x30 { lines.append("Content-Length: \(length)") }
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
}

private func upgrade(_ script: inout FuzzScript, _ address: String) -> Data {
    let path = script.choice(["/ws/look", "/ws/app", "/ws/nothing"])
    let lines = [
        "GET \(path) HTTP/1.1", "Host: \(address)", "Origin: http://\(address)", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    var content = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    while !script.isAtEnd {
        let (first, length) = (script.byte(), Int(script.byte()))
        let message = script.bytes(length)
        // The mask is zero, so that the message is as it is.
        content += message.count < 126 ? Data([first, 0x80 | UInt8(message.count)]) : Data([first, 0xFE, 0, UInt8(message.count)])
        content += Data(count: 4) + message
    }
    return content
}

/// A Studio in this process, which is made again after many requests, so that uploads do not fill the disk.
private enum RunningStudio {
    private static let most = 2000

    nonisolated(unsafe) private static var studio: Studio?
    nonisolated(unsafe) private static var count = 0
    /// An upload that files can be added to.
    nonisolated(unsafe) private(set) static var upload: String?

    /// Sends what `content` makes for the address, says that nothing more comes, and takes the answer.
    static func ask(_ content: (_ address: String) -> Data) {
        guard let studio = running(), let url = URL(string: studio.address), let port = url.port else { return }
        _ = exchange(port, content("127.0.0.1:\(port)"))
    }

    private static func running() -> Studio? {
        count += 1
        if count > most {
            studio?.stop()
            (studio, count, upload) = (nil, 0, nil)
        }
        if let studio { return studio }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-fuzz-\(getpid())-studio")
        studio = try? Studio(Studio.Options(folder: folder))
        studio?.start()
        if let port = studio.flatMap({ URL(string: $0.address)?.port }) {
            let request = "POST /api/uploads HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 0\r\n\r\n"
            let answer = String(decoding: exchange(port, Data(request.utf8)), as: UTF8.self)
            upload = answer.firstMatch(of: /"id": "([^"]*)"/).map { String($0.1) }
        }
        return studio
    }

    private static func exchange(_ port: Int, _ content: Data) -> Data {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var time = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return Data() }
        _ = content.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        shutdown(descriptor, Int32(SHUT_WR))
        var answer = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = recv(descriptor, &piece, piece.count, 0), count > 0 {
            if answer.count < 1 << 16 { answer += piece.prefix(count) }
        }
        return answer
    }
}

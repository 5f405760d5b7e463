import Foundation
import JSON
import Testing

/// A client that speaks the protocol byte by byte.
final class SocketClient {
    let descriptor: Int32

    /// - Parameter path: the socket's file.
    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = descriptor
        let status = withUnsafePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
    }

    /// - Parameter port: a port of this machine.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        let status = withUnsafePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        try #require(status == 0)
    }

    deinit { close(descriptor) }

    func send(_ data: Data) {
        _ = data.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    func send(_ header: String, _ payload: Data = Data()) { send(Self.frame(header, payload)) }

    /// Sends a request without a payload, and descriptors with its first byte.
    func send(_ header: String, passing descriptors: [Int32]) {
        // A control message: its length, its level, its type (SCM_RIGHTS), and the descriptors.
        let length = 16 + 4 * descriptors.count
        var control = Data()
        withUnsafeBytes(of: UInt(length)) { control.append(contentsOf: $0) }
        for number in [SOL_SOCKET, 1] + descriptors { withUnsafeBytes(of: number) { control.append(contentsOf: $0) } }
        control.append(Data(count: -length & 7))
        var frame = Self.frame(header, Data())
        frame.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            control.withUnsafeMutableBytes { (control: UnsafeMutableRawBufferPointer) in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    _ = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    private static func frame(_ header: String, _ payload: Data) -> Data {
        var data = Data("OSP1".utf8)
        withUnsafeBytes(of: UInt32(header.utf8.count).littleEndian) { data.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt64(payload.count).littleEndian) { data.append(contentsOf: $0) }
        return data + Data(header.utf8) + payload
    }

    /// The bytes that come; fewer where the server has ended.
    func receive(_ count: Int) -> Data {
        var data = Data()
        var piece = [UInt8](repeating: 0, count: max(count, 1))
        while data.count < count {
            let got = recv(descriptor, &piece, count - data.count, 0)
            guard got > 0 else { break }
            data += piece[..<got]
        }
        return data
    }

    func answer() throws -> (json: JSON, payload: Data) {
        let prefix = receive(16)
        try #require(prefix.count == 16 && prefix.prefix(4) == Data("OSP1".utf8))
        let lengths = prefix.withUnsafeBytes {
            ($0.loadUnaligned(fromByteOffset: 4, as: UInt32.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        let header = receive(Int(lengths.0))
        return (try JSON(parsing: header), receive(Int(lengths.1)))
    }

    func load(_ path: String) throws -> Int {
        send(#"{"id": 1, "op": "load", "path": "\#(path)", "computeUnits": "CPU_ONLY"}"#)
        let answer = try answer().json
        return try #require(answer["model"]?.integer, "\(answer.text)")
    }

    /// The output for two numbers.
    func predict(_ model: Int, _ numbers: [Float]) throws -> [Float] {
        send(
            #"{"id": 2, "op": "predict", "model": \#(model), "inputs": {"x": {"array": {"dtype": "float32", "shape": [2], "offset": 0, "count": 8}}}}"#,
            numbers.withUnsafeBytes { Data($0) })
        let (json, payload) = try answer()
        let place = try #require(json["outputs"]?["y"]?["array"]?["offset"]?.integer, "\(json.text)")
        return payload[place..<place + 8].withUnsafeBytes { bytes in
            (0..<2).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
    }
}

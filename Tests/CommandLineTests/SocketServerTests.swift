import CoreMLSpecification
import Foundation
import JSON
import ModelServer
import TestSupport
import Testing

/// `osprey model serve` over a socket.
@Suite("A server of models at a socket")
struct SocketServerTests {
    /// A server that runs as long as the test, with a model that doubles two numbers.
    private final class Running: @unchecked Sendable {
        let server: SocketServer
        let path: String
        let model: String
        private let folder: TemporaryFolder
        private let ended = DispatchSemaphore(value: 0)

        init(_ limits: SocketServer.Limits = .init()) throws {
            folder = try TemporaryFolder()
            path = folder.file("socket").path
            let package = folder.file("Functions.mlpackage")
            try ModelPackage.write(ProgramModels.twoFunctions, to: package)
            model = package.path
            server = try SocketServer(.local(path: path), limits: limits)
            Thread { [server, ended] in
                server.run()
                ended.signal()
            }.start()
        }

        func stop() {
            server.stop()
            ended.wait()
            // Whoever else stops it waits for nothing.
            ended.signal()
        }

        deinit { stop() }
    }

    /// A client that speaks the protocol byte by byte.
    private final class Client {
        let descriptor: Int32

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

        deinit { close(descriptor) }

        func send(_ data: Data) {
            _ = data.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }

        func send(_ header: String, _ payload: Data = Data()) {
            var data = Data("OSP1".utf8)
            withUnsafeBytes(of: UInt32(header.utf8.count).littleEndian) { data.append(contentsOf: $0) }
            withUnsafeBytes(of: UInt64(payload.count).littleEndian) { data.append(contentsOf: $0) }
            send(data + Data(header.utf8) + payload)
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

    private func expected(_ running: Running, _ numbers: [Float]) throws -> [Float] {
        let client = try Client(running.path)
        return try client.predict(client.load(running.model), numbers)
    }

    @Test("Arrays come and go as they are")
    func arrays() throws {
        let running = try Running()
        #expect(try expected(running, [-1, 2]) == [0, 2])
    }

    @Test("Clients at once get their own answers, also where their requests are predicted together")
    func manyClients() throws {
        let running = try Running(.init(batch: 8))
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            do {
                let client = try Client(running.path)
                let model = try client.load(running.model)
                for step in 0..<50 {
                    let numbers: [Float] = [Float(number), Float(step)]
                    if try client.predict(model, numbers) != numbers { failures.add("\(number) \(step)") }
                }
            } catch { failures.add("\(error)") }
        }
        #expect(failures.list.isEmpty)
    }

    private final class Failures: @unchecked Sendable {
        private let lock = NSLock()
        private(set) var list: [String] = []
        func add(_ text: String) { lock.withLock { list.append(text) } }
    }

    @Test("A request that is wrong is an error to its client, which goes on; others that wait with it get their answers")
    func wrongRequests() throws {
        let running = try Running()
        let client = try Client(running.path)
        let model = try client.load(running.model)
        let wrong = [
            #"{"id": 3, "op": "fly"}"#, "no JSON", "", #"{"id": 3, "op": "predict", "model": 99, "inputs": {}}"#,
            #"{"id": 3, "op": "predict", "model": \#(model), "inputs": {"x": {"array": {"dtype": "float32", "shape": [2], "offset": 8, "count": 8}}}}"#,
            #"{"id": 3, "op": "predict", "model": \#(model), "inputs": {"x": {"array": {"dtype": "float32", "shape": [2], "offset": -8, "count": 8}}}}"#,
            #"{"id": 3, "op": "predict", "model": \#(model), "inputs": {}}"#,
        ]
        for header in wrong {
            client.send(header, Data(count: 8))
            #expect(try client.answer().json["ok"]?.text == "false")
        }
        #expect(try client.predict(model, [3, 4]) == [3, 4])
    }

    @Test("Garbage, a size beyond the limit and a client that ends in the middle end that connection, and disturb nobody")
    func garbage() throws {
        let running = try Running(.init(requestBytes: 1 << 20, timeout: 1))
        let good = try Client(running.path)
        let model = try good.load(running.model)
        let garbage = try Client(running.path)
        garbage.send(Data("GET / HTTP/1.1\r\nHost: here\r\n\r\n".utf8))
        #expect(try garbage.answer().json["error"]?["message"]?.string?.contains("OSP1") == true)
        #expect(garbage.receive(1).isEmpty)
        let large = try Client(running.path)
        large.send(Data("OSP1".utf8) + Data([2, 0, 0, 0]) + Data([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]))
        #expect(try large.answer().json["error"]?["message"]?.string?.contains("at most") == true)
        do {
            let ended = try Client(running.path)
            ended.send(Data("OSP1".utf8) + Data([200, 0, 0, 0, 0, 0, 0, 0]))
        }
        let slow = try Client(running.path)
        slow.send(Data("OSP1".utf8) + Data([200]))
        #expect(try good.predict(model, [5, 6]) == [5, 6])
        // It is told so before it is given up.
        #expect(try slow.answer().json["error"]?["message"]?.string?.contains("middle of a request") == true)
        #expect(try good.predict(model, [7, 8]) == [7, 8])
    }

    @Test("One client more than allowed is told so, and there is room again when one ends")
    func limit() throws {
        let running = try Running(.init(clients: 1))
        do {
            let first = try Client(running.path)
            _ = try first.load(running.model)
            let second = try Client(running.path)
            #expect(try second.answer().json["error"]?["message"]?.string?.contains("1 clients") == true)
        }
        for _ in 0..<6000 {
            let next = try Client(running.path)
            next.send(#"{"id": 1, "op": "fly"}"#)
            if try next.answer().json["id"]?.integer == 1 { return }
            usleep(10_000)
        }
        Issue.record("there is no room")
    }

    @Test("A stopped server has answered what had arrived, and its socket is gone")
    func stop() throws {
        let running = try Running()
        let client = try Client(running.path)
        let model = try client.load(running.model)
        for _ in 0..<20 {
            client.send(
                #"{"id": 9, "op": "predict", "model": \#(model), "inputs": {"x": {"array": {"dtype": "float32", "shape": [2], "data": "AACAPwAAAEA="}}}}"#
            )
        }
        running.stop()
        for _ in 0..<20 { #expect(try client.answer().json["ok"]?.text == "true") }
        #expect(client.receive(1).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: running.path))
    }

    @Test("A socket that a dead server left is taken over; that of a living one, and a file, are errors")
    func leftOver() throws {
        let running = try Running()
        #expect(throws: SocketServer.SocketError.self) { try SocketServer(.local(path: running.path)) }
        let folder = try TemporaryFolder()
        let file = folder.file("file")
        try Data().write(to: file)
        #expect(throws: SocketServer.SocketError.self) { try SocketServer(.local(path: file.path)) }
        #expect(throws: SocketServer.SocketError.self) { try SocketServer(.local(path: String(repeating: "a", count: 200))) }
        let left = folder.file("left").path
        do { _ = try SocketServer(.local(path: left)) }
        #expect(FileManager.default.fileExists(atPath: left))
        _ = try SocketServer(.local(path: left))
    }

    @Test("The program serves at a port of this machine, says which, and ends well at a signal")
    func program() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["model", "serve", "--port", "0"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(line.hasPrefix("osprey serves on port "))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try Program.run("model", "serve", "--port", "1", "--socket", "s").status == 2)
        #expect(try Program.run("model", "serve", "--clients", "3").status == 2)
    }
}

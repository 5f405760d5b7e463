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
            // A second call of `stop` does not wait.
            ended.signal()
        }

        deinit { stop() }
    }

    private func expected(_ running: Running, _ numbers: [Float]) throws -> [Float] {
        let client = try SocketClient(running.path)
        return try client.predict(client.load(running.model), numbers)
    }

    @Test("Arrays are sent and received unchanged")
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
                let client = try SocketClient(running.path)
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

    @Test("A socket is its owner's from the start, and servers that start at once leave the process's mask of files as it is")
    func ownersAlone() throws {
        let folder = try TemporaryFolder()
        let failures = Failures()
        // The mask of whoever runs the tests, in the mode of a file that is made before the servers.
        var before = stat()
        let first = folder.file("first.txt").path
        guard FileManager.default.createFile(atPath: first, contents: nil), lstat(first, &before) == 0 else {
            Issue.record("\(first) cannot be made")
            return
        }
        let mode = before.st_mode & 0o777
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            do {
                let path = folder.file("\(number)").path
                let server = try SocketServer(.local(path: path))
                var status = stat()
                guard lstat(path, &status) == 0, status.st_mode & 0o777 == 0o600 else { return failures.add("\(path): \(status.st_mode)") }
                let other = folder.file("\(number).txt").path
                guard FileManager.default.createFile(atPath: other, contents: nil), lstat(other, &status) == 0,
                    status.st_mode & 0o777 == mode
                else { return failures.add("\(other): \(status.st_mode)") }
                server.stop()
            } catch { failures.add("\(error)") }
        }
        #expect(failures.list.isEmpty)
    }

    @Test("A request that is wrong is an error to its client, which goes on; others that wait with it get their answers")
    func wrongRequests() throws {
        let running = try Running()
        let client = try SocketClient(running.path)
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
        let good = try SocketClient(running.path)
        let model = try good.load(running.model)
        let garbage = try SocketClient(running.path)
        garbage.send(Data("GET / HTTP/1.1\r\nHost: here\r\n\r\n".utf8))
        #expect(try garbage.answer().json["error"]?["message"]?.string?.contains("OSP1") == true)
        #expect(garbage.receive(1).isEmpty)
        let large = try SocketClient(running.path)
        large.send(Data("OSP1".utf8) + Data([2, 0, 0, 0]) + Data([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]))
        #expect(try large.answer().json["error"]?["message"]?.string?.contains("at most") == true)
        do {
            let ended = try SocketClient(running.path)
            ended.send(Data("OSP1".utf8) + Data([200, 0, 0, 0, 0, 0, 0, 0]))
        }
        let slow = try SocketClient(running.path)
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
            let first = try SocketClient(running.path)
            _ = try first.load(running.model)
            let second = try SocketClient(running.path)
            #expect(try second.answer().json["error"]?["message"]?.string?.contains("1 clients") == true)
        }
        for _ in 0..<6000 {
            let next = try SocketClient(running.path)
            next.send(#"{"id": 1, "op": "fly"}"#)
            if try next.answer().json["id"]?.integer == 1 { return }
            usleep(10_000)
        }
        Issue.record("there is no room")
    }

    @Test("A stopped server has answered what had arrived, and its socket is gone")
    func stop() throws {
        let running = try Running()
        let client = try SocketClient(running.path)
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

    @Test("A socket that a dead server left is taken over; a living server's socket, and a file, are errors")
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

    /// A server at a port, with its folder of models.
    private func withPort(
        _ limits: SocketServer.Limits = .init(), _ body: (_ server: SocketServer, _ models: TemporaryFolder) throws -> Void
    ) throws {
        let models = try TemporaryFolder()
        try ModelPackage.write(ProgramModels.twoFunctions, to: models.file("Functions.mlpackage"))
        let server = try SocketServer(.port(0), limits: limits, folders: [models.url])
        let ended = DispatchSemaphore(value: 0)
        Thread {
            server.run()
            ended.signal()
        }.start()
        defer {
            server.stop()
            ended.wait()
        }
        try body(server, models)
    }

    @Test("At a port a client first needs the token")
    func token() throws {
        try withPort { server, models in
            let port = try #require(server.port)
            let load = #"{"id": 1, "op": "load", "path": "\#(models.file("Functions.mlpackage").path)"}"#
            for header in [load, #"{"id": 1, "op": "greet"}"#, #"{"id": 1, "op": "greet", "token": "x"}"#] {
                let client = try SocketClient(port: port)
                client.send(header)
                #expect(try client.answer().json["error"]?["message"]?.string?.contains("token") == true)
                #expect(client.receive(1).isEmpty)
            }
            let large = try SocketClient(port: port)
            large.send(#"{"id": 1, "op": "greet"}"#, Data(count: 1))
            #expect(try large.answer().json["ok"]?.text == "false")
            let client = try SocketClient(port: port)
            client.send(#"{"id": 1, "op": "greet", "token": "\#(server.token ?? "")"}"#)
            #expect(try client.answer().json["ok"]?.text == "true")
            client.send(load)
            #expect(try client.answer().json["ok"]?.text == "true")
        }
    }

    @Test("A client that sends no token takes no place from a client with the token, and is not waited for")
    func strangers() throws {
        try withPort(.init(clients: 2, timeout: 1)) { server, models in
            let port = try #require(server.port)
            let load = #"{"id": 1, "op": "load", "path": "\#(models.file("Functions.mlpackage").path)"}"#
            func silent(_ count: Int) throws -> [SocketClient] { try (0..<count).map { _ in try SocketClient(port: port) } }
            let before = try silent(5)
            let client = try SocketClient(port: port)
            client.send(#"{"id": 1, "op": "greet", "token": "\#(server.token ?? "")"}"#)
            #expect(try client.answer().json["ok"]?.text == "true")
            let after = try silent(5)
            client.send(load)
            #expect(try client.answer().json["ok"]?.text == "true")
            let start = ContinuousClock.now
            #expect(after.last?.receive(1).isEmpty == true && before.last?.receive(1).isEmpty == true)
            #expect(ContinuousClock.now - start < .seconds(20))
            client.send(load)
            #expect(try client.answer().json["ok"]?.text == "true")
        }
    }

    @Test("A client at a port names models below the server's folders, and shares and writes nothing")
    func rights() throws {
        try withPort { server, models in
            let outside = try TemporaryFolder()
            try ModelPackage.write(ProgramModels.twoFunctions, to: outside.file("Functions.mlpackage"))
            let memory = outside.file("memory")
            try Data(count: 4096).write(to: memory)
            symlink(outside.file("Functions.mlpackage").path, models.file("Link.mlpackage").path)
            let client = try SocketClient(port: #require(server.port))
            client.send(#"{"id": 1, "op": "greet", "token": "\#(server.token ?? "")"}"#)
            #expect(try client.answer().json["ok"]?.text == "true")
            let (inner, outer) = (models.file("Functions.mlpackage").path, outside.file("Functions.mlpackage").path)
            let refused = [
                #"{"id": 2, "op": "load", "path": "\#(outer)"}"#, #"{"id": 2, "op": "load", "path": "\#(outer)/nothing"}"#,
                #"{"id": 2, "op": "load", "path": "\#(models.path)/../\#(outside.url.lastPathComponent)/Functions.mlpackage"}"#,
                #"{"id": 2, "op": "load", "path": "\#(models.file("Link.mlpackage").path)"}"#,
                #"{"id": 2, "op": "plan", "path": "\#(outer)"}"#,
                #"{"id": 2, "op": "load", "path": "\#(models.path)"}"#, #"{"id": 2, "op": "classify", "images": [], "path": "\#(outer)"}"#,
                #"{"id": 2, "op": "share", "path": "\#(memory.path)"}"#, #"{"id": 2, "op": "compile", "path": "\#(inner)"}"#,
            ]
            for request in refused {
                client.send(request)
                let answer = try client.answer().json
                let message = answer["error"]?["message"]?.string ?? ""
                #expect(
                    message.contains("the server has no models there") || message.contains("only for clients"), "\(request): \(answer.text)"
                )
            }
            #expect(try Data(contentsOf: memory) == Data(count: 4096))
        }
    }

    @Test("A server leaves the socket that another one has put in the place of its own")
    func otherSocket() throws {
        let running = try Running()
        unlink(running.path)
        let other = try SocketServer(.local(path: running.path))
        running.stop()
        #expect(FileManager.default.fileExists(atPath: running.path))
        withExtendedLifetime(other) {}
    }

    @Test("A client has a bounded number of states")
    func states() throws {
        let running = try Running()
        let client = try SocketClient(running.path)
        let package = URL(fileURLWithPath: running.path).deletingLastPathComponent().appendingPathComponent("Total.mlpackage")
        try ModelPackage.write(ProgramModels.runningTotal, to: package)
        let model = try client.load(package.path)
        for number in 0...256 {
            client.send(#"{"id": 3, "op": "newState", "model": \#(model)}"#)
            #expect(try client.answer().json["ok"]?.text == (number < 256 ? "true" : "false"))
        }
    }

    @Test("Models that were compiled for a client are removed with it")
    func compiled() throws {
        let running = try Running()
        var path = ""
        do {
            let client = try SocketClient(running.path)
            client.send(#"{"id": 3, "op": "compile", "path": "\#(running.model)"}"#)
            path = try #require(try client.answer().json["path"]?.string)
            #expect(FileManager.default.fileExists(atPath: path))
        }
        for _ in 0..<500 where FileManager.default.fileExists(atPath: path) { usleep(10_000) }
        #expect(!FileManager.default.fileExists(atPath: path))
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

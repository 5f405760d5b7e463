import Foundation
import Locks
import Reports
import TestSupport
import Testing

@testable import Studio

@Suite("A server answers its own pages, and nobody else")
struct ServerTests {
    @Test("Pages load nothing from elsewhere, and may not be shown by others")
    func pages() throws {
        let server = try Server()
        for path in ["/", "/pages/main.js", "/pages/style.css"] {
            let answer = try server.ask("GET", path)
            #expect(answer.status == 200)
            #expect(answer.head.contains("default-src 'none'") && answer.head.contains("frame-ancestors 'self'"))
            #expect(!answer.text.replacingOccurrences(of: "http://www.w3.org", with: "").contains("http://"))
        }
    }

    @Test(
        "A page of another site is refused, and so is a name that leads here",
        arguments: ["Origin: http://evil.example", "Host: evil.example", "Origin: null"])
    func strangers(header: String) throws {
        let server = try Server()
        #expect(try server.ask("GET", "/api/state", headers: [header]).status == 403)
        #expect(try server.ask("POST", "/api/uploads", headers: [header]).status == 403)
        #expect(try server.ask("GET", "/api/state", headers: ["Origin: http://localhost"]).status == 200)
    }

    @Test("A WebSocket of another site is not opened")
    func foreignSocket() throws {
        let server = try Server()
        #expect((try? Client(port: server.port).upgrade("/ws/look", origin: "http://evil.example")) != 101)
        #expect(try Client(port: server.port).upgrade("/ws/look", origin: "http://localhost") == 101)
    }

    @Test("A server at another address than this machine's own needs the token")
    func token() throws {
        let server = try Server(address: "0.0.0.0")
        let token = try #require(URLComponents(string: server.studio.address)?.queryItems?.first?.value)
        #expect(try server.ask("GET", "/api/state").status == 401)
        #expect(try server.ask("GET", "/api/state", headers: ["Authorization: Bearer x\(token)"]).status == 401)
        #expect(try server.ask("GET", "/api/state", headers: ["Authorization: Bearer \(token)"]).status == 200)
        let greeting = try server.ask("GET", "/?token=\(token)")
        #expect(greeting.status == 303 && greeting.head.contains("HttpOnly"))
        #expect(try server.ask("GET", "/api/state", headers: ["Cookie: studio=\(token)"]).status == 200)
    }

    @Test(
        "No file outside of its folders is served", arguments: ["/pages/../../etc/passwd", "/pages/%2e%2e%2fetc%2fpasswd", "/etc/passwd"])
    func traversal(path: String) throws { #expect(try Server().ask("GET", path).status == 404) }

    @Test("A body that is too large, or that has no length, is refused before it arrives")
    func tooLarge() throws {
        let server = try Server()
        let upload = try server.upload()
        let answer = try server.ask("PUT", "/api/uploads/\(upload)?path=a", length: 1 << 30)
        #expect(answer.status == 413 && answer.text.contains("64 MB"))
        let client = try Client(port: server.port)
        try client.send(Data("POST /api/uploads HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(try client.answer().status == 411)
    }

    @Test("A hundred connections that say nothing keep nobody from being served")
    func manyConnections() throws {
        let server = try Server()
        let silent = try (0..<100).map { _ in try Client(port: server.port) }
        let slow = try Client(port: server.port)
        try slow.send(Data("GET /api/st".utf8))
        #expect(try server.ask("GET", "/api/state").status == 200)
        try slow.send(Data("ate HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(try slow.answer().status == 200)
        withExtendedLifetime(silent) {}
    }

    @Test("Idle connections that have reached the limit make room for one that sends a request")
    func allConnections() throws {
        let server = try Server()
        let silent = try (0..<300).map { _ in try Client(port: server.port) }
        for _ in 0..<3 { #expect(try server.ask("GET", "/api/state").status == 200) }
        withExtendedLifetime(silent) {}
    }

    @Test("Bodies that arrive at once take a bounded amount of memory, and make room for others when they are answered")
    func bodies() throws {
        final class Counter: WebHandler {
            let begun = DispatchSemaphore(value: 0)
            func admit(_ head: RequestHead) {}
            func decide(_ request: WebRequest) -> WebDecision {
                begun.signal()
                return .memory(limit: 10_000)
            }
            func answer(_ request: WebRequest, _ body: WebBody) throws -> WebResponse {
                WebResponse(type: "text/plain", body: Data("\(body.data.count)".utf8))
            }
            func open(_ request: WebRequest, _ socket: WebSocket) -> Result<any WebSocketHandler, WebFailure> {
                .failure(WebFailure(404, "there is none"))
            }
        }
        let counter = Counter()
        let server = try WebServer(address: "127.0.0.1", port: 0, limits: .init(bodies: 1_000), handler: counter)
        server.start()
        defer { server.stop() }
        /// Asks until the answer has a status, as bodies take and leave room a moment later.
        func ask(_ count: Int, until status: Int) throws -> Client.Answer {
            for _ in 0..<200 {
                let answer = try Client(port: server.port).ask("POST", "/", Data(count: count))
                if answer.status == status { return answer }
                usleep(20_000)
            }
            throw Client.Closed()
        }
        let first = try Client(port: server.port)
        try first.send(Data("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n".utf8) + Data(count: 800))
        // Whoever comes before it would take its room.
        counter.begun.wait()
        #expect(try ask(300, until: 503).text.contains("try again"))
        #expect(try ask(100, until: 200).text == "100")
        try first.send(Data(count: 100))
        #expect(try first.answer().text == "900")
        #expect(try ask(900, until: 200).text == "900")
    }

    @Test("A folder that every user may write to is refused, as trainings in it would go on")
    func openFolder() throws {
        let folder = try TemporaryFolder()
        try #require(chmod(folder.path, 0o777) == 0)
        let error = #expect(throws: UsageError.self) { try Studio(Studio.Options(folder: folder.url)) }
        #expect(error?.reason.contains("other users may write") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try #require(chmod(folder.path, 0o700) == 0)
        try Server(folder: folder.url).stop()
    }

    @Test("A folder belongs to one server at a time")
    func lock() throws {
        let server = try Server()
        #expect(throws: (any Error).self) { try Studio(Studio.Options(folder: server.folder)) }
    }

    @Test("Frames are answered with their numbers, and a browser that disconnects in the midst of one is forgotten")
    func frames() throws {
        let server = try Server()
        let photo = try Data(contentsOf: Repository.file("Examples/Pictures/keyboard.jpg"))
        func open() throws -> Client {
            let client = try Client(port: server.port)
            #expect(try client.upgrade("/ws/look") == 101)
            try client.send(message: Data(#"{"kinds": ["horizon"]}"#.utf8), isBinary: false)
            #expect(try (client.json()["code"] as? String)?.contains("VNDetectHorizonRequest") == true)
            return client
        }
        for _ in 0..<3 { try open().send(message: Data([1, 0, 0, 0]) + Data(count: 8) + photo, isBinary: true) }
        let client = try open()
        for number in [7, 300] {
            try client.send(message: Data([UInt8(number & 255), UInt8(number >> 8), 0, 0]) + Data(count: 8) + photo, isBinary: true)
            let answer = try client.json()
            #expect(answer["frame"] as? Int == number && answer["error"] == nil && answer["looks"] != nil)
        }
        try client.send(message: Data([1, 0, 0, 0]) + Data(count: 8) + Data([9, 9]), isBinary: true)
        #expect(try client.json()["error"] as? String == "this is not a picture that can be read")
        try client.send(message: Data(count: 9 << 20), isBinary: true)
        #expect(throws: Client.Closed.self) { try client.message() }
    }

    @Test("A picture that browsers cannot show has a copy, and a file of another kind has none", arguments: ["RGBA.tiff", "still.avif"])
    func preview(name: String) throws {
        let server = try Server()
        let answer = try server.ask("POST", "/api/preview", Data(contentsOf: Repository.file("Fuzz/Corpus/images/\(name)")))
        #expect(answer.status == 200 && answer.head.contains("image/jpeg") && answer.body.starts(with: [0xFF, 0xD8]))
        for data in [Data(), Data("no picture".utf8), answer.body.prefix(100)] {
            #expect([413, 422].contains(try server.ask("POST", "/api/preview", data).status))
        }
    }

    @Test("Each kind that can be looked for has a readable name and a group")
    func kinds() throws {
        let looks = try #require(Server().ask("GET", "/api/state").json["looks"] as? [[String: Any]])
        #expect(looks.count > 12 && !looks.contains { $0["name"] as? String == "objects" }, "objects need a model that is not there")
        for look in looks {
            let (name, title, group) = (look["name"] as? String, look["title"] as? String, look["group"] as? String)
            #expect(title?.contains(/[a-z][A-Z]/) == false && ["The whole", "People", "Text", "Things"].contains(group), "\(look)")
            if name == "textRectangles" { #expect(title == "lines of text (fast)") }
        }
    }

    @Test("All kinds of `osprey detect` can be looked for, but for those that need a model of the user's, and have code")
    func detected() throws {
        let server = try Server()
        let looks = try #require(server.ask("GET", "/api/state").json["looks"] as? [[String: Any]])
        let names = looks.compactMap { $0["name"] as? String }
        for kind in DetectionKind.all where !kind.needsOwnModel {
            #expect(names.contains(kind.name), "\(kind.name)")
            let code = try #require(server.ask("GET", "/api/code?kinds=\(kind.name)").json["code"] as? String)
            #expect(code.contains("import Vision") && code.contains("print("), "\(kind.name): \(code)")
            #expect(code.contains("VNImageRequestHandler") != code.contains("await"), "\(kind.name): \(code)")
        }
        let both = try #require(server.ask("GET", "/api/code?kinds=horizon,pages").json["code"] as? String)
        #expect(both.contains("photo.perform([horizon])") && both.contains("RecognizeDocumentsRequest()"), "\(both)")
        #expect(try server.ask("GET", "/api/code?kinds=objects").json["code"] as? String == "", "objects need a model")
    }

    @Test("A kind without code of its own prints the observations of its detector's request")
    func generatedCode() {
        let code = LookCode.program([LookCode("textLines", printing: TextRectangleDetector.self)])
        #expect(code.contains("let textLines = VNDetectTextRectanglesRequest()\ntry photo.perform([textLines])"), "\(code)")
        #expect(code.contains("for observation in textLines.results ?? [] { print(observation) }"), "\(code)")
        #expect(!LookCode.program([LookCode("objects", printing: ObjectDetector.self)]).contains("print"), "this one needs a model")
    }

    @Test("A kind that cannot be looked for gives its reason, and the other kinds are found")
    func failingKind() throws {
        let photo = try Data(contentsOf: Repository.file("Examples/Pictures/keyboard.jpg"))
        let answer = try Server().ask("POST", "/api/look?kinds=model,horizon", photo)
        let looks = try #require(answer.json["looks"] as? [[String: Any]], "\(answer.text)")
        #expect(looks[0]["error"] as? String == "choose a model first")
        #expect(looks[1]["findings"] is [Any] && looks[1]["error"] == nil)
    }

    @Test("Work that outlasts its server may send on a socket: nothing arrives, and nothing breaks")
    func late() throws {
        final class Keeper: WebHandler, WebSocketHandler {
            let socket = Locked<WebSocket?>(nil)
            func admit(_ head: RequestHead) {}
            func decide(_ request: WebRequest) -> WebDecision { .memory(limit: 0) }
            func answer(_ request: WebRequest, _ body: WebBody) throws -> WebResponse { WebResponse([:]) }
            func open(_ request: WebRequest, _ socket: WebSocket) -> Result<any WebSocketHandler, WebFailure> {
                self.socket.withLock { $0 = socket }
                return .success(self)
            }
            func receive(_ message: Data, isBinary: Bool) {}
            func close() {}
        }
        let keeper = Keeper()
        var server: WebServer? = try WebServer(address: "127.0.0.1", port: 0, handler: keeper)
        server?.start()
        let client = try Client(port: #require(server).port)
        #expect(try client.upgrade("/") == 101)
        let socket = try #require(keeper.socket.withLock { $0 })
        #expect(socket.send("here"))
        server?.stop()
        server = nil
        #expect(!socket.send("late"))
        socket.close()
    }
}

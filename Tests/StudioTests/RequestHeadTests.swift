import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Only heads that every reader understands alike are let in, under the server's names")
struct RequestHeadTests {
    private func status(_ head: String, of server: Server) throws -> Int {
        let client = try Client(port: server.port, seconds: 10)
        try client.send(Data(head.utf8))
        return try client.answer().status
    }

    @Test(
        "A header that hides in the query's escapes does not become one",
        arguments: [
            "/api/state?x=%0aHost:127.0.0.1:PORT%0a", "/api/state?x=%0d%0aHost:127.0.0.1:PORT%0d%0a%0d%0a",
            "/api/state%0aHost:localhost%0a",
            "/api/state?x=%00", "/api/state?x=%7f",
        ])
    func rebinding(target: String) throws {
        let server = try Server()
        let target = target.replacingOccurrences(of: "PORT", with: "\(server.port)")
        let rest = "HTTP/1.1\r\nHost: evil.example:\(server.port)\r\n\r\n"
        #expect(try status("GET \(target) \(rest)", of: server) == 400)
        #expect(try server.ask("GET", "/api/state?x=%20%41%ff").status == 200)
    }

    @Test(
        "A Host is exactly a name and a port",
        arguments: [
            ("localhost", 200), ("LOCALHOST", 200), ("127.0.0.1:80", 200), ("[::1]:8080", 200), ("[::1]evil", 400),
            ("localhost,evil.example", 400),
            ("localhost evil", 400), ("localhost%2eevil", 400), ("localhost:", 400), ("localhost:x", 400), ("localhost:0", 400),
            ("localhost:99999", 400), ("evil@localhost", 400), ("", 400), ("[::1", 400), ("localhost\t.evil", 400), ("evil.example", 403),
            ("localhost.evil.example", 403), ("127.0.0.2", 403),
        ])
    func hosts(host: String, expected: Int) throws {
        let server = try Server()
        #expect(try status("GET /api/state HTTP/1.1\r\nHost: \(host)\r\n\r\n", of: server) == expected)
    }

    @Test(
        "An Origin is the server's own, or the request is refused",
        arguments: [
            ("http://localhost:PORT", 200), ("HTTP://LOCALHOST:PORT", 200), ("http://localhost", 403), ("http://localhost:1", 403),
            ("https://localhost:PORT", 403), ("http://localhost:PORT/", 403), ("http://localhost:PORT,http://evil.example", 400),
            ("http://localhost:PORT http://evil.example", 400), ("http://localhost%3aPORT", 400), ("null", 403),
        ])
    func origins(origin: String, expected: Int) throws {
        let server = try Server()
        let origin = origin.replacingOccurrences(of: "PORT", with: "\(server.port)")
        #expect(
            try status("GET /api/state HTTP/1.1\r\nHost: localhost:\(server.port)\r\nOrigin: \(origin)\r\n\r\n", of: server) == expected)
    }

    @Test(
        "Heads that readers understand differently are refused",
        arguments: [
            "GET /api/state HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", "GET /api/state HTTP/1.1\nHost: localhost\n\n",
            "GET /api/state HTTP/1.1\r\nHost: evil.example\r\n Host: localhost\r\n\r\n",
            "GET /api/state HTTP/1.1\r\nHost : localhost\r\n\r\n",
            "GET http://localhost/api/state HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /api/state HTTP/2.0\r\nHost: localhost\r\n\r\n",
            "GET  /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /api/state\r\nHost: localhost\r\n\r\n",
            "GET /api/state HTTP/1.1\r\nX: a\rHost: localhost\r\nHost: localhost\r\n\r\n", "GET /api/state HTTP/1.1\r\n\r\n",
            "GET /api/state HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
            "POST /api/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ])
    func ambiguities(head: String) throws { #expect(try status(head, of: Server()) == 400) }

    @Test("A head arrives in pieces, is at most 16 KB long, and no second one follows on its connection")
    func pieces() throws {
        let server = try Server()
        let client = try Client(port: server.port, seconds: 10)
        for letter in "GET /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8 {
            try client.send(Data([letter]))
            usleep(500)
        }
        #expect(try client.answer().status == 200)
        #expect(throws: (any Error).self) { try client.ask("GET", "/api/state") }
        let long = "GET /api/state HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n"
        #expect(try status(long, of: server) == 431)
        let two = try Client(port: server.port, seconds: 10)
        let head = "GET /api/state HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try two.send(Data((head + head.replacingOccurrences(of: "localhost", with: "evil.example")).utf8))
        #expect(try two.answer().status == 200)
        #expect(throws: (any Error).self) { try two.answer() }
    }

    @Test("A request to delete something needs no length")
    func deleting() throws {
        let server = try Server()
        let upload = try server.upload()
        #expect(try status("DELETE /api/uploads/\(upload) HTTP/1.1\r\nHost: localhost\r\n\r\n", of: server) != 411)
    }

    @Test("A WebSocket under another site's name is not opened")
    func sockets() throws {
        let server = try Server()
        #expect(try Client(port: server.port).upgrade("/ws/look", host: "evil.example") == 403)
        #expect(try Client(port: server.port).upgrade("/ws/look?x=%0aHost:localhost%0a", host: "evil.example") == 400)
        #expect(try Client(port: server.port).upgrade("/ws/look", host: "[::1]evil") == 400)
    }
}

import Foundation
import Reports
import TestSupport
import Testing

@testable import Studio

@Suite("Uploads stay in their folder, and within their limits")
struct UploadTests {
    @Test("A zip is unpacked")
    func unpacks() throws {
        let server = try Server()
        let upload = try server.upload()
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=a.zip&unpack=1", zip([("a/b.txt", Data("hello".utf8))])).status == 201)
        let file = server.folder.appendingPathComponent("uploads/\(upload)/a/b.txt")
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello")
        server.stop()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A name never leads out of the folder", arguments: ["../x", "/x", "a/../../x", "a//b", "a%00b", "a/%2e%2e/b"])
    func names(name: String) throws {
        let server = try Server()
        let upload = try server.upload()
        // Some names end the connection.
        let status = (try? server.ask("PUT", "/api/uploads/\(upload)?path=\(name)", Data([1])).status) ?? 400
        #expect(status >= 400)
        let path = name.removingPercentEncoding ?? name
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=a.zip&unpack=1", zip([(path, Data([1]))])).status >= 400)
        #expect(try FileManager.default.contentsOfDirectory(atPath: server.folder.appendingPathComponent("uploads").path) == [upload])
    }

    @Test("Zip archives that are damaged, state wrong sizes or claim too much are refused")
    func bombs() throws {
        let server = try Server()
        let upload = try server.upload()
        func status(_ data: Data) throws -> Int { try server.ask("PUT", "/api/uploads/\(upload)?path=a.zip&unpack=1", data).status }
        let good = zip([("a", Data("hello".utf8))])
        #expect(try status(zip([("a", Data([1]))], claims: 0x7FFF_FFFF << 1)) == 413)
        #expect(try status(zip([("a", Data("hello".utf8))], claims: 4)) == 422)
        #expect(try status(zip([("c", Data("hello".utf8))], method: 8)) == 422)
        #expect(try status(Data("no zip".utf8)) == 422)
        for count in stride(from: 0, to: good.count, by: 7) { #expect(try status(good.prefix(count)) >= 400) }
        // Four bytes that inflate to more than the size that the list gives: "aaaa…" of 1,000 letters.
        let bomb = Data([0x4B, 0x4C, 0x1C, 0x05, 0xA3, 0x60, 0x14, 0x0C, 0x77, 0x00, 0x00])
        #expect([413, 422].contains(try status(zip([("b", bomb)], claims: 10, method: 8))))
    }

    @Test("An archive with a damaged entry adds no files, earlier files stay, and the room that it took is free again")
    func halfUnpacked() throws {
        let temporary = try TemporaryFolder()
        let table = UploadTable(temporary.url, limits: ZipArchive.Limits(files: 3, size: 100))
        let upload = try table.make()
        func files() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: temporary.file(upload).path).sorted() }
        func add(_ data: Data, path: String, unpacks: Bool) throws {
            let file = temporary.file("incoming")
            try data.write(to: file)
            try table.add(file, to: upload, path: path, unpacks: unpacks)
        }
        try add(Data("old".utf8), path: "a/old.txt", unpacks: false)
        let good = zip([("a/new/first.txt", Data("first".utf8)), ("b/second.txt", Data("second".utf8))])
        var damaged = good
        let content = try #require(good.range(of: Data("second.txtsecond".utf8)))
        damaged[content.upperBound - 1] ^= 1
        #expect(throws: ArchiveFailure.self) { try add(damaged, path: "a.zip", unpacks: true) }
        #expect(try files() == ["a", "a/old.txt"])
        // A file of the archive that is there already is not taken for one of its own.
        let same = zip([("c/first.txt", Data("first".utf8)), ("a/old.txt", Data("other".utf8))])
        #expect(throws: ArchiveFailure.self) { try add(same, path: "a.zip", unpacks: true) }
        #expect(try files() == ["a", "a/old.txt"])
        #expect(try String(contentsOf: temporary.file("\(upload)/a/old.txt"), encoding: .utf8) == "old")
        try add(good, path: "a.zip", unpacks: true)
        #expect(try files() == ["a", "a/new", "a/new/first.txt", "a/old.txt", "b", "b/second.txt"])
    }

    @Test("An upload above the size limit is refused and removed")
    func largest() throws {
        let server = try Server(largestUpload: 1000)
        let upload = try server.upload()
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=a", Data(count: 1001)).status == 413)
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=a", Data(count: 1000)).status == 201)
        let incoming = server.folder.appendingPathComponent("incoming").path
        // Refused bodies are removed after the answer.
        for _ in 0..<600 where try !FileManager.default.contentsOfDirectory(atPath: incoming).isEmpty { usleep(100_000) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).isEmpty)
    }

    @Test("A file that is no model is an error, and a model is described")
    func models() throws {
        let server = try Server()
        let upload = try server.upload()
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=m.mlmodel", Data("none".utf8)).status == 201)
        #expect(try server.ask("POST", "/api/models", Data(#"{"upload": "\#(upload)"}"#.utf8)).status == 422)
    }
}

import Foundation
import TestSupport
import Testing

@testable import osprey
@testable import Reports

/// `osprey model get` with a home of its own, from files and from a server on this machine.
@Suite("Downloads of models") struct ModelDownloadTests {
    private let home: URL
    private let model: Data
    private let digest: String

    init() throws {
        home = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-get-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let file = home.appendingPathComponent("made.mlmodel")
        try EvaluationModels.meanColor.write(to: file)
        model = try Data(contentsOf: file)
        digest = try Self.sha256sum(file)
    }

    /// By another program.
    private static func sha256sum(_ file: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = [file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile().prefix(64), as: UTF8.self)
    }

    private var place: URL { home.appendingPathComponent(".local/share/osprey/models") }

    private var kept: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []).sorted() }

    private func get(_ words: String..., environment: [String: String] = [:]) throws -> Program.Result {
        let own = ["HOME": home.path, "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1"]
        return try Program.run(["model", "get"] + words, environment: own.merging(environment) { $1 }, in: home)
    }

    @Test("Digests are those of sha256sum", arguments: [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000])
    func digests(_ count: Int) throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 5) }
        let file = home.appendingPathComponent("bytes")
        try Data(bytes).write(to: file)
        let expected = try Self.sha256sum(file)
        #expect(try SHA256.digest(of: file) == expected)
        var pieces = SHA256()
        for start in stride(from: 0, to: count, by: 37) {
            bytes[start..<min(start + 37, count)].withUnsafeBytes { pieces.add($0) }
        }
        #expect(pieces.finish() == expected)
    }

    @Test("A model is fetched whole, from a server, a file and over a redirection")
    func wholeFiles() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let server = try LoopbackServer([
            "/m/Colour.mlmodel": LoopbackServer.answer(model),
            "/old": LoopbackServer.answer(Data(), status: "302 Found", header: "Location: /m/Colour.mlmodel\r\n"),
            "/open": Data("HTTP/1.0 200 OK\r\n\r\n".utf8) + model,
        ])
        let fetched = try get(server.address("/m/Colour.mlmodel"), "--sha256", digest.uppercased(), "--json")
        #expect(fetched.status == 0, "\(fetched.errors)")
        let answer = try #require(JSONSerialization.jsonObject(with: Data(fetched.output.utf8)) as? [String: String])
        #expect(answer == ["name": "Colour", "file": place.appendingPathComponent("Colour.mlmodel").path])
        let moved = try get(server.address("/old"), "--name", "moved")
        #expect(moved.status == 0 && server.requests.suffix(2) == ["/old", "/m/Colour.mlmodel"], "\(moved.errors)")
        #expect(try get(server.address("/open"), "--name", "open").status == 0)
        let local = try get(home.appendingPathComponent("made.mlmodel").absoluteString, "--sha256", digest)
        #expect(local.status == 0, "\(local.errors)")
        #expect(kept == ["Colour.mlmodel", "made.mlmodel", "moved.mlmodel", "open.mlmodel"])
        for name in kept { #expect(try Data(contentsOf: place.appendingPathComponent(name)) == model, "\(name)") }
    }

    @Test("A download that is cut off, missing or wrong keeps the old file, and is an error of one line")
    func failures() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let elsewhere = "Location: file:///etc/hostname\r\n"
        let server = try LoopbackServer([
            "/cut.mlmodel": LoopbackServer.answer(model.prefix(model.count / 2), length: model.count),
            "/whole.mlmodel": LoopbackServer.answer(model),
            "/page.mlmodel": LoopbackServer.answer(Data("<!DOCTYPE html><p>Not here".utf8)),
            "/huge.mlmodel": LoopbackServer.answer(Data("x".utf8), length: 1 << 40),
            "/away.mlmodel": LoopbackServer.answer(Data(), status: "302 Found", header: elsewhere),
            "/round.mlmodel": LoopbackServer.answer(Data(), status: "302 Found", header: "Location: /round.mlmodel\r\n"),
            "/ill.mlmodel": LoopbackServer.answer(Data("no".utf8), status: "503 Service Unavailable"),
        ])
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let old = Data("the old one".utf8)
        try old.write(to: place.appendingPathComponent("m.mlmodel"))
        let wrong = String(repeating: "0", count: 64)
        let closed = try LoopbackServer([:]).address("/m.mlmodel")
        let cases: [(words: [String], reason: String)] = [
            ([server.address("/cut.mlmodel")], "the file ended early"), ([server.address("/none.mlmodel")], "404: there is no such file"),
            ([server.address("/whole.mlmodel"), "--sha256", wrong], "its SHA-256 is \(digest) and not \(wrong)"),
            ([server.address("/page.mlmodel")], "what is there is an HTML page and not a Core ML model"),
            ([server.address("/huge.mlmodel")], "more than 8 GiB"), ([server.address("/away.mlmodel")], "cannot be fetched"),
            ([server.address("/round.mlmodel")], "redirects"), ([server.address("/ill.mlmodel")], "the status 503"),
            ([closed], "Couldn't connect"), (["file:///no/such.mlmodel"], "No such file"),
        ]
        for (words, reason) in cases {
            let run = try Program.run(
                ["model", "get"] + words + ["--name", "m"], environment: ["HOME": home.path, "no_proxy": "127.0.0.1"], in: home)
            #expect(run.status == 1 && run.output.isEmpty && run.errors.contains(reason), "\(words): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }
        #expect(kept == ["m.mlmodel"])
        #expect(try Data(contentsOf: place.appendingPathComponent("m.mlmodel")) == old)
    }

    @Test("A disk without room leaves nothing")
    func fullDisks() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let server = try LoopbackServer(["/m.mlmodel": LoopbackServer.answer(model + Data(count: 1 << 20))])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "ulimit -f 64; exec '\(Program.path)' model get \(server.address("/m.mlmodel"))"]
        process.environment = ProcessInfo.processInfo.environment.merging(["HOME": home.path, "no_proxy": "127.0.0.1"]) { $1 }
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1 && text.contains("m.mlmodel: cannot be written: File too large"), "\(text)")
        #expect(kept.isEmpty)
    }

    @Test("A model of the catalog comes from its address, with the catalog's digest, and only when it is not there")
    func catalogEntries() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let server = try LoopbackServer(["/colour": LoopbackServer.answer(model)])
        let folder = home.appendingPathComponent("catalog")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func write(_ digest: String) throws {
            let entry: [String: Any] = [
                "name": "colour", "file": "colour/Colour.mlmodel", "summary": "Names colours", "requests": [String](),
                "licence": "Not for sale", "source": "here", "sha256": digest, "url": server.address("/colour"),
                "cropAndScale": "scaleFill",
            ]
            let catalog = try JSONSerialization.data(withJSONObject: ["models": [entry]])
            try catalog.write(to: folder.appendingPathComponent("catalog.json"))
        }
        try write(String(repeating: "0", count: 64))
        let environment = ["OSPREY_MODELS": folder.path]
        let refused = try get("colour", environment: environment)
        #expect(refused.status == 1 && refused.errors.contains("its SHA-256 is \(digest)") && kept.isEmpty, "\(refused.errors)")
        try write(digest)
        let listed = try get(environment: environment)
        #expect(listed.output.contains("licence  Not for sale") && listed.output.contains("osprey model get colour"), "\(listed.output)")
        for _ in 0..<2 {
            let run = try get("colour", environment: environment)
            #expect(run.status == 0 && run.output.hasSuffix("Colour.mlmodel\nlicence: Not for sale\n"), "\(run.errors)")
        }
        #expect(server.requests.count == 2)
        #expect(try Data(contentsOf: place.appendingPathComponent("Colour.mlmodel")) == model)
        // A file that was changed is fetched again.
        try Data("other".utf8).write(to: place.appendingPathComponent("Colour.mlmodel"))
        #expect(try get("colour", environment: environment).status == 0)
        #expect(try Data(contentsOf: place.appendingPathComponent("Colour.mlmodel")) == model && server.requests.count == 3)
    }

    @Test("Wrong arguments are named before anything is fetched")
    func wrongUsage() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let cases: [(words: [String], reason: String)] = [
            (["ftp://127.0.0.1/m.mlmodel"], "https:, http: or file:"), (["http://"], "no address"), (["unicorn"], "there is: scene"),
            (["http://127.0.0.1:1/m"], "--name says"), (["http://127.0.0.1:1/m", "--name", "../m"], "no name of a model"),
            (["http://127.0.0.1:1/m", "--name", ".m"], "no name of a model"), (["http://127.0.0.1:1/Scene.mlmodel"], "known model 'scene'"),
            (["http://127.0.0.1:1/m.mlmodel", "--sha256", "12"], "64 hexadecimal digits"), (["scene", "--name", "s"], "--name goes with"),
        ]
        for (words, reason) in cases {
            let run = try Program.run(["model", "get"] + words, environment: ["HOME": home.path], in: home)
            #expect(run.status == 2 && run.errors.contains(reason), "\(words): \(run.errors)")
        }
        #expect(kept.isEmpty)
    }

    @Test("The default model's terms are told where it is chosen")
    func terms() throws {
        defer { try? FileManager.default.removeItem(at: home) }
        let (text, lines) = try (get().output, get("--json").output)
        #expect(text.contains("licence  Non-commercial research and education only") && text.contains("not for commercial products"))
        #expect(lines.contains("\"licence\": \"Non-commercial") && lines.contains("\"commercialUse\": false"))
        let info = try Program.run("model", "info", "Models/scene/Scene.mlmodel")
        #expect(info.output.contains("license     Weights: non-commercial"))
        for name in ["README.md", "Models/scene/README.md"] {
            let text = try String(contentsOf: Repository.file(name), encoding: .utf8)
            #expect(text.lowercased().contains("non-commercial"), "\(name)")
        }
    }
}

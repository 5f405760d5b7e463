import CoreGraphics
import Foundation
import Reports
import TestSupport
import Testing

@testable import Studio

@Suite("The samples that come with Studio")
struct SampleTests {
    @Test("Each app has a sample whose files are there, with the models that the app asks for; the models of their own folder are small")
    func files() throws {
        let folder = SampleFolder()
        #expect(folder.samples.count == Sample.all.count)
        for app in AppKind.all {
            let sample = try #require(folder.samples.first { $0.name == app.name })
            #expect(sample.clip != nil && sample.models.map(\.name) == app.models.map(\.name))
            #expect(sample.models.map(\.role) == app.models.map(\.role))
            var options = AppOptions()
            for model in sample.models { options.models[model.name] = folder.model(sample.identifier(of: model.name)) }
            options.boxes = sample.boxes.map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
            _ = try app.make(options)
        }
        let own = Repository.file("Examples/Samples")
        let sizes = try FileManager.default.contentsOfDirectory(atPath: own.path).map { name in
            try FileManager.default.attributesOfItem(atPath: own.appendingPathComponent(name).path)[.size] as? Int ?? 0
        }
        #expect(sizes.reduce(0, +) < 3_000_000)
        let packaged = try packagedPaths()
        for path in Sample.all.flatMap(\.paths) {
            #expect(packaged.contains { path == $0 || path.hasPrefix($0 + "/") }, "package.sh does not copy \(path)")
        }
    }

    /// The paths among the examples that go into the Debian package, as the shell reads the script's list.
    private func packagedPaths() throws -> [String] {
        let script = try String(contentsOf: Repository.file("Scripts/package.sh"), encoding: .utf8)
        let start = try #require(script.range(of: "for path in "))
        let end = try #require(script.range(of: "; do", range: start.upperBound..<script.endIndex))
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "printf '%s\\n' \(script[start.upperBound..<end.lowerBound])"]
        process.currentDirectoryURL = Repository.file("Examples")
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    @Test("A sample's set is copied into an upload and summarised, and models and files are offered; other paths are refused")
    func server() throws {
        let server = try Server()
        for (name, kind) in [("RobotShop", "photos"), ("BreakfastFinder", "boxes"), ("ActionAndVision", "actions")] {
            let upload = try server.ask("POST", "/api/samples/\(name)/data").json["id"] as? String ?? ""
            let summary = try server.ask("GET", "/api/uploads/\(upload)/data").json
            #expect(summary["kind"] as? String == kind && summary["count"] as? Int ?? 0 > 30, "\(summary)")
        }
        #expect(try server.ask("POST", "/api/samples/ObjectTracker/data").status == 404)
        #expect(try server.ask("GET", "/api/samples/file?path=RobotShop%2Flive.mp4").body.count > 10_000)
        for path in ["..%2FREADME.md", "RobotShop%2Frender.py", "%2Fetc%2Fpasswd"] {
            #expect(try server.ask("GET", "/api/samples/file?path=\(path)").status == 404)
        }
        let models = try JSONSerialization.jsonObject(with: server.ask("GET", "/api/models").body) as? [[String: Any]] ?? []
        #expect(models.count { ($0["id"] as? String)?.hasPrefix("sample-") == true } == 5)
        #expect(try server.ask("GET", "/api/models/sample-BreakfastFinder-model").text.contains("\"inputs\""))
        #expect(try server.ask("DELETE", "/api/models/sample-BreakfastFinder-model").status == 404)
    }

    /// A dark sheet with a light window on light ground.
    private static let sheet: Data = {
        let rows = (0..<160).flatMap { y -> [UInt8] in
            (0..<240).map { x -> UInt8 in
                let isSheet = (60..<180).contains(x) && (40..<120).contains(y)
                let isWindow = (100..<140).contains(x) && (60..<100).contains(y)
                return isSheet && !isWindow ? 38 : 230
            }
        }
        return Data("P5\n240 160\n255\n".utf8) + Data(rows)
    }()

    @Test("A page in a photo is made flat, a photo's background is removed, and a missing page or subject is reported")
    func pictures() throws {
        let server = try Server()
        let photo = try Data(contentsOf: Repository.file("Examples/RobotShop/testing/belt/01.jpg"))
        for (kind, picture) in [("foreground", photo), ("documents", Self.sheet)] {
            let answer = try server.ask("POST", "/api/picture?kind=\(kind)", picture)
            #expect(answer.status == 200 && answer.body.starts(with: [0x89, 0x50]), "\(kind): \(answer.text.prefix(200))")
        }
        let sea = try Data(contentsOf: Repository.file("Examples/Pictures/seashore.jpg"))
        for kind in PictureAnalyzer.makers {
            let answer = try server.ask("POST", "/api/picture?kind=\(kind)", sea)
            #expect(answer.status == 422 && answer.text.contains("nothing like that"), "\(kind): \(answer.status)")
        }
        #expect(try server.ask("POST", "/api/picture?kind=text", photo).status == 400)
        #expect(try server.ask("POST", "/api/picture?kind=people", Data("none".utf8)).status == 422)
    }

    @Test("Photos that look alike are grouped, and a photo whose print is kept need not be sent again, also to a later server")
    func similar() throws {
        let server = try Server()
        func ask(_ server: Server, _ path: String, _ body: [String: Any]) throws -> [String: Any] {
            try server.ask("POST", "/api/similar/\(path)", JSONSerialization.data(withJSONObject: body)).json
        }
        let alp = try Data(contentsOf: Repository.file("Examples/Pictures/alp.jpg"))
        let fence = try Data(contentsOf: Repository.file("Examples/Pictures/fence.jpg"))
        let photos = ["a.jpg|1|2", "b.jpg|1|2", "fence.jpg|1|2", "missing.jpg|1|2"]
        for (key, data) in zip(photos, [alp, alp + [0], fence]) {
            let key = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            #expect(try server.ask("POST", "/api/similar/print?key=\(key)", data).status == 201)
        }
        #expect(try server.ask("POST", "/api/similar/print?key=x", Data("none".utf8)).status == 422)
        // A folder of prints that is removed meanwhile is made again; where that fails, it is said.
        let prints = server.folder.appendingPathComponent("prints")
        let kept = server.folder.appendingPathComponent("kept")
        try FileManager.default.moveItem(at: prints, to: kept)
        #expect(try server.ask("POST", "/api/similar/print?key=again", alp).status == 201)
        #expect(try ask(server, "known", ["photos": ["again", photos[0]]])["known"] as? [Bool] == [true, false])
        try FileManager.default.removeItem(at: prints)
        try Data().write(to: prints)
        #expect(try server.ask("POST", "/api/similar/print?key=other", alp).status == 507)
        try FileManager.default.removeItem(at: prints)
        try FileManager.default.moveItem(at: kept, to: prints)
        let answer = try ask(server, "groups", ["photos": photos, "distance": 7])
        let groups = answer["groups"] as? [[String: Any]] ?? []
        #expect(groups.count == 1 && groups.first?["photos"] as? [Int] == [0, 1] && answer["count"] as? Int == 3, "\(answer)")
        server.stop()
        let next = try Server(folder: server.folder)
        #expect(try ask(next, "known", ["photos": photos])["known"] as? [Bool] == [true, true, true, false])
        #expect(try next.ask("POST", "/api/similar/groups", Data(#"{"photos": [], "distance": -1}"#.utf8)).status == 400)
    }

    @Test("A comparison of photos ends early where a newer one takes its place")
    func cancelledComparison() throws {
        let rows: [[Float]] = [[0, 1], [0, 1], [5, 5]]
        #expect(try SimilarGroups.groups(rows, limit: 1, isCancelled: { true }).isEmpty)
        #expect(try SimilarGroups.groups(rows, limit: 1, isCancelled: { false }).map(\.members) == [[0, 1]])
    }
}

import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Data that is corrected stays whole, and what is beside it stays untouched")
struct UploadReachTests {
    private static let parts = Repository.file("Examples/RobotShop/training")

    private func photo() throws -> Data { try Data(contentsOf: Repository.file("Examples/BreakfastFinder/testing/001.jpg")) }

    private func put(_ server: Server, _ upload: String, _ path: String, _ data: Data) throws {
        let path = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=\(path)", data).status == 201)
    }

    private func pictures(_ server: Server, _ upload: String, kind: String) throws -> [String] {
        let list = try server.ask("GET", "/api/uploads/\(upload)/pictures?kind=\(kind)").json["pictures"] as? [[String: Any]] ?? []
        return list.compactMap { $0["name"] as? String }
    }

    private func post(_ server: Server, _ path: String, _ body: [String: Any]) throws -> Client.Answer {
        try server.ask("POST", path, JSONSerialization.data(withJSONObject: body))
    }

    @Test("An annotation of a picture outside the upload neither shows nor moves it", arguments: [false, true])
    func outside(isAbsolute: Bool) throws {
        let server = try Server()
        let other = server.folder.appendingPathComponent("secret.jpg")
        try photo().write(to: other)
        let name = isAbsolute ? other.path : "../../secret.jpg"
        let upload = try server.upload()
        try put(server, upload, "001.jpg", photo())
        let box: [String: Any] = ["label": "cup", "coordinates": ["x": 50, "y": 50, "width": 20, "height": 20]]
        let list: [[String: Any]] = [["image": "001.jpg", "annotations": [box]], ["image": name, "annotations": [box]]]
        try put(server, upload, "annotations.json", JSONSerialization.data(withJSONObject: list))
        #expect(try pictures(server, upload, kind: "boxes") == ["001.jpg"])
        let query = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        #expect(try server.ask("GET", "/api/uploads/\(upload)/picture?kind=boxes&name=\(query)").status == 404)
        #expect(try post(server, "/api/uploads/\(upload)/leave-out?kind=boxes", ["name": name]).status == 404)
        #expect(try server.ask("GET", "/api/uploads/\(upload)/data").text.contains("not clear which picture"))
        #expect(FileManager.default.fileExists(atPath: other.path))
    }

    @Test("A list of labels that names a photo outside the upload moves nothing", arguments: [false, true])
    func outsideOfList(isAbsolute: Bool) throws {
        let server = try Server()
        let other = server.folder.appendingPathComponent("secret.jpg")
        try photo().write(to: other)
        let upload = try server.upload()
        try put(server, upload, "a.jpg", photo())
        let name = isAbsolute ? other.path : "../../secret.jpg"
        try put(server, upload, "_classes.csv", Data("filename, cup, egg\na.jpg, 1, 0\n\(name), 0, 1\n".utf8))
        #expect(try server.ask("GET", "/api/uploads/\(upload)/pictures?kind=photos").status >= 400)
        #expect(FileManager.default.fileExists(atPath: other.path))
        #expect(try server.names(in: server.folder.appendingPathComponent("uploads/\(upload)")) == ["_classes.csv", "a.jpg"])
    }

    @Test("Photos of listed labels with a slash are kept in a folder of their own")
    func slash() throws {
        let server = try Server()
        let upload = try server.upload()
        for name in ["a.jpg", "b.jpg"] { try put(server, upload, name, photo()) }
        try put(server, upload, "_classes.csv", Data("filename, cats/indoor, dog\na.jpg, 1, 0\nb.jpg, 0, 1\n".utf8))
        #expect(try pictures(server, upload, kind: "photos") == ["cats-indoor/a.jpg", "dog/b.jpg"])
        #expect(
            try server.names(in: server.folder.appendingPathComponent("uploads/\(upload)")) == ["_classes.csv.old", "cats-indoor", "dog"])
    }

    @Test(
        "Listed labels that cannot be folders are refused before a photo is moved",
        arguments: [("dog, .x", 400), ("cats/indoor, cats-indoor", 409)])
    func refused(labels: String, status: Int) throws {
        let server = try Server()
        let upload = try server.upload()
        for name in ["a.jpg", "b.jpg"] { try put(server, upload, name, photo()) }
        try put(server, upload, "_classes.csv", Data("filename, \(labels)\na.jpg, 1, 0\nb.jpg, 0, 1\n".utf8))
        #expect(try server.ask("GET", "/api/uploads/\(upload)/pictures?kind=photos").status == status)
        #expect(try server.names(in: server.folder.appendingPathComponent("uploads/\(upload)")) == ["_classes.csv", "a.jpg", "b.jpg"])
    }

    @Test("A set is read anew for another kind, and after each file that is added")
    func kinds() throws {
        let server = try Server()
        let upload = try server.upload(server.labeledFiles(in: Self.parts, labels: ["belt", "servo"], count: 1), of: Self.parts)
        #expect(try pictures(server, upload, kind: "photos").count == 2)
        #expect(try server.ask("GET", "/api/uploads/\(upload)/pictures?kind=boxes").status >= 400, "photos by label have no boxes")
        try put(server, upload, "belt/more.jpg", photo())
        #expect(try pictures(server, upload, kind: "photos").count == 3)
    }

    @Test("The folder of a label goes with its last photo, also where another file is in it", arguments: [false, true])
    func last(isLeftOut: Bool) throws {
        let server = try Server()
        let files = try server.labeledFiles(in: Self.parts, labels: ["belt", "lead screw", "servo"], count: 1)
        let upload = try server.upload(files, of: Self.parts)
        let folder = server.folder.appendingPathComponent("uploads/\(upload)")
        try Data("thumbs".utf8).write(to: folder.appendingPathComponent("belt/Thumbs.db"))
        let name = try #require(pictures(server, upload, kind: "photos").first { $0.hasPrefix("belt/") })
        let path = isLeftOut ? "leave-out?kind=photos" : "label"
        let answer = try post(server, "/api/uploads/\(upload)/\(path)", ["name": name, "label": "servo"])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try server.names(in: folder) == [".left out", "lead screw", "servo"])
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(".left out/belt/Thumbs.db").path))
        let summary = try server.ask("GET", "/api/uploads/\(upload)/data?kind=photos").json
        #expect(summary["count"] as? Int == (isLeftOut ? 2 : 3), "\(summary)")
    }

    @Test("A picture of very many pixels is refused before it is decoded")
    func large() throws {
        let server = try Server()
        let upload = try server.upload(server.labeledFiles(in: Self.parts, labels: ["servo"], count: 1), of: Self.parts)
        try put(server, upload, "belt/large.pgm", Data("P5\n12000 12000\n255\n".utf8) + Data(count: 64))
        #expect(try server.ask("GET", "/api/uploads/\(upload)/picture?kind=photos&name=belt%2Flarge.pgm").status == 413)
    }
}

import CreateML
import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Data that is corrected in Studio")
struct EditingTests {
    private static let boxes = Repository.file("Examples/BreakfastFinder/testing")
    private static let parts = Repository.file("Examples/RobotShop/training")

    private func post(_ server: Server, _ path: String, _ body: [String: Any]) throws -> Client.Answer {
        try server.ask("POST", path, JSONSerialization.data(withJSONObject: body))
    }

    private func pictures(_ server: Server, _ upload: String, kind: String) throws -> [[String: Any]] {
        try server.ask("GET", "/api/uploads/\(upload)/pictures?kind=\(kind)").json["pictures"] as? [[String: Any]] ?? []
    }

    @Test("Boxes are saved beside the pictures in Create ML's form; a file that was there is kept under another name, and said so")
    func boxes() throws {
        let server = try Server()
        let upload = try server.upload(["001.jpg", "002.jpg", "annotations.json"], of: Self.boxes)
        let folder = server.folder.appendingPathComponent("uploads/\(upload)")
        let original = try Data(contentsOf: Self.boxes.appendingPathComponent("annotations.json"))
        let first = try #require(pictures(server, upload, kind: "boxes").first { $0["name"] as? String == "001.jpg" })
        #expect((first["objects"] as? [Any])?.isEmpty == false)
        let path = "/api/uploads/\(upload)/boxes"
        let objects: [[String: Any]] = [
            ["label": "tea", "box": [0.25, 0.5, 0.5, 0.25]], ["label": "egg", "box": [0.9, 0.9, 0.5, 0.5]],
            ["label": " ", "box": [0, 0, 1, 1]], ["label": "nothing", "box": [2, 2, 1, 1]],
        ]
        let saved = try post(server, path, ["name": "001.jpg", "objects": objects]).json
        #expect(saved["file"] as? String == "annotations.json" && saved["kept"] as? String == "annotations.json.old", "\(saved)")
        #expect(try Data(contentsOf: folder.appendingPathComponent("annotations.json.old")) == original)
        #expect(try post(server, path, ["name": "002.jpg", "objects": []]).json["kept"] is NSNull, "the own file is written over")
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=other.txt", Data("a".utf8)).status == 201)
        #expect(try post(server, path, ["name": "002.jpg", "objects": []]).json["kept"] is NSNull, "also after a file was added")
        let second = try server.upload(["001.jpg", "002.jpg", "annotations.json"], of: Self.boxes)
        let left = try post(server, "/api/uploads/\(second)/leave-out?kind=boxes", ["name": "002.jpg"]).json
        #expect(left["kept"] as? String == "annotations.json.old", "\(left)")

        let source = MLObjectDetector.DataSource.directoryWithImagesAndJsonAnnotation(at: folder)
        let images = try source.annotatedImages(.boundingBox(units: .pixel, origin: .topLeft, anchor: .center)).images
        let changed = try #require(images.first { $0.url.lastPathComponent == "001.jpg" }).objects
        #expect(changed.map(\.label) == ["tea", "egg"] && abs(changed[0].box.minX - 0.25) < 1e-3 && abs(changed[0].box.maxY - 0.75) < 1e-3)
        #expect(abs(changed[1].box.maxX - 1) < 1e-3, "boxes end where the picture ends")
        #expect(images.first { $0.url.lastPathComponent == "002.jpg" }?.objects.isEmpty == true)
        #expect(try server.ask("GET", "/api/uploads/\(upload)/annotations").text.contains("\"tea\""))
        #expect(try server.ask("GET", "/api/uploads/\(upload)/data").text.contains("tea"))
    }

    @Test("Boxes of YOLO's files are corrected, too: the new file is read in their place, and they stay")
    func otherFormat() throws {
        let server = try Server()
        let upload = try server.upload()
        func add(_ path: String, _ data: Data) throws {
            #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=set/\(path)", data).status == 201)
        }
        for part in ["train", "valid"] {
            try add("\(part)/images/001.jpg", Data(contentsOf: Self.boxes.appendingPathComponent("001.jpg")))
            try add("\(part)/labels/001.txt", Data("0 0.5 0.5 0.5 0.5\n".utf8))
        }
        try add("data.yaml", Data("train: ../train/images\nval: ../valid/images\nnames: [cup]\n".utf8))
        #expect(try pictures(server, upload, kind: "boxes").map { $0["name"] as? String } == ["images/001.jpg"])
        let object: [String: Any] = ["label": "mug", "box": [0.1, 0.1, 0.5, 0.5]]
        let saved = try post(server, "/api/uploads/\(upload)/boxes", ["name": "images/001.jpg", "objects": [object]])
        #expect(saved.status == 200 && saved.json["kept"] is NSNull)
        let folder = server.folder.appendingPathComponent("uploads/\(upload)/set/train")
        #expect(try Set(server.names(in: folder)) == ["annotations.json", "images", "labels"])
        let summary = try server.ask("GET", "/api/uploads/\(upload)/data").text
        #expect(summary.contains("\"mug\"") && !summary.contains("\"cup\""), "\(summary)")
    }

    @Test("A photo's label is corrected by moving it into the label's folder, and nothing is written over")
    func labels() throws {
        let server = try Server()
        let upload = try server.upload(server.labeledFiles(in: Self.parts, labels: ["belt", "servo"], count: 2), of: Self.parts)
        let names = try pictures(server, upload, kind: "photos").compactMap { $0["name"] as? String }
        #expect(names.count == 4)
        let past = try server.ask("GET", "/api/uploads/\(upload)/pictures?kind=photos&from=60").json
        #expect(past["from"] as? Int == 0 && (past["pictures"] as? [Any])?.count == 4, "past the end is the last page: \(past)")
        let belt = try #require(names.first { $0.hasPrefix("belt/") })
        let moved = try post(server, "/api/uploads/\(upload)/label", ["name": belt, "label": "servo"]).json["name"] as? String
        #expect(moved == "servo/" + belt.dropFirst(5).replacingOccurrences(of: ".jpg", with: "-2.jpg"), "\(String(describing: moved))")
        #expect(try pictures(server, upload, kind: "photos").count { $0["label"] as? String == "servo" } == 3)
        for label in ["", "..", "a/b", ".hidden", String(repeating: "a", count: 101)] {
            #expect(try post(server, "/api/uploads/\(upload)/label", ["name": moved ?? "", "label": label]).status == 400, "\(label)")
        }
        for name in ["../x", "servo", "/etc/passwd", belt] {
            #expect(try post(server, "/api/uploads/\(upload)/label", ["name": name, "label": "belt"]).status == 404, "\(name)")
            let query = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            #expect(try server.ask("GET", "/api/uploads/\(upload)/picture?kind=photos&name=\(query)").status == 404)
        }
        let picture = try server.ask(
            "GET", "/api/uploads/\(upload)/picture?kind=photos&side=64&name=" + (moved ?? "").replacingOccurrences(of: "/", with: "%2F"))
        #expect(picture.status == 200 && picture.body.starts(with: [0xFF, 0xD8]))
        // A photo that is left out is not lost.
        #expect(try post(server, "/api/uploads/\(upload)/leave-out?kind=photos", ["name": moved ?? ""]).status == 200)
        #expect(try pictures(server, upload, kind: "photos").count == 3)
        let folder = server.folder.appendingPathComponent("uploads/\(upload)/.left out")
        #expect(try server.names(in: folder).count == 1)
    }

    @Test("Photos whose labels are listed in a file get folders when they are corrected; the list is kept")
    func listed() throws {
        let server = try Server()
        let upload = try server.upload()
        let photo = try Data(contentsOf: Self.boxes.appendingPathComponent("001.jpg"))
        for name in ["a.jpg", "b.jpg"] { #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=\(name)", photo).status == 201) }
        let list = Data("filename, cup, egg\na.jpg, 1, 0\nb.jpg, 0, 1\n".utf8)
        #expect(try server.ask("PUT", "/api/uploads/\(upload)?path=_classes.csv", list).status == 201)
        #expect(try server.ask("GET", "/api/uploads/\(upload)/data").json["kind"] as? String == "photos")
        #expect(try pictures(server, upload, kind: "photos").map { $0["name"] as? String } == ["cup/a.jpg", "egg/b.jpg"])
        #expect(try server.names(in: server.folder.appendingPathComponent("uploads/\(upload)")) == ["_classes.csv.old", "cup", "egg"])
    }

    @Test("Samples from the camera make a set or join one; data that are not a picture are refused")
    func samples() throws {
        let server = try Server()
        let photo = try Data(contentsOf: Self.boxes.appendingPathComponent("001.jpg"))
        let upload = try server.upload()
        for (label, count) in [("cup", 2), ("egg", 1)] {
            for _ in 0..<count {
                #expect(try server.ask("POST", "/api/uploads/\(upload)/samples?kind=photos&label=\(label)", photo).status == 201)
            }
        }
        let summary = try server.ask("GET", "/api/uploads/\(upload)/data").json
        #expect(summary["kind"] as? String == "photos" && summary["count"] as? Int == 3, "\(summary)")
        #expect(try server.ask("POST", "/api/uploads/\(upload)/samples?kind=photos&label=cup", Data("none".utf8)).status == 422)
        #expect(try server.ask("POST", "/api/uploads/\(upload)/samples?kind=photos&label=", photo).status == 400)

        let boxes = try server.upload(["001.jpg", "annotations.json"], of: Self.boxes)
        let added = try server.ask("POST", "/api/uploads/\(boxes)/samples?kind=boxes&label=", photo)
        #expect(added.status == 201 && (added.json["picture"] as? [String: Any])?["name"] as? String == "camera.jpg", "\(added.text)")
        let table = try server.upload(TableFiles.houses(), as: "table.csv")
        #expect(try server.ask("GET", "/api/uploads/\(table)/pictures?kind=table").status == 409)
    }
}

import Foundation
import JSON
import ModelServer
import TestSupport
import Testing

/// `classify`, `detect` and `featurePrint` of `osprey model serve`.
@Suite("Photos for a server")
struct PhotoRequestTests {
    private let session = ModelSession()

    private func answer(_ request: JSON) -> JSON { Array(request.text.utf8).withUnsafeBufferPointer(session.answer) }

    private func image(_ path: String) throws -> JSON {
        ["data": .string(try Data(contentsOf: Repository.file("Examples/Pictures/\(path)")).base64EncodedString())]
    }

    @Test("A photo's labels are those of the command line, and a file that is not a photo has an error in its place")
    func classify() throws {
        let images: JSON = [try image("fence.jpg"), ["data": "bm8gcGhvdG8="], try image("alp.jpg")]
        let results = try #require(answer(["id": 1, "op": "classify", "top": 2, "images": images])["results"]?.array)
        #expect(results.count == 3)
        #expect(results[1]["error"]?.string?.isEmpty == false)
        for (result, name) in [(results[0], "fence.jpg"), (results[2], "alp.jpg")] {
            let line = try Program.run("classify", "Examples/Pictures/\(name)", "--top", "2", "--json").output
            #expect(try JSON(parsing: line.utf8)["observations"]?.text == result["observations"]?.text)
        }
    }

    @Test("The findings in a photo and its feature print are those of the command line")
    func others() throws {
        let images: JSON = [try image("fence.jpg")]
        let found = answer(["id": 1, "op": "detect", "kinds": "rectangles,horizon", "images": images])["results"]?.array?.first
        let line = try JSON(parsing: Program.run("detect", "rectangles,horizon", "Examples/Pictures/fence.jpg", "--json").output.utf8)
        #expect(found?["rectangles"]?.text == line["rectangles"]?.text)
        #expect(found?["horizon"]?.text == line["horizon"]?.text)
        let print = answer(["id": 1, "op": "featurePrint", "images": images])["results"]?.array?.first?["featurePrint"]
        let shown = try JSON(parsing: Program.run("featureprint", "Examples/Pictures/fence.jpg", "--json").output.utf8)
        #expect(print?.text == shown["featurePrint"]?.text)
        let open = answer(["id": 1, "op": "featurePrint", "images": images, "revision": 3])["results"]?.array?.first?["featurePrint"]
        let other = try JSON(parsing: Program.run("featureprint", "Examples/Pictures/fence.jpg", "--revision", "3", "--json").output.utf8)
        #expect(open?.text == other["featurePrint"]?.text && open?.text != print?.text)
    }

    @Test("A finding's map is in the answer where it is asked for")
    func maps() throws {
        let images: JSON = [try image("fence.jpg")]
        func saliency(_ maps: JSON) -> JSON? {
            answer(["id": 1, "op": "detect", "kinds": "saliency", "images": images, "maps": maps])["results"]?.array?.first?["saliency"]
        }
        let array = try #require(saliency(true)?["map"]?["array"])
        let shape = (array["shape"]?.array ?? []).compactMap(\.integer)
        let data = Data(base64Encoded: array["data"]?.string ?? "") ?? Data()
        #expect(shape.count == 2 && data.count == 4 * shape[0] * shape[1] && array["dtype"]?.string == "float32")
        let without = try #require(saliency(false))
        #expect(without["map"] == nil && without["objects"] != nil)
        #expect(answer(["id": 1, "op": "detect", "kinds": "saliency", "images": images, "maps": "yes"])["ok"]?.text == "false")
    }

    @Test("The error about a member of a request names it")
    func namedMembers() throws {
        let images: JSON = [["path": "fence.jpg"], 7, ["data": "not Base64!"]]
        let results = try #require(answer(["op": "classify", "images": images])["results"]?.array).map { $0["error"]?.string ?? "" }
        #expect(results[0] == "'images[0]': there is no 'data' in it, a string of Base64" && results[1].hasPrefix("'images[1]': "))
        #expect(results[2] == "'images[2]': data is not Base64")
        let scene = JSON.string(Repository.file("Models/scene/Scene.mlmodel").path)
        let model = try #require(answer(["op": "load", "path": scene])["model"])
        func error(_ op: JSON, _ inputs: JSON) -> String {
            answer(["op": op, "model": model, "inputs": inputs])["error"]?["message"]?.string ?? ""
        }
        #expect(error("predict", ["image": 3]).hasPrefix("'inputs.image': it is no object with one key"))
        #expect(error("predict", ["image": ["sequence": [1, "a"]]]).hasPrefix("'inputs.image': a sequence is not of strings"))
        #expect(error("predictBatch", [["image": ["picture": 3]]]) == "'inputs[0].image': 'picture' is not a kind of value")
    }

    @Test("Wrong settings are errors of the request")
    func wrong() throws {
        let images: JSON = [try image("fence.jpg")]
        let requests: [JSON] = [
            ["op": "classify"], ["op": "classify", "images": images, "top": 0], ["op": "detect", "images": images, "kinds": "ghosts"],
            ["op": "classify", "images": images, "threshold": 2], ["op": "classify", "images": images, "path": "/nowhere.mlmodel"],
            ["op": "classify", "images": images, "crop": "round"], ["op": "detect", "images": images, "kinds": "objects"],
            ["op": "classify", "images": images, "crop": "scaleFit"], ["op": "featurePrint", "images": images, "revision": 5],
        ]
        for request in requests { #expect(answer(request)["ok"]?.text == "false", "\(request.text.suffix(80))") }
        let scene = JSON.string(Repository.file("Models/scene/Scene.mlmodel").path)
        let settings: [(op: JSON, name: String, value: JSON, path: JSON, reason: String)] = [
            ("featurePrint", "revision", "3", .null, "whole number"), ("featurePrint", "revision", 2.5, .null, "whole number"),
            ("featurePrint", "revision", 3, scene, "does not go with"), ("classify", "top", "2", .null, "whole number"),
            ("classify", "threshold", "0.5", .null, "a number"), ("classify", "path", 7, .null, "a string"),
            ("detect", "kinds", ["rectangles"], .null, "a string"), ("classify", "crop", 1, scene, "a string"),
        ]
        for setting in settings {
            let reply = answer([
                setting.name == "path" ? "no" : "path": setting.path, "op": setting.op, "images": images, setting.name: setting.value,
            ])
            #expect(reply["error"]?.text.contains(setting.reason) == true, "\(setting.name): \(reply.text.suffix(120))")
        }
        #expect(answer(["id": 1, "op": "classify", "images": images, "top": .null])["ok"]?.text != "false")
    }
}

import Foundation
import TestSupport
import Testing

/// `-` stands for what comes on standard input: an image, or names of images.
@Suite("Standard input") struct StandardInputTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-input-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try EvaluationModels.meanColor.write(to: folder.appendingPathComponent("m.mlmodel"))
        try EvaluationModels.detector(labels: ["cup"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[0.9]])
            .write(to: folder.appendingPathComponent("d.mlmodel"))
    }

    private func objects(_ run: Program.Result) throws -> [[String: Any]] {
        try run.output.split(separator: "\n").map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    @Test("A photo on standard input gets the answer of its file", arguments: ["alp.jpg", "fence.jpg"])
    func photos(_ name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let photo = Repository.file("Examples/Pictures/\(name)")
        let annotated = folder.appendingPathComponent("seen.png")
        let commands = [
            ["classify", "--json", "--model", "m.mlmodel"], ["detect", "objects", "--json", "--model", "d.mlmodel"], ["featureprint"],
        ]
        for words in commands {
            let piped = try Program.run(words + ["-"], inputFile: photo, in: folder)
            let named = try Program.run(words + [photo.path], in: folder)
            #expect(piped.status == 0, "\(piped.errors)")
            #expect(piped.output == named.output.replacingOccurrences(of: photo.path, with: "-"))
        }
        let shown = try Program.run(["classify", "-", "--model", "m.mlmodel", "--annotate", annotated.path], inputFile: photo, in: folder)
        #expect(shown.status == 0 && shown.output.hasPrefix("-  "), "\(shown.errors)")
        #expect(FileManager.default.fileExists(atPath: annotated.path))
    }

    @Test("Numbers written as text are an image too, and names are not")
    func textAndNames() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = ["classify", "-", "--model", "m.mlmodel", "--json"]
        let picture = "P3 2 1 255\n250 0 0 250 0 0\n"
        let image = try objects(Program.run(words, input: picture, in: folder))
        #expect(image.count == 1 && image[0]["image"] as? String == "-" && image[0]["observations"] != nil)
        // Names that begin as pictures do.
        for name in ["P3 1.ppm", "BMW at the sea, seen from above.ppm", "GIF89a.ppm"] {
            try EvaluationModels.write(220, 20, 20, to: folder.appendingPathComponent(name))
            let named = try objects(Program.run(words, input: "\(name)\r\n\n\(name)", in: folder))
            #expect(named.count == 2 && named.allSatisfy { $0["image"] as? String == name && $0["observations"] != nil }, "\(named)")
        }
    }

    @Test("Input that is neither a photo nor a list is an error, and empty input is a list without images")
    func neither() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = ["classify", "-", "--model", "m.mlmodel"]
        let photo = try Data(contentsOf: Repository.file("Examples/Pictures/alp.jpg"))
        for (name, data) in [("cut.jpg", photo.prefix(40)), ("zip", Data([0x50, 0x4B, 3, 4, 0, 0]))] {
            try data.write(to: folder.appendingPathComponent(name))
            let run = try Program.run(words, inputFile: folder.appendingPathComponent(name), in: folder)
            #expect(run.status == 1 && run.errors.hasPrefix("-: error: ") && run.errors.contains("1 image in"), "\(run.errors)")
        }
        let empty = try Program.run(words, in: folder)
        #expect(empty.status == 2 && empty.errors.contains("no images"))
    }

    @Test("Paths that end with null bytes may have any name")
    func nullBytes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = ["a\nb.ppm", " c.ppm"]
        for name in names { try EvaluationModels.write(220, 20, 20, to: folder.appendingPathComponent(name)) }
        let words = ["classify", "-", "-0", "--model", "m.mlmodel", "--json"]
        let found = try objects(Program.run(words, input: names.map { $0 + "\0" }.joined(), in: folder))
        #expect(found.map { $0["image"] as? String } == names && found.allSatisfy { $0["observations"] != nil }, "\(found)")
        let pointless = try Program.run("classify", names[1], "-0", "--model", "m.mlmodel", in: folder)
        #expect(pointless.status == 2 && pointless.errors.contains("-0 is for paths on standard input"), "\(pointless.errors)")
    }

    @Test("Of a folder, hidden files, entries that a Mac adds to archives and anything but files are left out")
    func folders() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let photos = folder.appendingPathComponent("photos")
        for name in ["a.ppm", ".b.ppm", "._a.ppm", ".trash/c.ppm", "__MACOSX/d.ppm", "sub/e.ppm", "f.ppm/g.ppm"] {
            let file = photos.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try EvaluationModels.write(220, 20, 20, to: file)
        }
        try #require(mkfifo(photos.appendingPathComponent("pipe.png").path, 0o600) == 0)
        let run = try Program.run("classify", "photos", "photos/.b.ppm", "--model", "m.mlmodel", "--json", in: folder)
        let names = try objects(run).map { $0["image"] as? String }
        #expect(run.status == 0 && names == ["photos/a.ppm", "photos/f.ppm/g.ppm", "photos/sub/e.ppm", "photos/.b.ppm"], "\(names)")
        #expect(run.errors.contains("photos/pipe.png is left out: it is no regular file"), "\(run.errors)")
    }
}

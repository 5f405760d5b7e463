import Foundation
import Testing
import Vision

@testable import osprey
@testable import Reports

/// Outputs of verbs never replace their inputs.
@Suite("Files that are written") struct AnnotationTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-annotate-\(UUID().uuidString)")
        for name in ["photos/a", "photos/b", "out"] {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        try EvaluationModels.meanColor.write(to: place("m.mlmodel"))
    }

    private func place(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// A picture of a colour of its own, in whatever the name says: readers look at the content.
    private func write(_ name: String, _ red: UInt8 = 200) throws { try EvaluationModels.write(red, 20, 20, to: place(name)) }

    private func classify(_ words: String...) throws -> Program.Result {
        try Program.run(["classify", "--model", place("m.mlmodel").path] + words, in: folder)
    }

    private func files(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place(name).path).sorted()
    }

    @Test(
        "A photo is not replaced by its annotated copy, whatever name the copy is given",
        arguments: ["photos/1.png", "./photos/1.png", "photos/../photos/1.png", "soft.png", "hard.png"])
    func photosStay(_ target: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("photos/1.png")
        try FileManager.default.createSymbolicLink(at: place("soft.png"), withDestinationURL: place("photos/1.png"))
        try FileManager.default.linkItem(at: place("photos/1.png"), to: place("hard.png"))
        let before = try Data(contentsOf: place("photos/1.png"))
        let run = try classify("photos/1.png", "--annotate", target)
        #expect(run.status == 2 && run.errors.contains("would be overwritten") && run.output.isEmpty, "\(run.errors)")
        #expect(try Data(contentsOf: place("photos/1.png")) == before)
    }

    @Test("Copies in the folder of the photos have names of their own, however often they are made")
    func theFolderOfThePhotos() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("photos/1.png", 200)
        try write("photos/2.ppm", 100)
        let before = try ["photos/1.png", "photos/2.ppm"].map { try Data(contentsOf: place($0)) }
        for _ in 0..<2 {
            let run = try classify("photos/1.png", "photos/2.ppm", "--annotate", "photos/")
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try ["photos/1.png", "photos/2.ppm"].map { try Data(contentsOf: place($0)) } == before)
        #expect(try files("photos") == ["1.png", "1.png.png", "2.png", "2.ppm", "a", "b"])
        let whole = try classify("photos", "--annotate", "photos")
        #expect(whole.status == 0 && whole.output.split(separator: "\n").count == 4, "\(whole.errors)")
        #expect(try ["photos/1.png", "photos/2.ppm"].map { try Data(contentsOf: place($0)) } == before)
    }

    @Test("Photos of one name have a copy each")
    func photosOfOneName() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["photos/a/1.ppm", "photos/b/1.ppm", "photos/two.ppm", "photos/two.pnm", "photos/three.ppm"] { try write(name) }
        // A link in the folder would join two copies.
        try FileManager.default.createSymbolicLink(atPath: place("out/three.png").path, withDestinationPath: "two.ppm.png")
        let run = try classify("photos", "--annotate", "out/")
        #expect(run.status == 0, "\(run.errors)")
        let copies = try files("out").filter { $0 != "three.png" }
        #expect(copies == ["photos-a-1.ppm.png", "photos-b-1.ppm.png", "three.ppm.png", "two.pnm.png", "two.ppm.png"])
        #expect(Set(copies.map { FileIdentity(place("out/\($0)").path) }).count == 5)
    }

    @Test("A kind of file that cannot be written is wrong usage", arguments: ["x.bmp", "x", "x.png.gif"])
    func unknownKinds(_ name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("photos/1.ppm")
        let run = try classify("photos/1.ppm", "--annotate", name)
        #expect(run.status == 2 && run.errors.contains(".png, .jpg, .jpeg, not '\(name)'"), "\(run.errors)")
        #expect(run.errors.contains("ends with '/'") == !name.contains("."), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: place(name).path))
    }

    @Test("Detections are drawn under the same rules")
    func detections() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try EvaluationModels.detector(labels: ["cup"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[0.9]]).write(to: place("d.mlmodel"))
        try write("photos/1.png")
        let words = ["detect", "objects", "photos/1.png", "--model", "d.mlmodel", "--annotate"]
        #expect(try Program.run(words + ["photos/1.png"], in: folder).status == 2)
        let run = try Program.run(words + ["found.jpg"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Data(contentsOf: place("found.jpg")).starts(with: [0xFF, 0xD8, 0xFF]))
    }

    @Test("Labels of boxes with one corner are drawn beside each other")
    func labels() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // Both boxes have the same upper left corner.
        try EvaluationModels.detector(
            labels: ["cup"], boxes: [[0.5, 0.5, 0.6, 0.6], [0.25, 0.25, 0.1, 0.1]], confidences: [[0.9], [0.8]]
        ).write(to: place("d.mlmodel"))
        try (Data("P6\n400 300\n255\n".utf8) + Data(repeating: 255, count: 400 * 300 * 3)).write(to: place("white.ppm"))
        let run = try Program.run(["detect", "objects", "white.ppm", "--model", "d.mlmodel", "--annotate", "found.png"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let source = try #require(CGImageSourceCreateWithURL(place("found.png") as CFURL, nil))
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        let pixels = try #require(image.dataProvider?.data as Data?)
        let size = image.bitsPerPixel / 8
        // The first label is blue, the second one orange.
        var (blue, orange) = (0, 0)
        for pixel in 0..<(400 * 300) {
            let start = pixel / 400 * image.bytesPerRow + pixel % 400 * size
            let (red, last) = (pixels[start], pixels[start + 2])
            if red < 40, last > 180 { blue += 1 }
            if red > 180, last < 40 { orange += 1 }
        }
        #expect(blue > 1000 && orange > 1000 && Double(blue) > 0.8 * Double(orange))
    }

    @Test("Other verbs refuse to write over their inputs, and over files of another kind")
    func otherVerbs() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("photos/1.ppm")
        try write("photo.npy")
        try FileManager.default.createSymbolicLink(at: place("link.npy"), withDestinationURL: place("photos/1.ppm"))
        try FileManager.default.createSymbolicLink(at: place("link.html"), withDestinationURL: place("photos/1.ppm"))
        try FileManager.default.createSymbolicLink(at: place("other.mlmodel"), withDestinationURL: place("m.mlmodel"))
        let before = try ["photos/1.ppm", "photo.npy", "m.mlmodel"].map { try Data(contentsOf: place($0)) }
        let predict = ["model", "predict", "m.mlmodel", "--input", "image=photo.npy", "--output"]
        let refused = [
            ["featureprint", "photos/1.ppm", "--output", "photos/1.ppm"], ["featureprint", "photo.npy", "--output", "photo.npy"],
            ["featureprint", "photos/1.ppm", "--output", "link.npy"], ["featureprint", "photos/1.ppm", "--output", "photos"],
            ["evaluate", "m.mlmodel", "photos", "--report", "photos/1.ppm"], ["evaluate", "m.mlmodel", "photos", "--report", "link.html"],
            ["train", "image-classifier", "photos", "--extractor", "m.mlmodel", "--output", "other.mlmodel"],
            ["train", "image-classifier", "photos", "--report", "photos/1.ppm"], predict + ["label=photo.npy"],
            predict + ["label=m.mlmodel"],
            predict + ["label=x.txt"], predict + ["label=x.json", "--output", "probabilities=./x.json"],
            ["model", "bench", "m.mlmodel", "--input", "image=photo.npy", "--output", "label=photo.npy"],
        ]
        for words in refused {
            let run = try Program.run(words, in: folder)
            #expect(run.status == 2 && run.errors.hasPrefix("osprey: --"), "\(words): \(run.errors)")
        }
        #expect(try ["photos/1.ppm", "photo.npy", "m.mlmodel"].map { try Data(contentsOf: place($0)) } == before)
        #expect(!FileManager.default.fileExists(atPath: place("x.json").path))
        let compiled = try Program.run(["model", "compile", "m.mlmodel"], in: folder)
        #expect(compiled.status == 0, "\(compiled.errors)")
        let again = try Program.run(["model", "compile", "m.mlmodelc"], in: folder)
        #expect(again.status == 2 && FileManager.default.fileExists(atPath: place("m.mlmodelc/model.mlmodel").path), "\(again.errors)")
    }
}

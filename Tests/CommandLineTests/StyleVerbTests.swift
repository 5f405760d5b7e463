import Foundation
import TestSupport
import Testing

/// Styles, trained and used as a process.
@Suite struct StyleVerbTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws {
        temporary = try TemporaryFolder()
        let photos = try temporary.folder("photos")
        for index in 0..<3 {
            try EvaluationModels.write(UInt8(60 * index), 30, 200, side: 32, to: photos.appendingPathComponent("\(index).ppm"))
        }
        try EvaluationModels.write(250, 200, 10, side: 40, to: temporary.file("style.ppm"))
        try Data("no picture".utf8).write(to: temporary.file("text.jpg"))
    }

    @Test("A style is trained, previewed at checkpoints, and redraws a photo")
    func style() throws {
        let words = ["train", "style", "style.ppm", "photos", "--lite", "--density", "64", "--iterations", "4", "--checkpoint", "2"]
        let options = ["--preview", "photos/1.ppm", "--session", "kept", "--output", "s.mlmodel", "--json"]
        let run = try Program.run(words + options, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let last = try #require(run.output.split(separator: "\n").last)
        let result = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
        let training = try #require(result["training"] as? [String: Any])
        #expect(training["styleLoss"] as? Double ?? 0 > 0 && training["contentLoss"] is Double)
        #expect(result["validation"] is NSNull)
        for name in ["2.png", "4.png"] {
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("kept/stylized/\(name)").path))
        }
        let drawing = try Program.run(
            ["model", "predict", "s.mlmodel", "--input", "image=photos/0.ppm", "--output", "stylizedImage=out.png"], in: folder)
        #expect(drawing.status == 0, "\(drawing.errors)")
        func head(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)).prefix(24)) }
        #expect(try head("out.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
        // A picture of twice the width: the file's head has width and height.
        let wide = Data("P6 64 32 255\n".utf8) + Data(count: 64 * 32 * 3)
        try wide.write(to: folder.appendingPathComponent("wide.ppm"))
        let other = try Program.run(
            ["model", "predict", "s.mlmodel", "--input", "image=wide.ppm", "--output", "stylizedImage=wide.png"], in: folder)
        #expect(other.status == 0, "\(other.errors)")
        #expect(try head("wide.png").suffix(8).elementsEqual([0, 0, 2, 192, 0, 0, 1, 96]), "704 × 352")
    }

    @Test("Wrong usage of styles is said in one line")
    func usage() throws {
        let cases: [([String], String)] = [
            (["style.ppm"], "FOLDER"),
            (["style.ppm", "photos", "--density", "63"], "--density"),
            (["style.ppm", "photos", "--strength", "11"], "--strength"),
            (["text.jpg", "photos"], "text.jpg cannot be read"),
            (["style.ppm", "missing"], "missing cannot be read"),
            (["style.ppm", "photos", "--preview", "text.jpg", "--session", "kept"], "text.jpg cannot be read"),
            (["style.ppm", "photos", "--preview", "photos/1.ppm"], "add --session"),
        ]
        for (words, message) in cases {
            let run = try Program.run(["train", "style"] + words, in: folder)
            #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
        }
    }
}

import CoreMLSpecification
import Foundation
import Testing

@testable import osprey
@testable import Reports

/// Error messages: one line that names the file once, and the reason in words.
@Suite("Error messages") struct ErrorMessageTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-errors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("data/red"), withIntermediateDirectories: true)
        try EvaluationModels.meanColor.write(to: folder.appendingPathComponent("m.mlmodel"))
        try EvaluationModels.write(220, 20, 20, to: folder.appendingPathComponent("photo.ppm"))
        try Data("a file\n".utf8).write(to: folder.appendingPathComponent("file"))
    }

    private func run(_ words: [String]) throws -> Program.Result { try Program.run(words, in: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    @Test(
        "A place that cannot be written is named once, with the system's reason",
        arguments: [
            ["model", "compile", "m.mlmodel", "--output", "file"], ["model", "compile", "m.mlmodel", "--output", "file/below"],
            ["model", "generate", "m.mlmodel", "--output", "file"], ["model", "generate", "m.mlmodel", "--output", "file/below"],
            ["model", "compile", "m.mlmodel", "--output", "/proc/osprey"], ["model", "generate", "m.mlmodel", "--output", "/proc/osprey"],
            ["featureprint", "photo.ppm", "--output", "/proc/osprey.npy"], ["classify", "photo.ppm", "--annotate", "/proc/osprey.png"],
            ["classify", "photo.ppm", "--annotate", "/proc/osprey/"], ["classify", "photo.ppm", "--annotate", "file/below/"],
            ["model", "predict", "m.mlmodel", "--input", "image=photo.ppm", "--output", "label=/proc/osprey.json"],
            ["train", "image-classifier", "file"], ["train", "image-classifier", "missing"], ["train", "object-detector", "file"],
            ["train", "image-classifier", "data", "--session", "file"], ["train", "action-classifier", "missing"],
            ["evaluate", "m.mlmodel", "file"], ["evaluate", "m.mlmodel", "missing"], ["evaluate", "missing", "data"],
        ])
    func placesAreNamedOnce(_ words: [String]) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = try run(words).errors
        let errors = text.split(separator: "\n").filter { $0.hasPrefix("osprey: ") || $0.contains(": error: ") }
        try #require(errors.count == 1, "\(text)")
        #expect(!text.contains("Error Domain") && !text.contains("NSCocoa") && !text.contains("could not be completed"), "\(text)")
        for name in ["/proc/osprey", path("file"), path("missing")] {
            #expect(errors[0].components(separatedBy: name).count <= 2, "\(text)")
        }
        let reasons = [
            "No such file", "Not a directory", "is a file and not a folder", "does not exist", "no labels", "has no images",
            "no folder to write to",
        ]
        #expect(reasons.contains { errors[0].contains($0) }, "\(text)")
    }

    @Test("A full disk is called so", arguments: ["compile", "generate"])
    func fullDisks(_ verb: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "ulimit -f 0; exec '\(Program.path)' model \(verb) m.mlmodel --output new"]
        process.currentDirectoryURL = folder
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(text.contains("cannot be written: File too large") && text.split(separator: "\n").count == 1, "\(text)")
        let remains = (try? FileManager.default.contentsOfDirectory(atPath: path("new"))) ?? []
        #expect(remains.isEmpty)
    }

    @Test("An image that cannot be read is named once", arguments: ["missing.jpg", "notes.jpg", "empty.png"])
    func imagesAreNamedOnce(_ name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("empty.png"))
        try Data("none\n".utf8).write(to: folder.appendingPathComponent("notes.jpg"))
        let detector = EvaluationModels.detector(labels: ["cup"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[0.9]])
        try detector.write(to: folder.appendingPathComponent("d.mlmodel"))
        let commands = [
            ["classify", "--model", "m.mlmodel", name], ["detect", "objects", "--model", "d.mlmodel", name],
            ["model", "predict", "m.mlmodel", "--input", "image=\(name)"], ["featureprint", name, "--output", "x.npy"],
        ]
        for words in commands {
            let run = try run(words)
            #expect(run.status == 1 && run.errors.components(separatedBy: name).count == 2, "\(run.errors)")
        }
        // The path as it was given, once in the row.
        let json = try run(["featureprint", name])
        #expect(json.status == 1 && json.output.components(separatedBy: name).count == 2, "\(json.output)")
    }

    @Test("A skipped picture of a training is named once")
    func skippedPictures() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for label in ["red", "dark"] {
            for index in 0..<2 {
                let place = folder.appendingPathComponent("data/\(label)")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try EvaluationModels.write(label == "red" ? 220 : 20, 20, UInt8(index), to: place.appendingPathComponent("\(index).ppm"))
            }
        }
        try Data("none".utf8).write(to: folder.appendingPathComponent("data/red/broken.jpg"))
        let run = try run(["train", "image-classifier", "data", "--split", "0", "--iterations", "1"])
        let line = try #require(run.errors.split(separator: "\n").first { $0.contains("was skipped") })
        #expect(run.status == 1 && line.components(separatedBy: "broken.jpg").count == 2, "\(line)")
    }

    /// The beginnings of files, and what they are called.
    private static let foreign: [(name: String, bytes: [UInt8], kind: String)] = [
        ("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8), "a JPEG picture"),
        ("photo.png", [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13], "a PNG picture"),
        ("photo.heic", [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], "a HEIF or AVIF picture"),
        ("photo.webp", Array("RIFF".utf8) + [9, 0, 0, 0] + Array("WEBPVP8 ".utf8), "a WebP picture"),
        ("model.pt", Array("PK".utf8) + [3, 4, 20, 0], "a ZIP archive"), ("notes.txt", Array("Grüße\n".utf8), "a text file"),
        ("page.html", Array("<!DOCTYPE html><p>404".utf8), "an HTML page"), ("labels.json", Array("{\"a\": 1}".utf8), "a JSON file"),
        ("rows.npy", [0x93] + Array("NUMPY".utf8) + [1, 0], "a NumPy array"),
        ("m.tflite", [28, 0, 0, 0] + Array("TFL3".utf8), "TensorFlow Lite"),
        ("m.mlmodel", Array("version https://git-lfs.github.com/spec/v1\noid".utf8), "Git LFS"), ("empty.mlmodel", [], "an empty file"),
    ]

    @Test("The error about a file that is no model names the kind of the file", arguments: foreign.indices)
    func foreignFiles(_ index: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (name, bytes, kind) = Self.foreign[index]
        try Data(bytes).write(to: folder.appendingPathComponent(name))
        for words in [["model", "info", name], ["model", "compile", name], ["classify", "photo.ppm", "--model", name]] {
            let run = try run(words)
            #expect(run.status == 1 && run.errors.contains("is \(kind)") || kind == "TensorFlow Lite" || kind == "Git LFS", "\(run.errors)")
            #expect(
                run.errors.contains(kind) && run.errors.contains("not a Core ML model") && !run.errors.contains("byte 0"), "\(run.errors)")
        }
    }

    @Test("Characters that control a terminal are shown as escapes, and other text stays unchanged")
    func escapes() {
        #expect(ShownText.escaped("a/ü 写 🦅.jpg") == "a/ü 写 🦅.jpg")
        #expect(ShownText.escaped("\u{1B}]0;x\u{07}\t\r\n\u{9B}2J") == "\\u{1B}]0;x\\u{7}\\t\\r\\n\\u{9B}2J")
        #expect(ShownText.escaped("a\nb\u{8}", keepsLines: true) == "a\nb\\u{8}")
    }

    @Test("Characters that control a terminal and stand in JSON as they are become JSON's escapes")
    func json() throws {
        let text = "{\"name\": \"a\u{9B}31m\u{7F}\u{202E}é\"}"
        let shown = ShownText.escaped(json: text)
        #expect(shown == "{\"name\": \"a\\u009b31m\\u007f\\u202eé\"}" && ShownText.escaped(json: "{}") == "{}")
        #expect(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: String] == ["name": "a\u{9B}31m\u{7F}\u{202E}é"])
    }
}

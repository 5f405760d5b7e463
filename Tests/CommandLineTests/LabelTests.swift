import Foundation
import JSON
import TestSupport
import Testing

/// Models whose labels form a tree, on the command line. The confidences of `red`, `green` and `blue` are the means of a picture's channels.
@Suite("Labels that form a tree") struct LabelTests {
    private static let chain = #"{"red": "green", "green": "blue", "blue": null}"#
    private static let siblings = #"{"red": "blue", "green": "blue"}"#
    private static let circle = #"{"red": "green", "green": "red"}"#

    private let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
        try EvaluationModels.write(153, 204, 230, to: temporary.file("all.ppm"))
        try EvaluationModels.write(51, 204, 230, to: temporary.file("two.ppm"))
        try EvaluationModels.write(26, 51, 77, to: temporary.file("dark.ppm"))
    }

    /// Writes a model with a tree, or with none.
    private func write(_ tree: String?, to name: String = "m.mlmodel") throws {
        var model = EvaluationModels.meanColor
        if let tree { model.description?.metadata = .with { $0.userDefined["osprey.parents"] = tree } }
        try model.write(to: temporary.file(name))
    }

    private func run(_ words: String...) throws -> Program.Result { try Program.run(words, in: temporary.url) }

    /// The row of a picture, without its name.
    private func classify(_ picture: String, _ options: String...) throws -> String {
        let run = try Program.run(["classify", picture, "--model", "m.mlmodel", "--compute-units", "cpuOnly"] + options, in: temporary.url)
        #expect(run.status == 0 && run.output.hasPrefix(picture + "  ") && run.output.hasSuffix("\n"), "\(run.errors)")
        return String(run.output.dropFirst(picture.count + 2).dropLast())
    }

    @Test("The text has the most specific labels that are more likely than not, each with those above it")
    func mostSpecificLabels() throws {
        try write(Self.chain)
        #expect(try classify("all.ppm") == "red 60.0 % (green, blue)")
        #expect(try classify("two.ppm") == "green 80.0 % (blue)")
        #expect(try classify("dark.ppm") == "not sure")
        try write(Self.siblings)
        #expect(try classify("all.ppm") == "green 80.0 % (blue), red 60.0 % (blue)")
        #expect(try classify("all.ppm", "--top", "1") == "green 80.0 % (blue)")
    }

    @Test("A threshold says how specific the labels of the text may be")
    func threshold() throws {
        try write(Self.chain)
        #expect(try classify("all.ppm", "--threshold", "0.7") == "green 80.0 % (blue)")
        #expect(try classify("all.ppm", "--threshold", "0.85") == "blue 90.2 %")
        #expect(try classify("all.ppm", "--threshold", "0.95") == "not sure")
        #expect(try classify("dark.ppm", "--threshold", "0.15") == "green 20.0 % (blue)")
        #expect(try classify("dark.ppm", "--threshold", "0") == "red 10.2 % (green, blue)")
    }

    @Test("Metadata that are no tree of the model's labels are ignored", arguments: [circle, #"{"red": "violet"}"#, #"{"red": 1}"#, "red"])
    func invalidTrees(_ metadata: String) throws {
        try write(metadata)
        #expect(try classify("all.ppm") == "blue 90.2 %, green 80.0 %, red 60.0 %")
        let list = try run("model", "labels", "m.mlmodel")
        #expect(list.status == 0 && list.output == "red\ngreen\nblue\n")
        #expect(try run("model", "labels", "m.mlmodel", "--json").output.hasPrefix("{\"identifier\": \"red\"}\n"))
        let tree = try run("model", "labels", "m.mlmodel", "--tree")
        #expect(tree.status == 1 && tree.output.isEmpty)
        #expect(tree.errors.contains("m.mlmodel: the metadata 'osprey.parents' is not a tree of labels: "), "\(tree.errors)")
    }

    @Test("With --json a tree makes no difference to what a picture shows, and adds the labels of the text")
    func json() throws {
        try write(nil)
        try write(Self.chain, to: "tree.mlmodel")
        let words = ["--json", "--top", "2", "--threshold", "0.1"]
        let plain = try Program.run(["classify", "all.ppm", "dark.ppm", "--model", "m.mlmodel"] + words, in: temporary.url)
        let tree = try Program.run(["classify", "all.ppm", "dark.ppm", "--model", "tree.mlmodel"] + words, in: temporary.url)
        func withoutLabels(_ line: Substring) -> String { line.components(separatedBy: ", \"labels\": ")[0] }
        let (plainLines, treeLines) = (plain.output.split(separator: "\n"), tree.output.split(separator: "\n"))
        #expect(plain.status == 0 && plainLines.map { $0.dropLast() + "" } == treeLines.map(withoutLabels), "\(tree.output)")
        #expect(!plain.output.contains("labels") && treeLines.allSatisfy { $0.contains("\"labels\": [") })
        #expect(plain.output.hasPrefix("{\"image\": \"all.ppm\", \"observations\": [{\"identifier\": \"blue\", "), "\(plain.output)")
    }

    @Test("An annotated picture has the most specific labels")
    func annotation() throws {
        // One label is drawn: of the tree the most specific one, and without a tree the only one that is probable.
        try EvaluationModels.write(153, 0, 0, side: 200, to: temporary.file("red.ppm"))
        try write(nil)
        _ = try classify("red.ppm", "--threshold", "0.5", "--annotate", "plain.png")
        try write(#"{"green": "red"}"#)
        _ = try classify("red.ppm", "--annotate", "tree.png")
        _ = try classify("red.ppm", "--threshold", "0", "--annotate", "leaves.png")
        let pictures = try ["plain", "tree", "leaves"].map { try Data(contentsOf: temporary.file($0 + ".png")) }
        #expect(pictures[0] == pictures[1] && pictures[1] != pictures[2])
    }

    @Test("A camera's stable scene has the most specific label")
    func live() throws {
        try write(Self.chain)
        try FileManager.default.createDirectory(at: temporary.file("frames"), withIntermediateDirectories: true)
        for number in 0..<8 {
            try EvaluationModels.write(51, 204, 230, side: 64, to: temporary.file("frames/\(number).ppm"))
        }
        let words = ["live", "frames", "--model", "m.mlmodel", "--history", "3", "--compute-units", "cpuOnly"]
        let text = try Program.run(words, in: temporary.url)
        #expect(text.status == 0 && text.output.contains("  green 80.0 % (blue)\n"), "\(text.output) \(text.errors)")
        #expect(try Program.run(words + ["--json"], in: temporary.url).output.contains("[{\"identifier\": \"blue\", "))
    }

    @Test("The labels of a model are a list, a tree or objects")
    func labels() throws {
        try write(Self.siblings)
        #expect(try run("model", "labels", "m.mlmodel").output == "red\ngreen\nblue\n")
        #expect(try run("model", "labels", "m.mlmodel", "--tree").output == "blue\n  red\n  green\n")
        let (red, green) = (#"{"identifier": "red", "parent": "blue"}"#, #"{"identifier": "green", "parent": "blue"}"#)
        let blue = #"{"identifier": "blue", "parent": null}"#
        #expect(try run("model", "labels", "m.mlmodel", "--json").output == "\(red)\n\(green)\n\(blue)\n")
        #expect(try run("model", "labels", "m.mlmodel", "--tree", "--json").output == "\(blue)\n\(red)\n\(green)\n")
        try write(Self.chain)
        #expect(try run("model", "labels", "m.mlmodel", "--tree").output == "blue\n  green\n    red\n")
    }

    @Test("A model without labels, or without a tree where the tree is asked for, is an error that names the file")
    func nothingToList() throws {
        try write(nil)
        let tree = try run("model", "labels", "m.mlmodel", "--tree")
        #expect(tree.status == 1 && tree.output.isEmpty && tree.errors.hasSuffix("m.mlmodel: the model's labels form no tree\n"))
        try ProgramModels.twoFunctions.write(to: temporary.file("f.mlmodel"))
        let none = try run("model", "labels", "f.mlmodel")
        #expect(none.status == 1 && none.output.isEmpty && none.errors.hasSuffix("f.mlmodel: the model has no labels\n"), "\(none.errors)")
        let missing = try run("model", "labels", "none.mlmodel", "--json")
        #expect(missing.status == 1 && missing.output.isEmpty && missing.errors.contains("none.mlmodel"))
        #expect(try run("model", "labels", "m.mlmodel", "m.mlmodel").status == 2)
    }

    @Test("A detector has labels too")
    func detector() throws {
        try EvaluationModels.detector(labels: ["cup", "egg"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[0.9, 0.1]])
            .write(to: temporary.file("d.mlmodel"))
        #expect(try run("model", "labels", "d.mlmodel").output == "cup\negg\n")
    }

    @Test("Without a model, the catalogue's scene model is meant")
    func defaultModel() throws {
        let folder = temporary.file("models")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(Self.chain, to: "models/colour.mlmodel")
        let members = #""summary": "", "requests": [], "licence": "", "source": "", "sha256": "", "cropAndScale": "centerCrop""#
        let catalog = #"{"models": [{"name": "scene", "file": "colour.mlmodel", \#(members)}]}"#
        try Data(catalog.utf8).write(to: temporary.file("models/catalog.json"))
        let own = ["OSPREY_MODELS": folder.path]
        let tree = try Program.run(["model", "labels", "--tree"], environment: own)
        #expect(tree.status == 0 && tree.output == "blue\n  green\n    red\n", "\(tree.errors)")
        let run = try Program.run(["classify", "two.ppm"], environment: own, in: temporary.url)
        #expect(run.status == 0 && run.output.contains("  green ") && run.output.hasSuffix(" % (blue)\n"), "\(run.output)")
        #expect(try Program.run("model", "labels").output.split(separator: "\n").count > 100)
    }
}

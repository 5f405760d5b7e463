import Foundation
import TestSupport
import Testing

@testable import Reports

/// Data sets as people have them: zips, and every form of labels.
@Suite("Data sets on the command line") struct DataSetTests {
    private let folder: TemporaryFolder
    private static let pictures = Repository.file("Examples/BreakfastFinder/testing")

    init() throws { folder = try TemporaryFolder() }

    private func pictures(_ count: Int) throws -> [(name: String, data: Data)] {
        try (1...count).map { number in
            let name = String(format: "%03d.jpg", number)
            return (name, try Data(contentsOf: Self.pictures.appendingPathComponent(name)))
        }
    }

    /// The files of an export with a box in the middle of each picture.
    private func export(_ format: String) throws -> [(name: String, data: Data)] {
        let photos = try pictures(6)
        let names = photos.map(\.name)
        func moved(_ folder: String) -> [(name: String, data: Data)] { photos.map { (folder + $0.name, $0.data) } }
        func text(_ name: String, _ content: String) -> (name: String, data: Data) { (name, Data(content.utf8)) }
        func list(_ entry: (String) -> String) -> String { names.map(entry).joined(separator: ",\n") }
        let readme = text("README.roboflow.txt", "exported")
        switch format {
        case "createml":
            let entries = list {
                #"{"image": "\#($0)", "annotations": [{"label": "cup", "coordinates": {"x": 100, "y": 60, "width": 80, "height": 60}}]}"#
            }
            return moved("train/") + [readme, text("train/_annotations.createml.json", "[\(entries)]")]
        case "coco":
            let images = list { #"{"id": \#(Int($0.prefix(3)) ?? 0), "file_name": "\#($0)"}"# }
            let boxes = list { #"{"image_id": \#(Int($0.prefix(3)) ?? 0), "category_id": 1, "bbox": [60, 30, 80, 60]}"# }
            let json = #"{"info": {}, "images": [\#(images)], "annotations": [\#(boxes)], "categories": [{"id": 1, "name": "cup"}]}"#
            return moved("train/") + [readme, text("train/_annotations.coco.json", json)]
        case "csv":
            let rows = names.map { "\($0),200,120,cup,60,30,140,90\n" }.joined()
            return moved("train/") + [readme, text("train/_annotations.csv", "filename,width,height,class,xmin,ymin,xmax,ymax\n" + rows)]
        case "yolo":
            return moved("train/images/") + [text("data.yaml", "train: ../train/images\nval: ../valid/images\nnames: ['cup']\n")]
                + names.map { text("train/labels/" + $0.replacingOccurrences(of: ".jpg", with: ".txt"), "0 0.5 0.5 0.4 0.5\n") }
        case "labelstudio":
            let entries = list {
                """
                {"data": {"image": "/data/upload/1/0f3a5c77-\($0)"}, "annotations": [{"result": [{"type": "rectanglelabels", "original_width": 200,
                 "original_height": 120, "value": {"x": 30, "y": 25, "width": 40, "height": 50, "rectanglelabels": ["cup"]}}]}]}
                """
            }
            return moved("My project/images/") + [text("My project/project-1.json", "[\(entries)]")]
        case "labelstudio-yolo":
            return moved("images/") + [
                text("classes.txt", "cup\n"), text("notes.json", #"{"categories": [{"id": 0, "name": "cup"}], "info": {}}"#),
            ]
                + names.map { text("labels/" + $0.replacingOccurrences(of: ".jpg", with: ".txt"), "0 0.5 0.5 0.4 0.5\n") }
        default:
            let object = "<object><name>cup</name><bndbox><xmin>60</xmin><ymin>30</ymin><xmax>140</xmax><ymax>90</ymax></bndbox></object>"
            return moved("train/") + [readme]
                + names.map { text("train/" + $0.replacingOccurrences(of: ".jpg", with: ".xml"), "<annotation>\(object)</annotation>") }
        }
    }

    @Test(
        "A zip of pictures with boxes trains a detector, whichever tool exported it",
        arguments: ["createml", "coco", "csv", "yolo", "labelstudio", "labelstudio-yolo", "voc"])
    func boxes(format: String) throws {
        try zip(export(format) + [(name: "__MACOSX/._a", data: Data([0]))]).write(to: folder.file("set.zip"))
        let scratch = try folder.folder("scratch")
        let words = [
            "train", "object-detector", "set.zip", "--grid", "4x4", "--batch", "4", "--algorithm", "transferLearning", "--iterations", "2",
            "--split", "0.3",
        ]
        let training = try Program.run(words, environment: ["TMPDIR": scratch.path], in: folder.url)
        #expect(training.status == 0, "\(training.errors)")
        // A line for each label is below that for all of them.
        let lines = training.output.split(separator: "\n")
        #expect(lines.contains { $0.contains("training: mean average precision ") }, "\(training.output)")
        #expect(lines.contains { $0.split(separator: " ").first == "cup" }, "\(training.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty, "what was unpacked is removed")
    }

    @Test("A zip of labelled photos trains and measures a classifier; with a session the same command goes on")
    func labels() throws {
        let training = Repository.file("Examples/RobotShop/training")
        let files = try ["belt", "servo"].flatMap { label in
            try FileManager.default.contentsOfDirectory(atPath: training.appendingPathComponent(label).path).sorted().prefix(5).map {
                (name: "Parts/train/\(label)/\($0)", data: try Data(contentsOf: training.appendingPathComponent("\(label)/\($0)")))
            }
        }
        let tested = files.prefix(1).map { (name: $0.name.replacingOccurrences(of: "train", with: "test"), data: $0.data) }
        try zip(files + tested).write(to: folder.file("Parts.zip"))
        let words = ["train", "image-classifier", "Parts.zip", "--output", "Parts.mlmodel", "--session", "session", "--iterations", "4"]
        let first = try Program.run(words, in: folder.url)
        #expect(first.status == 0, "\(first.errors)")
        let (part, tests) = ("Parts.zip/Parts/train", "Parts.zip/Parts/test")
        #expect(
            first.errors.contains("the pictures in '\(part)' are to train on, those in '\(tests)' are for 'osprey evaluate'\n"),
            "\(first.errors)")
        #expect(try Program.run(words, in: folder.url).status == 0)
        let measured = try Program.run("evaluate", "Parts.mlmodel", "Parts.zip", "--json", in: folder.url)
        let figures = try measured.object()
        #expect(figures["accuracy"] as? Double == 1, "it has learnt from the photo: \(measured.output)")
        let labels = figures["labels"] as? [[String: Any]] ?? []
        #expect(labels.compactMap { $0["examples"] as? Int }.reduce(0, +) == 1, "the part 'test' alone is measured on: \(measured.output)")
    }

    @Test("An error about a set without labels names every format and what was found, and a damaged zip is an error")
    func nothing() throws {
        for (name, data) in try pictures(2) { try data.write(to: folder.file(name)) }
        try Data("hello".utf8).write(to: folder.file("notes.md"))
        try FileManager.default.createDirectory(at: folder.file("more"), withIntermediateDirectories: true)
        let boxes = try Program.run("train", "object-detector", folder.path)
        for part in ["it holds 2 images", "'more'", "notes.md", "Create ML", "COCO", "Label Studio", "Roboflow", "Pascal VOC", "YOLO"] {
            #expect(boxes.status == 1 && boxes.errors.contains(part), "\(part): \(boxes.errors)")
        }
        try FileManager.default.removeItem(at: folder.file("more"))
        let labels = try Program.run("train", "image-classifier", folder.path)
        for part in ["2 images", "notes.md", "a folder for each label", "_classes.csv", "Label Studio"] {
            #expect(labels.status == 1 && labels.errors.contains(part), "\(part): \(labels.errors)")
        }
        try Data("PK".utf8).write(to: folder.file("bad.zip"))
        let damaged = try Program.run("train", "image-classifier", folder.file("bad.zip").path)
        #expect(damaged.status == 1 && damaged.errors.contains("bad.zip: the zip cannot be unpacked"), "\(damaged.errors)")
        let missing = try Program.run("train", "image-classifier", folder.file("none.zip").path)
        #expect(missing.status == 1, "\(missing.errors)")
        #expect(missing.errors.contains("none.zip: ") && missing.errors.contains("No such file"), "\(missing.errors)")
    }

    @Test("A zip whose files share their bytes, or that unpacks to more than there is room for, is refused and leaves nothing")
    func overlapping() throws {
        let file = folder.file("set.zip")
        let place = try folder.folder("photos")
        func unpack(_ archive: Data, room: Int? = nil) throws {
            try archive.write(to: file)
            try ZipArchive(contentsOf: file).unpack(into: SafeFolder(url: place), room: room)
        }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() }
        let good = zip([(name: "a", data: Data(count: 100)), (name: "b", data: Data(count: 100))])
        var shared = good
        // In the list of files, the place of the second file's header: now that of the first's.
        let second = 2 * (30 + 1 + 100) + 46 + 1 + 42
        shared.replaceSubrange(second..<second + 4, with: Data(count: 4))
        #expect { try unpack(shared) } throws: { "\($0)".contains("share their bytes") }
        #expect { try unpack(good, room: 199) } throws: { "\($0)".contains("room for 0 MB") }
        #expect(try names().isEmpty)
        try unpack(good, room: 200)
        #expect(try names() == ["a", "b"])
    }

    @Test("A zip that is shortened while it is unpacked is an error, and the process goes on")
    func shortened() throws {
        let file = folder.file("set.zip")
        try zip([(name: "a", data: Data(repeating: 7, count: 20_000))]).write(to: file)
        let archive = try ZipArchive(contentsOf: file)
        try #require(truncate(file.path, 0) == 0)
        let place = try folder.folder("photos")
        #expect { try archive.unpack(into: SafeFolder(url: place)) } throws: { "\($0)".contains("'a' is damaged") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test("Files that a killed process unpacked are removed by the next, and files of a running process stay")
    func remains() throws {
        let scratch = try folder.folder("scratch")
        // No process has the largest number.
        let (dead, alive) = (".osprey-data-\(Int32.max)-a", ".osprey-data-\(getpid())-b")
        for name in [dead, alive] { _ = try folder.folder("scratch/\(name)/photos") }
        let words = ["train", "image-classifier", "none.zip"]
        #expect(try Program.run(words, environment: ["TMPDIR": scratch.path], in: folder.url).status == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [alive])
    }

    @Test("Names in a zip of Windows' are read in its own characters where they are not UTF-8")
    func windowsNames() throws {
        var archive = zip([(name: "A.jpg", data: Data([1])), (name: "B.jpg", data: Data([2])), (name: "é.jpg", data: Data([3]))])
        for (name, byte) in [("A.jpg", 0x84), ("B.jpg", 0x94)] as [(String, UInt8)] {
            while let place = archive.range(of: Data(name.utf8)) { archive[place.lowerBound] = byte }
        }
        let file = folder.file("windows.zip")
        try archive.write(to: file)
        let place = try folder.folder("photos")
        try ZipArchive(contentsOf: file).unpack(into: SafeFolder(url: place))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == ["ä.jpg", "é.jpg", "ö.jpg"].sorted())
        #expect(try Data(contentsOf: place.appendingPathComponent("ö.jpg")) == Data([2]))
    }

    @Test("Of several annotation files none is chosen by chance, but Create ML's annotations.json is preferred")
    func several() throws {
        for name in ["a.json", "b.json"] { try Data(#"[{"image": "a.jpg"}]"#.utf8).write(to: folder.file(name)) }
        #expect { try BoxFormat.source(folder: folder.url, annotations: nil, nil) } throws: {
            ErrorText.describe($0).contains("'a.json', 'b.json'") && ErrorText.describe($0).contains("--annotations")
        }
        try Data(#"[{"image": "a.jpg"}]"#.utf8).write(to: folder.file("annotations.json"))
        let source = try BoxFormat.source(folder: folder.url, annotations: nil, nil)
        #expect("\(source)".contains("annotations.json"))
    }
}

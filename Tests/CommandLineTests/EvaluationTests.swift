import Foundation
import JSON
import TestSupport
import Testing

/// Measuring models as a process, with models whose answers are known.
@Suite struct EvaluationTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }
    private var data: URL { folder.appendingPathComponent("data") }
    private var model: String { folder.appendingPathComponent("m.mlmodel").path }
    private var page: URL { folder.appendingPathComponent("page.html") }

    init() throws {
        temporary = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("data"), withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: data.appendingPathComponent(name))
    }

    private func evaluate(_ options: String...) throws -> Program.Result { try Program.run(["evaluate", model, data.path] + options) }

    /// Two photos of red and two of green; one of each is taken for another colour.
    private func writeColors() throws {
        try EvaluationModels.meanColor.write(to: URL(fileURLWithPath: model))
        for label in ["red", "green"] {
            try FileManager.default.createDirectory(at: data.appendingPathComponent(label), withIntermediateDirectories: true)
        }
        try EvaluationModels.write(230, 25, 25, to: data.appendingPathComponent("red/1.ppm"))
        try EvaluationModels.write(25, 204, 25, to: data.appendingPathComponent("red/2.ppm"))
        try EvaluationModels.write(25, 230, 25, to: data.appendingPathComponent("green/1.ppm"))
        try EvaluationModels.write(25, 25, 153, to: data.appendingPathComponent("green/2.ppm"))
    }

    @Test("A classifier is measured on the photos of a folder, and other files there change nothing")
    func aClassifierIsMeasuredOnPhotosWhateverElseLiesThere() throws {
        try writeColors()
        for name in ["red/notes.json", "green/list.csv", "notes.json"] { try write("[1]", to: name) }
        let figures = try evaluate("--json", "--report", page.path).object()
        #expect(figures["accuracy"] as? Double == 0.5)
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("<h2>What is taken for what</h2>") && text.contains("title=\"red taken for green: 1 of 2\""))
        #expect(!text.contains("Doubts"))
        // Each mistake once: both are among the worst.
        #expect(!text.contains("<h2>The most confident mistakes</h2>"))
        let worst = try #require(text.components(separatedBy: "<h2>The worst mistakes</h2>").dropFirst().first)
        let first = try #require(worst.range(of: "taken for <b>green</b>"))
        let second = try #require(worst.range(of: "taken for <b>blue</b>"))
        #expect(first.upperBound < second.lowerBound)
    }

    @Test("The page lists photos that cannot be read")
    func thePageListsPhotosThatCannotBeRead() throws {
        try writeColors()
        try write("", to: "red/broken.jpg")
        let run = try evaluate("--report", page.path)
        #expect(run.status == 1 && run.output.contains("50.0 % of 4 right") && run.errors.contains("broken.jpg"), "\(run.errors)")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("red/broken.jpg was skipped: "))
    }

    @Test("Several labels are counted right and wrong")
    func severalLabelsAreCountedRightAndWrong() throws {
        try EvaluationModels.meanColor.write(to: URL(fileURLWithPath: model))
        try EvaluationModels.write(230, 153, 25, to: data.appendingPathComponent("1.ppm"))
        try EvaluationModels.write(25, 230, 25, to: data.appendingPathComponent("2.ppm"))
        try EvaluationModels.write(25, 25, 204, to: data.appendingPathComponent("3.ppm"))
        try write(
            #"[{"filename": "1.ppm", "annotations": ["red"]}, {"filename": "2.ppm", "annotations": ["green", "blue"]}, "#
                + #"{"filename": "3.ppm", "annotations": ["blue"]}, {"filename": "gone.ppm", "annotations": []}]"#, to: "labels.json")
        let run = try evaluate("--multi-label", "--report", page.path)
        #expect(run.status == 1 && run.errors.contains("gone.ppm"), "\(run.errors)")
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("<th>true positives</th><th>false positives</th><th>false negatives</th><th>true negatives</th>"))
        for (label, counts) in [("red", [1, 0, 0, 2]), ("green", [1, 1, 0, 1]), ("blue", [1, 0, 1, 1])] {
            #expect(text.contains("<td>\(label)</td>" + counts.map { "<td>\($0)</td>" }.joined() + "</tr>"), "\(label)")
        }
        #expect(text.contains("<h2>The worst misses</h2>") && text.contains("<h2>The most confident mistakes</h2>"))
        #expect(text.contains("gone.ppm was skipped: "))
    }

    /// Of two pictures with a cup at the upper left: the first has another cup where the detector sees a plate, and a plate that it misses.
    /// At the lower right it sees a cup in both, where there is nothing.
    private func writeTables() throws {
        try EvaluationModels.detector(
            labels: ["cup", "plate"], boxes: [[0.25, 0.25, 0.3, 0.3], [0.75, 0.25, 0.3, 0.3], [0.75, 0.75, 0.2, 0.2]],
            confidences: [[0.9, 0.1], [0.2, 0.8], [0.6, 0.1]]
        ).write(to: URL(fileURLWithPath: model))
        for name in ["1.ppm", "2.ppm"] { try EvaluationModels.write(90, 60, 30, side: 100, to: data.appendingPathComponent(name)) }
        func object(_ label: String, _ x: Int, _ y: Int) -> [String: Any] {
            ["label": label, "coordinates": ["x": x, "y": y, "width": 30, "height": 30]]
        }
        let entries: [[String: Any]] = [
            ["image": "1.ppm", "annotations": [object("cup", 25, 25), object("cup", 75, 25), object("plate", 25, 75)]],
            ["image": "2.ppm", "annotations": [object("cup", 25, 25), object("plate", 75, 25), object("cup", 400, 25)]],
            ["image": "gone.ppm", "annotations": [[String: Any]]()],
        ]
        try JSONSerialization.data(withJSONObject: entries).write(to: data.appendingPathComponent("boxes.json"))
    }

    @Test("The page of a detector has its confusion matrix")
    func thePageOfADetectorSaysWhatIsTakenForWhat() throws {
        try writeTables()
        try write("a,b\n1,2\n", to: "list.csv")
        let run = try evaluate("--json", "--report", page.path)
        #expect(run.status == 1 && run.errors.contains("gone.ppm"), "\(run.errors)")
        #expect(run.output.contains("\"AP50\"") && run.output.split(separator: "\n").count == 1)
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("<th>label</th><th>right</th><th>wrong</th><th>missed</th><th>precision</th><th>recall</th>"))
        #expect(text.contains("<td>cup</td><td>2</td><td>2</td><td>1</td><td>50 %</td><td>66.7 %</td>"))
        #expect(text.contains("<td>plate</td><td>1</td><td>1</td><td>1</td><td>50 %</td><td>50 %</td>"))
        for cell in ["cup taken for plate: 1 of 3", "plate taken for nothing: 1 of 2", "nothing taken for cup: 2 of 2"] {
            #expect(text.contains("title=\"\(cell)\""), "\(cell)")
        }
        #expect(text.contains("<h2>The worst pictures</h2>") && text.contains("stroke-dasharray"))
        let sure = try #require(text.components(separatedBy: "<h2>The most confident mistakes</h2>").dropFirst().first)
        let first = try #require(sure.range(of: "<br>is: cup<br>"))
        let second = try #require(sure.range(of: "<br>is: nothing<br>"))
        #expect(first.upperBound < second.lowerBound)
        #expect(text.contains("gone.ppm was skipped: ") && text.contains("lies outside the picture"))
    }

    @Test("A model that knows none of the data's labels is an error that lists both")
    func strangeLabelsAreAnError() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try writeColors()
        for label in ["red", "green"] {
            try FileManager.default.moveItem(at: data.appendingPathComponent(label), to: data.appendingPathComponent("dark \(label)"))
        }
        let run = try evaluate()
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("it knows 'red', 'green', 'blue', and the data has 'dark green', 'dark red'"), "\(run.errors)")
        try write(#"[{"filename": "dark red/1.ppm", "annotations": ["dark"]}]"#, to: "labels.json")
        let several = try evaluate("--multi-label")
        #expect(several.status == 2 && several.errors.contains("the data has 'dark'"), "\(several.errors)")
        try writeTables()
        let entry = #"[{"image": "1.ppm", "annotations": [{"label": "fork", "coordinates": {"x": 5, "y": 5, "width": 9, "height": 9}}]}]"#
        try FileManager.default.removeItem(at: data.appendingPathComponent("labels.json"))
        try write(entry, to: "boxes.json")
        let detector = try evaluate()
        #expect(detector.status == 2 && detector.errors.contains("it knows 'cup', 'plate', and the data has 'fork'"), "\(detector.errors)")
    }

    @Test("Labels that the model does not know are listed in a warning")
    func someStrangeLabelsAreAWarning() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try writeColors()
        try FileManager.default.moveItem(at: data.appendingPathComponent("green"), to: data.appendingPathComponent("grass"))
        let run = try evaluate("--report", page.path)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("warning: the model does not know 1 of the data's 2 labels: 'grass'"), "\(run.errors)")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("does not know 1 of the data&#39;s 2 labels"))
    }

    @Test("Mistakes on the command line are named")
    func mistakesOnTheCommandLineAreNamed() throws {
        try writeColors()
        // Before anything else is looked at.
        let unwritable = try Program.run("evaluate", "/no/such.mlmodel", data.path, "--report", "/no/such/folder/r.html")
        #expect(unwritable.status == 2 && unwritable.errors.contains("'/no/such/folder' is no folder"))
        let boxes = try evaluate("--units", "pixel")
        #expect(boxes.status == 2 && boxes.errors.contains("not a detector"))
        try writeTables()
        let labels = try evaluate("--multi-label")
        #expect(labels.status == 2 && labels.errors.contains("--multi-label"))
    }

    @Test("A model is measured on the test part of a data set in parts")
    func parts() throws {
        try writeColors()
        for label in ["red", "green"] {
            for part in ["train", "test"] {
                let place = data.appendingPathComponent("\(part)/\(label)")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let number = part == "test" ? 1 : 2
                try FileManager.default.copyItem(
                    at: data.appendingPathComponent("\(label)/\(number).ppm"), to: place.appendingPathComponent("a.ppm"))
            }
        }
        for label in ["red", "green"] { try FileManager.default.removeItem(at: data.appendingPathComponent(label)) }
        let run = try evaluate("--json")
        #expect(try run.object()["accuracy"] as? Double == 1 && run.errors.contains("data/test' are to measure on"), "\(run.errors)")
    }
}

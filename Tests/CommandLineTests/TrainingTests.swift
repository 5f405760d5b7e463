import Foundation
import TestSupport
import Testing

@testable import osprey
@testable import Reports

/// Training and evaluating as a process, on the rendered robot parts of the repository.
@Suite struct TrainingTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func object(_ line: Substring) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("A model is trained, written and measured")
    func aModelIsTrainedWrittenAndMeasured() throws {
        let (model, page) = (folder.appendingPathComponent("Parts.mlmodel"), folder.appendingPathComponent("parts.html"))
        let training = try Program.run(
            "train", "image-classifier", "Examples/RobotShop/training", "--split", "0.2", "--output", model.path, "--report", page.path,
            "--json")
        #expect(training.status == 0, "\(training.errors)")
        let output = try TrainingOutput(training.output)
        #expect(output.extraction.last?["progress"] as? Double == 1)
        let losses = output.metrics("loss")
        #expect(losses.count > 3 && losses == losses.sorted(by: >) && output.numbers == Array(1...losses.count))
        #expect(["accuracy", "validationLoss", "validationAccuracy"].allSatisfy { output.metrics($0).count == losses.count })
        let validation = try #require(output.end["validation"] as? [String: Any])
        #expect(try #require(validation["accuracy"] as? Double) > 0.7)

        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.hasPrefix("<!DOCTYPE html>") && text.contains("stepper motor") && text.contains("<polyline"))
        #expect(text.contains("<h2>What is taken for what</h2>") && text.contains("<th>precision</th><th>recall</th>"))
        #expect(!text.contains("src=\"http") && !text.contains("href="), "a page needs nothing beside itself")

        let evaluation = try Program.run("evaluate", model.path, "Examples/RobotShop/testing", "--json")
        #expect(evaluation.status == 0, "\(evaluation.errors)")
        let figures = try object(evaluation.output[...].split(separator: "\n")[0])
        #expect(try #require(figures["accuracy"] as? Double) > 0.8)
        #expect((figures["labels"] as? [Any])?.count == 5)
    }

    @Test("Names of labels cannot change the page")
    func namesOfLabelsCannotChangeThePage() throws {
        let source = Repository.file("Examples/RobotShop/training")
        let data = folder.appendingPathComponent("data")
        for (label, kind) in [("<script>alert(1)<", "belt"), ("b & \"c\"", "servo")] {
            let place = data.appendingPathComponent(label)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 1...9 {
                let name = "0\(index).jpg"
                try FileManager.default.copyItem(
                    at: source.appendingPathComponent("\(kind)/\(name)"), to: place.appendingPathComponent(name))
            }
        }
        let page = folder.appendingPathComponent("page.html")
        let run = try Program.run(
            "train", "image-classifier", data.path, "--split", "0.4", "--output", folder.appendingPathComponent("m.mlmodel").path,
            "--report", page.path)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("has only 5 images"))
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("&lt;script&gt;") && !text.contains("<script>"))
    }

    @Test("Photos may have several labels")
    func photosMayHaveSeveralLabels() throws {
        let data = folder.appendingPathComponent("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        var entries: [[String: Any]] = []
        for (kind, labels) in [("belt", ["rubber", "long"]), ("lead screw", ["metal", "long"]), ("servo", [])] {
            for index in 1...9 {
                let name = "\(kind) \(index).jpg"
                try FileManager.default.copyItem(
                    at: Repository.file("Examples/RobotShop/training/\(kind)/0\(index).jpg"), to: data.appendingPathComponent(name))
                entries.append(["filename": name, "annotations": labels])
            }
        }
        try JSONSerialization.data(withJSONObject: entries).write(to: data.appendingPathComponent("annotations.json"))
        let (model, page) = (folder.appendingPathComponent("m.mlmodel"), folder.appendingPathComponent("page.html"))
        let run = try Program.run(
            "train", "image-classifier", data.path, "--multi-label", "--split", "0.3", "--output", model.path, "--small", "--report",
            page.path)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("average precision") && run.errors.contains("'metal' has only"))
        #expect(try Data(contentsOf: model).count < 100_000)
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("mean average precision") && text.contains("<th>true positives</th>"))
        let evaluation = try Program.run("evaluate", model.path, data.path, "--multi-label", "--json")
        #expect(evaluation.status == 0, "\(evaluation.errors)")
        let figures = try object(evaluation.output[...].split(separator: "\n")[0])
        #expect(try #require(figures["meanAveragePrecision"] as? Double) > 0.9)
        // Vision reads the probabilities, which do not add up to one.
        let photo = data.appendingPathComponent("belt 1.jpg").path
        let answer = try Program.run("classify", photo, "--model", model.path, "--json")
        #expect(answer.output.contains("\"identifier\": \"long\""), "\(answer.output) \(answer.errors)")
    }

    @Test("Mistakes on the command line are named")
    func mistakesOnTheCommandLineAreNamed() throws {
        let empty = try Program.run("train", "image-classifier", folder.path)
        #expect(empty.status == 1 && empty.errors.contains("no folders"))
        let option = try Program.run("train", "image-classifier", "Examples/RobotShop/training", "--augment", "mirror")
        #expect(option.status == 2 && option.errors.contains("flip"))
        let training = ["train", "image-classifier", "Examples/RobotShop/testing"]
        for place in ["/no/such/folder/m.mlmodel", "m.mlpackage"] {
            let refused = try Program.run(training + ["--output", place])
            #expect(refused.status == 2 && refused.errors.contains(place.contains("/") ? "/no/such/folder" : ".mlmodel"))
        }
        let unwritable = try Program.run(training + ["--report", "/no/such/folder/r.html"])
        #expect(unwritable.status == 2 && unwritable.errors.contains("/no/such/folder"))
        let seed = try Program.run(training + ["--seed", "3"])
        #expect(seed.status == 2 && seed.errors.contains("--split"))
        let help = try Program.run("train", "--help")
        #expect(help.status == 0 && help.output.contains("train object-detector") && !help.output.contains("classify "))
        let model = try Program.run("evaluate", "/no/such.mlmodel", "Examples/RobotShop/testing")
        #expect(model.status == 1 && model.errors.contains("/no/such.mlmodel"))
    }

    @Test("Feature prints are rows of numbers")
    func featurePrintsAreRowsOfNumbers() throws {
        let file = folder.appendingPathComponent("rows.npy")
        let written = try Program.run("featureprint", "Examples/Pictures", "--output", file.path)
        #expect(written.status == 0, "\(written.errors)")
        let array = try NumPyArray(contentsOf: file.path)
        let length = try #require(array.shape.last)
        #expect(array.shape == [4, length] && length > 1)
        let run = try Program.run("featureprint", "Examples/Pictures/fence.jpg", "/no/such.jpg")
        #expect(run.status == 1)
        let features = try #require(try object(run.output.split(separator: "\n")[0])["featurePrint"] as? [Double])
        // The second of the folder's pictures.
        #expect(zip(features, array.doubles()[length..<2 * length]).allSatisfy { abs($0 - $1) < 1e-6 })
        let pair = try Program.run("featureprint", "Examples/Pictures/fence.jpg", "Examples/Pictures/alp.jpg")
        let lines = try pair.output.split(separator: "\n").map { try object($0) }
        let others = try #require(lines[1]["featurePrint"] as? [Double])
        let distance = zip(features, others).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
        let distances = try #require(lines[1]["distances"] as? [Double])
        #expect(distances.count == 1 && abs(distances[0] - distance) < 1e-3 * distance)
        #expect(lines[0]["distances"] == nil)
        let kept = try Program.run("featureprint", "Examples/Pictures", "--output", file.path, "--json")
        #expect(try object(kept.output[...])["shape"] as? [Int] == [4, length])
        let same = try Program.run("featureprint", "Examples/Pictures/fence.jpg", "Examples/Pictures/alp.jpg", "--json")
        #expect(same.status == 0 && same.output == pair.output)
        let broken = try Program.run("featureprint", "/no/such.jpg", "--output", file.path)
        #expect(broken.status == 1 && broken.errors.contains("/no/such.jpg"))
        let rest = try Program.run("featureprint", "/no/such.jpg", "Examples/Pictures/fence.jpg", "--output", file.path)
        #expect(rest.status == 1 && rest.errors.contains("/no/such.jpg"))
        #expect(try NumPyArray(contentsOf: file.path).shape == [1, length])
        let names = try String(contentsOf: folder.appendingPathComponent("rows.jsonl"), encoding: .utf8)
        #expect(names == "{\"image\": \"Examples/Pictures/fence.jpg\"}\n")
    }
}

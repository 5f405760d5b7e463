import Foundation
import JSON
import TestSupport
import Testing
import Vision

/// `--compute-units`, `--crop` and `--revision` where Osprey's own models are used.
@Suite("Options of the default models") struct DefaultModelOptionsTests {
    private static let photo = "Examples/Pictures/fence.jpg"

    private func output(_ words: String...) throws -> JSON {
        try JSON(parsing: Program.run(words + [Self.photo, "--json", "--compute-units", "cpuOnly"]).output.utf8)
    }

    private func perform(_ request: VNRequest) throws {
        request.usesCPUOnly = true
        try VNImageRequestHandler(url: Repository.file(Self.photo)).perform([request])
    }

    @Test("cpuOnly computes the default models in single precision, as usesCPUOnly of a request does")
    func cpuOnly() throws {
        let labels = VNClassifyImageRequest()
        try perform(labels)
        let confidences = try #require(labels.results).prefix(5).map { JSON.float($0.confidence) }
        let shown = try #require(try output("classify")["observations"]?.array)
        #expect(shown.map { $0["confidence"]?.text } == confidences.map(\.text))
        let saliency = VNGenerateAttentionBasedSaliencyImageRequest()
        try perform(saliency)
        let objects = (saliency.results?.first?.salientObjects ?? []).map { JSON.float($0.confidence).text }
        let found = try #require(try output("detect", "saliency")["saliency"]?["objects"]?.array)
        #expect(!objects.isEmpty && found.map { $0["confidence"]?.text } == objects)
    }

    @Test("A crop needs a model: Osprey's own models have fixed ones", arguments: [["classify"], ["detect", "faces"]])
    func crop(words: [String]) throws {
        let run = try Program.run(words + [Self.photo, "--crop", "scaleFill"])
        #expect(run.status == 2 && run.errors.contains("--crop needs --model"), "\(run.errors)")
    }

    @Test("A model for kinds that take none is wrong usage", arguments: ["faces", "text,barcodes"])
    func model(kinds: String) throws {
        let run = try Program.run("detect", kinds, Self.photo, "--model", "m.mlmodel")
        #expect(
            run.status == 2 && run.errors.contains("--model is for objects, animals, pose, humans, hands, and not for"), "\(run.errors)")
    }

    @Test("A detector is no classifier, also where it finds nothing")
    func detector() throws {
        let folder = try TemporaryFolder()
        try EvaluationModels.detector(labels: ["cup"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[0]]).write(
            to: folder.file("d.mlmodel"))
        let run = try Program.run("classify", Self.photo, "--model", folder.file("d.mlmodel").path)
        #expect(run.status != 0 && run.errors.contains("the model is not a classifier"), "\(run.errors)")
    }

    @Test("The labels that the text shows are in JSON, with their parents")
    func labels() throws {
        let text = try Program.run("classify", Self.photo, "--threshold", "0.2").output
        let json = try JSON(parsing: Program.run("classify", Self.photo, "--threshold", "0.2", "--json").output.utf8)
        let labels = try #require(json["labels"]?.array)
        #expect(!labels.isEmpty)
        for label in labels {
            let (name, parents) = (try #require(label["identifier"]?.string), label["parents"]?.array?.compactMap(\.string) ?? [])
            #expect(text.contains(name) && text.contains("(\(parents.joined(separator: ", ")))") == !parents.isEmpty, "\(text)")
        }
        #expect(labels.contains { $0["parents"] != nil })
    }

    @Test("A feature print has the revisions 1 to 4, and an extractor has none")
    func revisions() throws {
        let extracted = ["featureprint", Self.photo, "--extractor", "m.mlmodel", "--revision", "3"]
        let wrong = [
            ["featureprint", Self.photo, "--revision", "5"], ["train", "object-detector", "photos", "--revision", "0"], extracted,
        ]
        for words in wrong {
            let run = try Program.run(words)
            #expect(run.status == 2 && run.errors.contains("--revision"), "\(words): \(run.errors)")
        }
        func print(_ revision: String) throws -> String? {
            try JSON(parsing: Program.run("featureprint", Self.photo, "--revision", revision, "--json").output.utf8)["featurePrint"]?.text
        }
        let classic = try print("1")
        let (open, fast) = (try print("3"), try print("4"))
        #expect(try print("2") == classic && open != classic && fast != classic && fast != open)
    }
}

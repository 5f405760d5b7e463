import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("A training ends with a model, whatever happens to its server")
struct TrainTests {
    @Test("A training whose server is killed in its midst goes on in the next server, and ends")
    func killed() throws {
        let folder = try TemporaryFolder()
        let first = try ServerProcess(folder: folder.url)
        // Some seconds of work, of which it has begun a tenth when the server is killed.
        let job = try first.train(iterations: 25, count: 27, augment: ["flip", "rotation"])
        func details() throws -> [String: Any] { try first.ask("GET", "/api/jobs/\(job)").json }
        let deadline = Date(timeIntervalSinceNow: 60)
        while try details()["done"] as? Int ?? 0 < 5, Date() < deadline { usleep(10_000) }
        first.kill()
        let place = folder.file("jobs/\(job)")
        let record = try String(contentsOf: place.appendingPathComponent("job.json"), encoding: .utf8)
        #expect(record.contains("\"running\""), "\(record)")
        #expect(!FileManager.default.fileExists(atPath: place.appendingPathComponent("model.mlmodel").path))

        let second = try ServerProcess(folder: folder.url)
        let done = try second.wait(job, for: ["finished", "failed", "stopped"])
        #expect(done["state"] as? String == "finished" && done["pointCount"] as? Int ?? 0 > 1, "\(done)")
        #expect(try second.ask("GET", "/api/jobs/\(job)/model").body.count > 100_000)
    }

    @Test("A model, its class and its evaluation come of labelled photos; a training that was running goes on")
    func trains() throws {
        let server = try Server()
        let job = try server.train(iterations: 5)
        let details = try server.wait(job, for: ["finished", "failed"])
        #expect(details["state"] as? String == "finished", "\(details)")
        #expect(details["pointCount"] as? Int ?? 0 > 1)
        #expect(try server.ask("GET", "/api/jobs/\(job)/model").body.count > 100_000)
        #expect(try server.ask("GET", "/api/jobs/\(job)/class").text.contains("class Parts"))
        #expect(try server.ask("GET", "/api/jobs/\(job)/report").text.contains("What is taken for what"))
        #expect(try server.ask("GET", "/api/models/\(job)").text.contains("\"inputs\""))

        // Makes the disk look as while a training runs, without a process that runs it.
        server.stop()
        let record = server.folder.appendingPathComponent("jobs/\(job)/job.json")
        let running = try String(contentsOf: record, encoding: .utf8).replacingOccurrences(of: "\"finished\"", with: "\"running\"")
        try running.write(to: record, atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(at: server.folder.appendingPathComponent("jobs/\(job)/model.mlmodel"))
        let kept = try writingTimes(in: server.folder.appendingPathComponent("jobs/\(job)/session/features"))
        let next = try Server(folder: server.folder)
        #expect(try next.wait(job, for: ["finished", "failed"])["state"] as? String == "finished")
        #expect(try next.ask("GET", "/api/jobs/\(job)/model").body.count > 100_000)
        // The features were not made again.
        #expect(try !kept.isEmpty && writingTimes(in: server.folder.appendingPathComponent("jobs/\(job)/session/features")) == kept)
    }

    /// When each file below a folder was written last, by its path.
    private func writingTimes(in folder: URL) throws -> [String: Date] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let facts = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(path).path)
                return (path, facts[.modificationDate] as? Date ?? .distantPast)
            })
    }

    @Test("Pictures with boxes become a detector, and poses a classifier of actions")
    func otherKinds() throws {
        let server = try Server()
        let pictures = Repository.file("Examples/BreakfastFinder/testing")
        let poses = Repository.file("Examples/ActionAndVision/actions/test")
        for (kind, folder, files, title, window) in [
            ("boxes", pictures, try server.names(in: pictures), "precision", "image"),
            ("actions", poses, try server.labeledFiles(in: poses), "What is taken for what", "40 × 3 × 18"),
        ] {
            let upload = try server.upload(files, of: folder)
            let summary = try server.ask("GET", "/api/uploads/\(upload)/data").json
            #expect(summary["kind"] as? String == kind && (summary["labels"] as? [Any])?.isEmpty == false, "\(summary)")
            let job = try server.train(
                kind, on: upload, settings: #"{"iterations": 4, "split": 0.25, "window": 40, "frameRate": 50}"#)
            let details = try server.wait(job, for: ["finished", "failed"])
            #expect(details["state"] as? String == "finished", "\(details)")
            #expect(try server.ask("GET", "/api/jobs/\(job)/model").body.count > 100_000)
            #expect(try server.ask("GET", "/api/jobs/\(job)/report").text.contains(title))
            let text = try server.ask("GET", "/api/jobs/\(job)/class").text
            #expect(text.contains("class Parts") && text.contains(window), "\(text)")
        }
    }

    @Test("Finished models of photos and of boxes are measured on another set, of one in parts on the part to test on")
    func otherPictures() throws {
        let server = try Server()
        let photos = try server.train(iterations: 5)
        _ = try server.wait(photos, for: ["finished", "failed"])
        func test(_ job: String, on upload: String) throws -> Client.Answer {
            try server.ask("POST", "/api/jobs/\(job)/test", Data(#"{"upload": "\#(upload)"}"#.utf8))
        }
        let parts = Repository.file("Examples/RobotShop")
        let files = try server.labeledFiles(in: parts.appendingPathComponent("testing"), labels: ["belt", "servo"], count: 3)
            .map { "testing/" + $0 }
        let training = try server.labeledFiles(in: parts.appendingPathComponent("training"), labels: ["belt"], count: 1).map {
            "training/" + $0
        }
        #expect(try test(photos, on: server.upload(files + training, of: parts)).status == 200)
        let page = try server.ask("GET", "/api/jobs/\(photos)/test").text
        #expect(page.contains("on other pictures") && page.contains("<td>6"), "\(page.prefix(2000))")
        #expect(try test(photos, on: server.upload()).status >= 400)

        let folder = Repository.file("Examples/BreakfastFinder/testing")
        let pictures = try server.names(in: folder)
        let boxes = try server.train(
            "boxes", on: server.upload(pictures, of: folder), settings: #"{"iterations": 4, "split": 0.25}"#)
        _ = try server.wait(boxes, for: ["finished", "failed"])
        let answer = try test(boxes, on: server.upload(pictures, of: folder))
        #expect(answer.status == 200, "\(answer.text)")
        #expect(try server.ask("GET", "/api/jobs/\(boxes)/test").text.contains("Precision and recall"))
    }

    @Test("A model that cannot be written is a failure with its reason, and is written when the training is resumed")
    func fullDisk() throws {
        let first = try Server()
        let job = try first.train(iterations: 5)
        _ = try first.wait(job, for: ["finished", "failed"])
        first.stop()
        let record = first.folder.appendingPathComponent("jobs/\(job)/job.json")
        let running = try String(contentsOf: record, encoding: .utf8).replacingOccurrences(of: "\"finished\"", with: "\"running\"")
        try running.write(to: record, atomically: true, encoding: .utf8)
        // Writing the model finds a full disk.
        let model = first.folder.appendingPathComponent("jobs/\(job)/model.mlmodel")
        try FileManager.default.removeItem(at: model)
        try FileManager.default.createSymbolicLink(atPath: model.path, withDestinationPath: "/dev/full")
        let server = try Server(folder: first.folder)
        let failed = try server.wait(job, for: ["finished", "failed"])
        #expect(failed["state"] as? String == "failed" && (failed["reason"] as? String)?.contains("No space left") == true, "\(failed)")
        try FileManager.default.removeItem(at: model)
        #expect(try server.ask("POST", "/api/jobs/\(job)/resume").status == 200)
        #expect(try server.wait(job, for: ["finished", "failed"])["state"] as? String == "finished")
    }
}

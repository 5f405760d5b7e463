import Foundation
import TestSupport

/// A server, and requests to it.
protocol Serving {
    var port: Int { get }
}

/// A training that did not become as a test wanted it.
struct Waited: Error {
    let details: String
}

extension Serving {
    func ask(_ method: String, _ path: String, _ body: Data? = nil, headers: [String] = [], length: Int? = nil) throws -> Client.Answer {
        try Client(port: port).ask(method, path, body, headers: headers, length: length)
    }

    func upload() throws -> String { try ask("POST", "/api/uploads").json["id"] as? String ?? "" }

    /// Uploads pictures of an example and begins to train.
    func train(iterations: Int, count: Int = 4, augment: [String] = []) throws -> String {
        let training = Repository.file("Examples/RobotShop/training")
        let files = try labeledFiles(in: training, labels: ["belt", "servo"], count: count)
        return try train(
            "photos", on: upload(files, of: training), settings: #"{"iterations": \#(iterations), "split": 0.25, "augment": \#(augment)}"#)
    }

    func train(_ kind: String, on upload: String, settings: String) throws -> String {
        let body = #"{"upload": "\#(upload)", "kind": "\#(kind)", "name": "Parts", "settings": \#(settings)}"#
        return try ask("POST", "/api/jobs", Data(body.utf8)).json["id"] as? String ?? ""
    }

    func names(in folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    /// The paths of files in a folder that has a folder for each label: the first of each of some labels, or all.
    func labeledFiles(in folder: URL, labels: [String]? = nil, count: Int = .max) throws -> [String] {
        try (labels ?? names(in: folder)).flatMap { label in
            try names(in: folder.appendingPathComponent(label)).prefix(count).map { "\(label)/\($0)" }
        }
    }

    /// Uploads files of a folder under their paths in it.
    func upload(_ files: [String], of folder: URL) throws -> String {
        let upload = try upload()
        for file in files {
            let path = file.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let data = try Data(contentsOf: folder.appendingPathComponent(file))
            guard try ask("PUT", "/api/uploads/\(upload)?path=\(path)", data).status == 201 else { throw Client.Closed() }
        }
        return upload
    }

    /// Uploads a model's file, and gives its name among the models.
    func add(model: URL) throws -> String {
        let upload = try upload([model.lastPathComponent], of: model.deletingLastPathComponent())
        return try ask("POST", "/api/models", Data(#"{"upload": "\#(upload)"}"#.utf8)).json["id"] as? String ?? ""
    }

    /// Waits until a training is in one of the states.
    func wait(_ job: String, for states: Set<String>) throws -> [String: Any] {
        try waitForTraining(job) { states.contains($0["state"] as? String ?? "") }
    }

    /// Waits until a training is as a test wants it, for ten minutes at most.
    @discardableResult
    func waitForTraining(_ job: String, until isReady: ([String: Any]) -> Bool) throws -> [String: Any] {
        let end = ContinuousClock.now + .seconds(600)
        var details: [String: Any] = [:]
        while ContinuousClock.now < end {
            details = try ask("GET", "/api/jobs/\(job)").json
            if isReady(details) { return details }
            usleep(100_000)
        }
        throw Waited(details: "\(details)")
    }
}

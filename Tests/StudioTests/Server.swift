import Foundation
import TestSupport

@testable import Studio

/// A server of a folder of its own, and requests to it.
final class Server {
    let folder: URL
    private(set) var studio: Studio
    private var isOpen = true

    init(folder: URL? = nil, address: String = "127.0.0.1", largestUpload: Int = 64 << 20) throws {
        self.folder =
            folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("osprey-studio-\(UUID().uuidString)")
        var options = Studio.Options(folder: self.folder)
        options.address = address
        options.largestUpload = largestUpload
        studio = try Studio(options)
        studio.start()
    }

    var port: Int { URL(string: studio.address)?.port ?? 0 }

    func stop() {
        if isOpen { studio.stop() }
        isOpen = false
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    func ask(_ method: String, _ path: String, _ body: Data? = nil, headers: [String] = [], length: Int? = nil) throws -> Client.Answer {
        try Client(port: port).ask(method, path, body, headers: headers, length: length)
    }

    func upload() throws -> String { try ask("POST", "/api/uploads").json["id"] as? String ?? "" }

    /// Uploads pictures of an example and begins to train.
    func train(iterations: Int, count: Int = 4) throws -> String {
        let upload = try upload()
        let training = Repository.file("Examples/RobotShop/training")
        for label in ["belt", "servo"] {
            let names = try FileManager.default.contentsOfDirectory(atPath: training.appendingPathComponent(label).path).sorted()
            for name in names.prefix(count) {
                let data = try Data(contentsOf: training.appendingPathComponent("\(label)/\(name)"))
                let path = "\(label)/\(name)".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let answer = try ask("PUT", "/api/uploads/\(upload)?path=\(path)", data)
                guard answer.status == 201 else { throw Client.Closed() }
            }
        }
        let settings = #"{"iterations": \#(iterations), "split": 0.25, "augment": []}"#
        let body = #"{"upload": "\#(upload)", "kind": "photos", "name": "Parts", "settings": \#(settings)}"#
        return try ask("POST", "/api/jobs", Data(body.utf8)).json["id"] as? String ?? ""
    }

    /// Waits until a training is in one of the states.
    func wait(_ job: String, for states: Set<String>) throws -> [String: Any] {
        for _ in 0..<600 {
            let details = try ask("GET", "/api/jobs/\(job)").json
            if states.contains(details["state"] as? String ?? "") { return details }
            usleep(100_000)
        }
        throw Client.Closed()
    }
}

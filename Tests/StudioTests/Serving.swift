import Foundation
import TestSupport

/// A server, and requests to it.
protocol Serving {
    var port: Int { get }
}

extension Serving {
    func ask(_ method: String, _ path: String, _ body: Data? = nil, headers: [String] = [], length: Int? = nil) throws -> Client.Answer {
        try Client(port: port).ask(method, path, body, headers: headers, length: length)
    }

    func upload() throws -> String { try ask("POST", "/api/uploads").json["id"] as? String ?? "" }

    /// Uploads pictures of an example and begins to train.
    func train(iterations: Int, count: Int = 4, augment: [String] = []) throws -> String {
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
        let settings = #"{"iterations": \#(iterations), "split": 0.25, "augment": \#(augment)}"#
        let body = #"{"upload": "\#(upload)", "kind": "photos", "name": "Parts", "settings": \#(settings)}"#
        return try ask("POST", "/api/jobs", Data(body.utf8)).json["id"] as? String ?? ""
    }

    /// Waits until a training is in one of the states.
    func wait(_ job: String, for states: Set<String>) throws -> [String: Any] {
        for _ in 0..<6000 {
            let details = try ask("GET", "/api/jobs/\(job)").json
            if states.contains(details["state"] as? String ?? "") { return details }
            usleep(100_000)
        }
        throw Client.Closed()
    }
}

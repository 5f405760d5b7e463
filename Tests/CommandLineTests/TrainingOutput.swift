import Foundation
import Testing

/// The output of a training with `--json`: lines about its progress, and at last one about its result.
struct TrainingOutput {
    let extraction: [[String: Any]]
    let iterations: [[String: Any]]
    let end: [String: Any]

    /// Checks the lines' form and order.
    init(_ text: String) throws {
        var lines = try text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let last = lines.popLast()
        let end = try #require(last)
        #expect(Set(end.keys) == ["model", "seconds", "training", "validation", "warnings"])
        self.end = end
        let extraction = Array(lines.prefix { $0["phase"] as? String == "extractingFeatures" })
        let iterations = Array(lines.dropFirst(extraction.count))
        self.extraction = extraction
        self.iterations = iterations
        for line in lines {
            let progress = try #require(line["progress"] as? Double)
            #expect(progress > 0 && progress <= 1)
        }
        for line in extraction { #expect(line.count == 3 && (line["metrics"] as? [String: Any])?.isEmpty == true, "\(line)") }
        for line in iterations {
            let metrics = try #require(line["metrics"] as? [String: Any])
            #expect(line.count == 4 && line["phase"] as? String == "training" && line["iteration"] is Int, "\(line)")
            #expect(metrics["loss"] is Double, "\(line)")
        }
        // A line a percent at most; hundredths such as 0.29 may be a little less than they read.
        let percentages = extraction.compactMap { line in (line["progress"] as? Double).map { Int($0 * 100 + 1e-9) } }
        #expect(percentages == Set(percentages).sorted())
    }

    var numbers: [Int] { iterations.compactMap { $0["iteration"] as? Int } }
    var warnings: [String] { end["warnings"] as? [String] ?? [] }

    func metrics(_ name: String) -> [Double] { iterations.compactMap { ($0["metrics"] as? [String: Any])?[name] as? Double } }
}

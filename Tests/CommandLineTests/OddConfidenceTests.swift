import CreateML
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite("Models that give numbers as confidences that are no parts of a whole")
struct OddConfidenceTests {
    @Test("Findings are shown, drawn and measured, whatever a detector is sure of", arguments: [Float.infinity, 3e38, 1e16, 12.5])
    func detector(confidence: Float) throws {
        let folder = try TemporaryFolder()
        try EvaluationModels.detector(labels: ["cup"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[confidence]])
            .write(to: folder.file("m.mlmodel"))
        try EvaluationModels.write(90, 60, 30, side: 100, to: folder.file("1.ppm"))
        let box: [String: Any] = ["label": "cup", "coordinates": ["x": 50, "y": 50, "width": 50, "height": 50]]
        let list: [[String: Any]] = [["image": "1.ppm", "annotations": [box]]]
        try JSONSerialization.data(withJSONObject: list).write(to: folder.file("annotations.json"))
        for words in [
            ["detect", "objects", "1.ppm", "--model", "m.mlmodel"],
            ["detect", "objects", "1.ppm", "--model", "m.mlmodel", "--annotate", "drawn.png"],
            ["evaluate", "m.mlmodel", ".", "--report", "page.html"],
        ] {
            let run = try Program.run(words, in: folder.url)
            #expect(run.status == 0 && run.output.contains("cup"), "\(words): \(run.status) \(run.errors)")
        }
        #expect(FileManager.default.fileExists(atPath: folder.file("drawn.png").path))
        #expect(try String(contentsOf: folder.file("page.html"), encoding: .utf8).contains("<svg"))
    }

    @Test("A share outside of 0…1 is shown as a percentage, and an infinite or huge one as a number")
    func text() {
        let (shares, others): ([Float], [Float]) = ([0, 0.9205, 1, -0.053, 12.5], [.nan, .infinity, -.infinity, 1e20])
        #expect(shares.map { ShownText.percentage($0) } == ["0.0 %", "92.1 %", "100.0 %", "-5.3 %", "1250.0 %"])
        #expect(others.map { ShownText.percentage($0) } == ["nan", "inf", "-inf", "1e+20"])
        let (numbers, whole): ([Double], [Double]) = ([0, 0.5, 0.123, 1e300, -.infinity], [0.126, .nan, 1e300])
        #expect(numbers.map { HTML.percentage($0) } == ["0 %", "50 %", "12.3 %", "1e+302 %", "–"])
        #expect(whole.map { HTML.wholePercentage($0) } == ["13 %", "–", "1e+302 %"])
    }
}

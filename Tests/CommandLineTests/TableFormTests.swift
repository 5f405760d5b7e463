import Foundation
import TestSupport
import Testing

@testable import Reports

/// Answers as comma-separated values.
@Suite("Answers as a table") struct TableFormTests {
    private let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
        try EvaluationModels.meanColor.write(to: temporary.file("m.mlmodel"))
        try EvaluationModels.detector(labels: ["cup, white"], boxes: [[0.5, 0.5, 0.5, 0.25]], confidences: [[0.75]])
            .write(to: temporary.file("d.mlmodel"))
        try EvaluationModels.write(153, 204, 51, to: temporary.file("=1+1.ppm"))
    }

    private func run(_ words: String...) throws -> Program.Result { try Program.run(words, in: temporary.url) }

    @Test("classify --csv has a row for each label, and a name that a spreadsheet would compute is text")
    func classify() throws {
        let run = try run(
            "classify", "=1+1.ppm", "missing.ppm", "--model", "m.mlmodel", "--top", "2", "--csv", "--compute-units", "cpuOnly")
        #expect(run.status == 1 && run.errors.hasPrefix("missing.ppm: error: "), "\(run.errors)")
        let rows = run.output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        try #require(rows.count == 3 && rows.allSatisfy { $0.count == 4 }, "\(run.output)")
        #expect(rows[0] == ["image", "time", "label", "confidence"])
        #expect(rows[1].dropLast() == ["'=1+1.ppm", "", "green"] && rows[2].dropLast() == ["'=1+1.ppm", "", "red"])
        let confidences = rows[1...].compactMap { Double($0[3]) }
        #expect(zip(confidences, [0.8, 0.6]).allSatisfy { abs($0 - $1) < 0.01 } && confidences.count == 2, "\(run.output)")
    }

    @Test("detect --csv has a row for each finding, with its box")
    func detect() throws {
        let run = try run("detect", "objects", "=1+1.ppm", "--model", "d.mlmodel", "--csv", "--compute-units", "cpuOnly")
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "image,time,kind,label,confidence,x,y,width,height" && lines.count == 2)
        let start = "'=1+1.ppm,,objects,\"cup, white\","
        let row = try #require(lines.last, "\(run.output)")
        #expect(row.hasPrefix(start), "\(row)")
        let numbers = row.dropFirst(start.count).split(separator: ",").compactMap { Double($0) }
        #expect(zip(numbers, [0.75, 0.25, 0.375, 0.5, 0.25]).allSatisfy { abs($0 - $1) < 1e-3 } && numbers.count == 5, "\(row)")
    }

    @Test("Of many findings the most confident stay, in their order")
    func maximum() throws {
        let boxes: [[Float]] = [[0.2, 0.2, 0.2, 0.2], [0.5, 0.5, 0.2, 0.2], [0.8, 0.8, 0.2, 0.2]]
        try EvaluationModels.detector(labels: ["cup"], boxes: boxes, confidences: [[0.5], [0.75], [0.9]])
            .write(to: temporary.file("three.mlmodel"))
        func rows(_ words: String...) throws -> Int {
            let words = ["detect", "objects", "=1+1.ppm", "--model", "three.mlmodel", "--csv"] + words
            return try Program.run(words, in: temporary.url).output.split(separator: "\n").count - 1
        }
        #expect(try rows() == 3)
        #expect(try rows("--maximum", "2") == 2)
        let confidences: [Float] = [0.5, 0.75, 0.9, 0.75]
        let findings = confidences.map { Finding(title: "cup", confidence: $0, boundingBox: .zero, json: .null) }
        #expect(findings.mostConfident(2).map(\.confidence) == [0.75, 0.9] && findings.mostConfident(nil).count == 4)
        #expect(findings.mostConfident(3).map(\.confidence) == [0.75, 0.9, 0.75] && findings.mostConfident(9).count == 4)
    }

    @Test("A table is not asked for together with another form", arguments: ["--json", "--plain"])
    func forms(_ other: String) throws {
        let run = try run("detect", "text", "=1+1.ppm", "--csv", other)
        #expect(run.status == 2 && run.errors.contains("--csv"), "\(run.errors)")
    }

    @Test("Quotes and ends of lines stand within quotes")
    func quotes() {
        #expect(CSVLine([.string("a\"b"), .string("c\nd"), .null, .number(0.5), .string("")]).text == "\"a\"\"b\",\"c\nd\",,0.5,")
        #expect(CSVLine([.string("-5"), .string("@x"), .string("a=b")]).text == "'-5,'@x,a=b")
    }
}

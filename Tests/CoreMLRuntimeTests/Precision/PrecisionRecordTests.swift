import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@testable import CoreMLRuntime

@Suite struct PrecisionRecordTests {
    private static let message = Bytes(copying: Array("a model".utf8))

    private static let choices: [[Int]: PrecisionChoice] = [
        [0]: PrecisionChoice(kind: .fastest, productCount: 3, reducedShare: 1),
        [2, 1]: PrecisionChoice(
            kind: .mixed, exactProducts: ["a", "b\"\u{1B}"], productCount: 9, reducedShare: 0.5,
            outputs: [.init(name: "y", fastestError: .infinity, error: 3e-3, float16Error: nil, budget: 5e-3)]),
    ]

    private static func record() -> PrecisionRecord {
        let report = PrecisionReport()
        for (place, choice) in choices { report.note(choice, at: place) }
        return PrecisionRecord(report, model: message, processor: "amx")
    }

    @Test("A record that was written is read as it was")
    func roundTrip() throws {
        let record = try #require(PrecisionRecord(try Self.record().text()))
        #expect(record == Self.record())
        #expect(record.choices(model: Self.message, processor: "amx") == Self.choices)
        #expect(Array(try record.text()) == Array(try Self.record().text()))
    }

    @Test("A record of another processor or another message has no choices")
    func others() {
        #expect(Self.record().choices(model: Self.message, processor: "avx512-bf16").isEmpty)
        #expect(Self.record().choices(model: Bytes(copying: Array("another".utf8)), processor: "amx").isEmpty)
    }

    @Test("A record may hold for several kinds of processor")
    func severalProcessors() throws {
        let text = Data(try Self.record().text())
        var object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let processors = try #require(object["processors"] as? [String: Any])
        object["processors"] = processors.merging(["another": [Any]()]) { old, _ in old }
        let record = try #require(PrecisionRecord(Bytes(copying: try JSONSerialization.data(withJSONObject: object))))
        #expect(record.choices(model: Self.message, processor: "amx") == Self.choices)
        #expect(record.choices(model: Self.message, processor: "another").isEmpty)
    }

    /// Models of which no processor of a kind has made the record yet. It measures when it loads them.
    private static let unmeasured = Set(
        ["text/TextLines", "text/TextReader", "hands/Hands", "hands/HandPose", "pose3d/BodyPose3D", "smudge/LensSmudge"].map {
            "\($0).precision.json amx"
        })

    @Test("The records of the default models are of these models, for both kinds of processor but where that was not measured")
    func defaultModels() throws {
        let folder = Repository.file("Models")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        let records = names.filter { $0.hasSuffix("." + PrecisionRecord.pathExtension) }
        #expect(!records.isEmpty)
        for name in records {
            let record = try #require(PrecisionRecord(try Bytes(contentsOf: folder.appendingPathComponent(name))))
            let model = name.dropLast(PrecisionRecord.pathExtension.count) + "mlmodel"
            let message = try Bytes(contentsOf: folder.appendingPathComponent(String(model)))
            for processor in ["amx", "avx512-bf16"] where !Self.unmeasured.contains("\(name) \(processor)") {
                #expect(!record.choices(model: message, processor: processor).isEmpty, "\(name) \(processor)")
            }
        }
    }

    @Test("Bytes that are not a record give no record", arguments: ["", "{", "[]", "{\"version\": 1}", "\u{0}"])
    func damaged(_ text: String) {
        #expect(PrecisionRecord(Bytes(copying: Array(text.utf8))) == nil)
    }

    @Test("A record that is cut off anywhere, or is of another version, is not read")
    func cut() throws {
        let text = String(decoding: try Self.record().text(), as: UTF8.self)
        #expect(PrecisionRecord(Bytes(copying: Array(text.utf8))) != nil)
        for length in stride(from: 0, to: text.utf8.count - 1, by: 7) {
            #expect(PrecisionRecord(Bytes(copying: Array(text.utf8.prefix(length)))) == nil)
        }
        let later = text.replacingOccurrences(of: "\"version\" : 3", with: "\"version\" : 4")
        #expect(later != text)
        #expect(PrecisionRecord(Bytes(copying: Array(later.utf8))) == nil)
    }
}

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import CreateML

@Suite struct AveragePrecisionTests {
    private func truth(_ x: Double, label: String = "a") -> AveragePrecision.Truth {
        .init(label: label, box: CGRect(x: x, y: 0, width: 10, height: 10))
    }

    /// A box of the truth at `x`, moved by `shift`, which costs it overlap.
    private func found(_ x: Double, _ confidence: Double, shift: Double = 0, label: String = "a") -> AveragePrecision.Detection {
        .init(label: label, box: CGRect(x: x + shift, y: 0, width: 10, height: 10), confidence: confidence)
    }

    private func half(_ truths: [[AveragePrecision.Truth]], _ detections: [[AveragePrecision.Detection]]) throws -> Double {
        try #require(AveragePrecision(truths: truths, detections: detections).values["a"])[0]
    }

    @Test("All found is one and nothing found is zero")
    func allFoundIsOneAndNothingFoundIsZero() throws {
        #expect(try half([[truth(0), truth(20)], [truth(5)]], [[found(20, 0.4), found(0, 0.9)], [found(5, 0.3)]]) == 1)
        #expect(try half([[truth(0)]], [[]]) == 0)
        #expect(try half([[truth(0)]], [[found(40, 0.9)]]) == 0)
    }

    @Test("A wrong detection costs only what comes after it")
    func aWrongDetectionCostsOnlyWhatComesAfterIt() throws {
        // Right, wrong, right: precision 1 up to a recall of ½, then ⅔; 51 of the 101 recalls are at most ½.
        let value = try half([[truth(0), truth(20)]], [[found(0, 0.9), found(40, 0.8), found(20, 0.7)]])
        #expect(abs(value - (51 + 50 * 2.0 / 3) / 101) < 1e-12)
        // A wrong one below all right ones costs nothing.
        #expect(try half([[truth(0)]], [[found(0, 0.9), found(40, 0.1)]]) == 1)
    }

    @Test("Half of the objects found is half of the recalls")
    func halfOfTheObjectsFoundIsHalfOfTheRecalls() throws {
        #expect(abs(try half([[truth(0), truth(20)]], [[found(0, 0.9)]]) - 51.0 / 101) < 1e-12)
    }

    @Test("An object is found once")
    func anObjectIsFoundOnce() throws {
        // The second detection of the object is wrong: precision ½ and then ⅔ for the second object, whose best is ⅔.
        let value = try half([[truth(0), truth(20)]], [[found(0, 0.9), found(0, 0.8, shift: 1), found(20, 0.7)]])
        #expect(abs(value - (51 + 50 * 2.0 / 3) / 101) < 1e-12)
    }

    @Test("How well a box must fit depends on the threshold")
    func howWellABoxMustFitDependsOnTheThreshold() throws {
        // Moved by 2 of 10 the overlap is 8 / 12: enough for 0.5 … 0.65.
        let values = try #require(AveragePrecision(truths: [[truth(0)]], detections: [[found(0, 0.9, shift: 2)]]).values["a"])
        #expect(values == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0])
        let metrics = MLObjectDetectorMetrics(AveragePrecision(truths: [[truth(0)]], detections: [[found(0, 0.9, shift: 2)]]))
        #expect(metrics.meanAveragePrecision.IoU50 == 1)
        #expect(abs(metrics.meanAveragePrecision.variedIoU - 0.4) < 1e-12)
        #expect(metrics.averagePrecision.IoU50 == ["a": 1])
    }

    @Test("Labels are measured on their own")
    func labelsAreMeasuredOnTheirOwn() throws {
        let truths = [[truth(0), truth(20, label: "b")]]
        let metrics = MLObjectDetectorMetrics(AveragePrecision(truths: truths, detections: [[found(0, 0.9), found(20, 0.8, label: "c")]]))
        #expect(metrics.averagePrecision.IoU50 == ["a": 1, "b": 0])
        #expect(metrics.meanAveragePrecision.IoU50 == 0.5)
        #expect(metrics.isValid)
        #expect(!MLObjectDetectorMetrics(AveragePrecision(truths: [[]], detections: [[found(0, 1)]])).isValid)
    }

    // MARK: Against pycocotools

    /// Figures that Scripts/detection_fixtures.py measured with pycocotools.
    private struct Fixture: Decodable {
        struct Picture: Decodable {
            struct Item: Decodable {
                var label: Int
                var box: [Double]
                var confidence: Double?

                var rect: CGRect { CGRect(x: box[0], y: box[1], width: box[2], height: box[3]) }
            }

            var truths: [Item]
            var detections: [Item]
        }

        var pictures: [Picture]
        var values: [String: [Double]]
    }

    @Test("The figures are those of COC os own tool")
    func theFiguresAreThoseOfCOCOsOwnTool() throws {
        let fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: Fixtures.url("average_precision.json")))
        let precision = AveragePrecision(
            truths: fixture.pictures.map { $0.truths.map { .init(label: String($0.label), box: $0.rect) } },
            detections: fixture.pictures.map { picture in
                picture.detections.map { .init(label: String($0.label), box: $0.rect, confidence: $0.confidence ?? 0) }
            })
        #expect(precision.values.keys.sorted() == fixture.values.keys.sorted())
        for (label, expected) in fixture.values {
            let found = try #require(precision.values[label])
            #expect(expected.max() ?? 0 > 0.05)
            for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-6, "label \(label)") }
        }
    }

    /// A box counts for each of its labels, so that a label's objects may be found although another label is more confident.
    @Test("A box counts for each of its labels")
    func aBoxCountsForEachOfItsLabels() throws {
        let (here, there) = (CGRect(x: 0, y: 0, width: 0.2, height: 0.2), CGRect(x: 0.5, y: 0.5, width: 0.3, height: 0.3))
        let image = AnnotatedImage(
            url: URL(fileURLWithPath: "/picture.jpg"), width: 10, height: 10,
            objects: [.init(label: "rare", box: here), .init(label: "common", box: there)])
        let answer = DetectorAnswer(
            image: image,
            findings: [
                .init(box: there, confidences: [("common", 0.8), ("rare", 0.1)]),
                .init(box: here, confidences: [("common", 0.6), ("rare", 0.3)]),
                .init(box: here.offsetBy(dx: 0.4, dy: 0), confidences: [("common", 0.0005), ("rare", .nan)]),
            ])
        #expect(answer.detections.map(\.label) == ["common", "common", "common"])
        #expect(answer.detections.map(\.confidence) == [0.8, 0.6, 0.0005])
        let precision = MLObjectDetectorMetrics([answer]).averagePrecision.IoU50
        #expect(precision == ["rare": 1, "common": 1])
    }
}

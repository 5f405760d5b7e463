import Foundation
import Testing
import VisionRuntime

@testable import Vision

@Suite("Observations")
struct ObservationTests {
    @Test("An observation that a program makes has confidence 1, an identity and no time")
    func detectedObject() {
        let observation = VNDetectedObjectObservation(boundingBox: CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
        #expect(observation.confidence == 1)
        #expect(observation.requestRevision == VNRequestRevisionUnspecified)
        #expect(observation.uuid == observation.uuid)
        #expect(observation.uuid != VNDetectedObjectObservation(boundingBox: .zero).uuid)
        #expect(observation.timeRange.start == .zero)
        #expect(observation.copy() as? VNDetectedObjectObservation == observation)
    }

    @Test("A rectangle's bounding box encloses its corners")
    func rectangle() {
        let observation = VNRectangleObservation(
            requestRevision: 1, topLeft: CGPoint(x: 0.25, y: 0.75), bottomLeft: CGPoint(x: 0.125, y: 0.25),
            bottomRight: CGPoint(x: 0.5, y: 0.125), topRight: CGPoint(x: 0.75, y: 0.5))
        #expect(observation.boundingBox == CGRect(x: 0.125, y: 0.125, width: 0.625, height: 0.625))
        #expect(observation.requestRevision == 1)
    }

    @Test("Observations survive an archive, identity included")
    func archive() throws {
        let label = VNClassificationObservation(
            VNObservation.Origin(revision: 2),
            Classification(
                identifier: "tabby", confidence: 0.75, curves: PrecisionRecallCurves(metadata: #"{"tabby": [[0.5, 0.9, 0.6]]}"#)))
        let object = VNRecognizedObjectObservation(
            VNObservation.Origin(revision: 1), boundingBox: CGRect(x: 0.5, y: 0.25, width: 0.125, height: 0.5), labels: [label])
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNRecognizedObjectObservation.self, from: data))
        #expect(copy.uuid == object.uuid && copy.boundingBox == object.boundingBox && copy.confidence == 0.75)
        #expect(copy.labels.map(\.identifier) == ["tabby"] && copy.labels.map(\.requestRevision) == [2])
        #expect(copy.labels[0].hasPrecisionRecallCurve && copy.labels[0].hasMinimumRecall(0.5, forPrecision: 0.9))
    }

    @Test("An observation passes at an operating point where its confidence reaches the point's threshold")
    func operatingPoints() throws {
        let curve = try #require(
            PrecisionRecallCurve([
                .init(threshold: 0.9, precision: 0.98, recall: 0.2), .init(threshold: 0.1, precision: 0.5, recall: 0.95),
                .init(threshold: 0.5, precision: 0.9, recall: 0.6),
            ]))
        func observation(_ confidence: Float) -> VNClassificationObservation {
            VNClassificationObservation(
                VNObservation.Origin(),
                Classification(identifier: "a", confidence: confidence, curves: PrecisionRecallCurves(["a": curve])))
        }
        #expect(observation(0.6).hasMinimumRecall(0.5, forPrecision: 0.9))
        #expect(!observation(0.4).hasMinimumRecall(0.5, forPrecision: 0.9))
        #expect(!observation(0.6).hasMinimumRecall(0.7, forPrecision: 0.9))
        #expect(!observation(1).hasMinimumRecall(0, forPrecision: 0.99), "no threshold reaches that precision")
        #expect(observation(0.2).hasMinimumPrecision(0.5, forRecall: 0.9))
        #expect(!observation(0.05).hasMinimumPrecision(0.5, forRecall: 0.9))
        #expect(!observation(0.2).hasMinimumPrecision(0.6, forRecall: 0.9))
        #expect(observation(0.95).hasMinimumPrecision(0.98, forRecall: 0.2))
    }

    @Test("Without a curve no operating point is passed")
    func noCurve() {
        let observation = VNClassificationObservation(VNObservation.Origin(), Classification(identifier: "a", confidence: 1))
        #expect(!observation.hasPrecisionRecallCurve)
        #expect(!observation.hasMinimumPrecision(0, forRecall: 0) && !observation.hasMinimumRecall(0, forPrecision: 0))
    }

    @Test("Curves of a model's metadata are read by class; other data are left out")
    func metadata() {
        let curves = PrecisionRecallCurves(metadata: #"{"cat": [[0.5, 0.9, 0.8], [0.1, 0.4, 1]], "dog": [[1]], "bird": []}"#)
        #expect(curves["dog"] == nil && curves["bird"] == nil && curves["fish"] == nil)
        #expect(curves["cat"]?.points.map(\.threshold) == [0.1, 0.5])
        #expect(PrecisionRecallCurves(metadata: "no curves")["cat"] == nil)
    }
}

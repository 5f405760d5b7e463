import Foundation
import CoreML
import Testing
import VisionRuntime

@testable import Vision

@Suite(
    "Classifying with the default model",
    .enabled(if: ModelFolders.standard.locate("scene/Scene.mlmodel") != nil, "needs Models/scene/Scene.mlmodel"))
struct ClassifyImageTests {
    @Test("All classes come, the most probable first, and no class is more probable than its parent")
    func results() throws {
        let request = VNClassifyImageRequest()
        let handler = VNImageRequestHandler(cgImage: try TestImages.ramp(width: 24, height: 24))
        try handler.perform([request])
        let results: [VNClassificationObservation] = try #require(request.results)
        let identifiers = try request.supportedIdentifiers()
        #expect(results.count > 1 && Set(results.map(\.identifier)) == Set(identifiers))
        #expect(identifiers == identifiers.sorted())
        #expect(zip(results, results.dropFirst()).allSatisfy { $0.confidence >= $1.confidence })
        #expect(results.allSatisfy { 0...1 ~= $0.confidence })
        let confidence = Dictionary(uniqueKeysWithValues: results.map { ($0.identifier, $0.confidence) })
        for line in [["dalmatian", "dog", "mammal", "animal"], ["coast", "water", "outdoor"]] {
            let values = try line.map { try #require(confidence[$0]) }
            #expect(values == values.sorted())
        }
        #expect(results.allSatisfy { $0.requestRevision == VNClassifyImageRequestRevision2 })
        let general: VNRequest = request
        #expect((general.results as? [VNClassificationObservation])?.count == results.count)
    }

    @Test("The model is looked up once: an analysis ends with the model that it found, even where none can be found any more")
    func oneLookup() throws {
        let analysis = try ClassificationAnalysis(regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1), usesCPUOnly: true)
        let job = AnalysisJob(analysis, cancellation: Cancellation()) { findings, _ in findings.count }
        let frame = try Frame(.cgImage(try TestImages.ramp(width: 24, height: 24)))
        let outcomes = ModelStore.$current.withValue(ModelStore(ModelFolders([]))) {
            Performance.run([.success(job)], on: .success(frame))
        }
        #expect(try outcomes[0].get() > 1)
    }

    @Test("Where the model's classes have precision and recall, hardly anything is for sure in a gray area")
    func operatingPoints() throws {
        let request = VNClassifyImageRequest()
        try VNImageRequestHandler(cgImage: try TestImages.plain([128, 128, 128], width: 64, height: 64)).perform([request])
        let results = try #require(request.results)
        let sure = results.filter { $0.hasMinimumRecall(0.01, forPrecision: 0.95) }
        #expect(sure.count <= 2)
        #expect(sure.allSatisfy { $0.hasPrecisionRecallCurve })
    }

    @Test("Full precision gives nearly the same probabilities")
    func fullPrecision() throws {
        let request = VNClassifyImageRequest()
        let exact = VNClassifyImageRequest()
        exact.usesCPUOnly = true
        try VNImageRequestHandler(cgImage: try TestImages.ramp(width: 24, height: 24)).perform([request, exact])
        let approximate = Dictionary(uniqueKeysWithValues: (request.results ?? []).map { ($0.identifier, $0.confidence) })
        for observation in exact.results ?? [] {
            #expect(abs(observation.confidence - (approximate[observation.identifier] ?? -1)) < 0.05)
        }
    }

    @Test("Only the revisions that there are have identifiers")
    func revisions() throws {
        let request = VNClassifyImageRequest()
        request.revision = VNClassifyImageRequestRevision1
        #expect(try !request.supportedIdentifiers().isEmpty)
        request.revision = 3
        #expect(thrownCode { _ = try request.supportedIdentifiers() } == .unsupportedRevision)
    }
}

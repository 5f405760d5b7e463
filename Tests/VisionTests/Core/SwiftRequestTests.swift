import CoreML
import CoreMLSpecification
import Foundation
import Testing
import Vision

// Plainly imported: this is what a program sees.
@Suite("Requests of the Swift-only interface")
struct SwiftRequestTests {
    private func loaded(_ specification: Specification.Model) throws -> MLModel {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        return try MLModel(package: ModelPackage(model: specification), configuration: configuration, name: "test")
    }

    private func model(_ specification: Specification.Model) throws -> CoreMLModelContainer {
        try CoreMLModelContainer(model: loaded(specification))
    }

    private func colors() throws -> CoreMLRequest { CoreMLRequest(model: try model(TestModels.meanColor(side: 4))) }

    private let color: TestImages.Color = [51, 102, 153]

    private func image() throws -> CGImage { try TestImages.plain(color, width: 8, height: 8) }

    private func thrown<Value>(_ body: () async throws -> Value) async -> VisionError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? VisionError
        }
    }

    @Test("One request on one image gives its observations, which name the request")
    func one() async throws {
        let request = try colors()
        let observations = try await request.perform(on: image())
        let classes = try #require(observations as? [ClassificationObservation])
        #expect(classes.map(\.identifier) == ["blue", "green", "red"])
        #expect(zip(classes, [0.6, 0.4, 0.2]).allSatisfy { abs($0.confidence - $1) < 0.001 })
        #expect(classes.allSatisfy { $0.originatingRequestDescriptor == .coreMLRequest(.revision1) && $0.timeRange == nil })
        #expect(Set(classes.map(\.uuid)).count == 3)
        #expect(request.supportedIdentifiers == ["red", "green", "blue"])
        #expect(request.description == "CoreMLRequest revision1" && request.descriptor == .coreMLRequest(.revision1))
    }

    @Test("The answers are those of the VN classes")
    func sameAnswers() async throws {
        let boxes: [[Float]] = [[0.25, 0.25, 0.2, 0.3], [0.7, 0.6, 0.4, 0.2]]
        let detector = TestModels.detector(side: 8, labels: ["cat", "dog"], boxes: boxes, confidences: [[0.9, 0.1], [0.3, 0.6]])
        let image = try TestImages.ramp(width: 16, height: 12)
        let others = [TestModels.meanColor(side: 4), TestModels.pixels(width: 4, height: 3), TestModels.picture(width: 4, height: 4)]
        for specification in others + [detector] {
            var request = CoreMLRequest(model: try model(specification))
            request.cropAndScaleAction = .scaleToFit
            request.regionOfInterest = NormalizedRect(x: 0.25, y: 0, width: 0.75, height: 0.5)
            let other = VNCoreMLRequest(model: try VNCoreMLModel(for: loaded(specification)))
            other.imageCropAndScaleOption = .scaleFit
            other.regionOfInterest = request.regionOfInterest.cgRect
            try VNImageRequestHandler(cgImage: image).perform([other])
            let expected = try #require(other.results)
            let observations = try await ImageRequestHandler(image).perform(request)
            #expect(observations.count == expected.count)
            for (observation, expected) in zip(observations, expected) { try expectSame(observation, expected) }
        }
    }

    private func expectSame(_ observation: any VisionObservation, _ expected: VNObservation) throws {
        #expect(observation.confidence == expected.confidence)
        switch observation {
        case let classification as ClassificationObservation:
            #expect(classification.identifier == (expected as? VNClassificationObservation)?.identifier)
        case let object as RecognizedObjectObservation:
            let expected = try #require(expected as? VNRecognizedObjectObservation)
            #expect(object.boundingBox.cgRect == expected.boundingBox)
            #expect(object.labels.map(\.identifier) == expected.labels.map(\.identifier))
        case let feature as CoreMLFeatureValueObservation:
            let expected = try #require(expected as? VNCoreMLFeatureValueObservation)
            #expect(feature.featureName == expected.featureName)
            #expect(MLFeatureValue(feature.featureValue).multiArrayValue == expected.featureValue.multiArrayValue)
        case let picture as PixelBufferObservation:
            let original = try #require(expected as? VNPixelBufferObservation)
            let expected = try #require(PixelBufferObservation(original))
            #expect(picture.size == expected.size && picture.pixelFormat == expected.pixelFormat)
            #expect(picture.pixel(at: NormalizedPoint(x: 0.6, y: 0.4)) == expected.pixel(at: NormalizedPoint(x: 0.6, y: 0.4)))
        default: Issue.record("\(observation) is of no type that a model gives")
        }
    }

    @Test("Several requests give their results in their order, each of its own type")
    func several() async throws {
        let handler = ImageRequestHandler(try image())
        var small = CoreMLRequest(model: try model(TestModels.pixels(width: 2, height: 2)))
        small.cropAndScaleAction = .scaleToFill
        let (classes, pixels, codes) = try await handler.perform(colors(), small, DetectBarcodesRequest())
        #expect((classes.first as? ClassificationObservation)?.identifier == "blue")
        #expect((pixels.first as? CoreMLFeatureValueObservation)?.featureName == "pixels")
        #expect(codes.isEmpty)
    }

    @Test("All results come out, also of requests that fail")
    func all() async throws {
        let good = try colors()
        var bad = good
        bad.regionOfInterest = NormalizedRect(x: 0.5, y: 0, width: 0.6, height: 1)
        var results: [VisionResult] = []
        for await result in ImageRequestHandler(try image()).performAll([bad, good]) { results.append(result) }
        #expect(results.count == 2)
        for result in results {
            switch result {
            case .coreML(let request, let observations): #expect(request == good && observations.count == 3)
            case .error(let request, VisionError.invalidArgument): #expect(request as? CoreMLRequest == bad)
            default: Issue.record("\(result)")
            }
        }
    }

    /// Documentation/Vision/SwiftInterface.md has this program.
    @Test(
        "The documentation's program runs as it stands there",
        .enabled(if: !ClassifyImageRequest().supportedIdentifiers.isEmpty, "needs the default model 'scene'"))
    func documentation() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".ppm")
        try (Data("P6\n8 8\n255\n".utf8) + Data(repeating: 90, count: 192)).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }

        var barcodes = DetectBarcodesRequest()
        barcodes.symbologies = [.qr, .ean13]
        let codes = try await barcodes.perform(on: url)

        let handler = ImageRequestHandler(url)
        let (names, moreCodes) = try await handler.perform(ClassifyImageRequest(), barcodes)
        #expect(codes.isEmpty && moreCodes.compactMap(\.payloadString).isEmpty)
        #expect(names.map(\.identifier).sorted() == ClassifyImageRequest().supportedIdentifiers)

        var counts: [String: Int] = [:]
        let requests: [any VisionRequest] = [ClassifyImageRequest(), barcodes]
        for await result in handler.performAll(requests) {
            switch result {
            case .classifyImage(_, let observations): counts["classes"] = observations.count
            case .detectBarcodes(_, let observations): counts["barcodes"] = observations.count
            case .error(let request, let error): Issue.record("\(request) failed: \(error)")
            default: break
            }
        }
        #expect(counts == ["classes": names.count, "barcodes": 0])

        let classification = VNClassifyImageRequest()
        try VNImageRequestHandler(url: url).perform([classification])
        let expected = (classification.results ?? []).map { ClassificationObservation($0) }
        #expect(names.map(\.identifier) == expected.map(\.identifier) && names.map(\.confidence) == expected.map(\.confidence))
    }

    @Test("A file that is missing, a region outside of the image and a request of somebody else's are errors")
    func errors() async throws {
        let missing = URL(fileURLWithPath: "/nowhere/missing.jpg")
        let request = try colors()
        guard case .ioError(let message) = await thrown({ try await request.perform(on: missing) }) else {
            Issue.record("a missing file is no error")
            return
        }
        #expect(message.contains("missing.jpg"))
        guard case .invalidImage = await thrown({ try await request.perform(on: Data("no picture".utf8)) }) else {
            Issue.record("bytes that are no image are no error")
            return
        }
        var outside = request
        outside.regionOfInterest = NormalizedRect(x: 0, y: 0, width: 0, height: 1)
        guard case .invalidArgument = await thrown({ try await ImageRequestHandler(image()).perform(request, outside) }) else {
            Issue.record("an empty region is no error")
            return
        }
        guard case .unsupportedRequest = await thrown({ try await ImageRequestHandler(image()).perform(Foreign()) }) else {
            Issue.record("a request of somebody else's is no error")
            return
        }
        #expect(throws: VisionError.self) { try model(TestModels.withoutImage()) }
    }

    /// A request that no analysis stands behind.
    private struct Foreign: VisionRequest {
        typealias Result = [ClassificationObservation]

        let descriptor = RequestDescriptor.classifyImageRequest(.revision2)
    }

    @Test("A device that a request cannot run on, and an image input that a model does not have, are errors")
    func settings() async throws {
        var request = try colors()
        let device = try #require(request.supportedComputeStageDevices[.main]?.first)
        request.setComputeDevice(device, for: .main)
        #expect(request.computeDevice(for: .main) == device && request.computeDevice(for: .postProcessing) == nil)
        #expect(try await request.perform(on: image()).count == 3)
        var container = try model(TestModels.meanColor(side: 4))
        #expect(container.inputImageFeatureName == "image")
        container.inputImageFeatureName = "picture"
        let misled = CoreMLRequest(model: container)
        guard case .invalidModel = await thrown({ try await misled.perform(on: image()) }) else {
            Issue.record("a missing input is no error")
            return
        }
    }

    @Test("Requests are equal if their settings are, and defaults are the documented ones")
    func identity() throws {
        let request = try colors()
        var other = request
        #expect(request == other && request.hashValue == other.hashValue)
        other.cropAndScaleAction = .scaleToFill
        #expect(request != other)
        #expect(request.cropAndScaleAction == .centerCrop && request.regionOfInterest == .fullImage)
        #expect(ClassifyImageRequest() == ClassifyImageRequest(.revision2) && ClassifyImageRequest.supportedRevisions == [.revision2])
        #expect(DetectBarcodesRequest().symbologies == DetectBarcodesRequest().supportedSymbologies)
        #expect(try colors() != request)
    }
}

import CoreMLSpecification
import CoreVideo
import Foundation
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

/// Pictures that no photo looks like, and models that are not what they should be: for every request on still images.
@Suite("Odd input")
struct OddInputTests {
    /// A request that is made anew for each image, and the model of the catalogue that it needs; `nil` for none.
    struct Kind: Sendable, CustomTestStringConvertible {
        let make: @Sendable () -> VNImageBasedRequest
        let model: String?

        init(_ model: String? = nil, _ make: @escaping @Sendable () -> VNImageBasedRequest) {
            (self.make, self.model) = (make, model)
        }

        var testDescription: String { "\(type(of: make()))" }

        static let all = [
            Kind { VNDetectRectanglesRequest() }, Kind { VNDetectDocumentSegmentationRequest() },
            Kind("textLines") { VNDetectTextRectanglesRequest() }, Kind("textLines") { VNRecognizeTextRequest() },
            Kind("textLines") { tesseract() }, Kind { VNDetectContoursRequest() }, Kind { VNDetectHorizonRequest() },
            Kind { VNDetectBarcodesRequest() }, Kind("faces") { VNDetectFaceRectanglesRequest() },
            Kind("faces") { VNDetectFaceLandmarksRequest() }, Kind("faces") { VNDetectFaceCaptureQualityRequest() },
            Kind("bodyPose") { VNDetectHumanBodyPoseRequest() }, Kind("people") { VNDetectHumanRectanglesRequest() },
            Kind("bodyPose3D") { VNDetectHumanBodyPose3DRequest() }, Kind("hands") { VNDetectHumanHandPoseRequest() },
            Kind("animals") { VNRecognizeAnimalsRequest() }, Kind("animalPose") { VNDetectAnimalBodyPoseRequest() },
            Kind("scene") { VNClassifyImageRequest() }, Kind("scene") { VNGenerateImageFeaturePrintRequest() },
            Kind("saliency") { VNGenerateAttentionBasedSaliencyImageRequest() },
            Kind("saliency") { VNGenerateObjectnessBasedSaliencyImageRequest() },
            Kind("aesthetics") { VNCalculateImageAestheticsScoresRequest() },
            Kind("personSegmentation") { VNGeneratePersonSegmentationRequest() },
            Kind("personInstances") { VNGeneratePersonInstanceMaskRequest() },
            Kind("foregroundInstances") { VNGenerateForegroundInstanceMaskRequest() },
        ]

        private static func tesseract() -> VNRecognizeTextRequest {
            let request = VNRecognizeTextRequest()
            request.reader = .tesseract
            return request
        }

        private static func isSupplied(_ kind: Kind) -> Bool { kind.model.map(ModelStore.suppliedNames.contains) ?? false }

        /// The kinds that no model comes with.
        static let supplied = all.filter(isSupplied)
        /// The others, as far as their models are there.
        static let able = all.filter { !isSupplied($0) && ($0.model.map(ModelStore.shared.has) ?? true) }
    }

    /// Models for the requests that none comes with, which say the same of every picture.
    private func suppliedModels() throws -> ModelFolder {
        func joints(_ count: Int) -> Specification.Model {
            let places = (0..<count).map { (index: Int) -> SIMD2<Float> in
                let (column, row): (Int, Int) = (index % 6, index / 6)
                return SIMD2<Float>(Float(8 + 16 * column), Float(8 + 16 * row))
            }
            return PoseModels.specification(
                width: 128, height: 128, outputs: PoseModels.jointMaps(places, likelihood: 0.8, side: 128, stride: 8))
        }
        return try ModelFolder([
            "animalPose": joints(25),
            "aesthetics": TestModels.scores(side: 8, [("overallScore", 1, 0), ("utility", 1, 0)]),
        ])
    }

    /// Performs requests of all kinds, and looks whether their numbers are numbers.
    private func check(_ handler: VNImageRequestHandler) throws {
        let (able, supplied) = (Kind.able.map { $0.make() }, Kind.supplied.map { $0.make() })
        try handler.perform(able)
        try suppliedModels().perform(supplied, handler)
        #expect(supplied.count == 2)
        for request in able + supplied {
            for observation in try #require(request.results) {
                #expect((0...1).contains(observation.confidence), "\(request)")
                guard let box = (observation as? VNDetectedObjectObservation)?.boundingBox else { continue }
                #expect(CGRect(x: -0.001, y: -0.001, width: 1.002, height: 1.002).contains(box), "\(request): \(box)")
            }
        }
    }

    @Test("Images of one pixel, and of one row or column, have an answer", arguments: [(1, 1), (1, 4000), (4000, 1), (2, 3)])
    func shapes(_ width: Int, _ height: Int) throws {
        try check(VNImageRequestHandler(cgImage: TestImages.plain([200, 30, 90], width: width, height: height)))
    }

    @Test(
        "Pixels that are not numbers, or are without end, have an answer",
        arguments: [kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_128RGBAFloat], [Float.nan, .infinity])
    func numbers(_ format: OSType, _ value: Float) throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 96, 64, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        let count = CVPixelBufferGetBytesPerRow(buffer) / 4 * CVPixelBufferGetHeight(buffer)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: Float.self)
        for index in 0..<count { base[index] = value }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        try check(VNImageRequestHandler(cvPixelBuffer: buffer))
    }

    @Test("A picture of 50 megapixels has an answer")
    func large() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 8660, 5774, kCVPixelFormatType_OneComponent8, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        // A sheet on a dark ground.
        for y in 0..<5774 {
            memset(base + y * stride, 40, 8660)
            if (1000..<4500).contains(y) { memset(base + y * stride + 1500, 220, 5000) }
        }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        let rectangles = VNDetectRectanglesRequest()
        let handler = VNImageRequestHandler(cvPixelBuffer: buffer)
        try check(handler)
        try handler.perform([rectangles])
        let sheet = try #require(rectangles.results?.first)
        #expect(abs(sheet.boundingBox.minX - 1500.0 / 8660) < 0.002 && abs(sheet.boundingBox.width - 5000.0 / 8660) < 0.002)
    }

    @Test("A region that is not within the image is an error", arguments: Kind.all)
    func regions(_ kind: Kind) throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([9, 9, 9], width: 8, height: 8))
        let regions = [
            CGRect(x: 0.5, y: 0, width: 0.6, height: 1), CGRect(x: -0.1, y: 0, width: 0.5, height: 0.5),
            CGRect(x: 0, y: 2, width: 1, height: 1),
            CGRect(x: 0.5, y: 0.5, width: 0, height: 0.1), CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
            CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1),
        ]
        for region in regions {
            let request = kind.make()
            request.regionOfInterest = region
            #expect(thrownCode { try handler.perform([request]) } == .invalidArgument, "\(region)")
        }
    }

    @Test("A region of a thousandth of a pixel has an answer")
    func smallRegion() throws {
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([9, 99, 9], width: 8, height: 8))
        let models = try suppliedModels()
        for kind in Kind.able + Kind.supplied {
            let request = kind.make()
            request.regionOfInterest = CGRect(x: 0.4, y: 0.4, width: 0.0001, height: 0.0001)
            if kind.model.map(ModelStore.suppliedNames.contains) == true {
                try models.perform([request], handler)
            } else {
                try handler.perform([request])
            }
        }
    }

    @Test("A model file that is not what the catalogue says is an error of the model", arguments: Kind.all.filter { $0.model != nil })
    func models(_ kind: Kind) throws {
        let name = try #require(kind.model)
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("file.mlmodel")
        let entry: [String: Any] = [
            "name": name, "file": "file.mlmodel", "summary": "", "requests": [String](), "licence": "", "source": "", "sha256": "",
            "cropAndScale": "scaleFill",
        ]
        try JSONSerialization.data(withJSONObject: ["models": [entry]]).write(to: folder.url.appendingPathComponent("catalog.json"))
        let other = Data(TestModels.meanColor(side: 8).encoded())
        let files = [Data(), Data("not a model".utf8), other.prefix(other.count / 2), other]
        let image = try TestImages.plain([90, 140, 200], width: 32, height: 24)
        for (number, data) in files.enumerated() {
            try data.write(to: file)
            let request = kind.make()
            do {
                try ModelStore.$current.withValue(ModelStore(ModelFolders([folder.url]))) {
                    try VNImageRequestHandler(cgImage: image).perform([request])
                }
                // A classifier is what the scene model is.
                #expect(name == "scene" && request is VNClassifyImageRequest && number == 3)
            } catch {
                #expect([.invalidModel, .dataUnavailable].contains(visionCode(error)), "\(number): \(error)")
                #expect(!error.localizedDescription.isEmpty)
            }
        }
    }

    @Test("Documents are read in odd images too")
    func documents() async throws {
        for (width, height) in [(1, 1), (1, 4000), (4000, 1)] {
            let image = try TestImages.plain([200, 30, 90], width: width, height: height)
            #expect(try await RecognizeDocumentsRequest().perform(on: image).isEmpty)
        }
    }
}

import CoreGraphics
import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing
import simd

@testable import Vision

/// The coordinates of results with a region of interest. All places are compared in coordinates that are normalised to the whole image.
@Suite("Coordinates with a region of interest")
struct RegionCoordinateTests {
    /// A kind of results with the places of all of its parts.
    struct Kind: CustomTestStringConvertible, Sendable {
        let name: String
        let region: CGRect
        /// The greatest distance between places with and without the region.
        var tolerance = 0.01
        /// Whether the results show the same part of whatever is looked at, whatever is in it.
        var isConstant = false
        /// The places of the results of a `VN` request.
        let places: @Sendable (CGRect) throws -> [CGPoint]
        /// The places of the results of a request of the Swift-only interface.
        let swiftPlaces: @Sendable (NormalizedRect) async throws -> [NormalizedPoint]

        var testDescription: String { name }
    }

    private static let unit = CGSize(width: 1, height: 1)

    @Test(
        "Text, documents, barcodes, contours, objects of a Core ML model and poses are relative to the region",
        arguments: [text, textRectangles, documents, pass, barcodes, contours, objects, hands, bodies])
    func relative(_ kind: Kind) async throws {
        let (region, part) = (kind.region, NormalizedRect(normalizedRect: kind.region))
        let whole = try kind.places(VNNormalizedIdentityRect), found = try kind.places(region)
        check(
            found, whole, of: kind,
            found.map { VNImagePointForNormalizedPointUsingRegionOfInterest($0, 1, 1, region) }, isRelative: true)
        let swiftWhole = try await kind.swiftPlaces(.fullImage), swiftFound = try await kind.swiftPlaces(part)
        check(
            swiftFound.map(\.cgPoint), swiftWhole.map(\.cgPoint), of: kind,
            swiftFound.map { $0.toImageCoordinates(from: part, imageSize: Self.unit) }, isRelative: true)
    }

    @Test("Rectangles, the document and people's rectangles are relative to the image", arguments: [rectangles, document, people])
    func absolute(_ kind: Kind) async throws {
        let (region, part) = (kind.region, NormalizedRect(normalizedRect: kind.region))
        let whole = try kind.places(VNNormalizedIdentityRect), found = try kind.places(region)
        check(
            found, whole, of: kind,
            found.map { VNImagePointForNormalizedPointUsingRegionOfInterest($0, 1, 1, region) }, isRelative: false)
        let swiftWhole = try await kind.swiftPlaces(.fullImage), swiftFound = try await kind.swiftPlaces(part)
        check(
            swiftFound.map(\.cgPoint), swiftWhole.map(\.cgPoint), of: kind,
            swiftFound.map { $0.toImageCoordinates(from: part, imageSize: Self.unit) }, isRelative: false)
    }

    /// Checks that places that were found with a region agree with those that were found without it, and that the other reading does not.
    ///
    /// - Parameter mapped: the places that were found, mapped from the region to the image.
    private func check(_ found: [CGPoint], _ whole: [CGPoint], of kind: Kind, _ mapped: [CGPoint], isRelative: Bool) {
        #expect(found.count >= 4)
        let expected = kind.isConstant ? whole.map { VNImagePointForNormalizedPointUsingRegionOfInterest($0, 1, 1, kind.region) } : whole
        func strangers(_ places: [CGPoint]) -> [CGPoint] {
            places.filter { place in !expected.contains { hypot($0.x - place.x, $0.y - place.y) < kind.tolerance } }
        }
        #expect(strangers(isRelative ? mapped : found).isEmpty)
        #expect(strangers(isRelative ? found : mapped).count * 2 > found.count)
    }

    @Test("Lengths and areas of contours are those of the region, without distortion")
    func measures() throws {
        func ring(_ region: CGRect) throws -> VNContour {
            let request = VNDetectContoursRequest()
            request.regionOfInterest = region
            try VNImageRequestHandler(cgImage: Self.shapes.image()).perform([request])
            return try #require(request.results?.first?.topLevelContours.first { $0.childContourCount == 1 })
        }
        let region = Self.contours.region
        let (whole, part) = (try ring(VNNormalizedIdentityRect), try ring(region))
        #expect(abs(CGFloat(part.aspectRatio) - CGFloat(whole.aspectRatio) * region.width / region.height) < 1e-5)
        var (areas, lengths) = ([0.0, 0.0], [0.0, 0.0])
        for (index, contour) in [whole, part].enumerated() {
            try VNGeometryUtils.calculateArea(&areas[index], for: contour, orientedArea: false)
            try VNGeometryUtils.calculatePerimeter(&lengths[index], for: contour)
        }
        let scale = Double(region.height)
        #expect(abs(areas[1] * scale * scale / areas[0] - 1) < 0.01 && abs(lengths[1] * scale / lengths[0] - 1) < 0.01)
    }

    @Test("A joint that was not found lies at the origin, with a region too")
    func missingJoints() throws {
        let joints = PoseModels.jointMaps(Self.fingers, likelihood: 0.8, side: 128, stride: 4)
        let heat = Array(repeating: Float(0), count: 32 * 32) + joints[0].values.dropFirst(32 * 32)
        let outputs = [PoseModels.Output(name: "heatmap", shape: joints[0].shape, values: heat), joints[1]]
        let request = VNDetectHumanHandPoseRequest()
        try request.use(PoseModels.network(width: 128, height: 128, outputs: outputs))
        request.regionOfInterest = Self.hands.region
        try VNImageRequestHandler(cgImage: Self.gray()).perform([request])
        let wrist = try #require(request.results?.first).recognizedPoint(.wrist)
        #expect(wrist.location == .zero && wrist.confidence == 0)
    }
}

/// The kinds of results.
extension RegionCoordinateTests {
    private static func url(_ name: String) -> URL { Fixtures.url(name, of: "VisionRuntimeTests") }

    private static func corners(_ observation: VNRectangleObservation) -> [CGPoint] {
        let box = observation.boundingBox
        return [
            observation.topLeft, observation.topRight, observation.bottomRight, observation.bottomLeft, box.origin,
            CGPoint(x: box.maxX, y: box.maxY),
        ]
    }

    private static func corners(_ observation: some QuadrilateralProviding) -> [NormalizedPoint] {
        observation.corners + corners(observation.boundingBox)
    }

    private static func corners(_ box: NormalizedRect) -> [NormalizedPoint] {
        [NormalizedPoint(normalizedPoint: box.origin), NormalizedPoint(x: box.cgRect.maxX, y: box.cgRect.maxY)]
    }

    /// The second of four lines of the picture `note`.
    private static let line = CGRect(x: 0, y: 0.45, width: 1, height: 0.25)

    private static let text = Kind(
        name: "text", region: line,
        places: { region in
            let request = VNRecognizeTextRequest()
            request.regionOfInterest = region
            try VNImageRequestHandler(url: url("text/note.png")).perform([request])
            return try (request.results ?? []).flatMap { observation in
                let text = try #require(observation.topCandidates(1).first)
                let word = try #require(text.string.split(separator: " ").last)
                return corners(observation) + corners(try #require(try text.boundingBox(for: word.startIndex..<word.endIndex)))
            }
        },
        swiftPlaces: { region in
            var request = RecognizeTextRequest()
            request.regionOfInterest = region
            return try await request.perform(on: url("text/note.png")).flatMap { observation in
                let text = try #require(observation.topCandidates(1).first)
                let word = try #require(text.string.split(separator: " ").last)
                let outline: [NormalizedPoint] = observation.boundingRegion.points
                return corners(observation) + outline + corners(try #require(text.boundingBox(for: word.startIndex..<word.endIndex)))
            }
        })

    private static let textRectangles = Kind(
        name: "text rectangles", region: line,
        places: { region in
            let request = VNDetectTextRectanglesRequest()
            (request.reportCharacterBoxes, request.regionOfInterest) = (true, region)
            try VNImageRequestHandler(url: url("text/note.png")).perform([request])
            return try (request.results ?? []).flatMap { observation in
                corners(observation) + (try #require(observation.characterBoxes)).flatMap { corners($0) }
            }
        },
        swiftPlaces: { region in
            var request = DetectTextRectanglesRequest()
            (request.reportCharacterBoxes, request.regionOfInterest) = (true, region)
            return try await request.perform(on: url("text/note.png")).flatMap { observation in
                corners(observation) + (try #require(observation.characterBoxes)).flatMap { corners($0) }
            }
        })

    /// The places of all parts of a page.
    private static func places(_ page: DocumentObservation.Container) -> [NormalizedPoint] {
        let texts = [page.title, page.text].compactMap { $0 } + page.paragraphs
        let lines: [NormalizedPoint] = page.text.lines.flatMap { corners($0) }
        let outlines: [NormalizedPoint] = texts.flatMap(\.boundingRegion.points) + page.boundingRegion.points
        let cells: [NormalizedPoint] = page.tables.flatMap { table in
            table.boundingRegion.points + table.rows.flatMap { $0.flatMap(\.content.boundingRegion.points) }
        }
        let items: [NormalizedPoint] = page.lists.flatMap { list in
            list.boundingRegion.points + list.items.flatMap(\.content.boundingRegion.points)
        }
        return lines + outlines + cells + items + page.barcodes.flatMap { corners($0) }
    }

    /// A page with a table.
    private static let documents = page("ruled", region: CGRect(x: 0.03, y: 0.08, width: 0.94, height: 0.88))

    /// A page with a barcode.
    private static let pass = page("pass", region: CGRect(x: 0.05, y: 0.05, width: 0.85, height: 0.7))

    /// Lines of a row get the same top and bottom, so a line that is found a little higher moves its neighbours.
    private static func page(_ name: String, region: CGRect) -> Kind {
        Kind(
            name: "documents: \(name)", region: region, tolerance: 0.02,
            places: { region in
                let request = RecognizePageRequest()
                request.regionOfInterest = region
                try VNImageRequestHandler(url: url("text/\(name).png")).perform([request])
                return places(try #require(request.document?.document)).map(\.cgPoint)
            },
            swiftPlaces: { region in
                var request = RecognizeDocumentsRequest()
                request.regionOfInterest = region
                return try await request.perform(on: url("text/\(name).png")).flatMap { places($0.document) }
            })
    }

    private static let barcodes = Kind(
        name: "barcodes", region: CGRect(x: 0.05, y: 0.4, width: 0.25, height: 0.35),
        places: { region in
            let request = VNDetectBarcodesRequest()
            request.regionOfInterest = region
            try VNImageRequestHandler(url: url("text/pass.png")).perform([request])
            return (request.results ?? []).flatMap { corners($0) }
        },
        swiftPlaces: { region in
            var request = DetectBarcodesRequest()
            request.regionOfInterest = region
            return try await request.perform(on: url("text/pass.png")).flatMap { observation in
                let outline: [NormalizedPoint] = observation.boundingRegion.points
                return corners(observation) + outline
            }
        })

    /// A dark ring and a square.
    private static var shapes: Scene {
        Scene(width: 200, height: 120, ground: 230)
            .drawingDisk(20, x: 60, y: 60, radius: 40).drawingDisk(230, x: 60, y: 60, radius: 25)
            .drawingRectangle(20, x: 130, y: 70, width: 40, height: 30)
    }

    private static let contours = Kind(
        name: "contours", region: CGRect(x: 0.07, y: 0.05, width: 0.9, height: 0.85), tolerance: 0.004,
        places: { region in
            let request = VNDetectContoursRequest()
            request.regionOfInterest = region
            try VNImageRequestHandler(cgImage: shapes.image()).perform([request])
            let observation = try #require(request.results?.first)
            let box = observation.normalizedPath.boundingBox
            let contours = try (0..<observation.contourCount).map { try observation.contour(at: $0) }
            let all = try contours + contours.map { try observation.contour(at: $0.indexPath) } + contours.flatMap(\.childContours)
            let points = all.flatMap { contour in contour.normalizedPoints.map { CGPoint(x: CGFloat($0.x), y: CGFloat($0.y)) } }
            return points + contours.map(\.normalizedPath.boundingBox.origin) + [box.origin, CGPoint(x: box.maxX, y: box.maxY)]
        },
        swiftPlaces: { region in
            var request = DetectContoursRequest()
            request.regionOfInterest = region
            let observation = try await request.perform(on: shapes.image())
            let contours = (0..<observation.contourCount).compactMap { observation.contourAtIndex($0) }
            let box = NormalizedRect(normalizedRect: observation.normalizedPath.boundingBox)
            let points: [NormalizedPoint] = contours.flatMap { $0.points }
            let square = try #require(contours.max { $0.boundingBox.origin.x < $1.boundingBox.origin.x })
            return points + contours.flatMap { corners($0.boundingBox) } + corners(square.boundingQuad) + corners(box)
        })

    private static let quarter = CGRect(x: 0.25, y: 0.125, width: 0.5, height: 0.5)

    private static func gray() throws -> CGImage { try TestImages.plain([90, 90, 90], width: 128, height: 128) }

    private static let objects = Kind(
        name: "objects", region: quarter, tolerance: 1e-4, isConstant: true,
        places: { region in
            let request = VNCoreMLRequest(model: try VNCoreMLModel(detector))
            (request.imageCropAndScaleOption, request.regionOfInterest) = (.scaleFill, region)
            try VNImageRequestHandler(cgImage: gray()).perform([request])
            return try (request.results ?? []).flatMap { result in
                let box = try #require(result as? VNRecognizedObjectObservation).boundingBox
                return [box.origin, CGPoint(x: box.maxX, y: box.maxY)]
            }
        },
        swiftPlaces: { region in
            let configuration = MLModelConfiguration()
            configuration.computeUnits = .cpuOnly
            let model = try MLModel(package: ModelPackage(model: detector), configuration: configuration, name: "test")
            var request = try CoreMLRequest(model: CoreMLModelContainer(model: model))
            (request.cropAndScaleAction, request.regionOfInterest) = (.scaleToFill, region)
            return try await request.perform(on: gray()).flatMap { corners(try #require($0 as? RecognizedObjectObservation).boundingBox) }
        })

    private static let detector = TestModels.detector(
        side: 8, labels: ["cup", "plate"], boxes: [[0.25, 0.25, 0.5, 0.5], [0.75, 0.75, 0.25, 0.5]],
        confidences: [[0.75, 0.125], [0.125, 0.875]])

    /// The joints of a hand in pixels of a network's input of 128 × 128 pixels.
    private static let fingers: [SIMD2<Float>] = (0..<21).map { SIMD2(10 + 5 * Float($0), 20 + 4 * Float($0)) }

    private static let hands = Kind(
        name: "hands", region: quarter, tolerance: 1e-4, isConstant: true,
        places: { region in
            let request = VNDetectHumanHandPoseRequest()
            try request.use(handNetwork())
            request.regionOfInterest = region
            try VNImageRequestHandler(cgImage: gray()).perform([request])
            let hand = try #require(request.results?.first)
            let array = try hand.keypointsMultiArray()
            let keypoints = (0..<21).map { CGPoint(x: array[$0].doubleValue, y: array[21 + $0].doubleValue) }
            return try hand.recognizedPoints(.all).values.map(\.location) + keypoints
        },
        swiftPlaces: { region in
            var request = DetectHumanHandPoseRequest()
            try request.use(handNetwork())
            request.regionOfInterest = region
            return try await request.perform(on: gray()).flatMap { $0.allJoints().values.map(\.location) }
        })

    private static func handNetwork() throws -> MLModel {
        try PoseModels.network(
            width: 128, height: 128, outputs: PoseModels.jointMaps(fingers, likelihood: 0.8, side: 128, stride: 4))
    }

    private static let bodies = Kind(
        name: "bodies", region: quarter, tolerance: 1e-4, isConstant: true,
        places: { region in
            let request = VNDetectHumanBodyPoseRequest()
            try request.use(bodyNetwork())
            request.regionOfInterest = region
            try VNImageRequestHandler(cgImage: gray()).perform([request])
            return try #require(request.results?.first).recognizedPoints(.all).values.map(\.location)
        },
        swiftPlaces: { region in
            var request = DetectHumanBodyPoseRequest()
            // The left wrist of the body is at (84, 72).
            let hand = fingers.map { SIMD2(83, 73) + ($0 - fingers[0]) / 4 }
            try request.use(
                bodyNetwork(),
                hands: PoseModels.network(
                    width: 128, height: 128, outputs: PoseModels.jointMaps(hand, likelihood: 0.8, side: 128, stride: 1)))
            (request.detectsHands, request.regionOfInterest) = (true, region)
            let body = try #require(try await request.perform(on: gray()).first)
            let left = try #require(body.leftHand ?? body.rightHand)
            return body.allJoints().values.map(\.location) + left.allJoints().values.map(\.location)
        })

    private static func bodyNetwork() throws -> MLModel {
        let maps = PoseModels.bodyMaps([(PoseModels.standing(atX: 30), 0.9)], side: 128, stride: 8)
        return try PoseModels.network(width: 128, height: 128, outputs: maps)
    }

    private static let people = Kind(
        name: "people", region: quarter, tolerance: 1e-4, isConstant: true,
        places: { region in
            let request = VNDetectHumanRectanglesRequest()
            try request.use(bodyNetwork())
            (request.upperBodyOnly, request.regionOfInterest) = (false, region)
            try VNImageRequestHandler(cgImage: gray()).perform([request])
            let box = try #require(request.results?.first).boundingBox
            return [(box.minX, box.minY), (box.minX, box.maxY), (box.maxX, box.minY), (box.maxX, box.maxY)].map { CGPoint(x: $0, y: $1) }
        },
        swiftPlaces: { region in
            var request = DetectHumanRectanglesRequest()
            try request.use(bodyNetwork())
            (request.upperBodyOnly, request.regionOfInterest) = (false, region)
            let box = try #require(try await request.perform(on: gray()).first).boundingBox
            let upper = NormalizedPoint(x: box.cgRect.minX, y: box.cgRect.maxY)
            return corners(box) + [upper, NormalizedPoint(x: box.cgRect.maxX, y: box.cgRect.minY)]
        })

    private static var sheet: Scene {
        Scene(width: 320, height: 240, ground: 60).drawingRectangle(220, x: 110, y: 50, width: 140, height: 110)
    }

    private static let rectangles = Kind(
        name: "rectangles", region: CGRect(x: 0.2, y: 0.2, width: 0.7, height: 0.7),
        places: { region in
            let request = VNDetectRectanglesRequest()
            request.regionOfInterest = region
            try VNImageRequestHandler(cgImage: sheet.image()).perform([request])
            return (request.results ?? []).flatMap { corners($0) }
        },
        swiftPlaces: { region in
            var request = DetectRectanglesRequest()
            request.regionOfInterest = region
            return try await request.perform(on: sheet.image()).flatMap { corners($0) }
        })

    private static let document = Kind(
        name: "the document", region: CGRect(x: 0.2, y: 0.2, width: 0.7, height: 0.7),
        places: { region in
            let request = VNDetectDocumentSegmentationRequest()
            request.regionOfInterest = region
            try VNImageRequestHandler(cgImage: sheet.image()).perform([request])
            return (request.results ?? []).flatMap { corners($0) }
        },
        swiftPlaces: { region in
            var request = DetectDocumentSegmentationRequest()
            request.regionOfInterest = region
            return corners(try #require(try await request.perform(on: sheet.image())))
        })
}

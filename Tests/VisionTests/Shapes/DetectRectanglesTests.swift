import CoreGraphics
import Foundation
import TestSupport
import Testing
import Vision

@Suite("Rectangles")
struct DetectRectanglesTests {
    private static let width = 320
    private static let height = 240

    private func rectangles(
        in image: CGImage, _ change: (VNDetectRectanglesRequest) -> Void = { _ in }
    ) throws -> [VNRectangleObservation] {
        let request = VNDetectRectanglesRequest()
        change(request)
        try VNImageRequestHandler(cgImage: image).perform([request])
        return try #require(request.results)
    }

    /// In pixels, origin at the top left, from the top left clockwise.
    private func corners(_ found: VNRectangleObservation) -> [(x: Double, y: Double)] {
        [found.topLeft, found.topRight, found.bottomRight, found.bottomLeft].map {
            (Double($0.x) * Double(Self.width), (1 - Double($0.y)) * Double(Self.height))
        }
    }

    /// The greatest distance between corners of the same name.
    private func error(_ found: VNRectangleObservation, _ truth: [(x: Double, y: Double)]) -> Double {
        zip(corners(found), truth).map { hypot($0.x - $1.x, $0.y - $1.y) }.max() ?? .infinity
    }

    private let ground = Scene(width: width, height: height, ground: 90)
    /// A sheet that is turned and leans away.
    private let sheet: [(x: Double, y: Double)] = [(92.4, 41.7), (246.2, 60.3), (231.8, 190.6), (70.9, 176.2)]

    @Test("A request has the defaults of the interface")
    func defaults() {
        let request = VNDetectRectanglesRequest()
        #expect(request.minimumAspectRatio == 0.5 && request.maximumAspectRatio == 1 && request.quadratureTolerance == 30)
        #expect(request.minimumSize == 0.2 && request.minimumConfidence == 0 && request.maximumObservations == 1)
        let twin = DetectRectanglesRequest()
        #expect(twin.minimumAspectRatio == 0.5 && twin.maximumAspectRatio == 1 && twin.quadratureToleranceDegrees == 30)
        #expect(twin.minimumSize == 0.2 && twin.minimumConfidence == 0 && twin.maximumObservations == 1)
    }

    @Test("Corners in perspective are found to half a pixel, whatever the noise", arguments: [0.0, 5, 10])
    func corners(noise: Double) throws {
        for value in [200.0, 30] {
            let found = try rectangles(in: ground.drawingPolygon(value, sheet).image(noise: noise))
            #expect(found.count == 1)
            #expect(error(try #require(found.first), sheet) < 0.5)
            #expect(found.first?.confidence ?? 0 > 0.9)
        }
    }

    @Test("Among disks and strips a rectangle is still found")
    func clutter() throws {
        var scene = ground
        for index in 0..<12 {
            let (x, y) = (Double(index * 89 % 320), Double(index * 137 % 240))
            scene = scene.drawingDisk(Double(40 + 15 * index), x: x, y: y, radius: 6 + Double(index * 5 % 17))
            scene = scene.drawingPolygon(
                Double(220 - 14 * index), [(y, x / 2), (y + 50, x / 2 + 13), (y + 49, x / 2 + 17), (y - 1, x / 2 + 4)])
        }
        let found = try rectangles(in: scene.drawingPolygon(210, sheet).image(noise: 4))
        #expect(error(try #require(found.first), sheet) < 1)
    }

    @Test("A side that something lies over, and a faint one, do no harm")
    func brokenSides() throws {
        let covered = ground.drawingPolygon(200, sheet).drawingDisk(20, x: 240, y: 120, radius: 28).drawingDisk(
            150, x: 82, y: 100, radius: 20)
        let broken = try rectangles(in: covered.image(noise: 3))
        #expect(error(try #require(broken.first), sheet) < 1)
        // The ground is nearly as bright as the sheet on its right.
        let shaded = Scene(width: Self.width, height: Self.height) { x, _ in 60 + max(0, x - 120) }
        let faint = try rectangles(in: shaded.drawingPolygon(196, sheet).image(noise: 1))
        #expect(error(try #require(faint.first), sheet) < 1)
    }

    private let two = Scene(width: width, height: height, ground: 220)
        .drawingRectangle(60, x: 20, y: 30, width: 120, height: 150).drawingRectangle(90, x: 180, y: 60, width: 120, height: 40)

    @Test("The number, size and shape of the results are as the request asks")
    func parameters() throws {
        #expect(try rectangles(in: two.image()).count == 1)
        let all: (VNDetectRectanglesRequest) -> Void = {
            $0.maximumObservations = 0
            $0.minimumAspectRatio = 0.2
            $0.minimumSize = 0.1
        }
        let found = try rectangles(in: two.image(), all)
        #expect(found.count == 2 && found[0].confidence > found[1].confidence, "the large one comes first")
        #expect(error(found[0], [(20, 30), (140, 30), (140, 180), (20, 180)]) < 0.3)
        #expect(error(found[1], [(180, 60), (300, 60), (300, 100), (180, 100)]) < 0.3)
        let narrow = try rectangles(in: two.image()) {
            all($0)
            $0.maximumAspectRatio = 0.5
        }
        #expect(narrow.count == 1 && abs((narrow.first?.boundingBox.width ?? 0) - 120.0 / 320) < 0.01)
        let large = try rectangles(in: two.image()) {
            all($0)
            $0.minimumSize = 0.3
        }
        #expect(large.count == 1 && abs((large.first?.boundingBox.height ?? 0) - 150.0 / 240) < 0.01)
        let certain = try rectangles(in: two.image()) {
            all($0)
            $0.minimumConfidence = found[1].confidence + 0.01
        }
        #expect(certain.count == 1)
    }

    @Test("A clear sheet is certain, as programs ask for it, and one with hidden sides is less certain", arguments: [0.8, 0.9] as [Float])
    func certainty(minimum: Float) throws {
        let clear = try rectangles(in: ground.drawingPolygon(200, sheet).image(noise: 3)) { $0.minimumConfidence = minimum }
        let rectangle = try #require(clear.first)
        #expect(rectangle.confidence >= minimum && rectangle.confidence <= 1)
        let covered = ground.drawingPolygon(200, sheet).drawingDisk(20, x: 240, y: 120, radius: 28).drawingDisk(
            150, x: 82, y: 100, radius: 20)
        let broken = try #require(try rectangles(in: covered.image(noise: 3)).first)
        #expect(broken.confidence < rectangle.confidence)
        #expect(try rectangles(in: covered.image(noise: 3)) { $0.minimumConfidence = broken.confidence }.count == 1)
        #expect(try rectangles(in: covered.image(noise: 3)) { $0.minimumConfidence = broken.confidence.nextUp }.isEmpty)
    }

    @Test("Corners that are further from a right angle than the tolerance make no rectangle")
    func tolerance() throws {
        // Its angles are 70° and 110°.
        let lean = 100 * tan(20 * Double.pi / 180)
        let image = try ground.drawingPolygon(220, [(80 + lean, 60), (220 + lean, 60), (220, 160), (80, 160)]).image()
        #expect(try rectangles(in: image) { $0.quadratureTolerance = 15 }.isEmpty)
        #expect(try rectangles(in: image) { $0.quadratureTolerance = 25 }.count == 1)
    }

    @Test("A rectangle made with its corners clockwise is the one made in the other order")
    func cornerOrders() {
        let corners = [CGPoint(x: 0.1, y: 0.9), CGPoint(x: 0.8, y: 0.7), CGPoint(x: 0.7, y: 0.2), CGPoint(x: 0.2, y: 0.3)]
        let clockwise = VNRectangleObservation(
            requestRevision: 1, topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        let other = VNRectangleObservation(
            requestRevision: 1, topLeft: corners[0], bottomLeft: corners[3], bottomRight: corners[2], topRight: corners[1])
        for rectangle in [clockwise, other] {
            #expect([rectangle.topLeft, rectangle.topRight, rectangle.bottomRight, rectangle.bottomLeft] == corners)
            #expect(rectangle.boundingBox == clockwise.boundingBox && rectangle.confidence == 1)
        }
    }

    @Test("Only the region of interest is looked at, and corners are the whole image's")
    func region() throws {
        let found = try rectangles(in: two.image()) {
            $0.regionOfInterest = CGRect(x: 0.5, y: 0.4, width: 0.5, height: 0.6)
            $0.minimumAspectRatio = 0.2
        }
        #expect(found.count == 1)
        #expect(error(try #require(found.first), [(180, 60), (300, 60), (300, 100), (180, 100)]) < 0.5)
    }

    @Test("Images without rectangles have none, however odd they are")
    func none() throws {
        #expect(try rectangles(in: ground.image(noise: 10)).isEmpty)
        #expect(try rectangles(in: ground.drawingDisk(220, x: 160, y: 120, radius: 70).image()).isEmpty)
        for (width, height) in [(1, 1), (7, 9), (2000, 1), (1, 2000), (2000, 12)] {
            #expect(try rectangles(in: TestImages.plain([200, 10, 10], width: width, height: height)).isEmpty)
        }
    }

    @Test("A setting that is out of range is an error")
    func settings() throws {
        let image = try ground.image()
        let changes: [(VNDetectRectanglesRequest) -> Void] = [
            { $0.minimumAspectRatio = -0.1 }, { $0.maximumAspectRatio = 1.1 }, { $0.minimumAspectRatio = .nan },
            { $0.maximumAspectRatio = 0.4 }, { $0.quadratureTolerance = 46 }, { $0.minimumSize = 2 }, { $0.minimumConfidence = -1 },
            { $0.maximumObservations = -1 }, { $0.regionOfInterest = CGRect(x: -0.5, y: 0, width: 1, height: 1) },
        ]
        for change in changes { #expect(thrownCode { _ = try rectangles(in: image, change) } == .invalidArgument) }
    }

    @Test("The Swift-only interface finds the same")
    func swift() async throws {
        let image = try ground.drawingPolygon(200, sheet).image()
        let found = try await DetectRectanglesRequest().perform(on: image)
        let other = RectangleObservation(try #require(try rectangles(in: image).first))
        let rectangle = try #require(found.first)
        #expect(found.count == 1 && rectangle.topLeft == other.topLeft && rectangle.bottomRight == other.bottomRight)
        #expect(rectangle.confidence == other.confidence && rectangle.originatingRequestDescriptor == .detectRectanglesRequest(.revision1))
        var request = DetectRectanglesRequest()
        request.minimumSize = 3
        await #expect(throws: VisionError.self) { try await request.perform(on: image) }
    }
}

@Suite("Documents")
struct DetectDocumentTests {
    private let corners: [(x: Double, y: Double)] = [(92.4, 41.7), (246.2, 60.3), (231.8, 200.6), (70.9, 186.2)]

    /// A sheet with a table on it, whose lines are straight too.
    private func sheet() throws -> CGImage {
        var scene = Scene(width: 320, height: 240, ground: 80).drawingPolygon(215, corners)
        for row in 0..<4 {
            scene = scene.drawingPolygon(
                90,
                [(110, 90 + 20 * Double(row)), (210, 100 + 20 * Double(row)), (210, 102 + 20 * Double(row)), (110, 92 + 20 * Double(row))])
        }
        return try scene.image(noise: 3)
    }

    private func document(in image: CGImage) throws -> VNRectangleObservation? {
        let request = VNDetectDocumentSegmentationRequest()
        try VNImageRequestHandler(cgImage: image).perform([request])
        #expect(try #require(request.results).count <= 1)
        return request.results?.first
    }

    @Test("A sheet comes with its corners, and a mask of its pixels")
    func sheetAndMask() async throws {
        let image = try sheet()
        let found = try #require(try document(in: image))
        for (point, corner) in zip([found.topLeft, found.topRight, found.bottomRight, found.bottomLeft], corners) {
            #expect(hypot(Double(point.x) * 320 - corner.x, (1 - Double(point.y)) * 240 - corner.y) < 1)
        }
        let mask = try #require(found.globalSegmentationMask.flatMap { PixelBufferObservation($0) })
        #expect(mask.pixel(at: NormalizedPoint(x: 0.5, y: 0.5)) == 1 && mask.pixel(at: NormalizedPoint(x: 0.1, y: 0.1)) == 0)
        #expect(mask.pixel(at: NormalizedPoint(x: 0.3, y: 0.76)) == 1 && mask.pixel(at: NormalizedPoint(x: 0.24, y: 0.78)) == 0)
        let performed = try await DetectDocumentSegmentationRequest().perform(on: image)
        let swift = try #require(performed)
        let other = try #require(DetectedDocumentObservation(found))
        #expect(swift.topLeft == other.topLeft && swift.bottomRight == other.bottomRight && swift.confidence == other.confidence)
        #expect(swift.globalSegmentationMask.size == other.globalSegmentationMask.size)
        #expect(try JSONDecoder().decode(DetectedDocumentObservation.self, from: JSONEncoder().encode(swift)) == swift)
    }

    @Test("Where there is no document, there is no observation")
    func none() async throws {
        let image = try Scene(width: 200, height: 150, ground: 120).image(noise: 8)
        #expect(try document(in: image) == nil)
        let performed = try await DetectDocumentSegmentationRequest().perform(on: image)
        #expect(performed == nil)
        let rectangle = VNRectangleObservation(
            requestRevision: 1, topLeft: CGPoint(x: 0, y: 1), bottomLeft: .zero, bottomRight: CGPoint(x: 1, y: 0),
            topRight: CGPoint(x: 1, y: 1))
        #expect(DetectedDocumentObservation(rectangle) == nil)
    }

    @Test(
        "Sheets in photos are found to 2 % of the photo's longer side", .enabled(if: SharedData.has("text"), "needs ../shared/data/text"),
        arguments: [
            "cell_pic.jpg", "chart.jpg", "desk.jpg", "envelope.jpg", "dollar_bill.jpg", "notepad.jpg", "rocketbook.png", "whole_foods.jpg",
        ])
    func photos(_ name: String) throws {
        struct Entry: Decodable {
            let file: String
            let width: Double
            let height: Double
            let corners: [[Double]]?
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: SharedData.url("text/text.json")))
        let entry = try #require(entries.first { $0.file.hasSuffix(name) })
        let request = VNDetectDocumentSegmentationRequest()
        try VNImageRequestHandler(url: SharedData.url("text/" + entry.file)).perform([request])
        let found = try #require(request.results?.first)
        let limit = 0.02 * max(entry.width, entry.height)
        for (point, corner) in zip([found.topLeft, found.topRight, found.bottomRight, found.bottomLeft], try #require(entry.corners)) {
            #expect(hypot(Double(point.x) * entry.width - corner[0], (1 - Double(point.y)) * entry.height - corner[1]) < limit)
        }
    }
}

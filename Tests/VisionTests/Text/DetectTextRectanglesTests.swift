import CoreGraphics
import Foundation
import TestSupport
import Testing
import Vision
import VisionRuntime

@Suite("Text rectangles")
struct DetectTextRectanglesTests {
    private func lines(
        in image: CGImage, _ change: (VNDetectTextRectanglesRequest) -> Void = { _ in }
    ) throws -> [VNTextObservation] {
        let request = VNDetectTextRectanglesRequest()
        change(request)
        try VNImageRequestHandler(cgImage: image).perform([request])
        return try #require(request.results)
    }

    /// A page of 400 × 200 pixels with "HAMLET TEND" in strokes of 3 pixels, 21 pixels high, whose first letter's lower left corner is at
    /// (60, 120) from the top left, turned around it.
    private func page(degrees: Double = 0, ink: Double = 30, ground: Double = 225) throws -> CGImage {
        // Strokes by letter, in units of a third of the letters' height.
        let strokes: [Character: [(Double, Double, Double, Double)]] = [
            "H": [(0, 0, 0, 3), (2, 0, 2, 3), (0, 1.5, 2, 1.5)], "A": [(0, 0, 1, 3), (1, 3, 2, 0), (0.4, 1, 1.6, 1)],
            "M": [(0, 0, 0, 3), (0, 3, 1, 1), (1, 1, 2, 3), (2, 3, 2, 0)], "L": [(0, 3, 0, 0), (0, 0, 2, 0)],
            "E": [(0, 0, 0, 3), (0, 3, 2, 3), (0, 1.5, 1.6, 1.5), (0, 0, 2, 0)], "T": [(0, 3, 2, 3), (1, 3, 1, 0)],
            "N": [(0, 0, 0, 3), (0, 3, 2, 0), (2, 0, 2, 3)],
            "D": [(0, 0, 0, 3), (0, 3, 1.5, 3), (1.5, 3, 2, 1.5), (2, 1.5, 1.5, 0), (0, 0, 1.5, 0)],
        ]
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        var segments: [(x: Double, y: Double, dx: Double, dy: Double)] = []
        var left = 0.0
        for letter in "HAMLET TEND" {
            for stroke in strokes[letter] ?? [] {
                let (x, y) = (left + 6 * stroke.0, 6 * stroke.1)
                let (dx, dy) = (6 * (stroke.2 - stroke.0), 6 * (stroke.3 - stroke.1))
                segments.append(
                    (60 + x * cosine - y * sine, 120 - x * sine - y * cosine, dx * cosine - dy * sine, -dx * sine - dy * cosine))
            }
            left += letter == " " ? 9 : 18
        }
        return try Scene(width: 400, height: 200, ground: ground).drawing(ink) { x, y in
            var nearest = Double.infinity
            for segment in segments {
                let (px, py) = (x - segment.x, y - segment.y)
                let length = segment.dx * segment.dx + segment.dy * segment.dy
                let share = min(max((px * segment.dx + py * segment.dy) / length, 0), 1)
                let (ex, ey) = (px - share * segment.dx, py - share * segment.dy)
                nearest = min(nearest, ex * ex + ey * ey)
            }
            return nearest.squareRoot() - 1.5
        }.image(noise: 4)
    }

    /// In pixels, origin at the top left.
    private func corners(_ line: VNTextObservation) -> [(x: Double, y: Double)] {
        let corners: [CGPoint] = [line.topLeft, line.topRight, line.bottomRight, line.bottomLeft]
        return corners.map { (x: Double($0.x) * 400, y: (1 - Double($0.y)) * 200) }
    }

    @Test("A line of letters is found, dark on light and light on dark", arguments: [(30.0, 225.0), (220, 40)])
    func line(_ ink: Double, _ ground: Double) throws {
        let found = try lines(in: page(ink: ink, ground: ground))
        #expect(found.count == 1)
        let line = try #require(found.first)
        // Ten letters and a space; around the letters there is some air.
        let truths: [(x: Double, y: Double)] = [(58.5, 100.5), (244.5, 100.5), (244.5, 121.5), (58.5, 121.5)]
        for (corner, truth) in zip(corners(line), truths) {
            #expect(abs(corner.x - truth.x) < 9)
            #expect(abs(corner.y - truth.y) < 9)
        }
        #expect(line.confidence > 0.5 && line.characterBoxes == nil && line.requestRevision == 1)
    }

    @Test("A line that is turned has turned corners", arguments: [-20.0, 12, 30])
    func turned(_ degrees: Double) throws {
        let line = try #require(try lines(in: page(degrees: degrees)).first)
        let points = corners(line)
        let along = (x: points[1].x - points[0].x, y: points[0].y - points[1].y)
        let angle = atan2(along.y, along.x) * 180 / Double.pi
        #expect(abs(angle - degrees) < 3)
        #expect(abs(hypot(along.x, along.y) - 186) < 28)
        #expect(hypot(points[3].x - points[0].x, points[3].y - points[0].y) < 44)
    }

    @Test("The lines of a picture that is turned by a quarter run down it, or up", arguments: [true, false])
    func quarterTurns(_ clockwise: Bool) throws {
        let found = try lines(in: TextPicture.named("note").quarterTurned(clockwise: clockwise)).filter { $0.boundingBox.height > 0.2 }
        #expect(found.count == 4)
        for line in found {
            #expect(abs(line.topRight.x - line.topLeft.x) < 0.02 && abs(line.topRight.y - line.topLeft.y) > 0.2)
        }
    }

    @Test("Each letter of a picture has a box, in the order of the line, whatever its direction", arguments: ["note", "turned", "upside"])
    func pictures(_ name: String) throws {
        let picture = try TextPicture.named(name)
        let request = VNDetectTextRectanglesRequest()
        request.reportCharacterBoxes = true
        try VNImageRequestHandler(url: picture.url).perform([request])
        let found = try #require(request.results)
        #expect(found.count == picture.lines.count)
        for (line, truth) in zip(found, picture.lines) {
            let boxes = try #require(line.characterBoxes)
            #expect(boxes.count == truth.string.filter { $0 != " " }.count, "\(truth.string)")
            let across = CGVector(dx: line.topRight.x - line.topLeft.x, dy: line.topRight.y - line.topLeft.y)
            let places = boxes.map { $0.boundingBox.midX * across.dx + $0.boundingBox.midY * across.dy }
            #expect(places == places.sorted(), "\(truth.string)")
            let bounds = line.boundingBox.insetBy(dx: -0.02, dy: -0.02)
            // Foundation's `contains(_:)` of rectangles compares a rounded union.
            let outside = boxes.map(\.boundingBox).filter { (box: CGRect) -> Bool in
                box.minX < bounds.minX || box.maxX > bounds.maxX || box.minY < bounds.minY || box.maxY > bounds.maxY
            }
            #expect(outside.isEmpty, "\(truth.string): \(outside) outside of \(line.boundingBox)")
        }
    }

    @Test("Without its models the request fails, and the error names the model and the request")
    func missingModels() throws {
        let image = try page()
        func failure(_ store: ModelStore, characters: Bool) -> (any Error)? {
            do {
                _ = try ModelStore.$current.withValue(store) { try lines(in: image) { $0.reportCharacterBoxes = characters } }
                return nil
            } catch {
                return error
            }
        }
        let none = failure(ModelStore(ModelFolders([])), characters: false)
        #expect(visionCode(none) == .dataUnavailable)
        let message = none?.localizedDescription ?? ""
        #expect(message.contains("VNDetectTextRectanglesRequest") && message.contains("textLines"), "\(message)")
        let detector = try ModelFolder.store(ofDefault: "textLines")
        #expect(failure(detector, characters: false) == nil)
        let unread = failure(detector, characters: true)
        #expect(visionCode(unread) == .dataUnavailable)
        #expect(unread?.localizedDescription.contains("textReader") == true)
    }

    @Test("Characters have boxes where they are asked for")
    func characters() throws {
        let line = try #require(try lines(in: page()) { $0.reportCharacterBoxes = true }.first)
        let boxes = try #require(line.characterBoxes)
        #expect(boxes.count == 10)
        let places: [Double] = [0, 1, 2, 3, 4, 5, 6.5, 7.5, 8.5, 9.5]
        for (box, place) in zip(boxes, places) {
            let middle = (x: Double(box.boundingBox.midX) * 400, y: (1 - Double(box.boundingBox.midY)) * 200)
            #expect(abs(middle.x - 66 - 18 * place) < 2.5)
            #expect(abs(middle.y - 111) < 2.5)
            #expect(box.topLeft.y > box.bottomLeft.y)
        }
    }

    @Test("Only the region of interest is looked at, and corners are relative to it")
    func region() throws {
        let part = try lines(in: page()) { $0.regionOfInterest = CGRect(x: 0, y: 0.3, width: 0.41, height: 0.4) }
        #expect(part.count == 1 && abs(Double(part.first?.boundingBox.minX ?? 0) * 0.41 * 400 - 58) < 9)
        #expect(try lines(in: page()) { $0.regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 0.3) }.isEmpty)
        #expect(
            thrownCode { _ = try lines(in: page()) { $0.regionOfInterest = CGRect(x: 0, y: 0, width: 2, height: 1) } } == .invalidArgument)
    }

    @Test("Where there is no text there are no lines, however odd the image is")
    func none() throws {
        #expect(try lines(in: Scene(width: 300, height: 200, ground: 120).image(noise: 12)).isEmpty)
        #expect(try lines(in: Scene(width: 300, height: 200, ground: 200).drawingDisk(60, x: 150, y: 100, radius: 60).image()).isEmpty)
        for (width, height) in [(1, 1), (3, 2000), (2500, 2), (47, 23), (1, 10_000), (10_000, 1)] {
            #expect(try lines(in: TestImages.plain([90, 90, 90], width: width, height: height)) { $0.reportCharacterBoxes = true }.isEmpty)
        }
        for side in [1, 3, 8] {
            let board = try TestImages.image(width: 600, height: 400) { x, y in
                (x / side + y / side).isMultiple(of: 2) ? [255, 255, 255] : [0, 0, 0]
            }
            #expect(try lines(in: board) { $0.reportCharacterBoxes = true }.count <= 1)
        }
    }

    @Test("The Swift-only interface finds the same, and observations come back from archives")
    func swift() async throws {
        let image = try page()
        let found = try #require(try lines(in: image) { $0.reportCharacterBoxes = true }.first)
        var request = DetectTextRectanglesRequest()
        #expect(!request.reportCharacterBoxes)
        request.reportCharacterBoxes = true
        let swift = try await request.perform(on: image)
        let other = TextObservation(found)
        #expect(swift.count == 1 && swift.first?.topLeft == other.topLeft && swift.first?.bottomRight == other.bottomRight)
        #expect(swift.first?.characterBoxes?.map(\.topLeft) == other.characterBoxes?.map(\.topLeft))
        #expect(try JSONDecoder().decode([TextObservation].self, from: JSONEncoder().encode(swift)) == swift)
        let data = try NSKeyedArchiver.archivedData(withRootObject: found, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNTextObservation.self, from: data))
        #expect(copy == found && copy.topLeft == found.topLeft)
        #expect(copy.characterBoxes?.map(\.boundingBox) == found.characterBoxes?.map(\.boundingBox))
    }

    @Test(
        "Most lines of receipts are found", .enabled(if: SharedData.has("text"), "needs ../shared/data/text"),
        arguments: [("sroie_191.jpg", 0.9), ("sroie_126.jpg", 0.8), ("sroie_233.jpg", 0.6)])
    func receipts(_ name: String, _ least: Double) throws {
        struct Entry: Decodable {
            struct Line: Decodable {
                let quad: [[Double]]?
            }
            let file: String
            let width: Double
            let height: Double
            let lines: [Line]?
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: SharedData.url("text/text.json")))
        let entry = try #require(entries.first { $0.file.hasSuffix(name) })
        let (width, height) = (entry.width, entry.height)
        let request = VNDetectTextRectanglesRequest()
        try VNImageRequestHandler(url: SharedData.url("text/" + entry.file)).perform([request])
        let boxes = try #require(request.results).map(\.boundingBox)
        let truths = (entry.lines ?? []).compactMap(\.quad).map { quad -> CGRect in
            let xs: [Double] = quad.map { $0[0] / width }
            let ys: [Double] = quad.map { 1 - $0[1] / height }
            let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
            return CGRect(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
        }
        func overlap(_ one: CGRect, _ other: CGRect) -> Double {
            let common = one.intersection(other)
            let shared: CGFloat = common.isNull ? 0 : common.width * common.height
            let both: CGFloat = one.width * one.height + other.width * other.height
            return Double(shared / (both - shared))
        }
        let found = truths.filter { truth in boxes.contains { overlap($0, truth) > 0.5 } }
        #expect(Double(found.count) >= least * Double(truths.count), "\(found.count) of \(truths.count)")
        #expect(boxes.count < truths.count * 13 / 10)
    }
}

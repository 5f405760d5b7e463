import CoreGraphics
import CoreVideo
import Foundation
import Testing
import Vision

@Suite("Contours")
struct DetectContoursTests {
    private func contours(of image: CGImage, _ change: (VNDetectContoursRequest) -> Void = { _ in }) throws -> VNContoursObservation {
        let request = VNDetectContoursRequest()
        change(request)
        try VNImageRequestHandler(cgImage: image).perform([request])
        let results = try #require(request.results)
        #expect(results.count == 1)
        return try #require(results.first)
    }

    /// A dark ring around a small dark disk, and a square.
    private let ring = Scene(width: 200, height: 120, ground: 230)
        .drawingDisk(20, x: 60.3, y: 55.8, radius: 40).drawingDisk(230, x: 60.3, y: 55.8, radius: 25)
        .drawingDisk(20, x: 60.3, y: 55.8, radius: 10).drawingRectangle(20, x: 130, y: 70, width: 40, height: 30)

    @Test("A request has the defaults of the interface")
    func defaults() {
        let request = VNDetectContoursRequest()
        #expect(request.contrastAdjustment == 2 && request.contrastPivot == 0.5)
        #expect(request.detectsDarkOnLight && request.maximumImageDimension == 512 && request.revision == VNDetectContourRequestRevision1)
    }

    @Test("The edge of a disk is found to a tenth of a pixel, lower left being the origin")
    func subpixel() throws {
        let disk = Scene(width: 160, height: 100, ground: 240).drawingDisk(15, x: 70.3, y: 41.8, radius: 30)
        let contour = try #require(try contours(of: disk.image()).topLevelContours.first)
        for point in contour.normalizedPoints {
            let distance = hypot(Double(point.x) * 160 - 70.3, (1 - Double(point.y)) * 100 - 41.8)
            #expect(abs(distance - 30) < 0.1)
        }
        #expect(contour.pointCount == contour.normalizedPoints.count && contour.aspectRatio == 1.6)
    }

    @Test("A contour in a hole is a child of the hole's contour, and index paths lead to it")
    func hierarchy() throws {
        let found = try contours(of: ring.image())
        #expect(found.contourCount == 4 && found.topLevelContourCount == 2)
        let outer = try #require(found.topLevelContours.first)
        #expect(outer.indexPath == IndexPath(index: 0) && outer.childContourCount == 1)
        let hole = try outer.childContour(at: 0)
        let dot = try #require(hole.childContours.first)
        #expect(hole.indexPath == IndexPath(indexes: [0, 0]) && dot.indexPath == IndexPath(indexes: [0, 0, 0]))
        #expect(dot.childContourCount == 0 && dot.childContours.isEmpty)
        #expect(try found.contour(at: IndexPath(indexes: [0, 0, 0])) == dot)
        #expect(try found.contour(at: 1) == hole && found.contour(at: 3).indexPath == IndexPath(index: 1))
        #expect(try found.contour(at: IndexPath(index: 1)).normalizedPath.boundingBox.minX > 0.6)
    }

    @Test("Areas, lengths and circles are those of the shapes that were drawn")
    func measures() throws {
        let found = try contours(of: ring.image())
        var area = 0.0
        var length = 0.0
        // The image's height, 120 pixels, is the unit.
        let outer = try found.contour(at: 0)
        try VNGeometryUtils.calculateArea(&area, for: outer, orientedArea: true)
        #expect(abs(area * 14400 - .pi * 1600) < 10)
        try VNGeometryUtils.calculateArea(&area, for: found.contour(at: 1), orientedArea: true)
        #expect(abs(area * 14400 + .pi * 625) < 10, "a hole goes the other way")
        try VNGeometryUtils.calculateArea(&area, for: found.contour(at: 1), orientedArea: false)
        #expect(abs(area * 14400 - .pi * 625) < 10)
        try VNGeometryUtils.calculatePerimeter(&length, for: outer)
        #expect(abs(length * 120 - 2 * .pi * 40) < 1)
        let circle = try VNGeometryUtils.boundingCircle(for: outer)
        #expect(abs(circle.radius * 120 - 40) < 0.2)
        #expect(abs(circle.center.x * 120 - 60.3) < 0.1 && abs((1 - circle.center.y) * 120 - 55.8) < 0.1)
    }

    @Test("A square becomes four points, its contour's path closes, and its place stays the same")
    func polygon() throws {
        let square = try contours(of: ring.image()).contour(at: 3)
        let polygon = try square.polygonApproximation(epsilon: 0.01)
        #expect(polygon.pointCount == 4 && polygon.indexPath == square.indexPath)
        let corners = polygon.normalizedPoints.map { (x: Double($0.x) * 200, y: (1 - Double($0.y)) * 120) }
        for corner in [(130.0, 70.0), (170, 70), (170, 100), (130, 100)] {
            #expect(corners.contains { hypot($0.x - corner.0, $0.y - corner.1) < 1 })
        }
        #expect(polygon.normalizedPath.contains(CGPoint(x: 0.75, y: 0.3)))
        #expect(try square.polygonApproximation(epsilon: 0).pointCount <= square.pointCount)
        #expect(thrownCode { _ = try square.polygonApproximation(epsilon: -1) } == .invalidArgument)
        #expect(thrownCode { _ = try square.polygonApproximation(epsilon: .nan) } == .invalidArgument)
    }

    @Test("A contour that there is not is an error")
    func bounds() throws {
        let found = try contours(of: ring.image())
        for index in [-1, 4, .max] { #expect(thrownCode { _ = try found.contour(at: index) } == .outOfBoundsError) }
        for path in [[2], [0, 1], [0, 0, 0, 0], [-1], []] {
            #expect(thrownCode { _ = try found.contour(at: IndexPath(indexes: path)) } == .outOfBoundsError)
        }
        let outer = try found.contour(at: 0)
        #expect(thrownCode { _ = try outer.childContour(at: 1) } == .outOfBoundsError)
    }

    @Test("Light on dark is what dark on light is in the negative")
    func lightOnDark() throws {
        let negative = Scene(width: 100, height: 80, ground: 10).drawingDisk(200, x: 50, y: 40, radius: 20)
        #expect(try contours(of: negative.image()).contourCount == 1, "the hole in the dark ground, whose edge is the image's")
        let light = try contours(of: negative.image()) { $0.detectsDarkOnLight = false }
        #expect(light.contourCount == 1 && abs(light.normalizedPath.boundingBox.width - 0.4) < 0.02)
    }

    @Test("Without a pivot contours run between what is dark and what is light, however dark the image is")
    func pivot() throws {
        let dim = try Scene(width: 100, height: 80, ground: 90).drawingDisk(40, x: 50, y: 40, radius: 20).image()
        #expect(try contours(of: dim).contourCount == 0, "all is dark")
        let found = try contours(of: dim) { $0.contrastPivot = nil }
        #expect(found.contourCount == 1 && abs(found.normalizedPath.boundingBox.width - 0.4) < 0.02)
        #expect(try contours(of: dim) { $0.contrastPivot = 0.25 }.contourCount == 1)
    }

    @Test("The higher the contrast, the fainter edges have contours")
    func contrast() throws {
        let faint = try Scene(width: 100, height: 80, ground: 133).drawingDisk(122, x: 50, y: 40, radius: 20).image()
        #expect(try contours(of: faint) { $0.contrastAdjustment = 3 }.contourCount == 1)
        #expect(try contours(of: faint) { $0.contrastAdjustment = 1 }.contourCount == 0)
        #expect(try contours(of: ring.image()) { $0.contrastAdjustment = 0 }.contourCount == 0)
    }

    @Test("Points are relative to the region of interest, and what the region's edge cuts is closed along it")
    func region() throws {
        let part = try contours(of: ring.image()) { $0.regionOfInterest = CGRect(x: 0.75, y: 0, width: 0.25, height: 0.5) }
        #expect(part.contourCount == 1)
        let box = part.normalizedPath.boundingBox
        #expect(abs(box.minX) < 1e-6 && abs(box.maxX - 0.4) < 0.012)
        #expect(abs(box.minY - 20.0 / 60) < 0.01 && abs(box.maxY - 50.0 / 60) < 0.01)
    }

    @Test("A setting that is out of range is an error")
    func settings() throws {
        let image = try ring.image()
        let changes: [(VNDetectContoursRequest) -> Void] = [
            { $0.contrastAdjustment = -0.1 }, { $0.contrastAdjustment = 3.1 }, { $0.contrastAdjustment = .nan }, { $0.contrastPivot = 1.5 },
            { $0.contrastPivot = -1 }, { $0.maximumImageDimension = 63 }, { $0.maximumImageDimension = .min },
            { $0.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 1, height: 0.2) },
        ]
        for change in changes { #expect(thrownCode { _ = try contours(of: image, change) } == .invalidArgument) }
    }

    @Test("Images of one pixel, of extreme shapes and of nothing but not-a-number have an answer")
    func oddImages() throws {
        for (width, height) in [(1, 1), (1, 3000), (3000, 1), (2, 2)] {
            let image = try TestImages.plain([0, 0, 0], width: width, height: height)
            #expect(try contours(of: image).contourCount == 0, "nothing is darker than its ground")
        }
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 40, 30, kCVPixelFormatType_OneComponent32Float, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        let count = CVPixelBufferGetBytesPerRow(buffer) / 4 * 30
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: Float.self)
        for index in 0..<count { base[index] = .nan }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        let request = VNDetectContoursRequest()
        try VNImageRequestHandler(cvPixelBuffer: buffer).perform([request])
        #expect(request.results?.first?.contourCount == 0)
    }

    @Test("Ten thousand contours are listed, walked and drawn as a path")
    func many() throws {
        let dots = try TestImages.image(width: 400, height: 400) { x, y in TestImages.Color(repeating: x % 4 == 1 && y % 4 == 1 ? 0 : 255) }
        let found = try contours(of: dots)
        #expect(found.contourCount == 10_000 && found.topLevelContours.count == 10_000)
        #expect(try found.contour(at: 9_999).indexPath == IndexPath(index: 9_999))
        #expect(try found.contour(at: IndexPath(index: 9_999)).pointCount == 4)
        #expect(abs(found.normalizedPath.boundingBox.width - 1) < 0.02)
    }

    @Test("An observation comes back from its archive, and a damaged one does not")
    func archive() throws {
        let found = try contours(of: ring.image())
        let data = try NSKeyedArchiver.archivedData(withRootObject: found, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNContoursObservation.self, from: data))
        #expect(copy == found && copy.contourCount == 4)
        #expect(try copy.contour(at: 2).normalizedPoints == found.contour(at: 2).normalizedPoints)
        #expect(try copy.contour(at: 2).indexPath == found.contour(at: 2).indexPath)
    }

    @Test("The Swift-only interface finds the same")
    func swift() async throws {
        let image = try ring.image()
        var request = DetectContoursRequest()
        #expect(request.contrastAdjustment == 2 && request.contrastPivot == 0.5 && request.maximumImageDimension == 512)
        let found = try await request.perform(on: image)
        let other = ContoursObservation(try contours(of: image))
        #expect(found.contourCount == 4 && found.topLevelContours == other.topLevelContours)
        #expect(found.normalizedPath == other.normalizedPath)
        let hole = try #require(found.countourAtIndexPath(IndexPath(indexes: [0, 0])))
        #expect(found.contourAtIndex(1) == hole && found.contourAtIndex(4) == nil && found.countourAtIndexPath(IndexPath(index: 9)) == nil)
        #expect(hole.calculateArea(useOrientedArea: true) < 0 && hole.calculateArea() > 0)
        #expect(abs(hole.calculatePerimeter() * 120 - 2 * .pi * 25) < 1 && abs(hole.boundingCircle().radius * 120 - 25) < 0.1)
        let quad = try #require(found.contourAtIndex(3)).boundingQuad
        #expect(abs(quad.topLeft.x - 0.65) < 0.005 && abs(quad.bottomRight.y - 20.0 / 120) < 0.005 && quad.topRight.y > quad.bottomRight.y)
        #expect(try JSONDecoder().decode(ContoursObservation.self, from: JSONEncoder().encode(found)) == found)
        request.contrastAdjustment = 9
        await #expect(throws: VisionError.self) { try await request.perform(on: image) }
    }
}

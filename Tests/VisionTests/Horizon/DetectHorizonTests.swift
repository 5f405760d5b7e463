import CoreGraphics
import CoreImage
import Foundation
import Testing
import Vision

@Suite("Horizon")
struct DetectHorizonTests {
    private func horizon(of image: CGImage, _ change: (VNDetectHorizonRequest) -> Void = { _ in }) throws -> VNHorizonObservation? {
        let request = VNDetectHorizonRequest()
        change(request)
        try VNImageRequestHandler(cgImage: image).perform([request])
        #expect(try #require(request.results).count <= 1)
        return request.results?.first
    }

    /// A sea under a sky, whose horizon leads up to the right where the angle, in degrees, is positive.
    private func sea(_ degrees: Double) -> Scene {
        let slope = tan(degrees * .pi / 180)
        return Scene(width: 240, height: 160, ground: 210).drawing(70) { x, y in (80 - (x - 120) * slope - y) * cos(degrees * .pi / 180) }
    }

    @Test("The horizon's angle is found to a fifth of a degree", arguments: [-30.0, -7.3, 0, 0.6, 12.4, 40])
    func angle(_ degrees: Double) throws {
        let found = try #require(try horizon(of: sea(degrees).image(noise: 6)))
        #expect(abs(Double(found.angle) * 180 / .pi - degrees) < 0.2 && found.confidence > 0.5)
    }

    @Test("Upright edges give the angle too, and the majority of the edges decides")
    func uprightEdges() throws {
        var scene = Scene(width: 240, height: 160, ground: 200)
        for index in 0..<4 {
            let x = 30 + 50 * Double(index)
            // Posts that lean by 6° to the right: the image is turned clockwise.
            let lean = 100 * tan(6 * Double.pi / 180)
            scene = scene.drawingPolygon(60, [(x + lean, 30), (x + lean + 9, 30), (x + 9, 130), (x, 130)])
        }
        scene = scene.drawingPolygon(90, [(10, 140), (60, 150), (60, 153), (10, 143)])
        let found = try #require(try horizon(of: scene.image()))
        #expect(abs(Double(found.angle) * 180 / .pi + 6) < 0.5)
    }

    @Test("The transform makes the horizon level and keeps the middle of the image")
    func transform() throws {
        let found = try #require(try horizon(of: sea(12).image()))
        let transform = found.transform(forImageWidth: 240, height: 160)
        let middle = CGPoint(x: 120, y: 80).applying(transform)
        #expect(abs(middle.x - 120) < 1e-6 && abs(middle.y - 80) < 1e-6)
        let slope = CGFloat(tan(12 * Double.pi / 180))
        let (left, right) = (CGPoint(x: 20, y: 80 - 100 * slope), CGPoint(x: 220, y: 80 + 100 * slope))
        #expect(abs(left.applying(transform).y - right.applying(transform).y) < 1)
        #expect(abs(left.applying(found.transform).y - right.applying(found.transform).y) < 1)
    }

    @Test("Images without straight edges have no horizon, however odd they are")
    func none() async throws {
        let disk = try Scene(width: 120, height: 90, ground: 200).drawingDisk(60, x: 60, y: 45, radius: 30).image(noise: 5)
        #expect(try horizon(of: disk) == nil)
        let performed = try await DetectHorizonRequest().perform(on: disk)
        #expect(performed == nil)
        for (width, height) in [(1, 1), (9, 5), (3000, 1)] {
            #expect(try horizon(of: TestImages.plain([80, 80, 80], width: width, height: height)) == nil)
        }
        #expect(
            thrownCode { _ = try horizon(of: disk) { $0.regionOfInterest = CGRect(x: 0, y: 0, width: 0, height: 1) } } == .invalidArgument)
    }

    @Test("The Swift-only interface finds the same, and observations come back from archives")
    func swift() async throws {
        let image = try sea(-9).image(noise: 2)
        let found = try #require(try horizon(of: image))
        let performed = try await DetectHorizonRequest().perform(on: image)
        let swift = try #require(performed)
        #expect(swift.angle == HorizonObservation(found).angle && swift.confidence == found.confidence)
        #expect(abs(swift.angle.converted(to: .degrees).value + 9) < 0.2)
        #expect(swift.transform(for: CGSize(width: 240, height: 160)) == found.transform(forImageWidth: 240, height: 160))
        #expect(swift.transform == found.transform)
        #expect(try JSONDecoder().decode(HorizonObservation.self, from: JSONEncoder().encode(swift)) == swift)
        let data = try NSKeyedArchiver.archivedData(withRootObject: found, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNHorizonObservation.self, from: data))
        #expect(copy == found && copy.angle == found.angle)
    }
}

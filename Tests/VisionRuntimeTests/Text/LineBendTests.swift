import CoreGraphics
import TestSupport
import Testing

@testable import VisionRuntime

@Suite("Bent lines of text")
struct LineBendTests {
    /// The first line of a picture, "Harbour Office", on an arc whose ends are lower or higher than its middle, or on a slope.
    private func bent(arc: Double, slope: Double = 0, height: Int = 130) throws -> GrayPlane {
        let source = try Frame(.url(Fixtures.url("text/note.png"))).gray()
        let above = (height - 130) / 2 + 15
        return try GrayPlane(width: 300, height: height) { base, bytesPerRow in
            for x in 0..<300 {
                let place = Double(x) / 150 - 1
                let shift = Int((arc * (place * place - 0.5) + slope * place).rounded())
                for y in 0..<height { base[y * bytesPerRow + x] = source.row(min(max(y - above - shift, 16), 90))[x + 20] }
            }
        }
    }

    private func reader() throws -> NetworkLineReader {
        let settings = TextRecognitionAnalysis(
            languages: Array(TextLanguage.ofNetwork.prefix(1)), by: .networks, regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1))
        return try NetworkLineReader(settings, for: "a test")
    }

    private func readings(_ plane: GrayPlane) throws -> (plain: String?, straightened: String?) {
        let reader = try reader()
        let place = LinePlace(CGRect(x: 10, y: 10, width: 280, height: 110))
        return (
            try reader.read(place, in: plane, stretch: 1.2, Cancellation())?.text,
            try reader.readStraightened(place, in: plane, Cancellation())?.text
        )
    }

    @Test(
        "A line on an arc or on a slope is read when it is straightened", arguments: [(40.0, 0.0), (-40, 0), (0, 35), (0, -35), (30, 15)])
    func read(_ arc: Double, _ slope: Double) throws {
        let readings = try readings(bent(arc: arc, slope: slope))
        #expect(readings.straightened == "Harbour Office")
        #expect(readings.plain != "Harbour Office")
    }

    @Test("Upright letters of a slanting line are read with vertical ends", arguments: [-80.0, 80])
    func readWithVerticalEnds(slope: Double) throws {
        let (plane, reader) = (try bent(arc: 0, slope: slope, height: 330), try reader())
        // The smallest rectangle at the line's angle around a parallelogram of 280 × 60 pixels with vertical ends.
        let tangent = slope / 150
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let (across, down) = (CGVector(dx: cosine, dy: tangent * cosine), CGVector(dx: -tangent * cosine, dy: cosine))
        let height = 60 * cosine
        let (start, length) = (min(0, height * tangent), 280 / cosine + height * abs(tangent))
        let top = CGPoint(x: 10, y: 138 + slope * (10.0 / 150 - 1))
        let corners = [(start, 0.0), (start + length, 0), (start + length, height), (start, height)].map { along, deep in
            CGPoint(x: top.x + along * across.dx + deep * down.dx, y: top.y + along * across.dy + deep * down.dy)
        }
        let place = LinePlace(corners: corners)
        let vertical = try #require(place.withVerticalEnds)
        #expect(abs(vertical.origin.x - top.x) < 1e-6 && abs(vertical.origin.y - top.y) < 1e-6)
        #expect(try reader.read(vertical, in: plane, stretch: 1.2, Cancellation())?.text == "Harbour Office")
    }

    @Test("A picture without edges has no line, and noise of any size has a straightened one of a size that is bounded")
    func withoutLines() throws {
        for (width, height) in [(1, 1), (3, 3), (200, 48)] {
            let flat = try GrayPlane(width: width, height: height) { base, bytesPerRow in
                base.update(repeating: 90, count: bytesPerRow * height)
            }
            #expect(LineBend(of: flat) == nil)
        }
        var seed: UInt32 = 1
        for (width, height) in [(5, 48), (300, 48), (8192, 48)] {
            let noise = try GrayPlane(width: width, height: height) { base, bytesPerRow in
                for index in 0..<bytesPerRow * height {
                    seed = seed &* 1_664_525 &+ 1_013_904_223
                    base[index] = UInt8(seed >> 24)
                }
            }
            guard let bend = LineBend(of: noise) else { continue }
            let straight = try bend.straightened(noise, height: 32, stretch: 1.15)
            #expect(straight.height == 32 && (8...8192).contains(straight.width))
        }
    }
}

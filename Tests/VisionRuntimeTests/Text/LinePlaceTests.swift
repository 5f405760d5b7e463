import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite struct LinePlaceTests {
    /// A line that falls by a fifth of its length, 20 pixels high.
    private let falling = LinePlace(corners: [(0.0, 0.0), (100, 20), (96, 40), (-4, 20)].map { CGPoint(x: $0.0, y: $0.1) })

    /// The same line, mirrored, so that it rises.
    private var rising: LinePlace {
        let corners = falling.corners
        return LinePlace(corners: [corners[1], corners[0], corners[3], corners[2]].map { CGPoint(x: 100 - $0.x, y: $0.y) })
    }

    private func expect(_ corners: [CGPoint], _ expected: [(Double, Double)], sourceLocation: SourceLocation = #_sourceLocation) {
        for (corner, place) in zip(corners, expected) {
            #expect(abs(corner.x - place.0) < 1e-9 && abs(corner.y - place.1) < 1e-9, "\(corners)", sourceLocation: sourceLocation)
        }
    }

    @Test("The vertical ends of a slanting line lie in its rectangle")
    func verticalEndsLieInTheRectangle() throws {
        expect(try #require(falling.withVerticalEnds).corners, [(0, 0), (96, 19.2), (96, 40), (0, 20.8)])
        expect(try #require(rising.withVerticalEnds).corners, [(4, 19.2), (100, 0), (100, 20.8), (4, 40)])
    }

    @Test("Level, steep, short and reversed lines get no vertical ends")
    func otherLinesGetNoVerticalEnds() {
        let lines: [[(Double, Double)]] = [
            [(0, 0), (100, 2), (99.6, 22), (-0.4, 20)],
            [(0, 0), (40, 40), (26, 54), (-14, 14)],
            [(0, 0), (30, 6), (26, 26), (-4, 20)],
            [(0, 0), (0, 100), (-20, 100), (-20, 0)],
        ]
        for corners in lines {
            #expect(LinePlace(corners: corners.map { CGPoint(x: $0.0, y: $0.1) }).withVerticalEnds == nil, "\(corners)")
        }
        #expect(falling.turned.withVerticalEnds == nil)
    }

    @Test("Points of a parallelogram are found again")
    func pointsOfAParallelogramAreFoundAgain() throws {
        for place in [falling, rising, try #require(falling.withVerticalEnds), try #require(rising.withVerticalEnds)] {
            for part in [CGPoint(x: 0.25, y: 0.75), CGPoint(x: 1.5, y: -0.5)] {
                let found = place.part(of: place.point(part))
                #expect(abs(found.x - part.x) < 1e-9 && abs(found.y - part.y) < 1e-9)
            }
        }
    }
}

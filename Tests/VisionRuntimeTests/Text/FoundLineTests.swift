import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("Parts of a line that are joined")
struct FoundLineTests {
    /// A line at an angle. The place is that of its beginning, halfway between its top and its bottom.
    private func line(x: Double, y: Double, length: Double, height: Double = 20, degrees: Double = 0, likeness: Float = 0.9) -> FoundLine {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let (along, down) = (CGVector(dx: length * cosine, dy: length * sine), CGVector(dx: -height * sine, dy: height * cosine))
        let origin = CGPoint(x: x - down.dx / 2, y: y - down.dy / 2)
        let corners = [
            origin, CGPoint(x: origin.x + along.dx, y: origin.y + along.dy),
            CGPoint(x: origin.x + along.dx + down.dx, y: origin.y + along.dy + down.dy),
            CGPoint(x: origin.x + down.dx, y: origin.y + down.dy),
        ]
        return FoundLine(place: LinePlace(corners: corners), likeness: likeness)
    }

    /// Three parts that follow each other with a small gap, in any order.
    private func parts(degrees: Double) -> [FoundLine] {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        return [(104.0, 80.0, 0.8), (0, 102, 0.95), (186, 20, 0.75)].map { start, length, likeness in
            line(x: 300 + start * cosine, y: 300 + start * sine, length: length, degrees: degrees, likeness: Float(likeness))
        }
    }

    @Test("Parts that follow each other become one line, whatever its direction", arguments: [0.0, 14, 90, -90, 180, 233])
    func joined(_ degrees: Double) throws {
        let joined = parts(degrees: degrees).joined
        #expect(joined.count == 1)
        let place = try #require(joined.first).place
        #expect(abs(place.length - 206) < 0.01 && abs(place.height - 20) < 0.01 && joined.first?.likeness == 0.95)
        #expect(hypot(place.point(CGPoint(x: 0, y: 0.5)).x - 300, place.point(CGPoint(x: 0, y: 0.5)).y - 300) < 0.01)
        #expect(abs((atan2(place.across.dy, place.across.dx) * 180 / .pi - degrees).remainder(dividingBy: 360)) < 0.01)
    }

    @Test("Parts that overlap a little become one line that is as high as both")
    func overlapping() throws {
        let joined = [line(x: 0, y: 50, length: 100), line(x: 92, y: 52, length: 60, height: 26)].joined
        #expect(joined.count == 1)
        let bounds = try #require(joined.first).place.bounds
        #expect(abs(bounds.minX) < 0.01 && abs(bounds.maxX - 152) < 0.01 && abs(bounds.minY - 39) < 0.01 && abs(bounds.maxY - 65) < 0.01)
    }

    @Test("Lines below each other, columns, other sizes and other directions stay apart, in their order")
    func apart() {
        let first = line(x: 0, y: 50, length: 100)
        let others = [
            line(x: 0, y: 66, length: 100), line(x: 108, y: 50, length: 80), line(x: 101, y: 50, length: 80, height: 40),
            line(x: 101, y: 60, length: 80), line(x: 101, y: 50, length: 80, degrees: 30), line(x: 181, y: 50, length: 80, degrees: 180),
            line(x: 10, y: 50, length: 60),
        ]
        for other in others {
            let both = [other, first].joined
            #expect(both.count == 2 && both.first?.place.origin == other.place.origin, "\(other)")
        }
        #expect([FoundLine]().joined.isEmpty)
    }

    @Test("Many lines of a page stay apart")
    func page() {
        let page = (0..<60).flatMap { row in (0..<3).map { line(x: 20 + 300 * Double($0), y: 20 + 24 * Double(row), length: 280) } }
        #expect(page.joined.map(\.place.origin) == page.map(\.place.origin))
    }
}

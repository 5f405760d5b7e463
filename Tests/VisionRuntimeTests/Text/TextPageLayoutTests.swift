import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("The layout of a page of text")
struct TextPageLayoutTests {
    private let plane: GrayPlane

    init() throws {
        plane = try GrayPlane(width: 800, height: 1600) { base, bytesPerRow in base.update(repeating: 255, count: bytesPerRow * 1600) }
    }

    /// Lines of 20 pixels' height, 30 pixels from one to the next, turned around the plane's origin.
    private func lines(_ count: Int, angle: CGFloat = 0) -> [LinePlace] {
        (0..<count).map { number in
            let corners = LinePlace(CGRect(x: 150, y: 60 + 30 * number, width: 480, height: 20)).corners
            let (x, y) = (CGVector(dx: cosine(angle), dy: sine(angle)), CGVector(dx: -sine(angle), dy: cosine(angle)))
            return LinePlace(corners: corners.map { CGPoint(x: $0.x * x.dx + $0.y * y.dx, y: $0.x * x.dy + $0.y * y.dy) })
        }
    }

    /// Exact enough for small angles.
    private func sine(_ angle: CGFloat) -> CGFloat { angle - angle * angle * angle / 6 }
    private func cosine(_ angle: CGFloat) -> CGFloat { (1 - sine(angle) * sine(angle)).squareRoot() }

    @Test("Blocks follow each other down the page, and no line is in two of them", arguments: [0, 0.05, -0.08])
    func blocks(_ angle: CGFloat) throws {
        let lines = lines(45, angle: angle)
        let layout = try #require(TextPageLayout(lines, in: plane))
        #expect(abs(layout.lineHeight - 20) < 0.01 && layout.blocks.count == 3)
        for line in lines {
            #expect(layout.blocks.count { $0.contains(line.middle) } == 1)
            let inside = layout.blocks.count { block in line.corners.allSatisfy(block.contains) }
            #expect(inside == 1, "\(line)")
        }
        for (block, next) in zip(layout.blocks, layout.blocks.dropFirst()) {
            #expect(abs(block.corners[3].x - next.origin.x) < 0.01 && abs(block.corners[3].y - next.origin.y) < 0.01)
        }
        let turn = layout.blocks[0].across
        #expect(abs(turn.dy / turn.dx - sine(angle) / cosine(angle)) < 1e-3)
    }

    @Test("A few lines, and lines without gaps between them, are one block")
    func oneBlock() throws {
        #expect(TextPageLayout(lines(20), in: plane)?.blocks.count == 1)
        let columns = lines(40) + lines(40).map { $0.part(CGRect(x: 0, y: 0.75, width: 1, height: 1)) }
        #expect(TextPageLayout(columns, in: plane)?.blocks.count == 1)
    }

    @Test("Lines outside of the plane have no layout")
    func outside() {
        #expect(TextPageLayout([LinePlace(CGRect(x: 5000, y: 5000, width: 100, height: 20))], in: plane) == nil)
    }
}

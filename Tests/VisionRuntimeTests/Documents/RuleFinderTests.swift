import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("The rules of a page")
struct RuleFinderTests {
    /// A plane of one level on which rectangles are painted.
    private static func plane(
        _ width: Int, _ height: Int, ground: UInt8 = 250, _ boxes: [(x: Range<Int>, y: Range<Int>, level: UInt8)]
    ) throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, stride in
            for y in 0..<height { for x in 0..<width { base[y * stride + x] = ground } }
            for box in boxes { for y in box.y { for x in box.x { base[y * stride + x] = box.level } } }
        }
    }

    @Test(
        "Rules of one to four pixels are found, dark or light, to their ends", arguments: 1...4, [(250, 60), (20, 200)] as [(UInt8, UInt8)])
    func rules(_ thickness: Int, _ levels: (ground: UInt8, ink: UInt8)) throws {
        let plane = try Self.plane(
            300, 200, ground: levels.ground,
            [(30..<250, 100..<100 + thickness, levels.ink), (150..<150 + thickness, 20..<170, levels.ink)])
        let rules = RuleFinder(plane).rules
        try #require(rules.count == 2)
        let (across, down) = (rules[0], rules[1])
        #expect(abs(across.start.x - 30) < 2 && abs(across.end.x - 250) < 2 && abs(across.start.y - 101) < 3 && abs(across.end.y - 101) < 3)
        #expect(abs(down.start.y - 20) < 2 && abs(down.end.y - 170) < 2 && abs(down.start.x - 151) < 3 && abs(down.end.x - 151) < 3)
    }

    @Test("A rule at the edge of a picture is found, and one that slopes")
    func places() throws {
        let edge = try Self.plane(300, 100, [(0..<300, 0..<2, 40)])
        #expect(RuleFinder(edge).rules.count == 1)
        let slope = try Self.plane(300, 100, (0..<280).map { x in (x..<x + 1, 40 + x / 12..<42 + x / 12, 40) })
        let rules = RuleFinder(slope).rules
        try #require(rules.count == 1)
        #expect(abs(rules[0].start.y - 41) < 3 && abs(rules[0].end.y - 64) < 3 && rules[0].end.x - rules[0].start.x > 270)
    }

    @Test("Areas, short strokes, dotted rules and faint ones are no rules, and neither is a picture of a pixel")
    func others() throws {
        let dots = (0..<60).map { place in (5 * place..<5 * place + 2, 180..<182, UInt8(0)) }
        let plane = try Self.plane(
            300, 200, dots + [(30..<250, 40..<80, 60), (20..<36, 100..<102, 0), (120..<122, 100..<115, 0), (30..<250, 130..<132, 245)])
        #expect(RuleFinder(plane).rules.isEmpty)
        for (width, height) in [(1, 1), (1, 400), (400, 1), (9, 9)] { #expect(RuleFinder(try Self.plane(width, height, [])).rules.isEmpty) }
    }

    @Test("A pattern of thousands of rules is searched in bounded time")
    func pattern() throws {
        let plane = try GrayPlane(width: 1600, height: 1600) { base, stride in
            for y in 0..<1600 { for x in 0..<1600 { base[y * stride + x] = x % 12 == 0 || y % 12 == 0 ? 0 : 255 } }
        }
        let rules = RuleFinder(plane).rules
        #expect((200...4000).contains(rules.count))
        let page = LevelCoordinates([], aspectRatio: 1)
        let normalized = rules.map { rule in
            Rule(start: CGPoint(x: rule.start.x / 1600, y: rule.start.y / 1600), end: CGPoint(x: rule.end.x / 1600, y: rule.end.y / 1600))
        }
        #expect(RuledTable.tables(normalized, in: page, lineHeight: 0.002).count <= 1)
    }
}

import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("Lines in the maps of the network that finds them")
struct TextMapTests {
    /// Maps of half cells in which rectangles are marked.
    private struct Maps {
        let rows = 64
        let columns = 96
        var middles: [Float]
        var directions: [Float]

        init() {
            middles = Array(repeating: 0, count: rows * columns)
            directions = Array(repeating: 0, count: 2 * (rows / 2) * (columns / 2))
        }

        /// Marks the cells whose middles lie in a rectangle that is turned about its middle, with its direction of reading.
        mutating func mark(x: Double, y: Double, width: Double, height: Double, degrees: Double = 0, reading: Double? = nil) {
            let (angle, reading) = (degrees * .pi / 180, (reading ?? degrees) * .pi / 180)
            for row in 0..<rows {
                for column in 0..<columns {
                    let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
                    let (along, down) = (dx * cos(angle) + dy * sin(angle), -dx * sin(angle) + dy * cos(angle))
                    guard abs(along) <= width / 2, abs(down) <= height / 2 else { continue }
                    middles[row * columns + column] = 0.9
                    let place = row / 2 * (columns / 2) + column / 2
                    directions[place] = Float(cos(reading))
                    directions[directions.count / 2 + place] = Float(sin(reading))
                }
            }
        }

        var lines: [TextLineNetwork.Line] {
            get throws { try TextLineNetwork.lines(middles: middles, directions: directions, rows: rows, columns: columns) }
        }
    }

    @Test("A line's corners are half a middle's height outside of it, clockwise from the first letter")
    func level() throws {
        var maps = Maps()
        maps.mark(x: 40, y: 20, width: 40, height: 4)
        let line = try #require(try maps.lines.first)
        // In pixels, of which a cell has two; a middle of 4 cells belongs to a line of 8.
        let expected = [CGPoint(x: 36, y: 32), CGPoint(x: 124, y: 32), CGPoint(x: 124, y: 48), CGPoint(x: 36, y: 48)]
        for (corner, wanted) in zip(line.place.corners, expected) {
            #expect(abs(corner.x - wanted.x) < 1e-3 && abs(corner.y - wanted.y) < 1e-3)
        }
        #expect(abs(line.confidence - 0.9) < 1e-5)
    }

    @Test("Turned lines have the angle at which they were drawn", arguments: [-60.0, -20, 10, 35, 80, 135, 180, 250])
    func turned(degrees: Double) throws {
        var maps = Maps()
        maps.mark(x: 48, y: 32, width: 44, height: 6, degrees: degrees)
        let lines = try maps.lines
        #expect(lines.count == 1)
        let across = try #require(lines.first).place.across
        let found = atan2(across.dy, across.dx) * 180 / .pi
        let difference = (found - degrees).remainder(dividingBy: 360)
        #expect(abs(difference) < 4)
    }

    @Test("Low lines are as high as they were marked, also where they slope", arguments: [-12.0, -5, 0, 3, 8, 20])
    func height(degrees: Double) throws {
        for height in [3.0, 4, 6] {
            var maps = Maps()
            maps.mark(x: 48, y: 32.3, width: 70, height: height, degrees: degrees)
            let place = try #require(try maps.lines.first).place
            // A middle is half as high as its line, and a cell has two pixels.
            #expect(abs(place.height / (4 * height) - 1) < 0.1, "\(height)")
        }
    }

    @Test("The box of a curved line has all of it")
    func curved() throws {
        var maps = Maps()
        for part in 0..<12 { maps.mark(x: 14 + Double(part) * 6, y: 20 + pow(Double(part) - 5.5, 2) / 2, width: 7, height: 5) }
        let line = try #require(try maps.lines.first)
        #expect(line.place.height > 2 * 2 * 17)
    }

    @Test("The direction of reading says on which side a line begins", arguments: [0.0, 180])
    func beginning(reading: Double) throws {
        var maps = Maps()
        maps.mark(x: 40, y: 30, width: 30, height: 4, reading: reading)
        let line = try #require(try maps.lines.first)
        #expect((line.place.across.dx > 0) == (reading == 0))
        // The corners stay clockwise.
        #expect(line.place.across.dx * line.place.down.dy - line.place.across.dy * line.place.down.dx > 0)
    }

    @Test("A square mark, such as of one letter, is read in the direction that the map says", arguments: [0.0, 90, 180, 270])
    func letter(reading: Double) throws {
        var maps = Maps()
        maps.mark(x: 40, y: 30, width: 6, height: 6, reading: reading)
        let across = try #require(try maps.lines.first).place.across
        #expect(across.dx * cos(reading * .pi / 180) + across.dy * sin(reading * .pi / 180) > 0)
    }

    @Test("Marks that do not touch are lines of their own, from the top down")
    func several() throws {
        var maps = Maps()
        maps.mark(x: 40, y: 50, width: 30, height: 3)
        maps.mark(x: 20, y: 10, width: 30, height: 3)
        maps.mark(x: 70, y: 10, width: 30, height: 3)
        let middles = try maps.lines.map(\.place.middle)
        #expect(middles.count == 3)
        #expect(middles[0].y < 30 && middles[1].y < 30 && middles[2].y > 90)
    }

    @Test("Single cells and empty maps have no line; a map that is marked everywhere has one")
    func degenerate() throws {
        var maps = Maps()
        #expect(try maps.lines.isEmpty)
        maps.middles[500] = 1
        #expect(try maps.lines.isEmpty)
        maps.middles = maps.middles.map { _ in 1 }
        #expect(try maps.lines.count == 1)
        // A checkerboard: no two cells touch by their sides.
        maps.middles = maps.middles.indices.map { ($0 / maps.columns + $0 % maps.columns) % 2 == 0 ? 1 : 0 }
        #expect(try maps.lines.isEmpty)
    }
}

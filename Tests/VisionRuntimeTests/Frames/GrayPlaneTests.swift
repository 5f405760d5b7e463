import CoreGraphics
import Testing
import VisionRuntime

@Suite("Planes of luminance")
struct GrayPlaneTests {
    @Test("A part of a plane shares the plane's memory")
    func part() throws {
        let plane = try GrayPlane(width: 5, height: 4) { base, bytesPerRow in
            for y in 0..<4 {
                for x in 0..<5 { base[y * bytesPerRow + x] = UInt8(10 * y + x) }
            }
        }
        let part = plane.part(x: 1, y: 2, width: 3, height: 2)
        #expect(part.row(0)[0] == 21 && part.row(1)[2] == 33)
        #expect(part.base == plane.row(2) + 1)
    }

    @Test("Columns become rows, also in planes that are no whole number of blocks", arguments: [(1, 1), (16, 32), (37, 18), (5, 40)])
    func transposed(width: Int, height: Int) throws {
        let plane = try Self.plane(width, height) { x, y in 7 * x + 13 * y + x * y }
        let columns = try plane.transposed()
        #expect((columns.width, columns.height) == (height, width))
        for y in 0..<height {
            for x in 0..<width { #expect(columns.row(x)[y] == plane.row(y)[x]) }
        }
    }

    @Test("A blur is the rounded mean along rows and then along columns, with the outermost pixels repeated", arguments: [1, 4, 30])
    func blurred(radius: Int) throws {
        let (width, height) = (23, 9)
        let plane = try Self.plane(width, height) { x, y in 31 * x * x + 57 * y + x * y * y }
        let blurred = try plane.blurred(radius: radius)
        func mean(_ values: [Int]) -> Int { (values.reduce(0, +) + values.count / 2) / values.count }
        func clamped(_ index: Int, _ count: Int) -> Int { min(max(index, 0), count - 1) }
        for y in 0..<height {
            for x in 0..<width {
                let rows = (y - radius...y + radius).map { row in
                    mean((x - radius...x + radius).map { Int(plane.row(clamped(row, height))[clamped($0, width)]) })
                }
                #expect(Int(blurred.row(y)[x]) == mean(rows))
            }
        }
    }

    @Test("A turned ramp is a ramp: warping samples between pixels, and is white outside", arguments: [0, 0.4, 1.3, 2.9, -2])
    func warped(angle: Double) throws {
        let plane = try Self.plane(60, 40) { x, y in 2 * x + 3 * y }
        let map = CGAffineTransform(translationX: 30.25, y: 19.75).rotated(by: angle).scaledBy(x: 0.8, y: 0.8).translatedBy(x: -50, y: -50)
        let turned = try plane.warped(width: 100, height: 100, map)
        var (inside, outside) = (0, 0)
        for y in 0..<100 {
            for x in 0..<100 {
                let from = CGPoint(x: x, y: y).applying(map)
                let value = Double(turned.row(y)[x])
                if (0...59).contains(from.x), (0...39).contains(from.y) {
                    #expect(abs(value - (2 * from.x + 3 * from.y)) <= 0.51)
                    inside += 1
                } else if !(-0.5...59.5).contains(from.x) || !(-0.5...39.5).contains(from.y) {
                    #expect(value == 255)
                    outside += 1
                }
            }
        }
        #expect(inside > 2000 && outside > 2000)
    }

    @Test("A plane of one pixel can be warped: half a pixel around its middle shows it")
    func warpedPixel() throws {
        let plane = try Self.plane(1, 1) { _, _ in 9 }
        let large = try plane.warped(width: 5, height: 5, CGAffineTransform(a: 0.4, b: 0, c: 0, d: 0.4, tx: -0.8, ty: -0.8))
        let row = (0..<5).map { large.row(2)[$0] }
        #expect(row == [255, 9, 9, 9, 255])
    }

    private static func plane(_ width: Int, _ height: Int, _ value: (Int, Int) -> Int) throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width { base[y * bytesPerRow + x] = UInt8(truncatingIfNeeded: value(x, y)) }
            }
        }
    }
}

import Testing
import VisionRuntime

@Suite("Planes of luminance")
struct GrayPlaneTests {
    @Test("A part of a plane is in the plane's memory")
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
}

import Testing
import VisionRuntime

@Suite("Planes of half the size")
struct GrayPyramidTests {
    @Test(
        "Each pixel is the rounded mean of four; an odd column or row is left out",
        arguments: [(2, 2), (7, 5), (64, 4), (131, 9), (258, 33)])
    func means(_ width: Int, _ height: Int) throws {
        let plane = try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width { base[y * bytesPerRow + x] = UInt8(truncatingIfNeeded: x &* x &* 31 &+ y &* 57 &+ x &* y) }
            }
        }
        let half = try plane.halved()
        #expect(half.width == width / 2 && half.height == height / 2)
        for y in 0..<half.height {
            for x in 0..<half.width {
                let upper = Int(plane.row(2 * y)[2 * x]) + Int(plane.row(2 * y)[2 * x + 1])
                let lower = Int(plane.row(2 * y + 1)[2 * x]) + Int(plane.row(2 * y + 1)[2 * x + 1])
                #expect(Int(half.row(y)[x]) == (upper + lower + 2) / 4)
            }
        }
    }
}

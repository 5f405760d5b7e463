import Foundation
import Testing

@testable import VisionRuntime

@Suite("How heads are turned, and how good pictures of them are")
struct FaceAttitudeTests {
    /// The mean head's points, turned and seen from far away: first by the pitch around x, then by the yaw around y, then by the roll around z.
    private func seen(roll: Double, yaw: Double, pitch: Double) -> FaceShape {
        var points = [SIMD2<Double>](repeating: SIMD2(200, 200), count: FaceShape.pointCount)
        for (index, place) in MeanHead.places {
            let (y, z) = (cos(pitch) * place.y - sin(pitch) * place.z, sin(pitch) * place.y + cos(pitch) * place.z)
            let x = cos(yaw) * place.x + sin(yaw) * z
            points[index] = SIMD2(200 + 1.5 * (cos(roll) * x - sin(roll) * y), 200 - 1.5 * (sin(roll) * x + cos(roll) * y))
        }
        return FaceShape(points: points)
    }

    @Test(
        "The angles of a turned head are told from its points",
        arguments: [(0, 0, 0), (0.3, 0, 0), (0, 0.5, 0), (0, -0.5, 0.2), (0, 0, 0.4), (3, 0.2, -0.3), (-1.5, -0.7, 0.1)])
    func angles(_ truth: (roll: Double, yaw: Double, pitch: Double)) throws {
        let attitude = try #require(seen(roll: truth.roll, yaw: truth.yaw, pitch: truth.pitch).attitude)
        #expect(abs((attitude.roll ?? 9) - truth.roll) < 1e-6 && abs((attitude.yaw ?? 9) - truth.yaw) < 1e-6)
        #expect(abs((attitude.pitch ?? 9) - truth.pitch) < 1e-6)
    }

    @Test("The nose of a head with positive yaw lies to the right of the eyes' middle, with positive pitch lower")
    func directions() {
        let (front, right, down) = (seen(roll: 0, yaw: 0, pitch: 0), seen(roll: 0, yaw: 0.4, pitch: 0), seen(roll: 0, yaw: 0, pitch: 0.4))
        func nose(_ shape: FaceShape) -> SIMD2<Double> { shape.points[30] - (shape.points[36] + shape.points[45]) / 2 }
        #expect(nose(right).x > nose(front).x + 10 && nose(down).y > nose(front).y + 10)
    }

    @Test("Points that all lie in one place have no attitude")
    func nothing() {
        #expect(FaceShape(points: [SIMD2<Double>](repeating: SIMD2(3, 4), count: FaceShape.pointCount)).attitude == nil)
    }

    /// Stripes of a period in pixels, between two brightnesses.
    private func stripes(_ period: Double, dark: Float = 60, bright: Float = 180) -> FacePicture {
        let side = FacePicture.side
        return FacePicture(
            (0..<side * side).map { index in
                let wave = sin(2 * .pi * Double(index % side) / period) + 0.3 * sin(2 * .pi * Double(index / side) / 31)
                return dark + (bright - dark) * Float(0.5 + wave / 2.6)
            }, side: side)
    }

    @Test("Fine detail is sharp at any contrast; smooth and plain areas are not sharp")
    func sharpness() {
        let fine = stripes(6)
        #expect(fine.sharpness > 0.9 && abs(stripes(6, dark: 100, bright: 140).sharpness - fine.sharpness) < 0.01)
        #expect(stripes(24).sharpness < 0.6 * fine.sharpness && stripes(60).sharpness < stripes(24).sharpness)
        #expect(FacePicture([Float](repeating: 90, count: FacePicture.side * FacePicture.side), side: FacePicture.side).sharpness == 0)
    }

    @Test("Dark pictures, bright ones, and those with parts that are black or white are less well exposed")
    func exposure() {
        #expect(stripes(6).exposure == 1)
        #expect(stripes(6, dark: 10, bright: 50).exposure < 0.6 && stripes(6, dark: 200, bright: 245).exposure < 0.7)
        #expect(stripes(6, dark: -100, bright: 300).exposure < 0.8)
    }
}

import Foundation
import Testing
import Vision
import simd

@Suite("Points, vectors and circles")
struct GeometryTests {
    @Test("Points and vectors follow the rules of the plane")
    func vectors() {
        let tail = VNPoint(x: 1, y: 2)
        let head = VNPoint(location: CGPoint(x: 4, y: 6))
        let vector = VNVector(vectorHead: head, tail: tail)
        #expect(vector.x == 3 && vector.y == 4 && vector.length == 5 && vector.squaredLength == 25)
        #expect(tail.distance(head) == 5)
        #expect(VNPoint.apply(vector, to: tail) == head)
        #expect(VNVector.dotProduct(of: vector, vector: VNVector(xComponent: -4, yComponent: 3)) == 0)
        #expect(VNVector.unitVector(for: vector) == VNVector(xComponent: 0.6, yComponent: 0.8))
        #expect(VNVector.unitVector(for: .zero) == .zero)
        #expect(VNVector(bySubtracting: vector, from: vector) == .zero)
        #expect(VNVector(byAdding: vector, to: vector) == VNVector(byMultiplying: vector, byScalar: 2))
        let polar = VNVector(r: 2, theta: .pi / 2)
        #expect(abs(polar.x) < 1e-12 && abs(polar.y - 2) < 1e-12)
        #expect(abs(polar.theta - .pi / 2) < 1e-12 && abs(polar.r - 2) < 1e-12)
    }

    @Test("A circle contains its rim, and a ring both sides of it")
    func circle() {
        let circle = VNCircle(center: VNPoint(x: 1, y: 1), diameter: 2)
        #expect(circle.radius == 1 && circle.diameter == 2)
        #expect(circle.contains(VNPoint(x: 2, y: 1)))
        #expect(!circle.contains(VNPoint(x: 2.01, y: 1)))
        #expect(circle.contains(VNPoint(x: 2.09, y: 1), inCircumferentialRingOfWidth: 0.2))
        #expect(!circle.contains(VNPoint(x: 1, y: 1), inCircumferentialRingOfWidth: 0.2))
    }

    @Test("The bounding circle of random points holds all of them and touches at least two")
    func boundingCircle() throws {
        var generator = SystemRandomNumberGenerator()
        for count in [1, 2, 3, 10, 200] {
            let points = (0..<count).map { _ in
                VNPoint(x: .random(in: 0...1, using: &generator), y: .random(in: 0...1, using: &generator))
            }
            let circle = try VNGeometryUtils.boundingCircle(for: points)
            let distances = points.map(circle.center.distance)
            #expect(distances.allSatisfy { $0 <= circle.radius + 1e-9 })
            #expect(distances.filter { abs($0 - circle.radius) < 1e-9 }.count >= min(count, 2))
        }
    }

    @Test("The bounding circle of a rectangle's corners goes through all four")
    func boundingCircleOfRectangle() throws {
        let corners: [simd_float2] = [simd_float2(0, 0), simd_float2(3, 0), simd_float2(3, 4), simd_float2(0, 4), simd_float2(1, 1)]
        let circle = try VNGeometryUtils.boundingCircle(forSIMDPoints: corners, pointCount: corners.count)
        #expect(abs(circle.radius - 2.5) < 1e-9 && abs(circle.center.x - 1.5) < 1e-9 && abs(circle.center.y - 2) < 1e-9)
    }

    @Test("A bounding circle of nothing, or of a point at no finite place, is an error")
    func boundingCircleErrors() {
        #expect(throws: NSError.self) { try VNGeometryUtils.boundingCircle(for: []) }
        #expect(throws: NSError.self) { try VNGeometryUtils.boundingCircle(for: [VNPoint(x: .nan, y: 0)]) }
    }
}

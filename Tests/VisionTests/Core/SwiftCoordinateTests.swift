import CoreGraphics
import Foundation
import Testing
import Vision
import simd

@Suite("Coordinates of the Swift-only interface")
struct SwiftCoordinateTests {
    private let size = CGSize(width: 200, height: 100)
    private let region = NormalizedRect(x: 0.5, y: 0.25, width: 0.25, height: 0.5)

    @Test("A point goes to pixels and back, from either origin")
    func points() {
        let point = NormalizedPoint(x: 0.25, y: 0.75)
        #expect(point.toImageCoordinates(size) == CGPoint(x: 50, y: 75))
        #expect(point.toImageCoordinates(size, origin: .upperLeft) == CGPoint(x: 50, y: 25))
        #expect(NormalizedPoint(imagePoint: CGPoint(x: 50, y: 75), in: size) == point)
        #expect(point.verticallyFlipped() == NormalizedPoint(x: 0.25, y: 0.25))
        #expect(NormalizedPoint.zero.cgPoint == .zero && NormalizedPoint(normalizedPoint: CGPoint(x: 0.25, y: 0.75)) == point)
    }

    @Test("A point of a region goes to pixels of the whole image and back")
    func pointsOfRegions() {
        let point = NormalizedPoint(x: 0.5, y: 0.25)
        #expect(point.toImageCoordinates(from: region, imageSize: size) == CGPoint(x: 125, y: 37.5))
        #expect(point.toImageCoordinates(from: region, imageSize: size, origin: .upperLeft) == CGPoint(x: 125, y: 62.5))
        #expect(NormalizedPoint(imagePoint: CGPoint(x: 125, y: 37.5), in: size, normalizedTo: region) == point)
    }

    @Test("A rectangle goes to pixels and back, from either origin and of a region")
    func rectangles() {
        let rect = NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        #expect(rect.toImageCoordinates(size) == CGRect(x: 50, y: 50, width: 100, height: 25))
        #expect(rect.toImageCoordinates(size, origin: .upperLeft) == CGRect(x: 50, y: 25, width: 100, height: 25))
        #expect(NormalizedRect(imageRect: CGRect(x: 50, y: 50, width: 100, height: 25), in: size) == rect)
        #expect(rect.verticallyFlipped() == NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.25))
        let pixels = CGRect(x: 112.5, y: 50, width: 25, height: 12.5)
        #expect(rect.toImageCoordinates(from: region, imageSize: size) == pixels)
        #expect(NormalizedRect(imageRect: pixels, in: size, normalizedTo: region) == rect)
        #expect(NormalizedRect.fullImage.cgRect == VNNormalizedIdentityRect)
        #expect(rect.origin == CGPoint(x: 0.25, y: 0.5) && rect.width == 0.5 && rect.height == 0.25)
    }

    @Test("The conversions of plain points and rectangles agree with those of the types")
    func conversions() {
        typealias Helpers = ImageCoordinateConversionHelpers
        let rect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        #expect(Helpers.imagePointForNormalizedPoint(normalizedPoint: CGPoint(x: 0.5, y: 0.25), imageSize: size) == CGPoint(x: 100, y: 25))
        #expect(
            Helpers.imageRectForNormalizedRect(normalizedRect: rect, imageSize: size) == CGRect(x: 50, y: 50, width: 100, height: 25))
        #expect(Helpers.verticallyFlippedImagePoint(imagePoint: CGPoint(x: 3, y: 10), imageHeight: 100) == CGPoint(x: 3, y: 90))
        #expect(
            Helpers.verticallyFlippedImageRect(imageRect: CGRect(x: 3, y: 10, width: 5, height: 20), imageHeight: 100)
                == CGRect(x: 3, y: 70, width: 5, height: 20))
        #expect(Helpers.verticallyFlippedNormalizedPoint(normalizedPoint: CGPoint(x: 0.5, y: 0.25)) == CGPoint(x: 0.5, y: 0.75))
        #expect(
            Helpers.verticallyFlippedNormalizedRect(normalizedRect: rect, imageHeight: 7)
                == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.25))
    }

    @Test("A circle holds what lies inside and on it, and the smallest one around points touches them")
    func circles() {
        let circle = NormalizedCircle(center: NormalizedPoint(x: 0.5, y: 0.5), radius: 0.25)
        #expect(circle.contains(NormalizedPoint(x: 0.75, y: 0.5)) && !circle.contains(NormalizedPoint(x: 0.75, y: 0.75)))
        #expect(circle.contains(NormalizedPoint(x: 0.5, y: 0.8), inCircumferentialRingOfWidth: 0.125))
        #expect(!circle.contains(NormalizedPoint(x: 0.5, y: 0.5), inCircumferentialRingOfWidth: 0.125))
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.25)].map { NormalizedPoint(x: $0.0, y: $0.1) }
        let around = NormalizedCircle.boundingCircle(for: square)
        #expect(abs(around.radius - 0.5.squareRoot()) < 1e-12)
        #expect(abs(around.center.x - 0.5) < 1e-12 && abs(around.center.y - 0.5) < 1e-12)
        #expect(NormalizedCircle.boundingCircle(for: []) == .zero)
        #expect(NormalizedCircle.boundingCircle(for: [NormalizedPoint(x: .nan, y: 0)]) == .zero)
    }

    @Test("Points, rectangles and joints come back from JSON as they were")
    func archives() throws {
        let point = NormalizedPoint(x: 0.1, y: 0.7)
        #expect(try JSONDecoder().decode(NormalizedPoint.self, from: JSONEncoder().encode(point)) == point)
        #expect(try JSONDecoder().decode(NormalizedRect.self, from: JSONEncoder().encode(region)) == region)
        let turned = simd_float4x4(columns: (SIMD4(0, 1, 0, 0), SIMD4(-1, 0, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0.5, 0.25, 2, 1)))
        let joint = Joint3D(position: turned, localPosition: matrix_identity_float4x4, identifer: "wrist", parentJoint: "elbow")
        let decoded = try JSONDecoder().decode(Joint3D.self, from: JSONEncoder().encode(joint))
        #expect(decoded == joint && decoded.position == turned && decoded.localPosition == matrix_identity_float4x4)
        #expect(decoded.identifier == "wrist" && decoded.parentJoint == "elbow")
    }
}

import Foundation
import Testing
import Vision
import simd

@Suite("Conversions between normalised and pixel coordinates")
struct CoordinateTests {
    @Test("A normalised rectangle becomes pixels with the same lower-left origin")
    func imageRect() {
        let rect = VNImageRectForNormalizedRect(CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25), 640, 480)
        #expect(rect == CGRect(x: 160, y: 240, width: 320, height: 120))
        #expect(VNNormalizedRectForImageRect(rect, 640, 480) == CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25))
    }

    @Test("A region of interest is relative to the image, and what lies in it to the region")
    func regionOfInterest() {
        let region = CGRect(x: 0.5, y: 0.25, width: 0.5, height: 0.5)
        let inside = CGRect(x: 0.5, y: 0, width: 0.25, height: 1)
        let pixels = VNImageRectForNormalizedRectUsingRegionOfInterest(inside, 400, 200, region)
        #expect(pixels == CGRect(x: 300, y: 50, width: 50, height: 100))
        #expect(VNNormalizedRectForImageRectUsingRegionOfInterest(pixels, 400, 200, region) == inside)
        let point = VNImagePointForNormalizedPointUsingRegionOfInterest(CGPoint(x: 1, y: 0), 400, 200, region)
        #expect(point == CGPoint(x: 400, y: 50))
        #expect(VNNormalizedPointForImagePointUsingRegionOfInterest(point, 400, 200, region) == CGPoint(x: 1, y: 0))
    }

    @Test("Points go to pixels and back")
    func points() {
        #expect(VNImagePointForNormalizedPoint(CGPoint(x: 0.5, y: 1), 11, 7) == CGPoint(x: 5.5, y: 7))
        #expect(VNNormalizedPointForImagePoint(CGPoint(x: 5.5, y: 7), 11, 7) == CGPoint(x: 0.5, y: 1))
    }

    @Test("Only the unit rectangle is the identity")
    func identity() {
        #expect(VNNormalizedRectIsIdentityRect(VNNormalizedIdentityRect))
        #expect(!VNNormalizedRectIsIdentityRect(CGRect(x: 0, y: 0, width: 1, height: 0.99)))
    }

    @Test("A face landmark is relative to the face's bounding box")
    func landmark() {
        let box = CGRect(x: 0.5, y: 0.5, width: 0.25, height: 0.5)
        let point = VNImagePointForFaceLandmarkPoint(vector_float2(0.5, 1), box, 800, 100)
        #expect(point == CGPoint(x: 500, y: 100))
        #expect(VNNormalizedFaceBoundingBoxPointForLandmarkPoint(vector_float2(0.5, 1), box, 800, 100) == CGPoint(x: 0.5, y: 1))
    }

    @Test("The size of a vector's elements is known")
    func elementSizes() {
        #expect([VNElementType.unknown, .float, .double].map(VNElementTypeSize) == [0, 4, 8])
    }
}

import CoreImage
import Foundation
import Testing

@Suite("Core Image: detectors, in a file that imports nothing above it")
struct DetectorTests {
    /// A gray picture of 320 × 240 pixels with a white sheet, moved to another origin.
    private let page = CIImage(color: .white).cropped(to: CGRect(x: 80, y: 60, width: 150, height: 110))
        .composited(over: CIImage(color: CIColor(red: 0.3, green: 0.3, blue: 0.3)).cropped(to: CGRect(x: 0, y: 0, width: 320, height: 240)))
        .transformed(by: CGAffineTransform(translationX: -1000, y: 50))

    private func detector(_ type: String, _ options: [String: Any]? = nil) throws -> CIDetector {
        try #require(CIDetector(ofType: type, context: nil, options: options))
    }

    /// The greatest distance of a rectangle's corners from those of the sheet, named as the picture of an orientation shows them.
    private func error(_ feature: CIRectangleFeature, orientation: Int = 1) -> CGFloat {
        let sheet = [CGPoint(x: -920, y: 220), CGPoint(x: -770, y: 220), CGPoint(x: -770, y: 110), CGPoint(x: -920, y: 110)]
        // Where the corners of the stored picture are in the upright one, from its top left clockwise.
        let order = [1: [0, 1, 2, 3], 2: [1, 0, 3, 2], 3: [2, 3, 0, 1], 4: [3, 2, 1, 0]]
            .merging([5: [0, 3, 2, 1], 6: [3, 0, 1, 2], 7: [2, 1, 0, 3], 8: [1, 2, 3, 0]]) { $1 }
        let corners = [feature.topLeft, feature.topRight, feature.bottomRight, feature.bottomLeft]
        return zip(corners, (order[orientation] ?? []).map { sheet[$0] }).map { hypot($0.x - $1.x, $0.y - $1.y) }.max() ?? .infinity
    }

    @Test("A rectangle has the coordinates of the image, whatever its origin")
    func rectangle() throws {
        let features = try detector(CIDetectorTypeRectangle, [CIDetectorAccuracy: CIDetectorAccuracyHigh]).features(in: page)
        let feature = try #require(features.first as? CIRectangleFeature)
        #expect(features.count == 1 && feature.type == CIFeatureTypeRectangle)
        #expect(error(feature) < 1)
        let bounds = CGRect(x: -920, y: 110, width: 150, height: 110)
        #expect(feature.bounds.insetBy(dx: -1, dy: -1).contains(bounds) && bounds.insetBy(dx: -1, dy: -1).contains(feature.bounds))
    }

    @Test("Corners are named as the upright picture shows them, in coordinates of the stored one", arguments: 1...8)
    func orientations(orientation: Int) throws {
        let features = try detector(CIDetectorTypeRectangle).features(in: page, options: [CIDetectorImageOrientation: orientation])
        #expect(error(try #require(features.first as? CIRectangleFeature), orientation: orientation) < 1)
    }

    @Test("Size, ratio and number choose among rectangles")
    func choice() throws {
        let strip = CIImage(color: .black).cropped(to: CGRect(x: -990, y: 60, width: 300, height: 30))
        let both = strip.composited(over: page)
        func found(_ options: [String: Any]) throws -> [CIFeature] { try detector(CIDetectorTypeRectangle, options).features(in: both) }
        // The strip's sides are as 10 to 1, and its shorter one is an eighth of the picture's.
        let wide: [String: Any] = [CIDetectorAspectRatio: 10, CIDetectorMinFeatureSize: 0.1, CIDetectorMaxFeatureCount: 9]
        #expect(try found(wide).map { $0.bounds.integral.insetBy(dx: 2, dy: 2).height < 40 } == [true])
        #expect(try found(wide.merging([CIDetectorMinFeatureSize: 0.2]) { $1 }).isEmpty)
        #expect(try found([CIDetectorMaxFeatureCount: 9]).allSatisfy { $0.bounds.height > 100 })
        // The sheet's shorter side is less than a half of the picture's.
        let large = try found([CIDetectorMinFeatureSize: 0.5, CIDetectorMaxFeatureCount: 9])
        #expect(large.allSatisfy { min($0.bounds.width, $0.bounds.height) > 115 })
    }

    @Test("Values that are no numbers or out of range count as missing")
    func wrongValues() throws {
        let wrong: [[String: Any]] = [
            [CIDetectorMinFeatureSize: Double.nan], [CIDetectorMinFeatureSize: -3], [CIDetectorMinFeatureSize: "large"],
            [CIDetectorMaxFeatureCount: 0], [CIDetectorMaxFeatureCount: Double.infinity], [CIDetectorMaxFeatureCount: Int.min],
            [CIDetectorAspectRatio: 0], [CIDetectorAspectRatio: -1.0], [CIDetectorAspectRatio: Double.nan],
            [CIDetectorImageOrientation: 0], [CIDetectorImageOrientation: 9], [CIDetectorImageOrientation: [1]],
            [CIDetectorAccuracy: 7, CIDetectorFocalLength: "x", "nothing": 1, CIDetectorNumberOfAngles: -1],
        ]
        for options in wrong {
            let features = try detector(CIDetectorTypeRectangle, options).features(in: page, options: options)
            #expect(error(try #require(features.first as? CIRectangleFeature)) < 1 && features.count == 1, "\(options)")
        }
    }

    @Test("Images without pixels have no features, and unknown kinds no detector")
    func nothing() throws {
        let endless = CIImage(color: .white)
        let huge = endless.cropped(to: CGRect(x: 0, y: 0, width: 1e12, height: 10))
        let tiny = endless.cropped(to: CGRect(x: 0.25, y: 7, width: 0.5, height: 1))
        for type in [CIDetectorTypeRectangle, CIDetectorTypeText, CIDetectorTypeQRCode] {
            for image in [CIImage.empty(), endless, huge, tiny] {
                #expect(try detector(type).features(in: image, options: [CIDetectorImageOrientation: 6]).isEmpty, "\(type) \(image)")
            }
        }
        for type in ["", "Face", "CIDetectorTypeSheep"] { #expect(CIDetector(ofType: type, context: CIContext(), options: [:]) == nil) }
    }
}

import CoreGraphics
import CoreImage
import CoreML
import CoreVideo
import Foundation
import Testing
import VisionRuntime
import simd

@testable import Vision

@Suite("Observations of the Swift-only interface")
struct SwiftObservationTests {
    private var origin: ObservationOrigin {
        get throws {
            let image = try TestImages.plain([0, 0, 0], width: 1, height: 1)
            return ObservationOrigin(.coreMLRequest(.revision1), try Frame(.cgImage(image)).info)
        }
    }

    private func decoded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("A classification comes back from JSON with its operating points")
    func classifications() throws {
        let point = PrecisionRecallCurve.Point(threshold: 0.25, precision: 0.75, recall: 0.5)
        let curve = try #require(PrecisionRecallCurve([point]))
        let classification = Classification(
            identifier: "cat", confidence: 0.5, curves: PrecisionRecallCurves(["cat": curve, "dog": curve]))
        var origin = try origin
        let observation = ClassificationObservation(classification, &origin)
        let twin = try decoded(observation)
        #expect(twin == observation && twin.hashValue == observation.hashValue)
        #expect(twin.identifier == "cat" && twin.confidence == 0.5 && twin.uuid == observation.uuid)
        #expect(twin.originatingRequestDescriptor == .coreMLRequest(.revision1))
        #expect(twin.hasPrecisionRecallCurve)
        #expect(twin.hasMinimumRecall(0.5, forPrecision: 0.75) && !twin.hasMinimumRecall(0.625, forPrecision: 0.75))
        #expect(twin.hasMinimumPrecision(0.75, forRecall: 0.5) && !twin.hasMinimumPrecision(0.75, forRecall: 0.75))
        #expect(ClassificationObservation(classification, &origin) != observation)
    }

    @Test("Observations of the VN classes become values with the same identity and content")
    func conversions() throws {
        let box = CGRect(x: 0.125, y: 0.25, width: 0.5, height: 0.25)
        let detected = VNDetectedObjectObservation(boundingBox: box)
        let object = DetectedObjectObservation(detected)
        #expect(object.uuid == detected.uuid && object.confidence == 1 && object.boundingBox.cgRect == box && object.timeRange == nil)
        #expect(try decoded(object) == object)
        let rectangle = VNRectangleObservation(
            requestRevision: 1, topLeft: CGPoint(x: 0.25, y: 0.75), bottomLeft: CGPoint(x: 0.125, y: 0.25),
            bottomRight: CGPoint(x: 0.875, y: 0.125), topRight: CGPoint(x: 0.75, y: 0.875))
        let quadrilateral = RectangleObservation(rectangle)
        #expect(quadrilateral.boundingBox.cgRect == rectangle.boundingBox)
        #expect(quadrilateral.topRight.cgPoint == rectangle.topRight && quadrilateral.bottomLeft.cgPoint == rectangle.bottomLeft)
        #expect(try decoded(quadrilateral) == quadrilateral)
    }

    @Test("Identities are different, however many observations a request makes")
    func identities() throws {
        var origin = try origin
        var other = try self.origin
        let identities = (0..<1000).map { _ in origin.facts(confidence: 1).uuid } + (0..<1000).map { _ in other.facts(confidence: 1).uuid }
        #expect(Set(identities).count == 2000)
    }

    @Test("Values of a model's outputs come back from JSON, whatever their type")
    func featureValues() throws {
        let array = MLShapedArray<Float>(scalars: [1, -2.5, 3, 0, 5, 6], shape: [2, 3])
        let numbers = try #require(MLSendableFeatureValue(MLFeatureValue(sequence: MLSequence(int64s: [3, -4]))))
        let values: [MLSendableFeatureValue] = [
            MLSendableFeatureValue(7), MLSendableFeatureValue(Float16(0.5)), MLSendableFeatureValue(Float(0.1)),
            MLSendableFeatureValue(0.1), MLSendableFeatureValue("text"), MLSendableFeatureValue(["a", "b"]), numbers,
            MLSendableFeatureValue(["a": 0.5]), MLSendableFeatureValue([3: 0.5]), MLSendableFeatureValue(array),
            MLSendableFeatureValue(MLShapedArray<Double>(scalars: [0.1], shape: [1])),
            MLSendableFeatureValue(MLShapedArray<Float16>(scalars: [0.5, 2], shape: [2])),
            MLSendableFeatureValue(MLShapedArray<Int32>(scalars: [-5, 6], shape: [2, 1])),
            MLSendableFeatureValue(MLShapedArray<Int8>(scalars: [-5, 6], shape: [2, 1])), MLSendableFeatureValue(undefined: .string),
        ]
        var origin = try origin
        for value in values {
            let observation = CoreMLFeatureValueObservation(value, name: "output", &origin)
            let twin = try decoded(observation)
            #expect(twin == observation && twin.featureValue == value && twin.featureName == "output")
        }
    }

    private func picture(_ format: OSType, _ fill: (UnsafeMutableRawPointer, _ bytesPerRow: Int) -> Void) throws -> PixelBufferObservation {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 3, 2, format, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        fill(try #require(CVPixelBufferGetBaseAddress(buffer)), CVPixelBufferGetBytesPerRow(buffer))
        CVPixelBufferUnlockBaseAddress(buffer, [])
        var origin = try origin
        return PixelBufferObservation(buffer, &origin)
    }

    @Test("Pixels of a picture are read at normalised points, and come back from JSON")
    func pictures() throws {
        let bytes = try picture(kCVPixelFormatType_OneComponent8) { base, bytesPerRow in
            for (index, value) in [0, 51, 102, 153, 204, 255].enumerated() {
                base.storeBytes(of: UInt8(value), toByteOffset: index / 3 * bytesPerRow + index % 3, as: UInt8.self)
            }
        }
        let floats = try picture(kCVPixelFormatType_OneComponent32Float) { base, bytesPerRow in
            for index in 0..<6 {
                base.storeBytes(of: Float(index) - 2.5, toByteOffset: index / 3 * bytesPerRow + index % 3 * 4, as: Float.self)
            }
        }
        // The top row is the one at y = 1.
        #expect(bytes.pixel(at: NormalizedPoint(x: 0.5, y: 0.9)) == 0.2 && bytes.pixel(at: NormalizedPoint(x: 1, y: 0)) == 1)
        #expect(floats.pixel(at: NormalizedPoint(x: 0, y: 1)) == -2.5 && floats.pixel(at: NormalizedPoint(x: 0.9, y: 0.1)) == 2.5)
        for picture in [bytes, floats] {
            let twin = try decoded(picture)
            #expect(twin == picture && twin.size == CGSize(width: 3, height: 2) && twin.pixelFormat == picture.pixelFormat)
            #expect(twin.withUnsafePointer { $0.load(as: UInt32.self) } == picture.withUnsafePointer { $0.load(as: UInt32.self) })
        }
        let image = try bytes.cgImage
        #expect(image.width == 3 && image.height == 2)
        #expect(bytes != floats)
    }

    @Test("A picture whose pixels do not fit its size is not decoded", arguments: [(3, 3), (0, 2), (2, 2), (1 << 40, 1 << 40), (-3, -2)])
    func brokenPictures(_ width: Int, _ height: Int) throws {
        let observation = try picture(kCVPixelFormatType_OneComponent8) { _, _ in }
        var json = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(observation)) as? [String: Any])
        var pixels = try #require(json["pixels"] as? [String: Any])
        pixels["width"] = width
        pixels["height"] = height
        json["pixels"] = pixels
        let data = try JSONSerialization.data(withJSONObject: json)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PixelBufferObservation.self, from: data) }
    }

    @Test("A homography draws an image where it says, transparent around it")
    func homographies() throws {
        var origin = try origin
        // Turned by 90° counterclockwise about the origin, then moved to the right by the image's height.
        let turn = Homography([0, -1, 2, 1, 0, 0, 0, 0, 1])
        let observation = ImageHomographicAlignmentObservation(ImageAlignment(map: turn, confidence: 0.5), &origin)
        #expect(observation.warpTransform == matrix_float3x3(rows: [SIMD3(0, -1, 2), SIMD3(1, 0, 0), SIMD3(0, 0, 1)]))
        #expect(try decoded(observation) == observation)
        let image = CIImage(
            cgImage: try TestImages.image(width: 4, height: 2) { x, y in TestImages.Color(UInt8(50 * x), UInt8(100 * y), 7) })
        let turned = observation.applyTransform(to: image)
        #expect(turned.extent == CGRect(x: 0, y: 0, width: 2, height: 4))
        let drawn = try #require(CIContext().createCGImage(turned, from: CGRect(x: -1, y: 0, width: 3, height: 4)))
        let data = try #require(drawn.dataProvider?.data as Data?)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(data[(y * drawn.bytesPerRow + 4 * x)..<(y * drawn.bytesPerRow + 4 * x + 4)]) }
        #expect(pixel(0, 0) == [0, 0, 0, 0])
        // The upper right corner comes to the upper left, the upper left to the lower left.
        #expect(pixel(1, 0) == [150, 0, 7, 255] && pixel(1, 3) == [0, 0, 7, 255] && pixel(2, 3) == [0, 100, 7, 255])
        let endless = ImageHomographicAlignmentObservation(
            ImageAlignment(map: Homography([1, 0, 0, 0, 1, 0, -0.5, 0, 1]), confidence: 1), &origin)
        #expect(endless.applyTransform(to: image) === image)
    }

    @Test("A descriptor says which request and revision it stands for, and comes back from JSON")
    func descriptors() throws {
        let descriptors: [RequestDescriptor] = [
            .classifyImageRequest(.revision2), .coreMLRequest(.revision1), .detectBarcodesRequest(.revision4),
            .trackHomographicImageRegistrationRequest(.revision1), .trackTranslationalImageRegistrationRequest(.revision1),
        ]
        for descriptor in descriptors { #expect(try decoded(descriptor) == descriptor) }
        #expect(descriptors[2].description == "DetectBarcodesRequest revision4")
        #expect(BarcodeSymbology.allCases.allSatisfy { symbology in symbology.kind.flatMap { BarcodeSymbology($0) } == symbology })
        #expect(BarcodeSymbology.allCases.count == BarcodeKind.allCases.count)
        #expect(try decoded(BarcodeSymbology.allCases) == BarcodeSymbology.allCases)
    }
}

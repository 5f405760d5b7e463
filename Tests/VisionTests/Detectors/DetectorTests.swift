import CoreGraphics
import CoreImage
import Foundation
import TestSupport
import Testing
import Vision
import VisionRuntime

@Suite("Core Image's detectors beside Vision's requests")
struct DetectorTests {
    private func detector(_ type: String, _ options: [String: Any]? = nil) throws -> CIDetector {
        try #require(CIDetector(ofType: type, context: nil, options: options))
    }

    private func isNear(_ a: CGPoint, _ b: CGPoint, _ distance: CGFloat = 0.01) -> Bool { hypot(a.x - b.x, a.y - b.y) <= distance }

    /// A normalised point in pixels of a picture whose lower left corner is at a place.
    private func pixel(_ point: CGPoint, of size: CGFloat, at origin: CGPoint = .zero) -> CGPoint {
        CGPoint(x: origin.x + point.x * size, y: origin.y + point.y * size)
    }

    @Test("Faces are those of the request, with eyes, mouth and angle, in the coordinates of the image")
    func faces() throws {
        let store = try FaceModels.Store()
        let picture = try FaceModels.picture([(2, 5, FaceModels.turned), (3, 2, FaceModels.upright)])
        let origin = CGPoint(x: -300, y: 70)
        let image = CIImage(cgImage: picture).transformed(by: CGAffineTransform(translationX: origin.x, y: origin.y))
        try ModelStore.$current.withValue(store.models) {
            let request = VNDetectFaceLandmarksRequest()
            try VNImageRequestHandler(ciImage: image).perform([request])
            let faces = try #require(request.results)
            let features = try detector(CIDetectorTypeFace).features(in: image).compactMap { $0 as? CIFaceFeature }
            try #require(features.count == 2 && faces.count == 2)
            for (feature, face) in zip(features, faces) {
                #expect(feature.type == CIFeatureTypeFace && !feature.hasTrackingID && !feature.hasSmile && !feature.leftEyeClosed)
                #expect(isNear(feature.bounds.origin, pixel(face.boundingBox.origin, of: 128, at: origin)))
                #expect(abs(feature.bounds.width - face.boundingBox.width * 128) < 0.01)
                #expect(feature.hasLeftEyePosition && feature.hasRightEyePosition && feature.hasMouthPosition && feature.hasFaceAngle)
                // The eye on the picture's left is the person's right one.
                let landmarks = try #require(face.landmarks)
                for (position, region) in [
                    (feature.leftEyePosition, landmarks.rightPupil), (feature.rightEyePosition, landmarks.leftPupil),
                ] {
                    let point = try #require(region?.pointsInImage(imageSize: CGSize(width: 128, height: 128)).first)
                    #expect(isNear(position, CGPoint(x: point.x + origin.x, y: point.y + origin.y), 0.1))
                }
                #expect(abs(Double(feature.faceAngle) - (face.roll?.doubleValue ?? 9) * 180 / .pi) < 0.01)
            }
            let upright = features[0]
            #expect(abs(upright.faceAngle) < 1 && abs(features[1].faceAngle - 90) < 1)
            #expect(upright.leftEyePosition.x < upright.rightEyePosition.x && upright.mouthPosition.y < upright.leftEyePosition.y)
            let middle = (upright.leftEyePosition.x + upright.rightEyePosition.x) / 2
            #expect(abs(upright.mouthPosition.x - middle) < 0.1)
        }
    }

    @Test("An image that lies on its side has the same faces, in its own coordinates")
    func orientation() throws {
        let store = try FaceModels.Store()
        let picture = CIImage(cgImage: try FaceModels.picture([(3, 2, FaceModels.upright)]))
        try ModelStore.$current.withValue(store.models) {
            let upright = try #require(detector(CIDetectorTypeFace).features(in: picture).first as? CIFaceFeature)
            for (number, undo) in [(3, 3), (6, 8), (8, 6)] {
                let turned = picture.oriented(forExifOrientation: Int32(undo))
                let options: [String: Any] = [CIDetectorImageOrientation: NSNumber(value: number)]
                let face = try #require(detector(CIDetectorTypeFace).features(in: turned, options: options).first as? CIFaceFeature)
                let transform = picture.orientationTransform(forExifOrientation: Int32(undo))
                #expect(isNear(face.bounds.origin, upright.bounds.applying(transform).origin, 0.5))
                #expect(isNear(face.leftEyePosition, upright.leftEyePosition.applying(transform), 0.5))
                #expect(isNear(face.mouthPosition, upright.mouthPosition.applying(transform), 0.5))
                #expect(abs(face.faceAngle - upright.faceAngle) < 1)
            }
        }
    }

    @Test("Eyes whose lids meet are closed, if the program asks")
    func closedEyes() throws {
        var points = FaceModels.face
        // The eye on the picture's left, whose lids go up to a tenth of its width.
        for index in 36...41 { points[index].y = 0.37 + (points[index].y - 0.37) / 4 }
        let blinking = try FaceModels.Store(landmarks: FaceModels.landmarks(points))
        let image = CIImage(cgImage: try FaceModels.picture([(3, 2, FaceModels.upright)]))
        for (store, isClosed) in [(blinking, true), (try FaceModels.Store(), false)] {
            try ModelStore.$current.withValue(store.models) {
                for (asks, name) in [(true, CIDetectorEyeBlink), (false, CIDetectorSmile)] {
                    let feature = try detector(CIDetectorTypeFace).features(in: image, options: [name: true]).first
                    let face = try #require(feature as? CIFaceFeature)
                    // The network is asked about the mirrored face, too, and says the same points of it: the mean of both has both eyes half closed.
                    #expect((face.leftEyeClosed || face.rightEyeClosed) == (isClosed && asks) && !face.hasSmile)
                }
            }
        }
    }

    @Test("A face keeps its number while it moves, and a new one has another")
    func tracking() throws {
        let store = try FaceModels.Store()
        try ModelStore.$current.withValue(store.models) {
            let detector = try detector(CIDetectorTypeFace, [CIDetectorTracking: true])
            func follow(_ columns: [Int]) throws -> [Int: CIFaceFeature] {
                let picture = try FaceModels.picture(columns.map { ($0, 2, FaceModels.upright) })
                let faces = detector.features(in: CIImage(cgImage: picture)).compactMap { $0 as? CIFaceFeature }
                #expect(faces.count == columns.count && faces.allSatisfy { $0.hasTrackingID && $0.hasTrackingFrameCount })
                return Dictionary(faces.map { (Int($0.bounds.midX) / 16, $0) }) { $1 }
            }
            let first = try #require(follow([1]).values.first)
            let second = try #require(follow([2]).values.first)
            #expect(second.trackingID == first.trackingID && (first.trackingFrameCount, second.trackingFrameCount) == (1, 2))
            #expect(try follow([]).isEmpty)
            let both = try follow([2, 6])
            #expect(Set(both.values.map(\.trackingID)).count == 2)
            #expect(both.values.map(\.trackingFrameCount).sorted() == [1, 3])
            for _ in 0..<9 { #expect(try follow([]).isEmpty) }
            let last = try #require(follow([2]).values.first)
            #expect(last.trackingFrameCount == 1 && !both.values.map(\.trackingID).contains(last.trackingID))
        }
    }

    @Test("Without their models there are no detectors of faces and text; without landmarks faces have no eyes")
    func missingModels() throws {
        let image = CIImage(cgImage: try FaceModels.picture([(3, 2, FaceModels.upright)]))
        let half = try FaceModels.Store(landmarks: nil)
        try ModelStore.$current.withValue(half.models) {
            let face = try #require(detector(CIDetectorTypeFace).features(in: image).first as? CIFaceFeature)
            #expect(!face.hasLeftEyePosition && !face.hasRightEyePosition && !face.hasMouthPosition && face.leftEyePosition == .zero)
            #expect(face.hasFaceAngle)
            let options: [String: Any] = [CIDetectorMinFeatureSize: 0.4]
            #expect(try detector(CIDetectorTypeFace, options).features(in: image).isEmpty)
        }
        let folder = try TemporaryFolder()
        ModelStore.$current.withValue(ModelStore(ModelFolders([folder.url]))) {
            #expect(CIDetector(ofType: CIDetectorTypeFace, context: nil) == nil)
            #expect(CIDetector(ofType: CIDetectorTypeText, context: nil) == nil)
            #expect(CIDetector(ofType: CIDetectorTypeRectangle, context: nil) != nil)
        }
        let strange = try FaceModels.Store(detector: FaceModels.detector(planes: 5))
        try ModelStore.$current.withValue(strange.models) {
            let features = try detector(CIDetectorTypeFace).features(in: image)
            #expect(features.isEmpty)
        }
    }

    @Test("Lines and characters of text are those of the request")
    func text() throws {
        let page = try #require(CIImage(contentsOf: TextPicture.named("note").url))
        let request = VNDetectTextRectanglesRequest()
        request.reportCharacterBoxes = true
        try VNImageRequestHandler(ciImage: page).perform([request])
        let lines = try #require(request.results)
        let options: [String: Any] = [CIDetectorReturnSubFeatures: true]
        let features = try detector(CIDetectorTypeText, options).features(in: page).compactMap { $0 as? CITextFeature }
        try #require(features.count == lines.count && lines.count > 1)
        let scale = CGAffineTransform(scaleX: page.extent.width, y: page.extent.height)
        for (feature, line) in zip(features, lines) {
            #expect(feature.type == CIFeatureTypeText)
            #expect(isNear(feature.topLeft, line.topLeft.applying(scale)) && isNear(feature.bottomRight, line.bottomRight.applying(scale)))
            let characters = try #require(feature.subFeatures as? [CITextFeature])
            let boxes = try #require(line.characterBoxes)
            #expect(characters.count == boxes.count && characters.count > 2)
            #expect(zip(characters, boxes).allSatisfy { isNear($0.bottomLeft, $1.boundingBox.origin.applying(scale)) })
        }
        try ModelStore.$current.withValue(ModelFolder.store(ofDefault: "textLines")) {
            let alone = try detector(CIDetectorTypeText, options).features(in: page).compactMap { $0 as? CITextFeature }
            #expect(alone.count == features.count && alone.allSatisfy { $0.subFeatures == nil })
        }
        let plain = try detector(CIDetectorTypeText).features(in: page, options: [CIDetectorMaxFeatureCount: 1])
        #expect(plain.count == 1 && (plain.first as? CITextFeature)?.subFeatures == nil)
        #expect(try detector(CIDetectorTypeText, [CIDetectorMinFeatureSize: 0.9]).features(in: page).isEmpty)
    }
}

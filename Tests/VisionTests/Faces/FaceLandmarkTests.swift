import CoreGraphics
import Foundation
import Testing
import VisionRuntime
import simd

@testable import Vision

@Suite("Parts of faces")
struct FaceLandmarkTests {
    private let store: FaceModels.Store
    private let picture: CGImage

    init() throws {
        store = try FaceModels.Store()
        picture = try FaceModels.picture([], side: 200)
    }

    /// The request's finding for a face of 100 × 80 pixels in the middle of the picture.
    private func face(roll: Double? = 0, _ change: (VNDetectFaceLandmarksRequest) -> Void = { _ in }) throws -> VNFaceObservation {
        let given = VNFaceObservation(
            requestRevision: 3, boundingBox: CGRect(x: 0.25, y: 0.3, width: 0.5, height: 0.4), roll: roll.map { NSNumber(value: $0) },
            yaw: nil, pitch: nil)
        let request = VNDetectFaceLandmarksRequest()
        request.inputFaceObservations = [given]
        change(request)
        try ModelStore.$current.withValue(store.models) {
            try VNImageRequestHandler(cgImage: picture).perform([request])
        }
        return try #require(request.results?.first)
    }

    @Test("The network's points lie in a square of 1.5 times the face's longer side, in the middle of its box")
    func places() throws {
        let landmarks = try #require(try face().landmarks)
        let eye = try #require(landmarks.leftEye)
        // The person's left eye is on the right of the picture. Its points: fractions of the crop, whose 150 pixels begin 25 pixels from the left.
        let seen = eye.pointsInImage(imageSize: CGSize(width: 200, height: 200))
        for (point, truth) in zip(seen, FaceModels.face[42...47]) {
            #expect(abs(point.x - (25 + 150 * truth.x)) < 0.01 && abs(200 - point.y - (25 + 150 * truth.y)) < 0.01)
        }
        for (normalized, point) in zip(eye.normalizedPoints, seen) {
            let box = CGRect(x: 0.25, y: 0.3, width: 0.5, height: 0.4)
            let same = VNImagePointForFaceLandmarkPoint(vector_float2(Float(normalized.x), Float(normalized.y)), box, 200, 200)
            #expect(abs(same.x - point.x) < 0.001 && abs(same.y - point.y) < 0.001)
        }
        let middle = try #require(landmarks.leftPupil?.pointsInImage(imageSize: CGSize(width: 200, height: 200)).first)
        #expect(abs(middle.x - (100 + 150 * FaceModels.eye)) < 0.01 && abs(middle.y - (175 - 150 * 0.37)) < 0.01)
    }

    @Test("A face that is turned by a quarter counterclockwise has its left eye above the right one")
    func turned() throws {
        let face = try face(roll: .pi / 2)
        let left = try #require(face.landmarks?.leftPupil?.normalizedPoints.first)
        let right = try #require(face.landmarks?.rightPupil?.normalizedPoints.first)
        #expect(left.y > right.y + 0.3 && abs(left.x - right.x) < 0.001 && left.x < 0.5)
        #expect(face.roll?.doubleValue == .pi / 2)
    }

    @Test("Regions have the points of their constellation, and share those that lie on the middle line")
    func constellations() throws {
        let counts: [VNRequestFaceLandmarksConstellation: [Int]] = [
            .constellation65Points: [65, 11, 8, 8, 4, 4, 9, 3, 9, 10, 6, 1, 1],
            .constellation76Points: [76, 17, 6, 6, 6, 6, 8, 6, 10, 14, 6, 1, 1],
        ]
        for (constellation, expected) in counts {
            let landmarks = try #require(try face { $0.constellation = constellation }.landmarks)
            let regions = [
                landmarks.allPoints, landmarks.faceContour, landmarks.leftEye, landmarks.rightEye, landmarks.leftEyebrow,
                landmarks.rightEyebrow, landmarks.nose, landmarks.noseCrest, landmarks.medianLine, landmarks.outerLips, landmarks.innerLips,
                landmarks.leftPupil, landmarks.rightPupil,
            ]
            #expect(regions.map { $0?.pointCount } == expected)
            let all = Set(try #require(landmarks.allPoints).normalizedPoints.map { [$0.x, $0.y] })
            #expect(all.count == expected[0])
            #expect(regions.dropFirst().allSatisfy { $0?.normalizedPoints.allSatisfy { all.contains([$0.x, $0.y]) } == true })
            // The face looks the same in a mirror, so that its middle line is straight.
            #expect(landmarks.medianLine?.normalizedPoints.allSatisfy { abs($0.x - 0.5) < 1e-6 } == true)
            let heights = try #require(landmarks.medianLine).normalizedPoints.map(\.y)
            #expect(heights == heights.sorted(by: >))
            let isPrecise = constellation == .constellation76Points
            #expect(regions.allSatisfy { ($0?.precisionEstimatesPerPoint?.count == $0?.pointCount) == isPrecise })
        }
    }

    @Test("Eyes and lips are closed, the jaw and the nose are open, pupils stand alone")
    func classifications() throws {
        let landmarks = try #require(try face().landmarks)
        #expect(landmarks.leftEye?.pointsClassification == .closedPath && landmarks.innerLips?.pointsClassification == .closedPath)
        #expect(landmarks.faceContour?.pointsClassification == .openPath && landmarks.noseCrest?.pointsClassification == .openPath)
        #expect(landmarks.leftPupil?.pointsClassification == .disconnected && landmarks.allPoints?.pointsClassification == .disconnected)
    }

    @Test("Revision 2 has 65 points, revision 3 has 76 where none is chosen; 76 points of revision 2 are an error")
    func revisions() throws {
        typealias Request = VNDetectFaceLandmarksRequest
        #expect(try face { $0.revision = 2 }.landmarks?.allPoints?.pointCount == 65)
        #expect(try face().landmarks?.allPoints?.pointCount == 76)
        #expect(Request.revision(2, supportsConstellation: .constellation65Points))
        #expect(!Request.revision(2, supportsConstellation: .constellation76Points))
        #expect(Request.revision(3, supportsConstellation: .constellation76Points))
        #expect(!Request.revision(9, supportsConstellation: .constellation65Points))
        let code = thrownCode {
            _ = try face {
                $0.revision = 2
                $0.constellation = .constellation76Points
            }
        }
        #expect(code == .invalidArgument)
    }

    @Test("Points that two looks at a face disagree about are less precise, and lower the confidence")
    func precision() throws {
        let sure = try #require(try face().landmarks)
        var points = FaceModels.face
        // A left eye corner that no mirror shows on the right.
        points[45].x += 0.1
        let doubtful = try FaceModels.Store(landmarks: FaceModels.landmarks(points))
        let given = VNFaceObservation(
            requestRevision: 3, boundingBox: CGRect(x: 0.25, y: 0.3, width: 0.5, height: 0.4), roll: 0, yaw: nil, pitch: nil)
        let request = VNDetectFaceLandmarksRequest()
        request.inputFaceObservations = [given]
        try ModelStore.$current.withValue(doubtful.models) {
            try VNImageRequestHandler(cgImage: picture).perform([request])
        }
        let landmarks = try #require(request.results?.first?.landmarks)
        let errors = try #require(landmarks.leftEye?.precisionEstimatesPerPoint)
        #expect(errors[3] > 2 * errors[1] && landmarks.confidence < sure.confidence && sure.confidence > 0.9)
    }

    @Test("A box that is empty, not a number or outside of the image is an error; one at the edge is not")
    func unsuitableBoxes() throws {
        func code(_ box: CGRect) -> VNErrorCode? {
            let request = VNDetectFaceLandmarksRequest()
            request.inputFaceObservations = [VNFaceObservation(requestRevision: 3, boundingBox: box, roll: nil, yaw: nil, pitch: nil)]
            return ModelStore.$current.withValue(store.models) {
                thrownCode { try VNImageRequestHandler(cgImage: picture).perform([request]) }
            }
        }
        let unsuitable = [
            CGRect(x: 0.5, y: 0.5, width: 0, height: 0.1), CGRect(x: 1.5, y: 0, width: 0.2, height: 0.2),
            CGRect(x: CGFloat.nan, y: 0, width: 0.2, height: 0.2), CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 0.2),
            CGRect(x: 0.2, y: -3, width: 0.2, height: 1e300),
        ]
        for box in unsuitable { #expect(code(box) == .invalidArgument, "\(box)") }
        #expect(code(CGRect(x: -0.3, y: 0.8, width: 0.6, height: 0.4)) == nil)
        #expect(code(CGRect(x: 0.5, y: 0.5, width: 1e-6, height: 1e-6)) == nil)
    }

    @Test("An empty list of faces gives no results, and the known properties of a face stay")
    func knownFaces() throws {
        let request = VNDetectFaceCaptureQualityRequest()
        let described = try face()
        request.inputFaceObservations = [described]
        try ModelStore.$current.withValue(store.models) {
            try VNImageRequestHandler(cgImage: picture).perform([request])
        }
        let measured = try #require(request.results?.first)
        let none = VNDetectFaceLandmarksRequest()
        none.inputFaceObservations = []
        try ModelStore.$current.withValue(store.models) {
            try VNImageRequestHandler(cgImage: picture).perform([none])
        }
        #expect(none.results?.isEmpty == true)
        #expect(measured.uuid == described.uuid && measured.landmarks === described.landmarks && measured.faceCaptureQuality != nil)
        let copy = try #require(request.copy() as? VNDetectFaceCaptureQualityRequest)
        #expect(copy.inputFaceObservations?.map(\.uuid) == [described.uuid] && copy.results == nil)
    }

    @Test("Faces survive an archive and JSON with all that is known of them")
    func archive() throws {
        let described = try face(roll: 0.25)
        let data = try NSKeyedArchiver.archivedData(withRootObject: described, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNFaceObservation.self, from: data))
        #expect(copy == described && copy.roll?.doubleValue == 0.25 && copy.yaw == described.yaw && copy.pitch == described.pitch)
        #expect(copy.landmarks?.nose?.normalizedPoints == described.landmarks?.nose?.normalizedPoints)
        #expect(copy.landmarks?.confidence == described.landmarks?.confidence && copy.landmarks?.requestRevision == 3)
        let region = try #require(described.landmarks?.outerLips)
        let archived = try NSKeyedArchiver.archivedData(withRootObject: region, requiringSecureCoding: true)
        let twin = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNFaceLandmarkRegion2D.self, from: archived))
        #expect(twin.normalizedPoints == region.normalizedPoints && twin.pointsClassification == .closedPath)

        let observation = FaceObservation(described)
        let decoded = try JSONDecoder().decode(FaceObservation.self, from: JSONEncoder().encode(observation))
        #expect(decoded == observation && decoded.uuid == described.uuid && decoded.roll.value == 0.25)
        let lips = try #require(decoded.landmarks?.outerLips)
        #expect(lips.points.map(\.cgPoint) == region.normalizedPoints && lips.pointsClassification == .closedPath)
        let size = CGSize(width: 200, height: 100)
        #expect(lips.pointsInImageCoordinates(size) == region.pointsInImage(imageSize: size))
        #expect(lips.pointsInImageCoordinates(size, origin: .upperLeft)[0].y == 100 - region.pointsInImage(imageSize: size)[0].y)
        let own = FaceObservation(boundingBox: .fullImage, revision: .revision3)
        #expect(own.confidence == 1 && own.yaw.value == 0 && own.landmarks == nil)
        #expect(own.originatingRequestDescriptor == .detectFaceRectanglesRequest(.revision3))
    }
}

import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import Testing
import VisionRuntime

@testable import Vision

/// Numbers that differ by less than what bytes of a picture round away.
private func isNear(_ a: CGRect, _ b: CGRect) -> Bool {
    zip([a.minX, a.minY, a.width, a.height], [b.minX, b.minY, b.width, b.height]).allSatisfy { abs($0 - $1) < 0.004 }
}

private func performed<Request: VNRequest>(_ request: Request, on image: CGImage) throws -> Request {
    request.usesCPUOnly = true
    try VNImageRequestHandler(cgImage: image).perform([request])
    return request
}

@Suite("Finding faces")
struct DetectFacesTests {
    private let store: FaceModels.Store

    init() throws { store = try FaceModels.Store() }

    @Test("Boxes and roll are those of the network's cells, the most certain face first")
    func rectangles() throws {
        let picture = try FaceModels.picture([(2, 5, FaceModels.turned), (3, 2, FaceModels.upright)])
        let faces = try ModelStore.$current.withValue(store.models) {
            try #require(performed(VNDetectFaceRectanglesRequest(), on: picture).results)
        }
        #expect(faces.count == 2 && faces.allSatisfy { $0.requestRevision == VNDetectFaceRectanglesRequestRevision3 })
        // The cell of column 3 and row 2 has its middle 56 and 40 pixels from the top left of the picture.
        #expect(isNear(faces[0].boundingBox, CGRect(x: 40.0 / 128, y: 72.0 / 128, width: 48.0 / 128, height: 40.0 / 128)))
        #expect(faces[0].confidence > 0.99 && abs(faces[1].confidence - 0.8) < 0.01)
        let rolls = try faces.map { try #require($0.roll).doubleValue }
        #expect(abs(rolls[0]) < 0.01 && abs(rolls[1] - .pi / 2) < 0.01)
        #expect(faces[0].landmarks == nil && faces[0].faceCaptureQuality == nil)
    }

    @Test("Of candidates that overlap, the most certain one stays")
    func suppression() throws {
        let picture = try FaceModels.picture([(3, 2, FaceModels.turned), (4, 2, FaceModels.upright), (6, 6, FaceModels.turned)])
        let faces = try ModelStore.$current.withValue(store.models) {
            try #require(performed(VNDetectFaceRectanglesRequest(), on: picture).results)
        }
        #expect(faces.count == 2 && faces[0].confidence > 0.99 && faces[0].boundingBox.midX > 0.5)
    }

    @Test("A network that takes pictures of two sizes finds larger faces in the smaller one")
    func looks() throws {
        let both = try FaceModels.Store(detector: FaceModels.detector(smallerSide: FaceModels.side / 2))
        let picture = try FaceModels.picture([2, 3].flatMap { x in [4, 5].map { y in (x, y, FaceModels.upright) } })
        let large = CGRect(x: 16.0 / 128, y: 16.0 / 128, width: 96.0 / 128, height: 80.0 / 128)
        for (models, isSeen) in [(store.models, false), (both.models, true)] {
            let faces = try ModelStore.$current.withValue(models) {
                try #require(performed(VNDetectFaceRectanglesRequest(), on: picture).results)
            }
            #expect(faces.contains { isNear($0.boundingBox, large) } == isSeen)
            #expect(faces.contains { isNear($0.boundingBox, CGRect(x: 24.0 / 128, y: 40.0 / 128, width: 48.0 / 128, height: 40.0 / 128)) })
        }
    }

    @Test("Faces are looked for in the region of interest, and told in the whole image")
    func regionOfInterest() throws {
        let picture = try FaceModels.picture([(1, 3, FaceModels.upright)])
        let wide = try TestImages.image(width: 256, height: 128) { x, y in
            x >= 128 + 48 && x < 128 + 64 && y >= 32 && y < 48 || x < 16 && y < 16 ? FaceModels.upright : [0, 0, 0]
        }
        let request = VNDetectFaceRectanglesRequest()
        request.regionOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
        try ModelStore.$current.withValue(store.models) { _ = try performed(request, on: wide) }
        let face = try #require(request.results?.first)
        #expect(request.results?.count == 1)
        #expect(isNear(face.boundingBox, CGRect(x: 168.0 / 256, y: 72.0 / 128, width: 48.0 / 256, height: 40.0 / 128)))
        request.regionOfInterest = CGRect(x: 0, y: 0, width: 0.25, height: 0.25)
        try ModelStore.$current.withValue(store.models) { _ = try performed(request, on: picture) }
        #expect(request.results?.isEmpty == true)
    }

    @Test("Revision 2 tells no pitch; revision 1 is not supported any more")
    func revisions() throws {
        let picture = try FaceModels.picture([(3, 2, FaceModels.upright)])
        try ModelStore.$current.withValue(store.models) {
            let request = VNDetectFaceRectanglesRequest()
            let newest = try #require(performed(request, on: picture).results?.first)
            #expect(newest.yaw != nil && newest.pitch != nil)
            request.revision = VNDetectFaceRectanglesRequestRevision2
            let older = try #require(performed(request, on: picture).results?.first)
            #expect(older.yaw == newest.yaw && older.pitch == nil && older.requestRevision == 2)
            request.revision = 1
            #expect(thrownCode { _ = try performed(request, on: picture) } == .unsupportedRevision)
        }
    }

    @Test("Tiny pictures and long thin ones have no faces", arguments: [(1, 1), (1, 3000), (3000, 2)])
    func shapes(_ size: (width: Int, height: Int)) throws {
        let picture = try TestImages.plain([9, 9, 9], width: size.width, height: size.height)
        try ModelStore.$current.withValue(store.models) {
            for request in [VNDetectFaceRectanglesRequest(), VNDetectFaceLandmarksRequest(), VNDetectFaceCaptureQualityRequest()] {
                let faces: [VNObservation]? = try performed(request, on: picture).results
                #expect(faces?.isEmpty == true)
            }
        }
    }

    @Test("A network with other maps is an error that names the map and both shapes")
    func strangeModel() throws {
        let strange = try FaceModels.Store(detector: FaceModels.detector(planes: 5))
        let picture = try FaceModels.picture([(3, 2, FaceModels.upright)])
        ModelStore.$current.withValue(strange.models) {
            let error = #expect(throws: (any Error).self) { try performed(VNDetectFaceRectanglesRequest(), on: picture) }
            #expect(visionCode(error) == .invalidModel)
            let message = error?.localizedDescription ?? ""
            #expect(message.contains("map8") && message.contains("[5, 8, 8]") && message.contains("[7, 8, 8]"), "\(message)")
        }
    }

    @Test("Without the landmark model faces are found without yaw; landmarks are an error that says how to get it")
    func missingModel() throws {
        let half = try FaceModels.Store(landmarks: nil)
        let picture = try FaceModels.picture([(3, 2, FaceModels.upright)])
        try ModelStore.$current.withValue(half.models) {
            let face = try #require(performed(VNDetectFaceRectanglesRequest(), on: picture).results?.first)
            #expect(face.roll != nil && face.yaw == nil && face.pitch == nil)
            let error = #expect(throws: (any Error).self) { try performed(VNDetectFaceLandmarksRequest(), on: picture) }
            #expect(visionCode(error) == .dataUnavailable)
            #expect(error?.localizedDescription.contains("osprey model get faceLandmarks") == true)
        }
    }
}

@Suite("Faces as programs find them")
struct FaceProgramTests {
    private let store: FaceModels.Store
    private let folder: TemporaryPicture

    init() throws {
        store = try FaceModels.Store()
        folder = try TemporaryPicture(FaceModels.picture([(3, 2, FaceModels.upright)]))
    }

    @Test("Faces in a file: the first result is a face observation")
    func rectangles() throws {
        let imageURL = folder.url
        try ModelStore.$current.withValue(store.models) {
            let detectFacesRequest = VNDetectFaceRectanglesRequest()
            let requestHandler = VNImageRequestHandler(url: imageURL)
            try requestHandler.perform([detectFacesRequest])
            let general: VNRequest = detectFacesRequest
            let fo = try #require(general.results?.first as? VNFaceObservation)
            #expect(fo.boundingBox.width > 0.3 && fo.landmarks == nil)
        }
    }

    @Test("Landmarks without given faces: the request finds the faces itself")
    func implicitPipeline() throws {
        let imageURL = folder.url
        try ModelStore.$current.withValue(store.models) {
            let landmarksRequest = VNDetectFaceLandmarksRequest()
            let imageRequestHandler = VNImageRequestHandler(url: imageURL)
            try imageRequestHandler.perform([landmarksRequest])
            let fo = try #require(landmarksRequest.results?.first)
            #expect(fo.boundingBox.width > 0.3 && fo.landmarks != nil)
        }
    }

    @Test("Landmarks of given faces: the observations keep their identity")
    func explicitPipeline() throws {
        let imageURL = folder.url
        try ModelStore.$current.withValue(store.models) {
            let faceRequest = VNDetectFaceRectanglesRequest()
            let imageRequestHandler = VNImageRequestHandler(url: imageURL)
            try imageRequestHandler.perform([faceRequest])
            let fo = try #require(faceRequest.results?.first)
            #expect(fo.landmarks == nil)

            let landmarksRequest = VNDetectFaceLandmarksRequest()
            landmarksRequest.inputFaceObservations = [fo]
            try imageRequestHandler.perform([landmarksRequest])
            let lmo = try #require(landmarksRequest.results?.first)
            #expect(lmo.uuid == fo.uuid && lmo.boundingBox == fo.boundingBox && lmo.landmarks != nil)
            #expect(try imageRequestHandler.frame.frame().decodings == 1)
        }
    }

    @Test("The same in the Swift-only interface")
    func swiftOnly() async throws {
        let imageURL = folder.url
        try await ModelStore.$current.withValue(store.models) {
            let handler = ImageRequestHandler(imageURL)
            let faces = try await handler.perform(DetectFaceRectanglesRequest())
            let face = try #require(faces.first)
            #expect(face.landmarks == nil && face.originatingRequestDescriptor == .detectFaceRectanglesRequest(.revision3))
            var landmarks = DetectFaceLandmarksRequest()
            landmarks.inputFaceObservations = faces
            var quality = DetectFaceCaptureQualityRequest()
            quality.inputFaceObservations = faces
            let (described, measured) = try await handler.perform(landmarks, quality)
            #expect(described.map(\.uuid) == [face.uuid] && measured.map(\.uuid) == [face.uuid])
            #expect(described[0].landmarks?.allPoints.points.count == 76 && described[0].captureQuality == nil)
            #expect(measured[0].landmarks == nil && (0...1).contains(measured[0].captureQuality?.score ?? -1))
            let found = try await DetectFaceLandmarksRequest().perform(on: imageURL)
            #expect(found.count == 1 && found[0].uuid != face.uuid && found[0].landmarks != nil)
            let requests: [any VisionRequest] = [DetectFaceRectanglesRequest(), DetectFaceLandmarksRequest()]
            for await result in handler.performAll(requests) {
                switch result {
                case .detectFaceRectangles(_, let faces): #expect(faces.count == 1)
                case .detectFaceLandmarks(_, let faces): #expect(faces.first?.landmarks != nil)
                default: Issue.record("\(result)")
                }
            }
        }
    }
}

/// A picture in a file, for as long as it lives.
private struct TemporaryPicture {
    let url: URL
    private let folder: TemporaryFolder

    init(_ image: CGImage) throws {
        folder = try TemporaryFolder()
        url = folder.file("picture.png")
        let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, image, nil)
        try #require(CGImageDestinationFinalize(destination))
    }
}

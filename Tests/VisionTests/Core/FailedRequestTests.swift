import Foundation
import Testing
import VisionRuntime

@testable import Vision

/// A request that fails among others of one `perform`.
@Suite("A request that fails among others")
struct FailedRequestTests {
    @Test("If one request fails, the others have their results, and the error says which one failed")
    func others() throws {
        let store = ModelStore(ModelFolders([]))
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([200, 10, 20], width: 64, height: 48))
        let hands = VNDetectHumanHandPoseRequest()
        let others: [VNRequest] = [VNDetectRectanglesRequest(), VNDetectContoursRequest(), VNDetectBarcodesRequest()]
        do {
            try ModelStore.$current.withValue(store) { try handler.perform([others[0], hands] + others[1...]) }
            Issue.record("the request needed no model")
        } catch {
            #expect(visionCode(error) == .dataUnavailable)
            #expect(error.localizedDescription.contains("VNDetectHumanHandPoseRequest"))
        }
        #expect(hands.results == nil && others.allSatisfy { $0.results != nil })
    }

    @Test("An error that says nothing of its request is told with the request's name, but only among several")
    func naming() throws {
        let wrong = VNDetectRectanglesRequest()
        wrong.regionOfInterest = CGRect(x: 2, y: 2, width: 1, height: 1)
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([200, 10, 20], width: 64, height: 48))
        func message(_ requests: [VNRequest]) -> String? {
            do {
                try handler.perform(requests)
                return nil
            } catch {
                return visionCode(error) == .invalidArgument ? error.localizedDescription : "\(error)"
            }
        }
        let alone = try #require(message([wrong]))
        #expect(!alone.contains("VNDetectRectanglesRequest"))
        #expect(message([VNDetectBarcodesRequest(), wrong]) == "VNDetectRectanglesRequest: " + alone)
    }

    @Test("Observations are made of a box")
    func madeObservations() {
        let box = CGRect(x: 0.25, y: 0.5, width: 0.25, height: 0.125)
        let rectangle = VNRectangleObservation(boundingBox: box)
        let made: [VNDetectedObjectObservation] = [
            VNFaceObservation(boundingBox: box), VNHumanObservation(boundingBox: box), rectangle,
            VNRecognizedObjectObservation(boundingBox: box),
        ]
        for observation in made { #expect(observation.boundingBox == box && observation.confidence == 1) }
        #expect(rectangle.topLeft == CGPoint(x: 0.25, y: 0.625) && rectangle.bottomRight == CGPoint(x: 0.5, y: 0.5))
        #expect(VNFaceObservation(requestRevision: 3, boundingBox: box).requestRevision == 3)
    }
}

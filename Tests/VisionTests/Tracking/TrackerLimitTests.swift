import CoreGraphics
import CoreVideo
import Foundation
import Testing
import Vision

@Suite("Trackers that a sequence handler keeps")
struct TrackerLimitTests {
    private let scene = TrackedScene(things: [.init(x: 60, y: 50)])

    private func object(_ box: CGRect? = nil) -> VNTrackObjectRequest {
        VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box ?? scene.things[0].normalized))
    }

    private func rectangle(_ box: CGRect) -> VNTrackRectangleRequest {
        VNTrackRectangleRequest(
            rectangleObservation: VNRectangleObservation(
                requestRevision: 1, topLeft: CGPoint(x: box.minX, y: box.maxY), bottomLeft: CGPoint(x: box.minX, y: box.minY),
                bottomRight: CGPoint(x: box.maxX, y: box.minY), topRight: CGPoint(x: box.maxX, y: box.maxY)))
    }

    @Test("Sixteen trackers of each kind may live at once; the seventeenth is an error until one is released")
    func limit() throws {
        let handler = VNSequenceRequestHandler()
        let frame = try scene.frame()
        let requests = (0..<16).map { _ in object() }
        #expect(try requests[0].supportedNumberOfTrackers() == 16)
        try handler.perform(requests, on: frame)
        let more = object()
        #expect { try handler.perform([more], on: frame) } throws: { ($0 as NSError).code == VNErrorCode.internalError.rawValue }
        #expect(more.results == nil)
        try handler.perform([rectangle(scene.things[0].normalized)], on: frame)
        requests[3].isLastFrame = true
        try handler.perform(requests, on: frame)
        #expect(requests[3].results?.count == 1)
        try handler.perform([more], on: frame)
        #expect(more.results?.count == 1)
        #expect(throws: (any Error).self) { try handler.perform([object()], on: frame) }
    }

    @Test("Boxes that are empty, not numbers or outside of the frame are errors, and take no tracker")
    func badBoxes() throws {
        let handler = VNSequenceRequestHandler()
        let frame = try scene.frame()
        let boxes = [
            CGRect.zero, CGRect(x: 0.2, y: 0.2, width: 0, height: 0.3), CGRect(x: CGFloat.nan, y: 0, width: 0.2, height: 0.2),
            CGRect(x: 1.2, y: 0.1, width: 0.2, height: 0.2), CGRect(x: 0.1, y: 0.1, width: CGFloat.infinity, height: 0.2),
            CGRect(x: -0.5, y: 0.1, width: 0.2, height: 0.2), CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9),
        ]
        for _ in 0..<4 {
            for box in boxes {
                for request in [object(box), rectangle(box)] as [VNTrackingRequest] {
                    #expect("\(box)") { try handler.perform([request], on: frame) } throws: {
                        ($0 as NSError).code == VNErrorCode.invalidArgument.rawValue
                    }
                }
            }
        }
        try handler.perform((0..<16).map { _ in object() }, on: frame)
    }

    @Test("A frame of another size is an error that releases the tracker; the next frame is its first again")
    func changedSize() throws {
        let handler = VNSequenceRequestHandler()
        let small = try TestImages.ramp(width: 60, height: 40)
        for request in [object(), rectangle(scene.things[0].normalized)] as [VNTrackingRequest] {
            try handler.perform([request], on: scene.frame())
            #expect { try handler.perform([request], on: small) } throws: { ($0 as NSError).code == VNErrorCode.invalidArgument.rawValue }
            try handler.perform([request], on: small)
            #expect(request.results?.first?.confidence == 1)
        }
    }

    @Test("Frames of one pixel or one colour are followed with low confidence", arguments: [(1, 1), (3, 200), (120, 90)])
    func emptyFrames(_ size: (Int, Int)) throws {
        let handler = VNSequenceRequestHandler()
        let image = try TestImages.plain([90, 90, 90], width: size.0, height: size.1)
        let requests =
            [object(CGRect(x: 0, y: 0, width: 1, height: 1)), rectangle(CGRect(x: 0, y: 0, width: 1, height: 1))] as [VNTrackingRequest]
        for _ in 0..<3 { try handler.perform(requests, on: image) }
        for request in requests {
            let observation = try #require(request.results?.first as? VNDetectedObjectObservation)
            #expect(observation.boundingBox.width.isFinite && observation.confidence < 0.5)
        }
    }

    @Test("Only handlers of sequences follow, and a copy follows the same")
    func handlers() throws {
        let request = object()
        request.trackingLevel = .accurate
        request.isLastFrame = true
        let image = try TestImages.ramp(width: 60, height: 40)
        #expect { try VNImageRequestHandler(cgImage: image).perform([request]) } throws: {
            ($0 as NSError).code == VNErrorCode.invalidOperation.rawValue
        }
        let copy = try #require(request.copy() as? VNTrackObjectRequest)
        #expect(copy.inputObservation.uuid == request.inputObservation.uuid && copy.trackingLevel == .accurate && copy.isLastFrame)
        #expect(VNTrackObjectRequest.defaultRevision == VNTrackObjectRequestRevision2 && object().trackingLevel == .fast)
        let turned = try #require(rectangle(CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)).copy() as? VNTrackRectangleRequest)
        #expect(turned.inputObservation is VNRectangleObservation && turned.revision == VNTrackRectangleRequestRevision1)
    }
}

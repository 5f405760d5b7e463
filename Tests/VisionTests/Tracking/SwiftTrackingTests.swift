import CoreMedia
import Foundation
import OspreyExtras
import Testing
import Vision

@Suite("Objects in the Swift-only interface")
struct SwiftTrackingTests {
    private func scene(_ frame: Int) -> TrackedScene { TrackedScene(things: [.init(x: 50 + 4 * Double(frame), y: 40 + 2 * Double(frame))]) }

    @Test("A request follows its object, and one whose region of interest changes begins anew")
    func following() async throws {
        let object = DetectedObjectObservation(boundingBox: NormalizedRect(normalizedRect: scene(0).things[0].normalized))
        let request = TrackObjectRequest(detectedObject: object)
        for frame in 0..<10 {
            let found = try #require(try await request.perform(on: scene(frame).frame()))
            #expect(found.boundingBox.cgRect.overlap(scene(frame).things[0].normalized) > 0.8)
            #expect(found.uuid == object.uuid && found.originatingRequestDescriptor == .trackObjectRequest(.revision2))
        }
        request.regionOfInterest = NormalizedRect(x: 0, y: 0.2, width: 0.8, height: 0.8)
        let again = try #require(try await request.perform(on: scene(0).frame()))
        #expect(again.confidence == 1 && again.boundingBox.cgRect == object.boundingBox.cgRect)
        let next = try #require(try await request.perform(on: scene(1).frame()))
        #expect(next.boundingBox.cgRect.overlap(scene(1).things[0].normalized) > 0.8)
        #expect(request == request && request != TrackObjectRequest(detectedObject: object))
    }

    @Test("A bad box is an error of the request, and several requests give their results in one stream")
    func results() async throws {
        let empty = TrackObjectRequest(
            detectedObject: DetectedObjectObservation(boundingBox: NormalizedRect(x: 0.2, y: 0.2, width: 0, height: 0)))
        let good = TrackObjectRequest(
            detectedObject: DetectedObjectObservation(boundingBox: NormalizedRect(x: 0.2, y: 0.2, width: 0.3, height: 0.3)))
        var found = 0
        for await result in ImageRequestHandler(try scene(0).frame()).performAll([empty, good]) {
            switch result {
            case .trackObject(let request, let observation): found += request == good && observation?.confidence == 1 ? 1 : 0
            case .error(let request, VisionError.invalidArgument): found += request as? TrackObjectRequest == empty ? 10 : 0
            default: Issue.record("\(result)")
            }
        }
        #expect(found == 11)
    }
}

@Suite("Objects that a detector finds and a tracker follows")
struct DetectionTrackerTests {
    @Test("Between detections objects are followed, and a detection that covers one keeps its identity")
    func identities() throws {
        let start = TrackedScene.Thing(x: 90, y: 60)
        let box = start.normalized
        let model = TestModels.detector(
            side: 64, labels: ["thing"], boxes: [[Float(box.midX), Float(1 - box.midY), Float(box.width), Float(box.height)]],
            confidences: [[0.9]])
        let request = VNCoreMLRequest(model: try VNCoreMLModel(model))
        request.imageCropAndScaleOption = .scaleFill
        let tracker = DetectionTracker(detector: request, detectionInterval: 6)
        var identities: Set<UUID> = []
        for frame in 0..<12 {
            // The detector always sees the first place; the thing moves away, and is back when it is detected again.
            let place = TrackedScene.Thing(x: 90 + 3 * Double(min(frame % 6, 6 - frame % 6)), y: 60)
            let objects = try tracker.objects(in: TrackedScene(things: [place]).frame())
            let object = try #require(objects.first)
            #expect(objects.count == 1)
            if !frame.isMultiple(of: 6) { #expect(object.boundingBox.overlap(place.normalized) > 0.6, "frame \(frame)") }
            #expect((object.detection as? VNRecognizedObjectObservation)?.labels.first?.identifier == "thing")
            identities.insert(object.uuid)
        }
        #expect(identities.count == 1)
    }

    @Test("A frame that cannot be looked at is an error, after which everything begins anew")
    func failure() throws {
        let request = VNDetectBarcodesRequest()
        let tracker = DetectionTracker(detector: request, detectionInterval: 1)
        #expect(try tracker.objects(in: TestImages.ramp(width: 40, height: 40)).isEmpty)
        request.regionOfInterest = CGRect(x: 2, y: 0, width: 1, height: 1)
        #expect(throws: (any Error).self) { try tracker.objects(in: TestImages.ramp(width: 40, height: 40)) }
        request.regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(try tracker.objects(in: TestImages.ramp(width: 40, height: 40)).isEmpty)
    }
}

import CoreGraphics
import CoreVideo
import Foundation
import ImageIO
import TestSupport
import Testing
import Vision

/// Hands out pictures of a folder, one after the other.
private final class FrameFeeder {
    private var files: ArraySlice<URL>

    init(_ folder: String) { files = SharedData.files(in: folder).filter { ["jpg", "png"].contains($0.pathExtension) }[...] }

    func nextFrame() throws -> CGImage {
        let next = files.popFirst()
        let file = try #require(next)
        let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
        return try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    }
}

@Suite("Programs as one writes them to follow something", .enabled(if: SharedData.has("tracking"), "needs ../shared/data/tracking"))
struct TrackingProgramTests {
    /// The boxes of a sequence, in pixels, origin at the upper left.
    private func truth(_ folder: String) throws -> [CGRect] {
        let file = try #require(SharedData.files(in: folder).first { $0.lastPathComponent.hasPrefix("groundtruth") })
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let numbers = line.split { ", \t\r".contains($0) }.compactMap { Double($0) }
            try #require(numbers.count == 4)
            return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    @Test(
        "The result for a frame is the input for the next one; the identity stays", arguments: [VNRequestTrackingLevel.fast, .accurate])
    func loop(_ level: VNRequestTrackingLevel) throws {
        let folder = "tracking/otb_crossing"
        let truth = try truth(folder)
        let frameFeeder = FrameFeeder(folder + "/img")
        let first = try frameFeeder.nextFrame()
        func normalized(_ box: CGRect) -> CGRect {
            let flipped = CGRect(x: box.minX, y: CGFloat(first.height) - box.maxY, width: box.width, height: box.height)
            return VNNormalizedRectForImageRect(flipped, first.width, first.height)
        }
        let requestHandler = VNSequenceRequestHandler()
        var inputObservation = VNDetectedObjectObservation(boundingBox: normalized(truth[0]))
        let identity = inputObservation.uuid
        try requestHandler.perform([VNTrackObjectRequest(detectedObjectObservation: inputObservation)], on: first)
        for number in 1...20 {
            let frame = try frameFeeder.nextFrame()
            let request = VNTrackObjectRequest(detectedObjectObservation: inputObservation)
            request.trackingLevel = level
            try requestHandler.perform([request], on: frame)
            let observation = request.results!.first! as! VNDetectedObjectObservation
            inputObservation = observation
            #expect(observation.uuid == identity && observation.confidence > 0.3)
            #expect(observation.boundingBox.overlap(normalized(truth[number])) > 0.5, "frame \(number)")
        }
    }

    @Test("A tracker follows an object that a detector recognised, with all its labels, and does not detect it again")
    func recognizedObjects() throws {
        let folder = "tracking/otb_crossing"
        let truth = try truth(folder)
        let frameFeeder = FrameFeeder(folder + "/img")
        let first = try frameFeeder.nextFrame()
        let (width, height) = (CGFloat(first.width), CGFloat(first.height))
        let place: [Float] = [Float(truth[0].midX / width), Float(truth[0].midY / height)]
        let size: [Float] = [Float(truth[0].width / width), Float(truth[0].height / height)]
        let detector = TestModels.detector(
            side: 64, labels: ["bagel", "banana", "croissant"], boxes: [place + size], confidences: [[0.1, 0.7, 0.2]])
        var inputObservation: VNDetectedObjectObservation?
        var labels: [String] = []
        let objectRecognition = VNCoreMLRequest(model: try VNCoreMLModel(detector)) { request, _ in
            for observation in request.results ?? [] {
                guard let objectObservation = observation as? VNRecognizedObjectObservation else { continue }
                labels = objectObservation.labels.map(\.identifier)
                inputObservation = objectObservation
            }
        }
        objectRecognition.imageCropAndScaleOption = .scaleFill
        try VNImageRequestHandler(cgImage: first, orientation: .up).perform([objectRecognition])
        #expect(labels == ["banana", "croissant", "bagel"])
        let recognized = try #require(inputObservation)
        let request = VNTrackObjectRequest(detectedObjectObservation: recognized)
        let requestHandler = VNSequenceRequestHandler()
        try requestHandler.perform([request], on: first)
        for number in 1...10 {
            try requestHandler.perform([request], on: try frameFeeder.nextFrame())
            let observation = try #require(request.results?.first as? VNDetectedObjectObservation)
            let box = CGRect(
                x: truth[number].minX / width, y: 1 - truth[number].maxY / height, width: truth[number].width / width,
                height: truth[number].height / height)
            #expect(observation.uuid == recognized.uuid && observation.boundingBox.overlap(box) > 0.5, "frame \(number)")
        }
    }

    @Test("Two kinds of trackers are performed together, and are released with their last frames")
    func kinds() throws {
        let frameFeeder = FrameFeeder("tracking/otb_crossing/img")
        let box = CGRect(x: 0.2, y: 0.3, width: 0.15, height: 0.15)
        let object = VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box))
        let rectangle = VNTrackRectangleRequest(
            rectangleObservation: VNRectangleObservation(
                requestRevision: VNDetectRectanglesRequestRevision1, topLeft: CGPoint(x: 0.6, y: 0.8),
                bottomLeft: CGPoint(x: 0.6, y: 0.6), bottomRight: CGPoint(x: 0.8, y: 0.6), topRight: CGPoint(x: 0.8, y: 0.8)))
        let requests: [VNTrackingRequest] = [object, rectangle]
        let requestHandler = VNSequenceRequestHandler()
        for number in 0..<4 {
            for request in requests { request.isLastFrame = number == 3 }
            try requestHandler.perform(requests, on: try frameFeeder.nextFrame())
            for request in requests {
                let observation = try #require(request.results?.first as? VNDetectedObjectObservation)
                #expect(observation.uuid == request.inputObservation.uuid)
            }
        }
        #expect(rectangle.results?.first is VNRectangleObservation && !(object.results?.first is VNRectangleObservation))
        // A released tracker begins anew with its input.
        try requestHandler.perform(requests, on: try frameFeeder.nextFrame())
        let again = try #require(object.results?.first as? VNDetectedObjectObservation)
        #expect(again.boundingBox == box && again.confidence == 1)
    }
}

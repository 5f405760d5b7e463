import AVFoundation
import CoreGraphics
import Foundation
import Locks
import OspreyExtras
import TestSupport
import Testing
import VisionRuntime
import simd

@testable import Vision

@Suite("Frames whose times go back or are missing")
struct FrameOrderTests {
    private let folder = try? TemporaryFolder()
    private let box = TrackedScene(things: [.init(x: 60, y: 50)]).things[0].normalized

    /// A frame of a thing that goes right, at a time in frames of 30 a second; without a time for `nil`.
    private func frame(_ number: Int, time: Int64?) throws -> CMSampleBuffer {
        let buffer = try TrackedScene(things: [.init(x: 60 + 2 * Double(number), y: 50)]).frame()
        let start = time.map { CMTime(value: $0, timescale: 30) } ?? .invalid
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: start, decodeTimeStamp: .invalid))
    }

    private func trackers() -> [VNTrackingRequest] {
        [
            VNTrackObjectRequest(detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box)),
            VNTrackRectangleRequest(
                rectangleObservation: VNRectangleObservation(
                    requestRevision: 1, topLeft: CGPoint(x: box.minX, y: box.maxY), bottomLeft: CGPoint(x: box.minX, y: box.minY),
                    bottomRight: CGPoint(x: box.maxX, y: box.minY), topRight: CGPoint(x: box.maxX, y: box.maxY))),
        ]
    }

    @Test("A tracker's frame that comes before the last one is an error that releases the tracker; the next frame is its first again")
    func trackersGoingBack() throws {
        let handler = VNSequenceRequestHandler()
        let (first, earlier) = (try frame(0, time: 7), try frame(1, time: 6))
        // Once more than there are places for trackers.
        for _ in 0...TrackerLimit.perKind {
            for request in trackers() {
                try handler.perform([request], on: first)
                #expect(request.results?.count == 1)
                #expect(thrownCode { try handler.perform([request], on: earlier) } == .invalidArgument)
                #expect(request.results == nil)
            }
        }
        for request in trackers() {
            try handler.perform([request], on: frame(0, time: 9))
            #expect(thrownCode { try handler.perform([request], on: frame(1, time: 8)) } == .invalidArgument)
            try handler.perform([request], on: frame(0, time: 2))
            let observation = try #require(request.results?.first as? VNDetectedObjectObservation)
            #expect(observation.confidence == 1 && observation.uuid == request.inputObservation.uuid)
        }
    }

    @Test("Frames without times come in the order in which they are given, also among others; two of one time follow each other")
    func missingTimes() throws {
        let handler = VNSequenceRequestHandler()
        let requests: [VNRequest] =
            trackers() + [
                VNTrackTranslationalImageRegistrationRequest(), VNTrackHomographicImageRegistrationRequest(),
                VNTrackOpticalFlowRequest(),
            ]
        for (number, time) in ([4, nil, 5, 5, nil, 6] as [Int64?]).enumerated() {
            try handler.perform(requests, on: frame(number, time: time))
        }
        #expect(requests.allSatisfy { $0.results?.count == 1 })
        let found = try #require(requests[0].results?.first as? VNDetectedObjectObservation)
        #expect(found.boundingBox.overlap(TrackedScene.Thing(x: 70, y: 50).normalized) > 0.8)
    }

    @Test("A registration and a flow of a frame that comes before the last one are errors, after which new sequences begin")
    func motionGoingBack() throws {
        let handler = VNSequenceRequestHandler()
        let requests: [VNRequest] = [
            VNTrackTranslationalImageRegistrationRequest(), VNTrackHomographicImageRegistrationRequest(), VNTrackOpticalFlowRequest(),
        ]
        for request in requests {
            try handler.perform([request], on: frame(0, time: 7))
            try handler.perform([request], on: frame(1, time: 8))
            #expect(thrownCode { try handler.perform([request], on: frame(2, time: 3)) } == .invalidArgument)
            #expect(request.results == nil)
            try handler.perform([request], on: frame(2, time: 3))
            switch request.results?.first {
            case let shift as VNImageTranslationAlignmentObservation: #expect(shift.alignmentTransform == .identity)
            case let warp as VNImageHomographicAlignmentObservation: #expect(warp.warpTransform == matrix_identity_float3x3)
            default: #expect(request is VNTrackOpticalFlowRequest && request.results?.isEmpty == true)
            }
            try handler.perform([request], on: frame(3, time: 4))
            #expect(request.results?.count == 1)
        }
    }

    @Test("The Swift-only requests fail likewise")
    func swiftInterface() async throws {
        let requests: [any ImageProcessingRequest] = [
            TrackObjectRequest(detectedObject: DetectedObjectObservation(boundingBox: NormalizedRect(normalizedRect: box))),
            TrackTranslationalImageRegistrationRequest(), TrackHomographicImageRegistrationRequest(), TrackOpticalFlowRequest(),
        ]
        for request in requests {
            _ = try await request.perform(on: frame(0, time: 7))
            do {
                _ = try await request.perform(on: frame(1, time: 3))
                Issue.record("\(request.descriptor) takes a frame that comes before the last one")
            } catch VisionError.invalidArgument {}
            _ = try await request.perform(on: frame(1, time: 3))
        }
    }

    @Test("A request that has failed keeps no frame")
    func release() throws {
        let handler = VNSequenceRequestHandler()
        let requests: [VNRequest] = trackers() + [VNTrackTranslationalImageRegistrationRequest(), VNTrackOpticalFlowRequest()]
        weak var kept: CVPixelBuffer?
        func perform(_ number: Int, time: Int64) throws {
            let sample = try frame(number, time: time)
            kept = sample.imageBuffer
            for request in requests { try handler.perform([request], on: sample) }
        }
        try perform(0, time: 5)
        #expect(throws: (any Error).self) { try perform(1, time: 2) }
        #expect(kept == nil)
    }

    @Test("Each analysis of a video is another sequence for the requests, also for those that were performed before")
    func severalAnalyses() async throws {
        let url = try SceneVideos.pan(in: folder, frames: 6)
        let processor = VNVideoProcessor(url: url)
        let requests: [VNStatefulRequest] = [
            VNTrackTranslationalImageRegistrationRequest(), VNTrackHomographicImageRegistrationRequest(),
            VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5), VNTrackOpticalFlowRequest(),
        ]
        for request in requests { try processor.addRequest(request, processingOptions: .init()) }
        for _ in 0..<2 { try processor.analyze(CMTimeRange(start: .zero, duration: .positiveInfinity)) }
        #expect(requests.allSatisfy { $0.results != nil })
        let request = TrackTranslationalImageRegistrationRequest()
        for _ in 0..<2 {
            let other = VideoProcessor(url)
            let shifts = try await other.addRequest(request)
            other.startAnalysis()
            var count = 0
            for try await _ in shifts { count += 1 }
            #expect(count == 6)
        }
    }

    @Test("Cadences of seconds begin anew where time goes back, and take frames without times")
    func cadences() {
        var cadence = FrameCadence(.seconds(1))
        let times: [Double?] = [5, 5.5, 6.1, 2, 2.5, 3, nil, 3.1]
        let due = times.map { cadence.isDue(at: $0.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .invalid) }
        #expect(due == [true, false, true, true, false, true, true, false])
    }

    @Test("The live loop tells of a frame that comes before the last one, and goes on with the next")
    func liveLoop() throws {
        let analyzer = StableSceneAnalyzer(requests: [], stability: .init(historyLength: 2)) { _ in }
        for number in 0..<4 { try analyzer.take(frame(0, time: Int64(10 + number))) }
        #expect(thrownCode { try analyzer.take(frame(0, time: 2)) } == .invalidArgument)
        #expect(try analyzer.take(frame(0, time: 3)).shift == .zero)
        analyzer.waitUntilIdle()
        #expect(analyzer.counts.taken == 6)
    }
}

@Suite("Videos whose frames change their size")
struct FrameSizeTests {
    private let folder = try? TemporaryFolder()

    /// A film of three frames of one size and three of another one.
    private func film() throws -> URL {
        let url = try #require(folder).file("v.mjpeg")
        var data = Data()
        for (width, height) in [(96, 64), (96, 64), (96, 64), (64, 96), (64, 96), (64, 96)] {
            let image = try TestImages.ramp(width: width, height: height)
            let bytes = NSMutableData()
            let destination = try #require(CGImageDestinationCreateWithData(bytes, "public.jpeg" as CFString, 1, nil))
            CGImageDestinationAddImage(destination, image, nil)
            try #require(CGImageDestinationFinalize(destination))
            data += Data(referencing: bytes)
        }
        try data.write(to: url)
        return url
    }

    @Test("A repeated analysis registers anew; a request that cannot go on ends it with an error, and the processor can be used again")
    func processor() throws {
        let processor = VNVideoProcessor(url: try film())
        let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let count = Locked(0)
        let registration = VNTrackTranslationalImageRegistrationRequest { request, _ in
            count.withLock { $0 += request.results?.count ?? 0 }
        }
        try processor.addRequest(registration, processingOptions: .init())
        try processor.analyze(whole)
        #expect(count.withLock { $0 } == 6)
        let more: [VNRequest] = [
            VNTrackObjectRequest(
                detectedObjectObservation: VNDetectedObjectObservation(boundingBox: CGRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4))),
            VNTrackOpticalFlowRequest(), VNDetectTrajectoriesRequest(frameAnalysisSpacing: .zero, trajectoryLength: 5),
        ]
        for request in more {
            try processor.addRequest(request, processingOptions: .init())
            #expect(thrownCode { try processor.analyze(whole) } == .invalidArgument, "\(request)")
            try processor.removeRequest(request)
        }
        count.withLock { $0 = 0 }
        try processor.analyze(whole)
        #expect(count.withLock { $0 } == 6)
    }
}

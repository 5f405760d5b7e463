import AVFoundation
import Foundation
import Locks
import TestSupport
import Testing

@testable import Vision

private let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)

private func options(_ cadence: VNVideoProcessor.Cadence? = nil) -> VNVideoProcessor.RequestProcessingOptions {
    let options = VNVideoProcessor.RequestProcessingOptions()
    options.cadence = cadence
    return options
}

/// The places of frames, of 30 a second, whose results a request was given.
private final class Frames: Sendable {
    private let state = Locked<[Int]>([])
    var numbers: [Int] { state.withLock { $0 } }

    func add(_ time: CMTime?) { state.withLock { $0.append(Int(((time?.seconds ?? -1) * 30).rounded())) } }
}

@Suite("Requests on video files")
struct VideoProcessorTests {
    private let folder = try? TemporaryFolder()

    private func tracking(_ frames: Frames, _ more: @escaping @Sendable (VNRequest) -> Void = { _ in }) -> VNRequest {
        VNTrackTranslationalImageRegistrationRequest { request, _ in
            frames.add(request.results?.first?.timeRange.start)
            more(request)
        }
    }

    @Test("A stateful request sees every frame in its order, with its time")
    func everyFrame() throws {
        let processor = VNVideoProcessor(url: try SceneVideos.pan(in: folder))
        let (frames, shifts) = (Frames(), Locked<[CGAffineTransform]>([]))
        let request = tracking(frames) { request in
            let observation = request.results?.first as? VNImageTranslationAlignmentObservation
            shifts.withLock { $0.append(observation?.alignmentTransform ?? .identity) }
        }
        try processor.addRequest(request, processingOptions: options())
        try processor.analyze(whole)
        #expect(frames.numbers == Array(0..<30))
        // The camera goes right and down, so what it sees comes from there.
        for shift in shifts.withLock({ $0 }).dropFirst() { #expect(abs(shift.tx - 3) < 0.4 && abs(shift.ty + 1) < 0.4) }
    }

    @Test("Cadences and time ranges choose the frames")
    func cadences() throws {
        let processor = VNVideoProcessor(url: try SceneVideos.pan(in: folder))
        let (rate, interval) = (Frames(), Frames())
        try processor.addRequest(tracking(rate), processingOptions: options(VNVideoProcessor.FrameRateCadence(10)))
        try processor.addRequest(tracking(interval), processingOptions: options(VNVideoProcessor.TimeIntervalCadence(0.25)))
        try processor.analyze(whole)
        #expect(rate.numbers == [0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
        #expect(interval.numbers == [0, 8, 15, 23])
        try processor.analyze(CMTimeRange(start: CMTime(value: 10, timescale: 30), end: CMTime(value: 17, timescale: 30)))
        #expect(Array(rate.numbers.suffix(3)) == [10, 13, 16])
        #expect(thrownCode { try processor.analyze(CMTimeRange(start: .invalid, duration: .zero)) } == .invalidArgument)
        #expect(
            thrownCode {
                try processor.addRequest(tracking(rate), processingOptions: options(VNVideoProcessor.FrameRateCadence(0)))
            } == .invalidArgument)
    }

    @Test("Requests come and go while frames are analyzed, and the analysis can be cancelled")
    func changes() throws {
        let processor = VNVideoProcessor(url: try SceneVideos.pan(in: folder))
        let (first, second) = (Frames(), Frames())
        let added = tracking(second)
        let request = tracking(first) { request in
            if first.numbers.count == 5 { try? processor.addRequest(added, processingOptions: options()) }
            if first.numbers.count == 8 { try? processor.removeRequest(added) }
            if first.numbers.count == 12 { processor.cancel() }
        }
        try processor.addRequest(request, processingOptions: options())
        #expect(thrownCode { try processor.addRequest(request, processingOptions: options()) } == .invalidArgument)
        #expect(thrownCode { try processor.analyze(whole) } == .requestCancelled)
        #expect(first.numbers == Array(0..<12) && second.numbers.prefix(3) == [5, 6, 7] && second.numbers.count <= 4)
        #expect(thrownCode { try processor.removeRequest(added) } == .invalidArgument)
    }

    @Test("A file that is not there, or no video, is an error that names it")
    func noVideo() throws {
        let url = try #require(folder).file("text.mov")
        try Data("text".utf8).write(to: url)
        for place in [url, url.deletingLastPathComponent().appendingPathComponent("none.mov")] {
            #expect(thrownCode { try VNVideoProcessor(url: place).analyze(whole) } == .ioError)
        }
    }

    @Test("The Swift-only processor hands out each request's results as a sequence")
    func sequences() async throws {
        let processor = VideoProcessor(try SceneVideos.pan(in: folder))
        let shifts = try await processor.addRequest(TrackTranslationalImageRegistrationRequest())
        let barcodes = try await processor.addRequest(DetectBarcodesRequest(), cadence: .frameInterval(10))
        let others = try await processor.addRequest(
            ClassifyImageRequest(), cadence: .timeInterval(CMTime(value: 2, timescale: 1)))
        #expect(await processor.removeRequest(ClassifyImageRequest()))
        #expect(await processor.removeRequest(ClassifyImageRequest()) == false)
        processor.startAnalysis()
        var times: [Double] = []
        for try await observation in shifts { times.append((observation.timeRange?.start.seconds ?? -1) * 30) }
        #expect(times.map { Int($0.rounded()) } == Array(0..<30))
        var count = 0
        for try await found in barcodes {
            #expect(found.isEmpty)
            count += 1
        }
        for try await _ in others { count += 100 }
        #expect(count == 3)
    }

    @Test("Its sequences end with an error where the analysis is cancelled or the file cannot be read")
    func sequenceErrors() async throws {
        let processor = VideoProcessor(try SceneVideos.pan(in: folder))
        let shifts = try await processor.addRequest(TrackTranslationalImageRegistrationRequest())
        processor.startAnalysis()
        await processor.cancel()
        let error = await #expect(throws: VisionError.self) { for try await _ in shifts {} }
        if case .requestCancelled = error {} else { Issue.record("\(String(describing: error))") }
        let missing = VideoProcessor(URL(fileURLWithPath: "/none.mp4"))
        let none = try await missing.addRequest(DetectBarcodesRequest())
        missing.startAnalysis()
        await #expect(throws: VisionError.self) { for try await _ in none {} }
        await #expect(throws: VisionError.self) { try await missing.addRequest(DetectBarcodesRequest(), cadence: .frameInterval(0)) }
    }
}
